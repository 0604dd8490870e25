"""Entry points for WebAssembly: forced wins, over flat memory (`core/wasm.py`).

Whoever calls owns the memory and passes addresses. RECORD, the type of the game's record, is filled in; `longest` is
the room's longest list of moves.
"""

from typing import Any

from spielkiste.core.scratch import array_at

from .field import NOWHERE
from .threats import LONGEST, Desk, Proof, prove_win, win_by_fours, winning_turn

RECORD: Any = None
NODES = 1 << 17  # of a proof: 5 MB, as on a server
CHUNK = 16  # nodes opened between two looks at their number, as there


def desk_in(space: int, longest: int, records: Any) -> Desk:
    """Lists of moves first, then numbers by depth; the records lie elsewhere."""
    small = space + 8 * (LONGEST + 4) * longest
    return Desk(
        records=records,
        cells=array_at(space, (LONGEST, longest), "i8"),
        count=array_at(small, LONGEST, "i8"),
        tried=array_at(small + 8 * LONGEST, LONGEST, "i8"),
        rows=array_at(small + 16 * LONGEST, LONGEST + 2, "i8"),
        spare=array_at(space + 8 * LONGEST * longest, longest, "i8"),
    )


def list_in(space: int, longest: int, k: int) -> Any:
    """One of three more lists of moves, beside the desk."""
    return array_at(space + 8 * (LONGEST + 1 + k) * longest, longest, "i8")


def fuenf_fours(record: int, seat: int, longest: int, space: int, records: int) -> int:
    """The first cell of a win by fours alone, or NOWHERE."""
    desk = desk_in(space, longest, array_at(records, LONGEST, RECORD))
    desk.records[0] = array_at(record, 1, RECORD)[0]
    return win_by_fours(desk, seat)


def fuenf_turn(record: int, longest: int, space: int, records: int) -> int:
    """The first move of a turn, or the rest of one, that makes five; NOWHERE: there is none."""
    desk = desk_in(space, longest, array_at(records, LONGEST, RECORD))
    out, keeps, turn = list_in(space, longest, 0), list_in(space, longest, 1), list_in(space, longest, 2)
    return int(turn[0]) if winning_turn(array_at(record, 1, RECORD), desk, out, keeps, turn) else NOWHERE


def fuenf_proof(
    record: int, longest: int, space: int, records: int, tree: int, nodes: int, found: int, chunks: int
) -> int:  # fmt: skip
    """Goes on with a proof of so many nodes at most, some of them at a time; fewer: it is decided, or they are used up.
    `found` gets the first move of the win, NOWHERE while there is none."""
    proof, action, all_records = proof_in(tree), array_at(found, 1, "i8"), array_at(records, LONGEST + 1, RECORD)
    desk, work = desk_in(space, longest, all_records[:LONGEST]), all_records[LONGEST:]
    if proof.used[0] == 0:
        proof.proof[0], proof.disproof[0], proof.count[0], proof.used[0] = 1, 1, 0, 1
    done, opened = 0, CHUNK
    while done < chunks and opened == CHUNK and proof.used[0] < nodes:
        path, out = list_in(space, longest, 1), list_in(space, longest, 0)
        opened = prove_win(array_at(record, 1, RECORD), work, desk, proof, path, out, CHUNK)
        done += 1 if opened == CHUNK else 0
    action[0] = first_of_win(proof)
    return done


def proof_in(tree: int) -> Proof:
    return Proof(
        proof=array_at(tree + 8, NODES, "i8"),
        disproof=array_at(tree + 8 + 8 * NODES, NODES, "i8"),
        first=array_at(tree + 8 + 16 * NODES, NODES, "i8"),
        count=array_at(tree + 8 + 24 * NODES, NODES, "i8"),
        action=array_at(tree + 8 + 32 * NODES, NODES, "i8"),
        used=array_at(tree, 1, "i8"),
    )


def first_of_win(tree: Any) -> int:
    """Of the proved moves the one that took most work, NOWHERE if the win is not proved."""
    best = NOWHERE
    if tree.proof[0] != 0:
        return NOWHERE
    for child in range(tree.first[0], tree.first[0] + tree.count[0]):
        if tree.proof[child] == 0 and (best == NOWHERE or tree.count[child] > tree.count[best]):
            best = child
    return int(tree.action[best])


ENTRIES = (fuenf_fours, fuenf_turn, fuenf_proof)
