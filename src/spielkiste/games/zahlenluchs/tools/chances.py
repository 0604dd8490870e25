"""Exact winning chances of a position of the classic game.

python -m spielkiste.games.zahlenluchs.tools.chances "a1=3 b2=5" "e5=1 d4=2" --roll 4
"""

import argparse

from spielkiste.core.errors import OptionError
from spielkiste.games.zahlenluchs.solver import Endgame, laid, positions


def main() -> None:
    from rich.console import Console
    from rich.table import Table

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seat0", help="stones of seat 0, who goes to e5, like 'a1=3 b2=5'")
    parser.add_argument("seat1", help="stones of seat 1, who goes to a1")
    parser.add_argument("--turn", type=int, choices=(0, 1), default=0, help="whose turn it is (default 0)")
    parser.add_argument("--roll", type=int, choices=range(1, 7), default=0, help="the number rolled, if it is")
    given = parser.parse_args()
    endgame = Endgame()
    try:
        state = laid((given.seat0, given.seat1), given.turn, given.roll)
        found = endgame.chances(state)
        moves = endgame.chances_of_moves(state) if given.roll else {}
    except OptionError as error:
        parser.error(str(error))
    console = Console()
    console.print(str(state), highlight=False)
    console.print(f"seat {given.turn} wins with probability {found:.6f} ({positions(state):,} positions)")
    if moves:
        grid = Table("move", "chances to win")
        for move, value in sorted(moves.items(), key=lambda item: -item[1]):
            grid.add_row(move, f"{value:.6f}")
        console.print(grid)


if __name__ == "__main__":
    main()
