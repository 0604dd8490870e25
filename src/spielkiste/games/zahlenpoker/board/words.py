"""What the picture says, in the viewer's language."""

from functools import lru_cache

from spielkiste.core.look import Look
from spielkiste.core.record import Record
from spielkiste.core.svg import cut

from ..ending import leaders
from ..rules import (
    BOOTY,
    COPIES,
    EMPTY,
    LOST,
    NOT_YET,
    SECRET,
    VALUES,
    all_have_chosen,
    nobody_has_stones,
    thief,
)
from ..view import stones

Counts = tuple[int, ...]  # of the stones of each value


def called(value: int, look: Look) -> str:
    """A value with its symbol, 0 or EMPTY for the empty hand."""
    if value in (0, EMPTY):
        return look.say("leere Hand", "empty hand")
    symbols = (
        look.say("Punkt", "dot"),
        look.say("Strich", "line"),
        look.say("Dreieck", "triangle"),
        look.say("Quadrat", "square"),
    )
    return f"{value} ({symbols[value - 1]})"


def stage(s: Record, look: Look) -> str:
    """What is going on, said to the viewer."""
    seat = look.seat
    if all_have_chosen(s):
        if seat == thief(s):
            return look.say("Du Dieb! Nimm einen Stein", "You thief! Take a stone")
        name = cut(look.name(thief(s)), 100, 13)
        return look.say(f"{name} stiehlt einen Stein", f"{name} steals a stone")
    if nobody_has_stones(s):
        return outcome(s, look)
    now = s.round + 1
    if seat is None:
        return look.say(f"Runde {now}: alle wählen", f"Round {now}: everybody chooses")
    if s.choice[seat] == NOT_YET:
        return look.say(f"Runde {now}: wähle, was du zeigst", f"Round {now}: choose what to show")
    return look.say(f"Runde {now}: die anderen wählen", f"Round {now}: the others choose")


def outcome(s: Record, look: Look) -> str:
    winners = leaders(s)
    if len(winners) == 1:
        name = cut(look.name(winners[0]), 166, 13)
        return look.say(f"{name} gewinnt", f"{name} wins")
    if len(winners) == s.players:
        return look.say("Unentschieden", "A draw")
    if len(winners) == 2:
        one, other = (cut(look.name(player), 75, 13) for player in winners)
        return look.say(f"{one} und {other} gewinnen", f"{one} and {other} win")
    return look.say(f"{len(winners)} teilen sich den Sieg", f"{len(winners)} share the win")


@lru_cache(maxsize=1_000)
def held(lang: str, hand: Counts, unused: bool) -> str:
    """What a player still holds, and what they have shown: all have seen it."""
    look = Look(lang=lang)
    has = [str(value) for value in stones(hand)]
    gone = [str(k + 1) for k in range(VALUES) for _ in range(COPIES - hand[k])]
    (has if unused else gone).append(look.say("leere Hand", "empty hand"))
    still, shown = (", ".join(some) or look.say("nichts", "nothing") for some in (has, gone))
    return look.say(f"Auf der Hand: {still}. Gezeigt: {shown}.", f"In hand: {still}. Shown: {shown}.")


@lru_cache(maxsize=1_000)
def won(lang: str, booty: Counts) -> str:
    look, values = Look(lang=lang), stones(booty)
    if not values:
        return look.say("noch keine Beute", "no booty yet")
    listed, count, total = ", ".join(map(str, values)), len(values), sum(values)
    return look.say(f"Beute {count} ({listed}), Summe {total}", f"booty {count} ({listed}), sum {total}")


def in_slot(player: int, choice: int, revealed: bool, last: int, fate: int, look: Look) -> str:
    """What lies in front of a player: the choice, or what was shown in the last round and what became of it."""
    name = look.name(player)
    if choice == SECRET:
        return look.say(f"{name} hat gewählt", f"{name} has chosen")
    if choice != NOT_YET:
        if revealed:
            return look.say(f"{name} zeigt: {called(choice, look)}", f"{name} shows: {called(choice, look)}")
        return look.say(
            f"gewählt, noch geheim: {called(choice, look)}", f"chosen, secret still: {called(choice, look)}"
        )
    if last:
        said = called(last, look) + ("" if last == EMPTY else fate_said(fate, look))
        return look.say(f"{name}, letzte Runde: {said}", f"{name}, last round: {said}")
    return look.say(f"{name} hat noch nicht gewählt", f"{name} has not chosen yet")


def fate_said(fate: int, look: Look) -> str:
    """What became of the stone shown last."""
    if fate == LOST:
        return look.say(", aus dem Spiel", ", out of the game")
    if fate == BOOTY:
        return look.say(", Beute", ", booty")
    return look.say(", gestohlen", ", stolen")


def hint(value: int, look: Look) -> str:
    """What showing a value, or 0 for the empty hand, is good for."""
    if value == 0:
        return look.say(
            "Einmal im Spiel: Zeigst nur du sie, stiehlst du einen gezeigten Stein.",
            "Once in the game: if only you show it, you steal one of the stones shown.",
        )
    return look.say(
        f"Eine {value} gewinnt, wenn keiner sonst eine {value} zeigt und nichts Höheres allein liegt.",
        f"A {value} wins if nobody else shows a {value} and nothing higher is alone.",
    )
