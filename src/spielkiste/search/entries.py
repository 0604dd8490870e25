"""Entry points for WebAssembly: playouts, traces and searches over flat memory, compiled for each game.

Whoever calls owns the memory and passes addresses; nothing here allocates. A search is begun, goes on in slices of any
size, and is read at any time: `tree` (MCTS), `deepen` (alpha-beta), `glance` (one move ahead). RECORD, the type of the
game's record, is filled in (`core/wasm.py`).
"""

from typing import Any

from spielkiste.core.dice import seed_dice
from spielkiste.core.scratch import array_at, scratch
from spielkiste.core.verbs import in_turn, legal, play, resolve
from spielkiste.search.alphabeta import NO_MOVE, Memory, SearchLine, Stakes, advance, begin
from spielkiste.search.glance import look
from spielkiste.search.mcts import DEEPEST, NEW, UNPROVED, Met, Tree, TreeManner, grow
from spielkiste.search.playout import random_games, trace_game

RECORD: Any = None
PLIES = 200  # the longest line alpha-beta looks at
MOVE, DEPTH, IS_EXACT, BEGUN, SIGN = range(5)  # of a reading: the depth done, the one begun; a value follows
READING = 5


# --- play ------------------------------------------------------------------------------------------


def playouts(first: int, work: int, out: int, longest: int, seed: int, stream: int, games: int) -> int:
    """Random games from a record; the number of moves."""
    dice = scratch(3, "i8")
    seed_dice(dice, seed, stream)
    return random_games(
        array_at(first, 1, RECORD), array_at(work, 1, RECORD), array_at(out, longest, "i8"), dice, games
    )


def trace(
    first: int, work: int, size: int, out: int, longest: int, players: int, seed: int, stream: int, limit: int
) -> int:  # fmt: skip
    """A random game as one number (`trace_game`), what moves leave open settled by the game's own search."""
    dice, record = scratch(3, "i8"), array_at(work, 1, RECORD)
    record[0] = array_at(first, 1, RECORD)[0]
    return trace_game(
        record[0], array_at(work, size, "u1"), players, seed, stream, dice, array_at(out, longest, "i8"), limit, 1
    )


def seats_in_turn(record: int) -> int:
    return in_turn(array_at(record, 1, RECORD)[0])


def legal_moves(record: int, seat: int, out: int, longest: int) -> int:
    return legal(array_at(record, 1, RECORD)[0], seat, array_at(out, longest, "i8"))


def make_move(record: int, seat: int, action: int) -> int:
    """Plays a move and settles what it leaves open; the seats in turn then."""
    s = array_at(record, 1, RECORD)[0]
    play(s, seat, action)
    resolve(s)
    return in_turn(s)


# --- one move ahead --------------------------------------------------------------------------------


def glance(
    first: int, work: int, seat: int, out: int, longest: int, teams: int, players: int, values: int
) -> int:  # fmt: skip
    """What each move looks like at once; the number of moves, written to `out`."""
    record, listed = array_at(first, 1, RECORD), array_at(out, longest, "i8")
    count = legal(record[0], seat, listed)
    sides, looks = array_at(teams, players, "i8"), array_at(values, count, "f8")
    look(record, array_at(work, 1, RECORD), seat, listed[:count], sides, looks)
    return count


# --- a tree ----------------------------------------------------------------------------------------


def tree_in(space: int, nodes: int) -> Tree:
    """A tree whose arrays lie one after the other, the widest numbers first."""
    return Tree(
        visits=array_at(space + 8 + 16 * nodes, nodes, "i4"),
        total=array_at(space + 8, nodes, "f8"),
        prior=array_at(space + 8 + 20 * nodes, nodes, "f4"),
        first=array_at(space + 8 + 24 * nodes, nodes, "i4"),
        count=array_at(space + 8 + 28 * nodes, nodes, "i4"),
        action=array_at(space + 8 + 8 * nodes, nodes, "i8"),
        actor=array_at(space + 8 + 32 * nodes, nodes, "i1"),
        proof=array_at(space + 8 + 33 * nodes, nodes, "i1"),
        used=array_at(space, 1, "i8"),
    )


