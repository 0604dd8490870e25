"""The position in a terminal."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from ..rules import EMPTY, NOT_YET, SECRET, all_have_chosen, nobody_has_stones, score, thief
from ..view import stones


def text(s: Record, look: Look) -> str:
    return "\n".join([headline(s, look), "", *(player_text(s, player, look) for player in range(s.players))])


def headline(s: Record, look: Look) -> str:
    if all_have_chosen(s):
        name = look.name(thief(s))
        return look.say(f"Runde {s.round}: {name} stiehlt einen Stein", f"Round {s.round}: {name} steals a stone")
    if nobody_has_stones(s):
        return look.say(f"Zahlenpoker: aus nach {s.round} Runden", f"Number Poker: over after {s.round} rounds")
    return look.say(f"Runde {s.round + 1}: alle wählen", f"Round {s.round + 1}: everybody chooses")


def player_text(s: Record, player: int, look: Look) -> str:
    """A line: what is in hand, what is shown now and was shown last, and the booty."""
    hand = "".join(map(str, stones(s.hand[player]))) + ("+0" if s.unused[player] else "")
    booty = "".join(map(str, stones(s.booty[player]))) or "-"
    name, shows, count = look.name(player), shown(s, player, look), score(s, player)
    mine = look.say("  (du)", "  (you)") if player == look.seat else ""
    return look.say(
        f"{name}: Hand {hand:<10} zeigt {shows}  Beute {count}: {booty}{mine}",
        f"{name}: hand {hand:<10} shows {shows}  booty {count}: {booty}{mine}",
    )


def shown(s: Record, player: int, look: Look) -> str:
    now, last = as_digit(s.choice[player]), as_digit(s.last_shown[player])
    if not s.last_shown[player] or all_have_chosen(s):
        return now
    return look.say(f"{now} (zuletzt {last})", f"{now} (last {last})")


def as_digit(choice: int) -> str:
    return {NOT_YET: "-", SECRET: "?", EMPTY: "0"}.get(choice, str(choice))
