"""What the server says to an open page: each answer with its fields and their types.

The client's types are made from these and from messages.py by scripts/wire_types.py.
"""

from enum import IntEnum

import msgspec
from msgspec import UNSET, UnsetType

Run = str | tuple[int, int]  # a new element of a picture or piece of a part, or a stretch [from, to) of those before
Path = tuple[str, tuple[str, ...]]  # a move, and the elements to touch for it, in order


class Svg(msgspec.Struct, frozen=True):
    """A picture: its opening tag, and its elements."""

    head: str
    runs: list[Run]


class ButtonSpec(msgspec.Struct, frozen=True):
    """A move without a place on the board; a strong one is what most players want next."""

    id: str
    label: str
    strong: bool


class Tool(msgspec.Struct, frozen=True):
    """Any of these elements may be gathered, at most so many, to make a move of them."""

    id: str
    label: str
    elements: tuple[str, ...]
    most: int
    wanted: int  # how many make sense; 0: any number
    hint: str


class Controls(msgspec.Struct, frozen=True):
    """What can be done at a board: by which seat, and how."""

    seat: int | None  # the one this page looks from
    seats: list[int]  # all of this person's
    curtain: str | None  # whom the device must be passed to first
    waiting: int | None  # the seat that may lift the curtain
    paths: list[Path]
    buttons: list[ButtonSpec]
    tools: list[Tool]
    draftable: bool
    last: list[str]  # the elements of the last move
    note: str  # what this seat waits for


class BoardMessage(Controls, frozen=True):
    """A board as one page sees it."""

    svg: Svg
    base: int  # the number of the update whose board the stretches are of; -1: there are none
    glides: list[tuple[str, str]] = []  # elements that look alike: where each second one was before, the first


class DraftBoard(msgspec.Struct, frozen=True):
    """The picture of a move in the making."""

    svg: Svg
    buttons: list[ButtonSpec]


class ClockMessage(msgspec.Struct, frozen=True):
    """A clock that runs: until when, by the server's clock, and for how many seconds in all."""

    deadline: float | None
    total: float
    label: str


class Told(msgspec.Struct, frozen=True, tag_field="is"):
    """Something said to a page."""


class Ack(Told, frozen=True, tag="ack"):
    """A message was carried out, and is stored; the number of its event."""

    id: str
    number: int
    now: float
    update: "Update | UnsetType" = UNSET  # what has changed by it, unless the page was told before


class Refusal(Told, frozen=True, tag="refused"):
    """A message was not carried out, and why; `again`: the same message is worth another try."""

    id: str
    why: str
    number: int
    again: bool


class DraftMessage(Told, frozen=True, tag="draft"):
    """A move in the making: its picture, the next drafts by the element touched, the move to commit, a note."""

    id: str
    board: DraftBoard
    steps: dict[str, str]
    move: str | None
    note: str


class Reason(Told, frozen=True, tag="reason"):
    """Why a touch did nothing."""

    id: str
    text: str


class Update(Told, frozen=True, tag="update"):
    """The table has changed. What is left out is as it was."""

    number: int
    now: float
    clock: ClockMessage | None
    turn: bool
    over: bool
    parts: dict[str, list[Run]] | UnsetType = UNSET  # HTML by the id of the element it replaces, piece by piece
    board: BoardMessage | UnsetType = UNSET
    say: str | UnsetType = UNSET
    go: str | UnsetType = UNSET  # the address of the rematch


class Closed(IntEnum):
    """Why a connection is closed for good, as HTTP would say it; the page has a sentence for each."""

    NONSENSE = 4400  # the page said too much that cannot be read
    SIGNED_OUT = 4401  # the person was erased, or logged out from another device
    NOT_FOR_YOU = 4403
    NO_SUCH_TABLE = 4404
    OTHER_RULES = 4409  # the table belongs to rules that are not here
    TOO_MANY = 4429  # connections of one address, or messages of one page


Answer = Ack | Refusal | DraftMessage | Reason  # to a message, by its id
Frame = Answer | Update

encode = msgspec.json.Encoder().encode