def tree_begin(space: int, nodes: int, dice: int, seed: int, stream: int) -> None:
    """An empty tree: a node's entries are set when it is made."""
    tree = tree_in(space, nodes)
    tree.visits[0], tree.count[0] = 0, 0
    tree.actor[0], tree.proof[0] = NEW, UNPROVED
    tree.used[0] = 1
    seed_dice(array_at(dice, 3, "i8"), seed, stream)


def tree_grow(
    first: int, work: int, size: int, space: int, nodes: int, path: int, dice: int, out: int, longest: int, teams: int,
    players: int, wish: float, priors: int, playout: int, widen: float, times: int,
) -> int:  # fmt: skip
    """So many simulations; fewer were made when the root is proved."""
    none, nowhere = scratch(1, "i8"), scratch(1, "i4")
    met = Met(none, nowhere, nowhere, scratch((1, 2), "i8"))
    raw = array_at(work, (1, size), "u1")
    return grow(
        array_at(first, 1, RECORD), array_at(work, 1, RECORD), raw, tree_in(space, nodes), met,
        array_at(path, DEEPEST, "i8"), array_at(out, longest, "i8"), array_at(dice, 3, "i8"),
        array_at(teams, players, "i8"), TreeManner(wish, priors, playout, widen, 0), times,
    )  # fmt: skip


def tree_read(space: int, nodes: int, seat: int, actions: int, values: int, visits: int) -> int:
    """The moves in the order of `think.ranked`, with their values for the seat and their visits; how many."""
    tree = tree_in(space, nodes)
    first, count = tree.first[0], tree.count[0]
    named, worth, tried = array_at(actions, count, "i8"), array_at(values, count, "f8"), array_at(visits, count, "i8")
    hope = best_open_value(tree)
    for k in range(count):
        at = k
        while at > 0 and place_of(tree, first + k, seat, hope) < place_of(tree, named[at - 1], seat, hope):
            named[at] = named[at - 1]
            at -= 1
        named[at] = first + k
    for k in range(count):
        node = named[k]
        named[k], worth[k], tried[k] = tree.action[node], value_of(tree, node, seat), tree.visits[node]
    return int(count)


def is_proved(tree: Any, node: int) -> bool:
    return bool(-1 <= tree.proof[node] <= 1)


def value_of(tree: Any, node: int, seat: int) -> float:
    if is_proved(tree, node):
        return float(tree.proof[node] if seat == 0 else -tree.proof[node])
    return float(tree.total[node] / max(1, tree.visits[node]))


def best_open_value(tree: Any) -> float:
    """What the most visited move promises that is not proved; nothing where all are."""
    most, value = -1, 0.0
    for node in range(tree.first[0], tree.first[0] + tree.count[0]):
        if not is_proved(tree, node) and tree.visits[node] > most:
            most, value = tree.visits[node], tree.total[node] / max(1, tree.visits[node])
    return value


def place_of(tree: Any, node: int, seat: int, hope: float) -> int:
    """Where a move comes: won ones first, lost ones last; draws before the others unless these promise more."""
    rank = 2
    if is_proved(tree, node):
        value = value_of(tree, node, seat)
        rank = 0 if value > 0 else 4 if value < 0 else 3 if hope > 0 else 1
    return (rank << 40) - int(tree.visits[node])


# --- deeper and deeper -----------------------------------------------------------------------------


def line_in(space: int, width: int) -> SearchLine:
    """The line being searched: whole numbers, real ones, moves and their order."""
    real, wide = space + 8 * 8 * PLIES, space + 13 * 8 * PLIES
    return SearchLine(
        actor=array_at(space, PLIES, "i8"),
        depth=array_at(space + 8 * PLIES, PLIES, "i8"),
        low=array_at(real, PLIES, "f8"),
        high=array_at(real + 8 * PLIES, PLIES, "f8"),
        start_low=array_at(real + 16 * PLIES, PLIES, "f8"),
        start_high=array_at(real + 24 * PLIES, PLIES, "f8"),
        value=array_at(real + 32 * PLIES, PLIES, "f8"),
        best=array_at(space + 16 * PLIES, PLIES, "i8"),
        ended=array_at(space + 24 * PLIES, PLIES, "i8"),
        scouting=array_at(space + 32 * PLIES, PLIES, "i8"),
        count=array_at(space + 40 * PLIES, PLIES, "i8"),
        at=array_at(space + 48 * PLIES, PLIES, "i8"),
        key=array_at(space + 56 * PLIES, PLIES, "i8"),
        moves=array_at(wide, (PLIES, width), "i8"),
        order=array_at(wide + 8 * PLIES * width, (PLIES, width), "i8"),
        ply=array_at(wide + 16 * PLIES * width, 1, "i8"),
        result=array_at(wide + 16 * PLIES * width + 8, 2, "f8"),
    )


