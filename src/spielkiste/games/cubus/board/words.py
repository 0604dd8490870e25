"""Sentences: what is going on, what players say, and moves in words."""

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from ..builds import worth
from ..notation import LETTERS, read_columns, spell
from ..plurals import any_tiles_spoken, boxes_spoken, points_spoken, tiles_spoken
from ..rules import BUILD, DEAL, DRAW, KNOCKED, LAST, OFFER, PENALTY, TAKE, WINDOW, in_turn
from ..stack import MOST, boxes, count, find, height_of, is_open, take_box, tiles


def stage(s: Record, look: Look) -> str:
    """What is going on."""
    who = look.name(s.turn)
    if s.phase == KNOCKED:
        knocker = look.name(s.knocker)
        return look.say(f"{knocker} hat geklopft und baut mit den Plättchen von {who}",
                        f"{knocker} knocked and builds with the tiles of {who}")  # fmt: skip
    if s.phase == DEAL:
        return look.say(f"die erste Runde: {who} nimmt ein Plättchen", f"the first round: {who} takes a tile")
    if s.phase == DRAW:
        return look.say(f"{who} nimmt ein Plättchen", f"{who} takes a tile")
    if s.phase == BUILD:
        return look.say(f"{who} baut oder passt", f"{who} builds or passes")
    if s.phase == WINDOW:
        return look.say(f"{who} hat gepasst: klopfen oder still bleiben?", f"{who} passed: knock or stay quiet?")
    return stage_at_the_end(s, who, look)


def stage_at_the_end(s: Record, who: str, look: Look) -> str:
    if s.phase == LAST:
        return look.say(f"{who} darf ein letztes Mal bauen, mit allen Resten",
                        f"{who} may make a last build with all leftovers")  # fmt: skip
    if s.phase == OFFER:
        return look.say("alle bieten heimlich einen Bau mit allen Resten",
                        "everybody secretly offers a build with all leftovers")  # fmt: skip
    if s.phase == TAKE:
        return look.say(f"{who} nimmt eine Kiste", f"{who} takes a box")
    return look.say("das Ende", "the end")


def acting(s: Record) -> list[int]:
    """The players who may act now."""
    mask = in_turn(s)
    return [seat for seat in range(s.players) if mask >> (seat + 2) & 1]


def said_by(s: Record, player: int) -> str:
    """What a player has said or done while others are asked, in one word."""
    silent = s.silent >> player & 1
    if s.phase == WINDOW:
        return "passed" if player == s.turn else "quiet" if silent else "asked"
    if s.phase == KNOCKED:
        return "knocked" if player == s.knocker else "passed" if player == s.turn else ""
    if s.phase == OFFER and silent:
        return "offers" if count(s.offer[player]) else "decided"
    return ""


def saying(s: Record, player: int, look: Look) -> str:
    """The same, spoken."""
    said = said_by(s, player)
    if said == "offers":
        stack, points = spell(s.offer[player]), worth(s, s.offer[player])
        return look.say(f"bietet {stack} für {points}", f"offers {stack} for {points}")
    return look.say(*SAYINGS[said]) if said else ""


SAYINGS = {
    "asked": ("wird gefragt", "asked"),
    "passed": ("hat gepasst", "passed"),
    "quiet": ("bleibt still", "quiet"),
    "knocked": ("hat geklopft", "knocked"),
    "decided": ("hat entschieden", "has decided"),
}


# --- moves ---------------------------------------------------------------------------------------


def tell(s: Record, seat: int, move: str, look: Look) -> str:
    word, _, rest = move.partition(" ")
    if word == "draw":
        return tiles_spoken(1, LETTERS.index(rest), look)
    if word == "build":
        return build_told(s, read_columns(rest), look)
    if word == "take":
        won = any_tiles_spoken(tiles_won(s, *map(int, rest.split(","))), look)
        return look.say(f"nimmt die Kiste auf {rest}, gewinnt {won}", f"takes the box at {rest}, wins {won}")
    if word == "pass":
        return pass_told(s, look)
    return {
        "knock": look.say("klopft", "knocks"),
        "quiet": look.say("bleibt still", "stays quiet"),
        "time": look.say("die Zeit ist um", "time is up"),
    }[word]


def pass_told(s: Record, look: Look) -> str:
    if s.phase == KNOCKED:
        return look.say(f"gibt auf, {PENALTY} Punkte für alle anderen", f"gives up, {PENALTY} points for all others")
    if s.phase in (LAST, OFFER):
        return look.say("baut nicht", "builds nothing")
    return look.say("passt", "passes")


def build_told(s: Record, columns: list[int], look: Look) -> str:
    new, points = boxes_spoken(boxes(columns), look), points_spoken(worth(s, columns), look)
    if s.phase == OFFER:
        return look.say(f"bietet {new} für {points}", f"offers {new} for {points}")
    return look.say(f"baut um auf {new}, {points}", f"rebuilds to {new}, {points}")


def tiles_won(s: Record, x: int, y: int) -> int:
    """How many tiles the top box of a column brings; one with an open lid brings it, and the next lid is free."""
    there = list(s.stack)
    rest, k = [0] * MOST, there.index(find(there, x, y))
    take_box(there, rest, k)
    gift = 1 if is_open(there[k]) and height_of(there[k]) > 1 else 0
    return tiles(there) - tiles(rest) + gift
