"""Monte Carlo tree search over the verbs of any game in which one seat acts at a time, with chance nodes and proofs.

The tree is a set of flat arrays, so that the whole search compiles. A node's children lie side by side, one for each
move (at a chance event: for each outcome). Positions are not stored: each simulation plays down from a copy of the
root. Values are returns in [-1, 1] of the seat that chose the move. Where the end of the game is reached on all roads,
a node is proved, and a proved win is played at once.

Two things a manner may ask for. Widening: of many moves only the first few by `lean` are compared, more with each
visit. Sharing: positions met again on another road share one block of children, found by their hash.
"""

import math
from typing import Any, NamedTuple

from spielkiste.core.dice import below
from spielkiste.core.record import Out, Record
from spielkiste.core.verbs import CHANCE, estimate, fall, in_turn, lean, legal, odds, play, resolve, standing
from spielkiste.search.hashing import position_key
from spielkiste.search.playout import leaning_game, random_game
from spielkiste.search.turn import OVER

NEW = -4  # in `actor`: not looked at yet
UNPROVED, IMPOSSIBLE = 2, 3  # in `proof`: else the proved return of seat 0, -1, 0 or 1; IMPOSSIBLE: weight 0
DRAWN = 0
DEEPEST = 1000
FIRST_PLAY = 1e6  # plain UCT tries every move once before it compares
PROBES = 8  # places of the table of positions that are tried for a key


class Tree(NamedTuple):
    """Flat arrays, one entry a node; node 0 is the root."""

    visits: Any
    total: Any  # sum of returns of the seat that chose this node
    prior: Any  # share of this move in its parent's `lean`
    first: Any  # its first child
    count: Any  # how many children
    action: Any  # what leads here
    actor: Any  # who acts here: a seat, CHANCE, OVER or NEW
    proof: Any
    used: Any  # one number: nodes in use


class Met(NamedTuple):
    """The positions met, if they are shared: where the children of each lie."""

    key: Any  # its hash; 0: no entry here
    first: Any
    count: Any
    parts: Any  # begin and end of the bytes that make positions different


class TreeManner(NamedTuple):
    """How a search is done. `wish`: weight of curiosity (exploration constant, c in UCT). `priors`: 1 for PUCT by
    `lean`, 0 for plain UCT.
    `playout`: moves played on from a leaf before `estimate` judges; -1: at random to the end. `widen`: of a node's
    moves so many times the root of its visits are compared, and one; 0: all. `shared`: 1: positions met again share
    their children."""

    wish: float
    priors: int
    playout: int
    widen: float = 0.0
    shared: int = 0


def grow(
    first: Any, work: Any, raw: Any, tree: Any, met: Any, path: Any, out: Out, dice: Any, teams: Any, manner: Any,
    times: int,
) -> int:  # fmt: skip
    """So many simulations from the record first[0]; how many were made before the root was proved. raw: the bytes of
    the record in work."""
    for done in range(times):
        if tree.proof[0] != UNPROVED:
            return done
        work[0] = first[0]
        simulate(work[0], raw[0], tree, met, path, out, dice, teams, manner)
    return times


def simulate(
    s: Record, raw: Any, tree: Any, met: Any, path: Any, out: Out, dice: Any, teams: Any, manner: Any
) -> None:  # fmt: skip
    """Down the tree, one step beyond it, a game from there, and back up with what came of it."""
    length = descend(s, raw, tree, met, path, out, dice, manner)
    leaf = path[length - 1]
    if tree.actor[leaf] != OVER and tree.proof[leaf] == UNPROVED:
        if manner.playout < 0:
            random_game(s, dice, out)
        else:
            leaning_game(s, dice, out, manner.playout)
    back_up(s, tree, path, length, teams)


