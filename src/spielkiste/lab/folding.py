"""Chance that may come back to where it began, as one event: dice that tie are cast again, perhaps for ever, and who
walks a tree of games needs it to end."""

import numpy as np

from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE

LOOKED_AT = 120  # positions: enough for dice of all who are tied; decks shrink, and never bring a position again

Branches = dict[State, float]


def folded(state: State) -> list[tuple[State, float]]:
    """How likely chance leads where, once it leads on; [] where it cannot bring this very position again."""
    graph = explored(state)
    round_again = leading_to(state, graph)
    return exits(state, {one: graph[one] for one in round_again}) if state in round_again else []


def explored(state: State) -> dict[State, Branches]:
    """Chance events from here on, the nearest first, and where each leads."""
    graph: dict[State, Branches] = {}
    waiting, seen = [state], 0
    while waiting and seen < LOOKED_AT:
        one = waiting.pop(0)
        if one not in graph:
            graph[one] = branches(one)
            seen += len(graph[one])
            waiting += [after for after in graph[one] if after.turn == (CHANCE,)]
    return graph


def branches(state: State) -> Branches:
    found: Branches = {}
    for move, share in state.chances():
        after = state.play(move, CHANCE)
        found[after] = found.get(after, 0.0) + share
    return found


def leading_to(state: State, graph: dict[State, Branches]) -> list[State]:
    """The events that may bring this position after one event or more, in the order of the graph."""
    leading: set[State] = set()
    found = {one for one, after in graph.items() if state in after}
    while found:
        leading |= found
        found = {one for one, after in graph.items() if one not in leading and not leading.isdisjoint(after)}
    return [one for one in graph if one in leading]


def exits(state: State, circle: dict[State, Branches]) -> list[tuple[State, float]]:
    """Where an endless circle of events is left, and how likely: by how often each is visited."""
    place = {one: k for k, one in enumerate(circle)}
    stays = np.zeros((len(circle), len(circle)))
    for one, after in circle.items():
        for other, share in after.items():
            if other in place:
                stays[place[one], place[other]] = share
    begins = np.eye(len(circle))[place[state]]
    visits = np.linalg.solve(np.eye(len(circle)) - stays.T, begins)
    left: Branches = {}
    for one, after in circle.items():
        for other, share in after.items():
            if other not in place:
                left[other] = left.get(other, 0.0) + float(visits[place[one]]) * share
    return list(left.items())
