"""OpenSpiel: importing this registers every game, "spielkiste_torris" and so on, its options as parameters.

Further parameters: `clock` (while one runs, it runs out before a decision once in so many times: a chance event),
`after` (moves that are made already, "0:show 4;1:show 2": to study endings) and `longest` (moves of a match at most,
the length of the tensor that remembers them). Where several seats may act the node is simultaneous; moves are made in
the order of seats, and one that an earlier seat's has made impossible is not made. Texts may be percent-encoded, as
names of games with parameters need it.
"""

from functools import cached_property
from typing import Any
from urllib.parse import quote, unquote

import numpy as np

from spielkiste.core.card import Card
from spielkiste.core.game import Game, game, games
from spielkiste.core.room import room
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE, CLOCK
from spielkiste.lab.extras import needed
from spielkiste.lab.folding import folded
from spielkiste.lab.match import played_at_once
from spielkiste.lab.numbering import Numbering
from spielkiste.lab.observation import Observation

with needed("openspiel"):
    import pyspiel

GOES_ON, RUNS_OUT = 0, 1  # what a clock may do
COMMON = {"clock": 16, "after": "", "longest": 2000}
SAFE = " :"  # characters of a parameter that need no encoding
FIRST_SEAT = 3  # in a row of moves; 1 is the clock, 2 chance, 0 no move


class Position:
    """A state and what OpenSpiel asks about it. It never changes, so its copies are itself: OpenSpiel copies states
    with all they hold."""

    def __init__(
        self, table: "KistenGame", state: State, before: "Position | None" = None, asked: bool = False
    ) -> None:
        self.table, self.state, self.before = table, state, before
        self.asked = asked or not table.clock  # the clock has been asked before this decision

    def __deepcopy__(self, memo: Any) -> "Position":
        return self

    @cached_property
    def seats(self) -> list[int]:
        return [seat for seat in self.state.turn if seat >= 0]

    @cached_property
    def player(self) -> int:
        if self.state.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.is_clocks or self.state.turn == (CHANCE,):
            return int(pyspiel.PlayerId.CHANCE)
        return self.seats[0] if len(self.seats) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)

    @cached_property
    def is_clocks(self) -> bool:
        """Whether it is up to the clock."""
        return CLOCK in self.state.turn and (not self.asked or not self.seats)

    @cached_property
    def moves(self) -> dict[int, dict[int, str]]:
        """What the numbers of each seat in turn mean."""
        return {seat: self.table.numbering.moves(self.state, seat) for seat in self.seats}

    @cached_property
    def exits(self) -> list[tuple[State, float]]:
        """Where chance leads, if it may come back to where it began."""
        return folded(self.state)

    @cached_property
    def outcomes(self) -> list[tuple[int, float]]:
        if self.is_clocks:
            share = 1 / self.table.clock if self.seats else 1.0
            return [(k, p) for k, p in ((GOES_ON, 1 - share), (RUNS_OUT, share)) if p]
        if self.exits:
            return [(k, share) for k, (_, share) in enumerate(self.exits)]
        numbers = self.state.actions(CHANCE)
        return sorted((numbers[move], share) for move, share in self.state.chances())

    def after_chance(self, outcome: int) -> "Position":
        if self.is_clocks and outcome == GOES_ON:
            return Position(self.table, self.state, self.before, asked=True)
        if self.is_clocks:
            return self.followed(self.state.play(self.state.moves(CLOCK)[0], CLOCK))
        if self.exits:
            return self.followed(self.exits[outcome][0])
        return self.followed(self.state.play(self.state.move(outcome, CHANCE), CHANCE))

    def after_moves(self, numbers: dict[int, int]) -> "Position":
        return self.followed(played_at_once(self.state, {seat: self.moves[seat][n] for seat, n in numbers.items()}))

    def followed(self, state: State) -> "Position":
        return Position(self.table, state, self)

    def told(self, player: int, action: int) -> str:
        """A move or an outcome in words."""
        if player >= 0:
            return self.moves.get(player, {}).get(action, str(action))
        if self.is_clocks:
            return ("the clock goes on", "the clock runs out")[action]
        if self.exits:
            made = self.exits[action][0].moves_since(self.state.length)
            return ", ".join(move for _, move in made)
        return self.state.move(action, CHANCE)

    @cached_property
    def numbers(self) -> list[int]:
        """Of all moves so far."""
        if self.before is None:
            return numbers_of(self.table, self.table.game.start(), self.state)
        return self.before.numbers + numbers_of(self.table, self.before.state, self.state)


def numbers_of(table: "KistenGame", before: State, after: State) -> list[int]:
    """Of the moves between two states of a match."""
    found = []
    for seat, move in after.moves_since(before.length):
        if seat >= 0:
            found.append(next(n for n, text in table.numbering.moves(before, seat).items() if text == move))
        else:
            found.append(before.action(move, seat))
        before = before.play(move, seat)
    return found


