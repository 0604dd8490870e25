"""Keeping a tree from move to move: what lies below the position that came about becomes the new tree."""

from typing import Any

from spielkiste.core.state import State
from spielkiste.search import mcts
from spielkiste.search.mcts import enter


def actions_between(before: State, after: State) -> list[int] | None:
    """The actions that led from one state of a match to a later one; None if they are not of the same match."""
    known, made = before.moves_made, after.moves_made
    if before.game != after.game or made[: len(known)] != known:
        return None
    actions, state = [], before
    for seat, move in made[len(known) :]:
        action = state.actions(seat).get(move)
        if action is None:  # a free form: the tree holds listed moves only
            return None
        actions.append(action)
        state = state.play(move, seat=seat)
    return actions if state == after else None


def node_after(tree: mcts.Tree, actions: list[int]) -> int | None:
    """The node these actions lead to, if the search was there."""
    node = 0
    for action in actions:
        first, count = int(tree.first[node]), int(tree.count[node])
        node = next((child for child in range(first, first + count) if tree.action[child] == action), -1)
        if node < 0 or tree.actor[node] == mcts.NEW:
            return None
    return node


def replant(old: Any, met: Any, root: int, new: Any, new_met: Any, origin: Any, moved: Any) -> None:
    """Copies what lies below a node into another tree, the nearest first; children that are shared stay shared.

    origin: for each new node the old one; moved: for each old block of children the new one; both are room to work in.
    """
    for node in range(old.used[0]):
        moved[node] = -1
    copy_node(old, root, new, 0)
    origin[0], used, at = root, 1, 0
    while at < used:
        first, count = old.first[origin[at]], old.count[origin[at]]
        if count and moved[first] < 0:
            moved[first] = used
            for k in range(count):
                origin[used + k] = first + k
                copy_node(old, first + k, new, used + k)
            used += count
        if count:
            new.first[at] = moved[first]
        at += 1
    new.used[0] = used
    for slot in range(len(met.key)):
        new_met.key[slot] = 0
    for slot in range(len(met.key)):
        if met.key[slot] != 0 and moved[met.first[slot]] >= 0:
            enter(new_met, met.key[slot], moved[met.first[slot]], met.count[slot])


def copy_node(old: Any, node: int, new: Any, to: int) -> None:
    new.visits[to], new.total[to], new.prior[to] = old.visits[node], old.total[node], old.prior[node]
    new.first[to], new.count[to] = old.first[node], old.count[node]
    new.action[to], new.actor[to], new.proof[to] = old.action[node], old.actor[node], old.proof[node]
