"""Alpha-beta search over the verbs of any game in which one seat acts at a time, for two sides.

Values are seen from seat 0: its team seeks the highest, the other side the lowest, whoever acts and how often in a row.
Chance events are averaged over all outcomes. There is no recursion: the line being searched lies in flat arrays, one
entry a ply, so that the search compiles, stops after any node and goes on later from there. A value is exact when every
line it rests on was played to the end; a search deepens until the root's is, or its budget is spent.
"""

from typing import Any, NamedTuple

from spielkiste.core.record import Record
from spielkiste.core.verbs import CHANCE, estimate, in_turn, lean, legal, odds, play, resolve, standing
from spielkiste.search.hashing import position_key
from spielkiste.search.turn import OVER, only_seat

INFINITE = 1e9
ENDED = 10_000  # as a depth: no line was cut off by the depth
EXACT, AT_LEAST, AT_MOST = 0, 1, 2  # what a remembered value is
NO_MOVE = -1
STEP = 1e-7  # a scout asks whether a move is better by this much; values nearer than that count as equal
FIRST = 1 << 40  # the order of the remembered move


class SearchLine(NamedTuple):
    """The line being searched, one entry a ply; ply 0 is the root."""

    actor: Any  # a seat or CHANCE
    depth: Any  # plies still to go
    low: Any  # the window: what seat 0 has for certain
    high: Any  # and what the other side can hold it to
    start_low: Any  # the window on entering
    start_high: Any
    value: Any  # the best so far; at a chance event the weighted sum so far
    best: Any  # its move
    ended: Any  # 1: all lines below that count were played to the end
    scouting: Any  # 1: the move now searched is only asked whether it is better
    count: Any  # moves, in `moves`
    at: Any  # the next one
    key: Any  # the position's hash
    moves: Any  # [ply, k]
    order: Any  # [ply, k]: how soon a move is tried; at a chance event its weight
    ply: Any  # one number: where the search is; -1 when it is done
    result: Any  # value, ended


class Memory(NamedTuple):
    """The transposition table: what is known of positions met before."""

    key: Any
    value: Any
    depth: Any  # how deep it was searched, or ENDED
    bound: Any
    move: Any


class Stakes(NamedTuple):
    """`margin`: what one point more is worth in a won or lost game, 0 if only the result counts."""

    margin: float


def begin(line: SearchLine, depth: int, top: float) -> None:
    """Sets the search to the root, whose record is the first one, to look so many plies ahead."""
    line.ply[0] = 0
    line.count[0] = -1
    line.best[0] = NO_MOVE
    line.depth[0] = depth
    line.low[0], line.high[0] = -top, top


def advance(records: Any, raw: Any, parts: Any, line: Any, memory: Any, teams: Any, manner: Any, budget: int) -> int:
    """Goes on for at most so many nodes; how many were visited. Done when line.ply[0] is -1."""
    nodes = 0
    while nodes < budget and line.ply[0] >= 0:
        ply = line.ply[0]
        if line.count[ply] < 0:
            nodes += 1
            enter(records[ply], raw[ply], parts, line, memory, teams, manner, ply)
        elif line.at[ply] == line.count[ply]:
            remember(line, memory, ply)
            leave(line, teams, ply, average(line, ply), line.ended[ply])
        else:
            records[ply + 1] = records[ply]
            follow(records[ply + 1], line, teams, ply)
    return nodes


def enter(s: Record, raw: Any, parts: Any, line: Any, memory: Any, teams: Any, manner: Any, ply: int) -> None:
    """A node: judged at once if the game or the depth is at its end or it is known, else its moves are listed."""
    actor = only_seat(in_turn(s))
    if actor == OVER:
        leave(line, teams, ply, final_value(s, teams, manner), 1)
        return
    if line.depth[ply] <= 0 or ply + 2 >= len(line.count):
        leave(line, teams, ply, estimate(s, 0), 0)
        return
    key = position_key(raw, parts)
    slot = key & (len(memory.key) - 1)
    known = memory.key[slot] == key and memory.depth[slot] >= 0
    if ply > 0 and known and memory.depth[slot] >= line.depth[ply] and decides(line, memory, slot, ply):
        leave(line, teams, ply, memory.value[slot], 1 if memory.depth[slot] == ENDED else 0)
        return
    line.actor[ply], line.key[ply] = actor, key
    line.start_low[ply], line.start_high[ply] = line.low[ply], line.high[ply]
    line.at[ply], line.best[ply], line.ended[ply], line.scouting[ply] = 0, NO_MOVE, 1, 0
    if actor == CHANCE:
        list_outcomes(s, line, ply)
    else:
        line.value[ply] = -INFINITE if teams[actor] == teams[0] else INFINITE
        list_moves(s, line, ply, memory.move[slot] if known else NO_MOVE)