class KistenGame(pyspiel.Game):  # type: ignore[misc]  # it ships no types
    """A game with its options; each room has a class of its own."""

    slug: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        card = room(self.slug).card
        given = defaults(card) | {name: plain(value) for name, value in (params or {}).items()}
        self.clock, self.longest = int(given["clock"]), int(given["longest"])
        self.game = game(self.slug, **chosen_options(card, given))
        self.numbering, self.seen = Numbering(self.game), Observation(self.game)
        self.first = played(self.game, str(given["after"]))
        super().__init__(
            game_type(self.slug), self.info(), {name: encoded(value) for name, value in (params or {}).items()}
        )

    def info(self) -> Any:
        chance = self.game.room.front.chance
        alone = self.game.players == 1
        return pyspiel.GameInfo(
            num_distinct_actions=self.numbering.count,
            max_chance_outcomes=max(chance.MAX_OUTCOMES if chance else 0, RUNS_OUT + 1),
            num_players=self.game.players,
            min_utility=0.0 if alone else -1.0,
            max_utility=1.0,
            utility_sum=None if 1 in self.game.card.players else 0.0,
            max_game_length=self.longest,
        )

    def __deepcopy__(self, memo: Any) -> "KistenGame":
        return self

    def new_initial_state(self) -> "KistenState":
        return KistenState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SeatObserver | MemoryObserver":
        """What a seat sees now, or (perfect recall) all it has seen."""
        if params:
            raise ValueError(f"observers have no parameters: {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("a seat sees what is public and what is its own, neither less nor more")
        return MemoryObserver(self) if kind.perfect_recall else SeatObserver(self)


class KistenState(pyspiel.State):  # type: ignore[misc]  # it ships no types
    """A state for OpenSpiel; all it holds is a position."""

    def __init__(self, table: KistenGame) -> None:
        super().__init__(table)
        self.at = Position(table, table.first)

    def current_player(self) -> int:
        return self.at.player

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.at.moves.get(player, {}))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.at.outcomes

    def _apply_action(self, action: int) -> None:
        chance = self.at.player == pyspiel.PlayerId.CHANCE
        self.at = self.at.after_chance(action) if chance else self.at.after_moves({self.at.player: action})

    def _apply_actions(self, actions: list[int]) -> None:
        self.at = self.at.after_moves({seat: actions[seat] for seat in self.at.seats})

    def _action_to_string(self, player: int, action: int) -> str:
        return self.at.told(player, action)

    def is_terminal(self) -> bool:
        return self.at.state.over

    def returns(self) -> list[float]:
        return list(self.at.state.returns or (0.0,) * self.at.state.game.players)

    def __str__(self) -> str:
        return str(self.at.state)


class SeatObserver:
    """What a seat sees of the position, as `lab.vec` shows it; as text its view."""

    def __init__(self, table: KistenGame) -> None:
        self.seen = table.seen
        self.tensor = np.zeros(self.seen.size, np.float32)
        self.dict = self.seen.named(self.tensor)

    def set_from(self, state: KistenState, player: int) -> None:
        self.tensor[:] = self.seen.of(state.at.state, player)

    def string_from(self, state: KistenState, player: int) -> str:
        return state.at.state.text(player)


class MemoryObserver:
    """All moves as a seat knows them: a row each, who (1 the clock, 2 chance, 3 the first seat) and the number of the
    move plus one, 0 where it is a secret."""

    def __init__(self, table: KistenGame) -> None:
        players = table.game.players
        self.tensor = np.zeros(players + 2 * table.longest, np.float32)
        self.dict = {"player": self.tensor[:players], "moves": self.tensor[players:].reshape(table.longest, 2)}

    def set_from(self, state: KistenState, player: int) -> None:
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        made = zip(state.at.state.known(player), state.at.numbers, strict=True)
        rows = [(seat + FIRST_SEAT, number + 1 if move is not None else 0) for (seat, move), number in made]
        if rows:
            self.dict["moves"][: len(rows)] = rows[: len(self.dict["moves"])]

    def string_from(self, state: KistenState, player: int) -> str:
        known = state.at.state.known(player)
        return f"{player}: " + "; ".join(f"{seat} {'?' if move is None else move}" for seat, move in known)


# --- parameters --------------------------------------------------------------------------------------------


def defaults(card: Card) -> dict[str, Any]:
    return COMMON | {option.name: option.default for option in card.options}


def plain(value: Any) -> Any:
    return unquote(value) if isinstance(value, str) else value


def encoded(value: Any) -> Any:
    return quote(plain(value), safe=SAFE) if isinstance(value, str) else value


def chosen_options(card: Card, given: dict[str, Any]) -> dict[str, Any]:
    """The options that were chosen: others may not even apply."""
    return {one.name: given[one.name] for one in card.options if given[one.name] != one.default}


def played(chosen: Game, moves: str) -> State:
    """The state after moves, as "seat:move;seat:move"."""
    state = chosen.start()
    for one in filter(None, moves.split(";")):
        seat, _, move = one.partition(":")
        state = state.play(move.strip(), int(seat))
    return state


# --- registration ------------------------------------------------------------------------------------------


def game_type(slug: str) -> Any:
    front = room(slug).front
    card, kinds = front.card, pyspiel.GameType
    by_chance = front.chance is not None or card.clock is not None
    return kinds(
        short_name=short_name(slug),
        long_name=card.title["en"],
        dynamics=kinds.Dynamics.SIMULTANEOUS if "simultaneous" in card.kinds else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if by_chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if front.secrets else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if 1 in card.players else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=card.players[-1],
        min_num_players=card.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={name: encoded(value) for name, value in defaults(card).items()},
    )


def short_name(slug: str) -> str:
    return f"spielkiste_{slug}"


for slug in games():
    globals()[short_name(slug)] = type(short_name(slug), (KistenGame,), {"slug": slug})  # pickles look for it here
    pyspiel.register_game(game_type(slug), globals()[short_name(slug)])
