"""The client's types are those of the server's structs, and what is sent is what they say."""

import sys
from pathlib import Path

import msgspec
from msgspec import UNSET

from spielkiste.server import messages
from spielkiste.server.answers import Ack, ClockMessage, Frame, Refusal, Update, encode

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "scripts"))

from wire_types import FILE, typescript


def test_the_types_in_the_repository_are_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == typescript(), "run `make web`"


def test_what_may_be_left_out_is_optional() -> None:
    types = typescript()
    assert "readonly after?: number;" in types and "readonly board?: BoardMessage;" in types
    assert "readonly clock: ClockMessage | null;" in types and "readonly seat: number | null;" in types
    assert (
        "export type Run = string | readonly [number, number];" in types and "readonly runs: readonly Run[];" in types
    )
    assert 'readonly what: "bot" | "end" | "wait";' in types


def test_every_message_and_every_answer_has_its_type() -> None:
    types = typescript()
    for union, tag in ((messages.Anything, "do"), (Frame, "is")):
        for struct in union.__args__:
            assert f"export interface {struct.__name__} {{\n  readonly {tag}: " in types


def test_what_is_unset_is_not_sent() -> None:
    update = Update(7, 1.5, ClockMessage(9.5, 8.0, "Time"), turn=True, over=False, parts={"log": ["<p>", (1, 3)]})
    assert msgspec.json.decode(encode(update)) == {
        "is": "update", "number": 7, "now": 1.5, "clock": {"deadline": 9.5, "total": 8.0, "label": "Time"},
        "turn": True, "over": False, "parts": {"log": ["<p>", [1, 3]]},
    }  # fmt: skip
    assert update.board is UNSET


def test_answers_say_which_they_are() -> None:
    for frame in (Ack("m1", 3, 1.5), Refusal("m1", "no", 3, again=False)):
        assert msgspec.json.decode(encode(frame), type=Frame) == frame
