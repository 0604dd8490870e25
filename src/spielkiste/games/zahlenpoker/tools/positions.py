"""All that can come about in a game of two, between rounds, with nothing but the rules to say so.

A position is what both have in hand. What was won matters only as a lead: the difference of the two standings, by
which the rules place players at the end. Positions with few leads each are far fewer than records with all booty.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from spielkiste.core.game import game

from ..bot.rounds import Hand, choices, hands, play_round
from ..rules import in_turn


@dataclass(eq=False, slots=True)
class Position:
    """Both hands, and what follows from what the two show. Leads and gains are those of seat 0."""

    record: Any  # a record with these hands and no booty
    hands: tuple[Hand, Hand]
    number: int
    moves: tuple[list[int], list[int]] = ([], [])  # the actions of each seat; none at the end
    after: list[list[tuple["Position", int]]] = field(default_factory=list)  # by both moves: what follows, lead gained
    leads: list[int] = field(default_factory=list)  # all that can come about here, sorted
    mirror: "Position" = None  # type: ignore[assignment]  # the seats swapped; set when all positions are found

    @property
    def over(self) -> bool:
        return not self.after


@cache
def all_positions() -> list[Position]:
    """All positions, those of a round after those of the round before. Takes a second or two."""
    two = game("zahlenpoker", players=2)
    first = two.plain.unpack(two.first)
    known = {hands(first): Position(first, hands(first), 0)}
    positions = list(known.values())
    leads: list[set[int]] = [{0}]
    for position in positions:  # grows while it is walked
        for after, gain in expand(position, known):
            if after.number == len(positions):
                positions.append(after)
                leads.append(set())
            leads[after.number].update(lead + gain for lead in leads[position.number])
    for position in positions:
        position.leads = sorted(leads[position.number])
        position.mirror = known[position.hands[1], position.hands[0]]
    return positions


def expand(position: Position, known: dict[tuple[Hand, Hand], Position]) -> Iterator[tuple[Position, int]]:
    """Plays a round in every way."""
    if in_turn(position.record) == 0:
        return
    position.moves = choices(position.record, 0), choices(position.record, 1)
    for mine in position.moves[0]:
        row = []
        for theirs in position.moves[1]:
            record, gain = play_round(position.record, mine, theirs)
            both = hands(record)
            if both not in known:
                known[both] = Position(record, both, len(known))
            row.append((known[both], gain))
            yield row[-1]
        position.after.append(row)
