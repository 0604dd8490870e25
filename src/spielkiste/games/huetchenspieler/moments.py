"""What there is to see when a stone is uncovered: whether it shows what was asked for."""

from collections.abc import Sequence

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .rules import TAKE, seeker, slider
from .words import sought


def moment(before: Record, after: Record, moves: Sequence[tuple[int, str]], look: Look) -> str:
    """Found or not, and who gets the stone; nothing while stones are laid, slid about or asked for."""
    if before.phase != TAKE or after.phase == TAKE:
        return ""
    symbol = before.row[int(moves[0][1].split()[1]) - 1]
    finder, keeper, lies = look.name(seeker(before)), look.name(slider(before)), sought(symbol, look)
    if symbol == before.asked:
        return look.say(f"Richtig! {finder} findet {lies}.", f"Right! {finder} finds {lies}.") + last_stone(after, look)
    wanted = sought(before.asked, look)
    return look.say(
        f"Daneben: {finder} sucht {wanted} und deckt {lies} auf. Der Stein geht an {keeper}.",
        f"Wrong: {finder} seeks {wanted} and uncovers {lies}. The stone goes to {keeper}.",
    ) + last_stone(after, look)


def last_stone(after: Record, look: Look) -> str:
    """After the third question the fourth stone goes the same way."""
    if not any(after.last_row):
        return ""
    return look.say(" Der letzte Stein geht mit.", " The last stone goes along.")
