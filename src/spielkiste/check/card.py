"""The identity card, the options and the rule texts."""

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from spielkiste.check.case import Case, GameCase
from spielkiste.core.card import Card, Texts
from spielkiste.core.course import reach
from spielkiste.core.errors import OptionError, SpielkisteError
from spielkiste.core.game import Game
from spielkiste.core.lesson import Example
from spielkiste.core.room import Room

LANGUAGES = ("de", "en")
NONSENSE: tuple[Any, ...] = ("no such value", -7, 10**9, None, 1.5, [], {})
FORMAL = re.compile(r"\b(Sie|Ihre?[nmrs]?) (können|dürfen|müssen|legen|ziehen)\b")
PICTURE = re.compile(r"!\[[^\]]+\]\(board:([a-z_0-9-]+)\)")


def card_is_complete(case: Case) -> None:
    """The card is complete, in German and English, and its samples are options of the game."""
    card = case.room.card
    for name, texts in texts_of(card):
        for lang in LANGUAGES:
            if not dict(texts).get(lang):  # else English stands in
                case.say(f"card.py: {name} lacks {lang!r}")
        if set(texts) - set(LANGUAGES):
            case.say(f"card.py: {name} has a language that nobody reads: {', '.join(set(texts) - set(LANGUAGES))}")
    if any("\n" in text for text in card.blurb.values()):
        case.say("card.py: blurb must be one line")
    if card.players[0] < 1:
        case.say(f"card.py: players={card.players} must begin with 1 or more")
    if not 0 < card.minutes[0] <= card.minutes[1]:
        case.say(f"card.py: minutes={card.minutes} must be the shortest and the longest, and positive")
    if not 3 <= card.age <= 14:
        case.say(f"card.py: age={card.age} must be from 3 to 14")
    for name, given in (("kinds", card.kinds), ("reasons", card.reasons), ("samples", card.samples)):
        if not given:
            case.say(f"card.py: {name} must not be empty")
    for sample in card.samples:
        try:
            card.settle(sample)
        except OptionError as wrong:
            case.say(f"card.py: the sample {sample} cannot be played: {wrong}")


def texts_of(card: Card) -> Iterator[tuple[str, Texts]]:
    """All texts on a card, each with its name."""
    yield "title", card.title
    yield "blurb", card.blurb
    if card.credits:
        yield "credits", card.credits
    for word, texts in card.reasons.items():
        yield f"the reason {word!r}", texts
    for option in card.options:
        yield f"the option {option.name!r}", option.text
        if option.applies is not None:
            yield f"when the option {option.name!r} applies (only=)", option.only
        for choice, texts in option.named.items():
            yield f"the choice {choice!r} of the option {option.name!r}", texts


def options_are_checked(case: Case) -> None:
    """An unknown option and a value that cannot be are refused, and the error names the option."""
    refuses(case, "colour", "red")
    for option in case.room.card.options:
        for bad in NONSENSE:
            refuses(case, option.name, bad)


def refuses(case: Case, name: str, value: Any) -> None:
    try:
        played(case.room, {name: value})
    except OptionError as error:
        if name not in str(error):
            case.say(f"card.py: the error for {name}={value!r} does not name the option: {error}")
    except Exception as error:
        case.say(f"card.py: {name}={value!r} must raise OptionError, and it raised {type(error).__name__}: {error}")
    else:
        case.say(f"card.py: {name}={value!r} must be refused with OptionError, and it was accepted")


def played(room: Room, options: dict[str, Any]) -> Game:
    return Game(room, room.card.settle(options))


def options_give_the_game_again(case: GameCase) -> None:
    """The options of a game give the same game again."""
    game = case.game
    again = played(case.room, game.options)
    if again != game or hash(again) != hash(game) or again.options != game.options:
        case.say(f"card.py: {game.options} settled once more gives {again.options}")
    game.options["players"] = 99  # a copy: nothing may change
    if again != game:
        case.say("card.py: whoever changes game.options changes the game")


def texts_teach_the_game(case: Case) -> None:
    """The rules are told in German and English, under the game's title, with the pictures of examples.py."""
    room = case.room
    pictures = room.front.examples.PICTURES
    for lang in LANGUAGES:
        if not (room.folder / "texts" / f"{lang}.md").is_file():
            case.say(f"texts/{lang}.md is missing")
            continue
        text = room.text(lang)
        if not text.startswith("# ") or f"# {room.card.title[lang]}" not in text:
            case.say(f"texts/{lang}.md must begin with the title: # {room.card.title[lang]}")
        if lang == "de" and (formal := FORMAL.search(text)):
            case.say(f"texts/de.md says {formal[0]!r}; players are addressed with du")
        named = PICTURE.findall(text)
        if not named:
            case.say(f"texts/{lang}.md shows no picture; one is shown by ![caption](board:name)")
        for name in sorted(set(named) - set(pictures)):
            case.say(f"texts/{lang}.md shows board:{name}, which examples.PICTURES does not have")
        for name in sorted(set(pictures) - set(named)):
            case.say(f"texts/{lang}.md does not show board:{name}, which is in examples.PICTURES")
    for name, example in pictures.items():
        picture_can_be_drawn(case, name, example)


def picture_can_be_drawn(case: Case, name: str, example: object) -> None:
    if not isinstance(example, Example):
        case.say(f"examples.py: PICTURES[{name!r}] must be an Example, and it is {example!r}")
        return
    try:
        ElementTree.fromstring(reach(case.room, example).svg(example.seat))
    except (SpielkisteError, ElementTree.ParseError) as wrong:
        case.say(f"examples.py: PICTURES[{name!r}] cannot be shown: {wrong}")
