"""Positions from drawings, and what else the tests share."""

from typing import Any

from spielkiste.core.game import Game, game
from spielkiste.core.state import State
from spielkiste.core.verbs import CHANCE

from ..rules import cells_to_deal, is_classic, set_stone, side

TWO, FOUR, CLASSIC = game("zahlenluchs"), game("zahlenluchs", players=4), game("zahlenluchs", classic=True)
SEATS = {2: "○●", 4: "○◇●◆"}


def position(of: Game, picture: str, seat: int, drawn: int = 0) -> State:
    """A board as drawn, row 1 at the bottom: `18` a card, `○14` a stone of seat 0 on card 14, `.` any card.

    In the classic game the stone has that number. It is this seat's turn; drawn 0: the number is still to be drawn.
    """
    s: Any = of.plain.unpack(of.first)
    s.board = [0] * len(s.board)
    s.where = [[0] * len(stones) for stones in s.where]
    s.left = [0] * len(s.left)
    rows = [line.split() for line in picture.strip().splitlines()][::-1]
    assert len(rows) == side(s) and all(len(row) == side(s) for row in rows)
    tokens = {8 * r + c: token for r, row in enumerate(rows, 1) for c, token in enumerate(row, 1)}
    numbers = {cell: int(token.lstrip("○●◇◆")) for cell, token in tokens.items() if token != "."}
    if not is_classic(s):
        lay_cards(s, tokens, numbers)
    count = [0] * len(s.where)
    for cell, token in tokens.items():
        if token[0] in SEATS[of.players]:
            owner = SEATS[of.players].index(token[0])
            count[owner] += 1
            set_stone(s, owner, numbers[cell] if is_classic(s) else count[owner], cell)
    s.dealt, s.seat, s.drawn = cells_to_deal(s), seat, drawn
    s.acts = seat if drawn else CHANCE
    return State(of, s.pack())


def lay_cards(s: Any, tokens: dict[int, str], numbers: dict[int, int]) -> None:
    """The named cards, and for `.` the highest that are left."""
    for cell, number in numbers.items():
        take_card(s, cell, number)
    for cell in tokens:
        if cell not in numbers:
            take_card(s, cell, max(n for n in range(1, s.highest + 1) if s.pile[n]))


def take_card(s: Any, cell: int, number: int) -> None:
    assert s.pile[number], f"too many cards {number}"
    s.number[cell] = number
    s.pile[number] -= 1
    s.in_pile -= 1


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = state.play(move)
    return state


def laid(of: Game, cards: list[int]) -> State:
    return play(of.start(), *(f"deal {n}" for n in cards))


def own_moves(state: State) -> set[str]:
    """The cells whose stones may move."""
    return {move[:2] for move in state.moves()}


def stones(state: State) -> dict[int, str]:
    found: dict[int, list[str]] = {}
    for stone in state.view(None)["position"]["stones"]:
        found.setdefault(stone["seat"], []).append(stone["cell"])
    return {seat: " ".join(sorted(cells)) for seat, cells in found.items()}