def memory_in(space: int, entries: int) -> Memory:
    return Memory(
        key=array_at(space, entries, "i8"),
        value=array_at(space + 8 * entries, entries, "f8"),
        depth=array_at(space + 24 * entries, entries, "i2"),
        bound=array_at(space + 26 * entries, entries, "i1"),
        move=array_at(space + 16 * entries, entries, "i8"),
    )


def deepen_begin(first: int, records: int, line: int, width: int, reading: int, sign: int) -> None:
    """Sets a search to a record; its memory must be zeros. sign: 1 if the seat in turn is on seat 0's side, else -1."""
    array_at(records, PLIES, RECORD)[0] = array_at(first, 1, RECORD)[0]
    line_in(line, width).ply[0] = -1
    numbers, value = array_at(reading, READING, "i8"), array_at(reading + 8 * READING, 1, "f8")
    numbers[MOVE], numbers[DEPTH], numbers[IS_EXACT], numbers[BEGUN], numbers[SIGN] = NO_MOVE, 0, 0, 0, sign
    value[0] = 0.0


def deepen_go_on(
    records: int, size: int, parts: int, part_count: int, line: int, width: int, memory: int, entries: int, teams: int,
    players: int, reading: int, most: int,
) -> int:  # fmt: skip
    """Visits so many nodes at most, a ply deeper each time; how many. Fewer: the value is exact, or all plies done."""
    kept, numbers = line_in(line, width), array_at(reading, READING, "i8")
    visited = 0
    while visited < most:
        if kept.ply[0] < 0:
            if numbers[BEGUN] > numbers[DEPTH]:
                read_finished(kept, reading)
            if numbers[IS_EXACT] or numbers[BEGUN] >= PLIES - 2:
                return visited
            numbers[BEGUN] += 1
            begin(kept, numbers[BEGUN], 1.0)
        visited += advance(
            array_at(records, PLIES, RECORD), array_at(records, (PLIES, size), "u1"),
            array_at(parts, (part_count, 2), "i8"), kept, memory_in(memory, entries),
            array_at(teams, players, "i8"), Stakes(0.0), most - visited,
        )  # fmt: skip
    return visited


def read_finished(line: Any, reading: int) -> None:
    """A depth is done. Who is lost plays what looked best before that was seen."""
    numbers, value = array_at(reading, READING, "i8"), array_at(reading + 8 * READING, 1, "f8")
    lost = numbers[SIGN] * line.result[0] <= -1 and numbers[MOVE] != NO_MOVE
    if not lost:
        numbers[MOVE] = line.best[0]
    numbers[DEPTH], numbers[IS_EXACT], value[0] = numbers[BEGUN], int(line.result[1]), line.result[0]


def deepen_read(line: int, width: int, reading: int, actions: int, values: int) -> int:
    """The best move so far and its value for the seat in turn; the depth that was looked at as a whole."""
    kept, numbers = line_in(line, width), array_at(reading, READING, "i8")
    value = array_at(reading + 8 * READING, 1, "f8")
    action, worth = numbers[MOVE], value[0]
    if kept.ply[0] < 0 and numbers[BEGUN] > numbers[DEPTH]:
        read_finished(kept, reading)
        action, worth = numbers[MOVE], value[0]
    elif kept.ply[0] >= 0 and kept.best[0] != NO_MOVE:  # a depth was begun
        worth = kept.value[0]
        lost = numbers[SIGN] * worth <= -1 and numbers[MOVE] != NO_MOVE
        action = kept.moves[0][kept.at[0] - 1] if lost else kept.best[0]
        worth = value[0] if lost else worth
    array_at(actions, 1, "i8")[0] = action
    array_at(values, 1, "f8")[0] = numbers[SIGN] * worth
    return int(numbers[DEPTH])