def descend(s: Record, raw: Any, tree: Any, met: Any, path: Any, out: Out, dice: Any, manner: Any) -> int:
    """Follows the most promising moves to a node that is new, final or proved, or without children because the tree is
    full; the number of nodes on the path."""
    node, length = 0, 1
    path[0] = 0
    while length < DEEPEST:
        if tree.actor[node] == NEW:
            look_at(s, tree, node)
            if node != 0:
                return length
        actor = tree.actor[node]
        if actor == OVER or (node != 0 and tree.proof[node] != UNPROVED):
            return length
        if tree.count[node] == 0 and not (manner.shared and found_again(raw, tree, met, node)):
            if tree.used[0] + len(out) >= len(tree.visits):
                return length
            expand(s, tree, node, out, manner)
            if manner.shared:
                note(raw, tree, met, node)
        if manner.shared:
            prove(tree, node)  # another road may have led to the proof
            if tree.proof[node] != UNPROVED:
                return length
        fallen = actor == CHANCE
        child = tree.first[node] + fall(s, dice, out) if fallen else most_promising(tree, node, dice, manner)
        play(s, actor, tree.action[child])
        resolve(s)
        node = child
        path[length] = node
        length += 1
    return length


def look_at(s: Record, tree: Any, node: int) -> None:
    """Who acts in a new node; children follow when it is visited again."""
    mask = in_turn(s)
    seat = OVER if mask == 0 else -2
    while mask and not mask & 1:
        mask >>= 1
        seat += 1
    tree.actor[node] = seat


def found_again(raw: Any, tree: Any, met: Any, node: int) -> bool:
    """Whether a position has children already, from another road; they are this node's then."""
    key = position_key(raw, met.parts) | 1
    for probe in range(PROBES):
        at = (key + probe) & (len(met.key) - 1)
        if met.key[at] == key:
            tree.first[node], tree.count[node] = met.first[at], met.count[at]
            return True
    return False


def note(raw: Any, tree: Any, met: Any, node: int) -> None:
    """Keeps where a position's children lie, if there is a place."""
    enter(met, position_key(raw, met.parts) | 1, tree.first[node], tree.count[node])


def enter(met: Any, key: int, first: int, count: int) -> None:
    for probe in range(PROBES):
        at = (key + probe) & (len(met.key) - 1)
        if met.key[at] == 0:
            met.key[at], met.first[at], met.count[at] = key, first, count
            return


def expand(s: Record, tree: Any, node: int, out: Out, manner: Any) -> None:
    """Gives a node its children."""
    actor, start = tree.actor[node], tree.used[0]
    count = odds(s, out) if actor == CHANCE else legal(s, actor, out)
    tree.first[node], tree.count[node], tree.used[0] = start, count, start + count
    total = 0
    for k in range(count):
        impossible = actor == CHANCE and out[k] == 0
        weight = 1 if actor == CHANCE else lean(s, actor, out[k])
        total += weight
        tree.visits[start + k] = 0
        tree.total[start + k] = 0.0
        tree.prior[start + k] = weight
        tree.count[start + k] = 0
        tree.action[start + k] = k if actor == CHANCE else out[k]
        tree.actor[start + k] = NEW
        tree.proof[start + k] = IMPOSSIBLE if impossible else UNPROVED
    for k in range(count):
        tree.prior[start + k] /= total
    if manner.widen > 0 and actor != CHANCE:
        sort_by_prior(tree, start, count)


def sort_by_prior(tree: Any, start: int, count: int) -> None:
    """New children, the most readily considered first; equal ones stay in order."""
    for k in range(start + 1, start + count):
        prior, action, place = tree.prior[k], tree.action[k], k
        while place > start and tree.prior[place - 1] < prior:
            tree.prior[place], tree.action[place] = tree.prior[place - 1], tree.action[place - 1]
            place -= 1
        tree.prior[place], tree.action[place] = prior, action


def most_promising(tree: Any, node: int, dice: Any, manner: Any) -> int:
    """The child with the greatest upper confidence; a lost one only if there is nothing else."""
    first, count = tree.first[node], tree.count[node]
    visits = visits_of(tree, node, manner)
    wide = 1 + int(manner.widen * math.sqrt(visits)) if manner.widen > 0 else count
    impression = first_impression(tree, node) if manner.priors else 0.0
    best, best_value, ties = first, -1e9, 0
    for child in range(first, first + count):
        if child - first >= wide and best_value > -FIRST_PLAY / 2:  # not all of the first few are lost
            break
        value = confidence(tree, child, visits, impression, manner)
        if value > best_value:
            best, best_value, ties = child, value, 1
        elif value == best_value:
            ties += 1
            if below(dice, ties) == 0:
                best = child
    return int(best)


def visits_of(tree: Any, node: int, manner: Any) -> int:
    """How often a node was visited; one that shares its children, on all roads."""
    if not manner.shared:
        return int(tree.visits[node])
    visits, first = 1, tree.first[node]
    for child in range(first, first + tree.count[node]):
        visits += tree.visits[child]
    return visits


