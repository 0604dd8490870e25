"""The search for forced wins while stones are placed, compiled.

Two searches, one inside the other. *Fours*: the attacker makes four after four, each of which leaves the defender one
reply, until a five cannot be stopped. *Threats*: a proof-number search in which the attacker makes fours and threes
(moves after which fours would win if the defender did nothing) and the defender every legal reply. So a win that is
found is one, whatever the defender does; a win may be missed where a quiet move is needed.

A cell counts only if one can put there: `lines.cells_in_lines` asks the field after each move.
"""

from typing import Any, NamedTuple

from spielkiste.core.record import Out, Record

from .field import NOWHERE
from .lines import cells_in_lines
from .rules import KEEPING, LIFTING, PASS, PLACING, STONES_EACH, in_turn, legal, lifts, play

LONGEST = 2 * STONES_EACH + 2  # of a line of moves
FOURS_AT_MOST = 300  # positions looked at for fours in one place; most need under 20
INFINITE = 1 << 30  # a proof number: proved the other way
FAILED, GOES_ON, WON = 0, 1, 2


class Desk(NamedTuple):
    """Room to think: one record for each four that was made, and what there is still to try."""

    records: Any
    cells: Any  # by depth: the fours to try
    count: Any  # by depth: how many
    tried: Any  # by depth
    rows: Any  # scratch pads
    spare: Any


class Proof(NamedTuple):
    """The proof-number tree: one entry a node; node 0 is the root, where the attacker moves."""

    proof: Any  # how many leaves must still be won, at least, to prove a win
    disproof: Any  # how many must be lost to disprove it
    first: Any
    count: Any
    action: Any
    used: Any  # one number: nodes in use


# --- fours ------------------------------------------------------------------------------------------


def win_by_fours(desk: Any, seat: int) -> int:
    """The first move of a win by fours alone from desk.records[0], where `seat` is in turn, or NOWHERE."""
    depth = 0
    left = FOURS_AT_MOST
    list_fours(desk, 0, seat)
    while depth >= 0:
        if desk.tried[depth] == desk.count[depth] or left == 0:
            depth -= 1
        else:
            cell = int(desk.cells[depth][desk.tried[depth]])
            desk.tried[depth] += 1
            left -= 1
            outcome = try_four(desk, depth, seat, cell)
            if outcome == WON:
                return int(desk.cells[0][desk.tried[0] - 1])
            if outcome == GOES_ON:
                depth += 1
                list_fours(desk, depth, seat)
    return NOWHERE


def list_fours(desk: Any, depth: int, seat: int) -> None:
    """What the attacker may try: five if it can, the cell where the other would make five, else every four."""
    s, cells = desk.records[depth], desk.cells[depth]
    desk.tried[depth] = 0
    count = min(1, cells_in_lines(s, seat, 4, desk.rows, cells))
    if count == 0:
        count = cells_in_lines(s, 1 - seat, 4, desk.rows, cells)
        if count > 1:
            count = 0
        elif count == 0:
            count = cells_in_lines(s, seat, 3, desk.rows, cells)
    desk.count[depth] = count


def try_four(desk: Any, depth: int, seat: int, cell: int) -> int:
    """Puts a stone; if that makes exactly one threat of five the defender answers it, at the next depth."""
    desk.records[depth + 1] = desk.records[depth]
    s = desk.records[depth + 1]
    play(s, seat, cell)
    if s.winner == seat:
        return WON
    threats = threats_left(s, seat, desk)
    if threats == 1:
        play(s, 1 - seat, int(desk.spare[0]))
        return GOES_ON
    return FAILED if threats == 0 else WON


def threats_left(s: Record, seat: int, desk: Any) -> int:
    """On how many cells `seat` will make five in its next turn; 0 if the other does so first, or stones run out."""
    if s.phase != PLACING or s.men[seat] == STONES_EACH:
        return 0
    if cells_in_lines(s, 1 - seat, 4, desk.rows, desk.spare) > 0:
        return 0
    return cells_in_lines(s, seat, 4, desk.rows, desk.spare)


# --- threats ------------------------------------------------------------------------------------------


def prove_win(first: Any, work: Any, desk: Any, tree: Any, path: Any, out: Out, times: int) -> int:
    """Goes on with the proof that the seat in turn in first[0] wins; how many nodes were opened of those allowed."""
    seat = int(first[0].turn)
    for done in range(times):
        if tree.proof[0] == 0 or tree.disproof[0] == 0 or tree.used[0] + len(out) >= len(tree.proof):
            return done
        work[0] = first[0]
        length = most_proving(work[0], tree, path)
        open_node(work[0], seat, desk, tree, int(path[length - 1]), out)
        for k in range(length - 1, -1, -1):
            sum_up(tree, int(path[k]), k % 2 == 0)
    return times


def most_proving(s: Record, tree: Any, path: Any) -> int:
    """Down to the leaf that would help most to prove or disprove; the length of the path."""
    node, length = 0, 1
    path[0] = 0
    while tree.count[node] > 0:
        attacking = length % 2 == 1
        wanted = tree.proof[node] if attacking else tree.disproof[node]
        child = int(tree.first[node])
        while (tree.proof[child] if attacking else tree.disproof[child]) != wanted:
            child += 1
        play(s, int(s.turn), int(tree.action[child]))
        node = child
        path[length] = node
        length += 1
    return length


