"""Checks from a record that nobody chose who began: python examples/verify_lot.py record.json

A table promises before the first move, by the SHA-256 of its secret seed. After the last move the seed is shown
(`/t/<table>/record.json`), and anybody can draw the same lot from it.
"""

import hashlib
import json
import sys
from pathlib import Path
from typing import Any


def verify(record: dict[str, Any]) -> str:
    """A sentence about the lot of a finished table; ValueError where the record does not hold what was promised."""
    seed = bytes.fromhex(record["seed"])
    if hashlib.sha256(seed).hexdigest() != record["commitment"]:
        raise ValueError("the seed is not the one that was promised before the first move")
    drawn = record.get("lot")
    if drawn is None or drawn["how"] != "lot":
        return "No lot was drawn at this table."
    number = int.from_bytes(hashlib.sha256(seed + b":lot").digest(), "big")
    expected = number % len(record["players"])
    if drawn["first"] != expected:
        raise ValueError(f"the lot fell on place {expected + 1}, but place {drawn['first'] + 1} began")
    return f"The lot is right: {record['players'][0]} began."


if __name__ == "__main__":
    print(verify(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
