"""Why a game ended: a reason from the short list on its card, and words that also name the tie rule that decided."""

from typing import TYPE_CHECKING

from spielkiste.core.look import Look

if TYPE_CHECKING:
    from spielkiste.core.state import State


class Outcome:
    """How a finished game ended."""

    def __init__(self, state: "State") -> None:
        self._state = state
        self.reason: str = state.game.room.front.ending.reason(state.record())

    def words(self, lang: str = "en", names: tuple[str, ...] = ()) -> str:
        """One sentence, in the viewer's language, with the players' names."""
        return self._state.game.room.front.ending.words(self._state.record(), Look(None, lang, names))

    def __repr__(self) -> str:
        return f"<Outcome {self.reason}: {self.words()}>"