def open_node(s: Record, seat: int, desk: Any, tree: Any, node: int, out: Out) -> None:
    """Gives a leaf its children and judges each."""
    attacking = s.turn == seat
    count = threatening_moves(s, seat, desk, out) if attacking else replies(s, seat, desk, out)
    start = int(tree.used[0])
    tree.first[node], tree.count[node], tree.used[0] = start, count, start + count
    for k in range(count):
        desk.records[0] = s
        play(desk.records[0], int(s.turn), int(out[k]))
        child = start + k
        tree.action[child] = out[k]
        tree.count[child] = 0
        tree.proof[child], tree.disproof[child] = after_attack(seat, desk) if attacking else after_reply(seat, desk)
    if count == 0:
        tree.proof[node], tree.disproof[node] = INFINITE, 0


def threatening_moves(s: Record, seat: int, desk: Any, out: Out) -> int:
    """What the attacker may try: the cell where the other would make five, else all cells in lines of two or three."""
    count = cells_in_lines(s, 1 - seat, 4, desk.rows, out)
    if count > 0:
        return count if count == 1 else 0
    count = cells_in_lines(s, seat, 3, desk.rows, out)
    fours = count
    more = cells_in_lines(s, seat, 2, desk.rows, desk.spare)
    for k in range(more):
        known = False
        for four in range(fours):
            known = known or out[four] == desk.spare[k]
        if not known:
            out[count] = desk.spare[k]
            count += 1
    return count


def replies(s: Record, seat: int, desk: Any, out: Out) -> int:
    """All the defender can do: where five threatens, that cell, else anything."""
    if cells_in_lines(s, seat, 4, desk.rows, out) == 1:
        return 1
    return legal(s, 1 - seat, out)


def after_attack(seat: int, desk: Any) -> tuple[int, int]:
    """Proof and disproof number once the attacker has put a stone: lost unless it threatens something."""
    s = desk.records[0]
    threats = threats_left(s, seat, desk)
    if s.winner == seat or threats > 1:
        return 0, INFINITE
    if threats == 1:
        return 1, 1
    if s.phase != PLACING or s.men[seat] == STONES_EACH or cells_in_lines(s, 1 - seat, 4, desk.rows, desk.spare) > 0:
        return INFINITE, 0
    s.turn = seat  # what if the defender did nothing?
    if win_by_fours(desk, seat) == NOWHERE:
        return INFINITE, 0
    return 3, 1  # an open three has about three replies


def after_reply(seat: int, desk: Any) -> tuple[int, int]:
    """Proof and disproof number when it is the attacker's turn again."""
    s = desk.records[0]
    if s.winner >= 0 or s.phase != PLACING:
        return INFINITE, 0
    if win_by_fours(desk, seat) != NOWHERE:
        return 0, INFINITE
    return 1, 1


def sum_up(tree: Any, node: int, attacking: bool) -> None:
    """A node's numbers from its children: the attacker needs one of them, the defender too."""
    if tree.count[node] == 0:
        return
    least_proof, least_disproof, proofs, disproofs = INFINITE, INFINITE, 0, 0
    for child in range(tree.first[node], tree.first[node] + tree.count[node]):
        least_proof = min(least_proof, int(tree.proof[child]))
        least_disproof = min(least_disproof, int(tree.disproof[child]))
        proofs = min(INFINITE, proofs + int(tree.proof[child]))
        disproofs = min(INFINITE, disproofs + int(tree.disproof[child]))
    tree.proof[node] = least_proof if attacking else proofs
    tree.disproof[node] = disproofs if attacking else least_disproof


# --- the moving phase -----------------------------------------------------------------------------------


def winning_turn(first: Any, desk: Any, out: Out, keeps: Any, turn: Any) -> int:
    """A turn (or the rest of one) from first[0] that makes five, written to `turn`; its length, 0: there is none."""
    seat = int(first[0].turn)
    if first[0].phase != LIFTING:
        return finish_turn(first[0], seat, desk, keeps, turn, 0)
    for k in range(lifts(first[0], seat, out)):
        desk.records[0] = first[0]
        play(desk.records[0], seat, int(out[k]))
        turn[0] = out[k]
        if out[k] != PASS and in_turn(desk.records[0]):
            length = finish_turn(desk.records[0], seat, desk, keeps, turn, 1)
            if length:
                return length
    return 0


def finish_turn(s: Record, seat: int, desk: Any, keeps: Any, turn: Any, length: int) -> int:
    """The moves of the turn once a five is found after a lift, and a keep where that is needed."""
    if s.phase != KEEPING:
        if cells_in_lines(s, seat, 4, desk.rows, desk.spare) == 0:
            return 0
        turn[length] = desk.spare[0]
        return length + 1
    for k in range(legal(s, seat, keeps)):
        desk.records[1] = s
        play(desk.records[1], seat, int(keeps[k]))
        if in_turn(desk.records[1]) and cells_in_lines(desk.records[1], seat, 4, desk.rows, desk.spare) > 0:
            turn[length], turn[length + 1] = keeps[k], desk.spare[0]
            return length + 2
    return 0