def confidence(tree: Any, child: int, all_visits: int, impression: float, manner: Any) -> float:
    """The mean return and what curiosity adds to it: UCT, or PUCT with priors."""
    visits = tree.visits[child]
    if tree.proof[child] == DRAWN:
        return 0.0  # there is nothing to be curious about
    if tree.proof[child] != UNPROVED:
        return -FIRST_PLAY
    if manner.priors:
        mean = tree.total[child] / visits if visits else impression
        return float(mean + manner.wish * tree.prior[child] * math.sqrt(all_visits) / (1 + visits))
    if visits == 0:
        return FIRST_PLAY
    return float(tree.total[child] / visits + manner.wish * math.sqrt(math.log(all_visits) / visits))


def first_impression(tree: Any, node: int) -> float:
    """An untried move is thought a little worse than its first sibling, which stands for all: the mean of those that
    were tried played no better (docs/search.md) and has to look at them all."""
    if node == 0 or tree.visits[node] == 0:
        return 0.0
    return float(tree.total[tree.first[node]] / max(1, tree.visits[tree.first[node]])) - 0.1


def back_up(s: Record, tree: Any, path: Any, length: int, teams: Any) -> None:
    """Adds the result to every node on the path, for the seat that chose it, and proves what can be proved."""
    leaf = path[length - 1]
    if len(teams) == 2 and tree.actor[leaf] == OVER and tree.proof[leaf] == UNPROVED:
        tree.proof[leaf] = int(reward(s, 0, teams))
    tree.visits[path[0]] += 1
    two_sides = max(teams) == 1  # one gains what the other loses
    proved = tree.proof[leaf] != UNPROVED  # chance leads into proved nodes too
    over = in_turn(s) == 0
    first = float(tree.proof[leaf]) if proved else outlook(s, 0, teams, over) if two_sides else 0.0
    for k in range(1, length):
        chooser = tree.actor[path[k - 1]]
        tree.visits[path[k]] += 1
        if chooser >= 0 and two_sides:
            tree.total[path[k]] += first if teams[chooser] == teams[0] else -first
        elif chooser >= 0:
            tree.total[path[k]] += outlook(s, chooser, teams, over)
    for k in range(length - 2, -1, -1):
        if tree.proof[path[k + 1]] == UNPROVED:
            return
        prove(tree, path[k])


def outlook(s: Record, seat: int, teams: Any, over: bool) -> float:
    """What came of a simulation for a seat; where it was cut off, how it looks."""
    return reward(s, seat, teams) if over else estimate(s, seat)


def prove(tree: Any, node: int) -> None:
    """A seat's node is proved by a won child, or when all children are; a chance node when all outcomes agree."""
    first, count, actor = tree.first[node], tree.count[node], tree.actor[node]
    sign = 1 if actor == 0 else -1
    best, worst, open_children = -2, 2, 0
    for child in range(first, first + count):
        if tree.proof[child] == UNPROVED:
            open_children += 1
        elif tree.proof[child] != IMPOSSIBLE:
            best = max(best, sign * tree.proof[child])
            worst = min(worst, sign * tree.proof[child])
    if actor == CHANCE:
        if open_children == 0 and best == worst:
            tree.proof[node] = sign * best
    elif best == 1 or open_children == 0:
        tree.proof[node] = sign * best


def reward(s: Record, seat: int, teams: Any) -> float:
    """(Teams beaten - teams lost to) / (teams - 1) of a seat at the end; equal to `State.returns`."""
    mine = best_of(s, teams, teams[seat])
    balance, others = 0, 0
    for other in range(len(teams)):
        if teams[other] != teams[seat] and first_of_team(teams, other):
            theirs = best_of(s, teams, teams[other])
            balance += (1 if mine > theirs else 0) - (1 if mine < theirs else 0)
            others += 1
    return balance / others


def first_of_team(teams: Any, seat: int) -> bool:
    found = True
    for before in range(seat):
        found = found and teams[before] != teams[seat]
    return found


def best_of(s: Record, teams: Any, team: int) -> int:
    """A team stands where its best seat does."""
    best = -(1 << 62)
    for seat in range(len(teams)):
        if teams[seat] == team:
            best = max(best, standing(s, seat))
    return best
