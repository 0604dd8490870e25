"""What a page may say to the server: each message with its fields, their types and their limits."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9-]+$")]
SeatNumber = Annotated[int, Meta(ge=0, le=99)]
Name = Annotated[str, Meta(max_length=60)]
MoveText = Annotated[str, Meta(min_length=1, max_length=1000)]


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """Every message has an id of its own; it is acknowledged or refused by it, and counts once."""

    id: Id


class Hello(Message, frozen=True, tag="hello"):
    """The first after each connect: the newest number this page has seen."""

    last: int = -1
    lang: Annotated[str, Meta(max_length=20)] = "en"  # as the page says it; one unknown here is English


class Ping(Message, frozen=True, tag="ping"):
    """Is anybody there, and what time is it?"""


ElementName = Annotated[str, Meta(max_length=60)]


class Play(Message, frozen=True, tag="play"):
    seat: SeatNumber
    move: MoveText
    after: int = -1


class Touch(Message, frozen=True, tag="touch"):
    """Gathered elements of the picture, to be made a move of."""

    seat: SeatNumber
    tool: Annotated[str, Meta(max_length=40)]
    elements: Annotated[list[ElementName], Meta(max_length=100)]
    after: int = -1


class Sketch(Message, frozen=True, tag="draft"):
    """A move in the making; nothing is stored."""

    seat: SeatNumber
    text: Annotated[str, Meta(max_length=1000)] = ""


class Why(Message, frozen=True, tag="why"):
    """A touch did nothing: what was chosen before, and the elements under the finger. Nothing is stored."""

    seat: SeatNumber
    chosen: Annotated[list[ElementName], Meta(max_length=20)]
    under: Annotated[list[ElementName], Meta(max_length=8)]


class Lift(Message, frozen=True, tag="lift"):
    """The device has been passed on: from now on this page looks as that seat."""

    seat: SeatNumber


class Rename(Message, frozen=True, tag="name"):
    name: Name


class Colour(Message, frozen=True, tag="colour"):
    """The colour of the stones on one's seat."""

    seat: SeatNumber
    colour: Annotated[str, Meta(max_length=20)]


class Sit(Message, frozen=True, tag="sit"):
    seat: SeatNumber
    name: Name = ""


class Stand(Message, frozen=True, tag="stand"):
    seat: SeatNumber


class Allow(Message, frozen=True, tag="allow"):
    """The host lets somebody sit down again, by the order in which they were taken from the table."""

    who: SeatNumber


class SeatBot(Message, frozen=True, tag="bot"):
    seat: SeatNumber
    level: Annotated[int, Meta(ge=1, le=5)]


class Swap(Message, frozen=True, tag="swap"):
    seat: SeatNumber
    other: SeatNumber


class Start(Message, frozen=True, tag="start"):
    """The game begins, and who begins: the lot, the host, one of the others, somebody by seat, or as they sit."""

    first: Annotated[str, Meta(pattern=r"^(lot|host|others|seats|seat-[0-9]{1,2})$")] = "lot"


class Chat(Message, frozen=True, tag="chat"):
    text: Annotated[str, Meta(max_length=300)]


class React(Message, frozen=True, tag="react"):
    what: Annotated[str, Meta(max_length=20)]


class GoOn(Message, frozen=True, tag="go on"):
    """I have seen what is shown."""


class AskUndo(Message, frozen=True, tag="undo"):
    pass


class Agree(Message, frozen=True, tag="agree"):
    pass


class Decline(Message, frozen=True, tag="decline"):
    pass


class SwitchTips(Message, frozen=True, tag="tips"):
    """The host allows tips, or does not."""

    on: Literal[0, 1]


class Absent(Message, frozen=True, tag="absent"):
    """What shall happen with somebody who has been away for long."""

    seat: SeatNumber
    what: Literal["wait", "bot", "end"]


class Resign(Message, frozen=True, tag="resign"):
    seat: SeatNumber


class Rematch(Message, frozen=True, tag="rematch"):
    """Once more, or on from where this game ended."""

    sequel: Literal[0, 1] = 0


Move = Play | Touch
Seating = Rename | Colour | Sit | Stand | Allow | SeatBot | Swap | Start
Talk = Chat | React | GoOn | SwitchTips | AskUndo | Agree | Decline | Absent | Resign | Rematch
Change = Move | Seating | Talk  # what becomes events
Anything = Change | Hello | Ping | Sketch | Why | Lift

decode = msgspec.json.Decoder(Anything).decode


def cost(message: Anything, seats: int = 0) -> float:
    """How long it takes to answer, in milliseconds, at most; a move takes one, at a table for sixty two."""
    usual = 1.0 + seats / 60
    if isinstance(message, Hello):  # all parts of the page are made
        return 5 * usual
    if isinstance(message, Sketch):  # a picture
        return usual + len(message.text) / 20
    return usual + len(message.elements) / 20 if isinstance(message, Touch) else usual
