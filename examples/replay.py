"""A match is a log: the record of a table (`/t/<table>/record.json`), played once more move by move.

`python replay.py record.json`; without a file a short record is replayed that stands here.
"""

import json
import sys
from pathlib import Path
from typing import Any

import spielkiste as sk

RECORD: dict[str, Any] = {
    "game": "fuenf_gewinnt",
    "options": {},
    "events": [{"number": 3, "moves": [[0, "put 0,0"]]}, {"number": 4, "moves": [[1, "put 1,0"]]}],
    "undone": [{"number": 5, "back_before": 4}],
}


def moves(record: dict[str, Any]) -> list[tuple[int, str]]:
    """All moves that stand: (seat, move), chance and clock included; what was taken back is left out."""
    taken_back = {number for undo in record["undone"] for number in range(undo["back_before"], undo["number"])}
    stands = [event for event in record["events"] if event["number"] not in taken_back]
    return [(seat, move) for event in stands for seat, move in event["moves"]]


if __name__ == "__main__":
    record = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")) if len(sys.argv) > 1 else RECORD
    state = sk.game(record["game"], **record["options"]).start()
    for seat, move in moves(record):
        print(f"{seat:3} {move}")
        state = state.play(move, seat=seat)
    print(state)
    print("scores", state.scores, "over" if state.over else f"in turn: {state.turn}")
