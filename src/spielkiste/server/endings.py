"""How a game ended, as it is told to one person."""

from typing import NamedTuple

from spielkiste.server.table import Table
from spielkiste.server.texts import N_
from spielkiste.server.viewer import Viewer


class Ranked(NamedTuple):
    """A player, at the end."""

    place: int | None
    name: str
    score: str


class ResultFacts(NamedTuple):
    """What there is to say at the end; before it nothing."""

    won: bool  # there is something to celebrate
    result: str
    why: str
    ranking: tuple[Ranked, ...]
    sequel: str
    asked_again: str  # who would like to play once more: the others, by name
    asked_sequel: bool
    waiting_for: str  # whom this viewer, who would play once more too, waits for


NO_RESULT = ResultFacts(False, "", "", (), "", "", asked_sequel=False, waiting_for="")


def result_facts(table: Table, viewer: Viewer) -> ResultFacts:
    """How it ended, by the rules or because somebody left."""
    if table.phase != "over":
        return NO_RESULT
    places = table.state.places or (None,) * len(table.seats)
    ranked = [Ranked(places[k], seat.name, said_score(table, k, viewer)) for k, seat in enumerate(table.seats)]
    follows = table.sequel()
    sequel = follows.text[viewer.lang] if follows else ""
    names = {seat.person: seat.name for seat in reversed(table.seats) if seat.kind == "person"}
    mine = table.wishes.get(viewer.person)
    waiting = table.still_to_ask(viewer.person, mine) if mine is not None else []
    asked = [person for person in table.wishes if person != viewer.person and person in names]
    return ResultFacts(
        won=has_won(table, viewer), result=ending(table, viewer), why=why_ended(table, viewer), sequel=sequel,
        ranking=tuple(sorted(ranked, key=lambda row: row.place or 0)),
        asked_again=", ".join(names[person] for person in asked),
        asked_sequel=bool(asked) and table.wishes[asked[-1]],
        waiting_for=", ".join(names[person] for person in waiting),
    )  # fmt: skip


def ending(table: Table, viewer: Viewer) -> str:
    if table.ended == "resigned" and table.quitter is not None:
        return given_up(table, table.quitter, viewer)
    if table.ended == "forgotten":
        return viewer.say(N_("Nobody has played here for a long time, so the game was ended."))
    if table.ended:
        return viewer.say(N_("The game was broken off."))
    places, mine = table.state.places or (), table.mine(viewer.person)
    if len(table.seats) == 1:
        return viewer.say(N_("Finished: {score}"), score=said_score(table, 0, viewer))
    winners = [seat.name for seat, place in zip(table.seats, places, strict=True) if place == 1]
    if len(winners) == len(table.seats):
        return viewer.say(N_("A draw."))
    if len(mine) == 1 and places[mine[0]] == 1 and len(winners) == 1:
        return viewer.say(N_("You have won!"))
    if len(winners) == 1:
        return viewer.say(N_("{name} has won."), name=winners[0])
    return viewer.say(N_("{names} have won."), names=", ".join(winners))


def given_up(table: Table, quitter: int, viewer: Viewer) -> str:
    """Who has given up, and who has won by that where only one is left."""
    name = table.seats[quitter].name
    if len(table.seats) != 2:
        return viewer.say(N_("{name} has given up."), name=name)
    if table.mine(viewer.person) == [1 - quitter]:
        return viewer.say(N_("{name} has given up. You have won!"), name=name)
    winner = table.seats[1 - quitter].name
    return viewer.say(N_("{name} has given up. {winner} has won."), name=name, winner=winner)


def why_ended(table: Table, viewer: Viewer) -> str:
    """What the rules say of the end, such as the tie rule that decided; "" where it was not they that ended it."""
    outcome = None if table.ended else table.state.outcome
    if outcome is None:
        return ""
    kept, key = table.state.beside, ("why ended", viewer.lang, table.names)
    found: str | None = kept.get(key)
    if found is None:
        found = kept[key] = outcome.words(viewer.lang, table.names)
    return found


def has_won(table: Table, viewer: Viewer) -> bool:
    """Whether there is something to celebrate for this viewer."""
    places = table.state.places if table.phase == "over" and not table.ended else None
    return places is not None and len(places) > 1 and any(places[seat] == 1 for seat in table.mine(viewer.person))


def said_score(table: Table, seat: int, viewer: Viewer) -> str:
    return table.game.card.say_score(table.state.scores[seat], viewer.lang)
