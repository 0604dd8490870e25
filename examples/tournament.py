"""A tournament in ten lines: who plays better, and how sure that is."""

import spielkiste as sk
from spielkiste.lab.ratings import elo
from spielkiste.lab.tournament import crosstable, pairings, play_game

NAMES = ("1", "2", "3")  # the levels

if __name__ == "__main__":
    results = [play_game(pairing) for pairing in pairings(sk.game("torris"), NAMES, games=6, seconds=0.05)]
    points, games = crosstable(NAMES, results)
    for name, (rating, plus_minus) in zip(NAMES, elo(points, games), strict=True):
        print(f"level {name}: {rating:+.0f} ± {plus_minus:.0f} Elo, {sum(points[int(name) - 1])} points")