def final_value(s: Record, teams: Any, manner: Any) -> float:
    """The result for seat 0 at the end: 1, 0 or -1, and the margin as far as it counts."""
    mine, theirs = -(1 << 62), -(1 << 62)
    for seat in range(len(teams)):
        if teams[seat] == teams[0]:
            mine = max(mine, standing(s, seat))
        else:
            theirs = max(theirs, standing(s, seat))
    if mine > theirs:
        return float(1.0 + manner.margin * (mine - theirs))
    if mine < theirs:
        return float(-1.0 + manner.margin * (mine - theirs))
    return 0.0


def decides(line: Any, memory: Any, slot: int, ply: int) -> bool:
    """Whether a remembered value settles a node within its window."""
    bound, value = memory.bound[slot], memory.value[slot]
    if bound == AT_LEAST:
        return bool(value >= line.high[ply])
    if bound == AT_MOST:
        return bool(value <= line.low[ply])
    return True


def list_outcomes(s: Record, line: Any, ply: int) -> None:
    """The outcomes of a chance event and their weights."""
    count = odds(s, line.order[ply])
    for k in range(count):
        line.moves[ply][k] = k
    line.value[ply] = 0.0
    line.count[ply] = count


def list_moves(s: Record, line: Any, ply: int, remembered: int) -> None:
    """The moves in the order in which they are tried: the remembered one, then by `lean`."""
    moves, order = line.moves[ply], line.order[ply]
    actor = line.actor[ply]
    count = legal(s, actor, moves)
    for k in range(count):
        move = int(moves[k])
        rank = FIRST if move == remembered else lean(s, actor, move)
        place = k
        while place > 0 and order[place - 1] < rank:
            order[place], moves[place] = order[place - 1], moves[place - 1]
            place -= 1
        order[place], moves[place] = rank, move
    line.count[ply] = count


def follow(s: Record, line: Any, teams: Any, ply: int) -> None:
    """Makes the next move on the record of the next ply, and sets that ply's window."""
    k = line.at[ply]
    line.at[ply] = k + 1
    actor = line.actor[ply]
    low, high = line.low[ply], line.high[ply]
    if actor == CHANCE:
        if line.order[ply][k] == 0:
            return
        low, high = line.start_low[0], line.start_high[0]  # nothing is cut off below: each outcome counts
    elif line.scouting[ply]:
        if teams[actor] == teams[0]:
            high = low + STEP
        else:
            low = high - STEP
    play(s, actor, line.moves[ply][k])
    resolve(s)
    line.count[ply + 1] = -1
    line.depth[ply + 1] = line.depth[ply] - 1
    line.low[ply + 1], line.high[ply + 1] = low, high
    line.ply[0] = ply + 1


def average(line: Any, ply: int) -> float:
    """The value of a node all of whose moves are done."""
    if line.actor[ply] != CHANCE:
        return float(line.value[ply])
    total = 0
    for k in range(line.count[ply]):
        total += line.order[ply][k]
    return float(line.value[ply] / total)


def leave(line: Any, teams: Any, ply: int, value: float, ended: int) -> None:
    """Hands a node's value to the ply above."""
    line.ply[0] = ply - 1
    if ply == 0:
        line.result[0], line.result[1] = value, ended
        return
    above = ply - 1
    actor, k = line.actor[above], line.at[above] - 1
    if actor == CHANCE:
        line.value[above] += line.order[above][k] * value
        line.ended[above] &= ended
        return
    seeks_high = teams[actor] == teams[0]
    inside = value > line.low[above] and value < line.high[above]
    if line.scouting[above] and inside:
        line.scouting[above] = 0  # it is better: the same move again, with the whole window
        line.at[above] = k
        return
    line.scouting[above] = 1
    take(line, above, k, value, ended, seeks_high)


def take(line: Any, ply: int, k: int, value: float, ended: int, seeks_high: bool) -> None:
    """Compares a move's value with the best so far; one that is too good ends the node."""
    if (value > line.value[ply]) if seeks_high else (value < line.value[ply]):
        line.value[ply], line.best[ply] = value, line.moves[ply][k]
    if seeks_high:
        line.low[ply] = max(line.low[ply], value)
    else:
        line.high[ply] = min(line.high[ply], value)
    if line.low[ply] >= line.high[ply]:
        line.ended[ply] = ended  # this move alone decides
        line.count[ply] = line.at[ply]
    else:
        line.ended[ply] &= ended


def remember(line: Any, memory: Any, ply: int) -> None:
    """Keeps what was found, unless the place holds a deeper search of this position."""
    key = line.key[ply]
    slot = key & (len(memory.key) - 1)
    depth = ENDED if line.ended[ply] else line.depth[ply]
    if memory.key[slot] == key and memory.depth[slot] > depth:
        return
    value = average(line, ply)
    bound = EXACT
    if line.actor[ply] != CHANCE and value >= line.start_high[ply]:
        bound = AT_LEAST
    elif line.actor[ply] != CHANCE and value <= line.start_low[ply]:
        bound = AT_MOST
    memory.key[slot], memory.value[slot], memory.depth[slot] = key, value, depth
    memory.bound[slot], memory.move[slot] = bound, line.best[ply]
