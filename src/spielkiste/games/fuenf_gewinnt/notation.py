"""Moves as text: `put 2,-1`, `lift 0,3`, `keep 1,1`, `pass`."""

import re

from spielkiste.core.look import Look
from spielkiste.core.record import Record

from .field import SIDE, bordering, occupied
from .rules import KEEPING, LIFTING, PASS, PLACING, PUTTING

NUMBER = r"(?:0|-?[1-9][0-9]{0,4})"
PATTERN = rf"(?:put|lift|keep) {NUMBER},{NUMBER}|pass"
VERBS = {PLACING: "put", LIFTING: "lift", KEEPING: "keep", PUTTING: "put"}


def write(s: Record, seat: int, action: int) -> str:
    if action == PASS:
        return "pass"
    x, y = place(s, action)
    return f"{VERBS[s.phase]} {x},{y}"


def place(s: Record, cell: int) -> tuple[int, int]:
    """A cell of the frame in absolute coordinates."""
    return s.left + cell % SIDE, s.low + cell // SIDE


def why_not(s: Record, seat: int, text: str, look: Look) -> str:
    """Why a readable move is not possible now."""
    if text == "pass":
        return look.say("nur wer keinen Stein heben kann, passt", "only a player who cannot lift any stone passes")
    verb, _, where = text.partition(" ")
    if verb != VERBS[s.phase]:
        return needed_now(s, look)
    x, y = map(int, re.findall(r"-?\d+", where))
    column, row = x - s.left, y - s.low
    inside = 0 <= column < SIDE - 1 and 0 <= row < SIDE - 1
    owner = stone_on(s, column, row) if inside else None
    if verb == "put":
        return why_not_put(s, column, row, inside, owner, look)
    if owner is None:
        return look.say(f"auf {where} liegt kein Stein", f"no stone lies on {where}")
    if verb == "keep":
        return look.say(
            f"der Stein auf {where} gehört zu keinem größten Teil",
            f"the stone on {where} does not belong to a largest part",
        )
    if owner != seat:
        return look.say("dieser Stein gehört dir nicht", "that stone is not yours")
    return look.say("dieser Stein hat keine freie Seite", "that stone has no free side")


def needed_now(s: Record, look: Look) -> str:
    if s.phase == LIFTING:
        return look.say("jetzt wird ein Stein gehoben", "a stone is lifted now")
    if s.phase == KEEPING:
        return look.say("sag jetzt, welcher der größten Teile bleibt", "now say which of the largest parts stays")
    return look.say("jetzt wird ein Stein gelegt", "a stone is put now")


def why_not_put(s: Record, column: int, row: int, inside: bool, owner: int | None, look: Look) -> str:
    if owner is not None:
        return look.say("dort liegt schon ein Stein", "a stone lies there already")
    if s.tall == 0:
        return look.say("der erste Stein liegt auf 0,0", "the first stone lies on 0,0")
    if inside and bordering(s, row) >> column & 1:
        return look.say(
            "der Stein darf nicht zurück auf sein altes Kästchen", "the stone may not go back to the cell it came from"
        )
    return look.say(
        "das Kästchen stößt mit keiner Seite an einen Stein", "the cell does not share a side with any stone"
    )


def stone_on(s: Record, column: int, row: int) -> int | None:
    """Whose stone lies on a cell of the frame."""
    if not occupied(s, row) >> column & 1:
        return None
    return 0 if s.stones[row][0] >> column & 1 else 1
