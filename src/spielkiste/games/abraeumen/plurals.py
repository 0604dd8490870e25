"""Numbers of stones, jumps and moves in words."""

from spielkiste.core.look import Look


def stones_spoken(number: int, look: Look) -> str:
    if number == 1:
        return look.say("1 Stein", "1 stone")
    return look.say(f"{number} Steine", f"{number} stones")


def jumps_spoken(number: int, look: Look) -> str:
    if number == 1:
        return look.say("1 Sprung", "1 jump")
    return look.say(f"{number} Sprünge", f"{number} jumps")


def moves_spoken(number: int, look: Look) -> str:
    if number == 1:
        return look.say("1 Zug", "1 move")
    return look.say(f"{number} Züge", f"{number} moves")
