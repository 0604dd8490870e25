"""Who begins: drawn from the table's secret seed, so that anybody can check it afterwards, or chosen by the host.

The lot is the SHA-256 of the seed and ":lot" as a number, modulo the number of seats (`examples/verify_lot.py`).
"""

import hashlib
from collections.abc import Sequence
from functools import lru_cache

from spielkiste.core.deal import deal
from spielkiste.core.game import Game
from spielkiste.core.pcg64 import Pcg64

GAMES_KEPT = 200


@lru_cache(GAMES_KEPT)
def matters(game: Game) -> bool:
    """Whether somebody begins: in some games all act at once."""
    if game.players == 1:
        return False
    return len(deal(game.start(), Pcg64(0)).turn) == 1


def drawn(seed: bytes, seats: int) -> int:
    """The seat that the lot falls on."""
    return int.from_bytes(hashlib.sha256(seed + b":lot").digest(), "big") % seats


def beginner(first: str, seed: bytes, people: Sequence[str], host: str) -> int | None:
    """The seat that begins; None: as they sit. `people`: who sits on each seat, "" for a bot."""
    own = [seat for seat, person in enumerate(people) if person == host]
    others = [seat for seat in range(len(people)) if seat not in own] or own
    if first == "lot":
        return drawn(seed, len(people))
    if first == "host" and own:
        return own[0]
    if first == "others":
        return others[drawn(seed, len(others))]
    if first.startswith("seat-") and int(first.removeprefix("seat-")) < len(people):
        return int(first.removeprefix("seat-"))
    return None
