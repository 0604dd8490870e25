"""Plays a match of good bots in every game, for the moving pictures: `python scripts/matches.py docs/matches`."""

import sys
from pathlib import Path

import spielkiste as sk
from spielkiste.core.match_record import MatchRecord
from spielkiste.core.room import room
from spielkiste.lab.export import self_play
from spielkiste.search.bots import levels

SEED = 2026
SECONDS = 0.3  # a move
NAMES = ("Anna", "Ben")  # of players in pictures


def main(folder: str) -> None:
    """Writes one record a game; its strongest bots play."""
    for slug in sk.games():
        level = max(levels(room(slug)))
        match = self_play(sk.game(slug), level, SEED, SECONDS)
        record = MatchRecord.of(match.end, NAMES[: match.game.players])
        record.save(Path(folder) / f"{slug}.json")
        print(f"{folder}/{slug}.json: level {level}, {record!r}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
