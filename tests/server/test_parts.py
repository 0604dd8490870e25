"""Parts of a page are rendered once for all facts that decide alike, and show what they would show rendered anew."""

from types import SimpleNamespace
from typing import Any

import pytest
from jinja2 import DictLoader, Environment

from spielkiste.server.parts import Listed, Moulds, Pieces, forget_forms, pieces, uses_in

PART = """{# a part #}<p{{ ' hidden' if not t.lines and t.phase == "open" else '' }}>{% if t.who %}<b>{{ t.who }}</b>
{% endif %}{{ t.text }}{{ pieces("line", "line", t.lines, big=t.phase == "over") }}</p>{% include "more.html" %}"""
MORE = "{% for name in t.names %}{{ name }}{% endfor %}"
LINE = "<li{{ ' class=big' if big else '' }}>{{ line.text }}</li>"
NASTY = ["", "<script>", "a & b", "'\"", None, 0, 1.5, "{{ t.text }}", "%s"]


class Line(SimpleNamespace):
    def __hash__(self) -> int:  # type: ignore[override]  # of its text alone
        return hash(self.text)


def templates(**files: str) -> Environment:
    found = Environment(loader=DictLoader({name.replace("__", "/") + ".html": text for name, text in files.items()}))
    found.autoescape = True
    found.globals["pieces"] = pieces
    forget_forms()
    return found


def table(**facts: Any) -> SimpleNamespace:
    return SimpleNamespace(**{"who": "", "text": "", "phase": "open", "lines": (), "names": ()} | facts)


def test_a_template_says_what_it_does_with_facts() -> None:
    uses = uses_in(templates(part=PART, more=MORE, parts__line=LINE), "part.html", "t")
    assert uses == {
        "lines": {"asked", "shown"}, "names": {"decides"}, "phase": {"decides"}, "text": {"shown"},
        "who": {"asked", "shown"},
    }  # fmt: skip


@pytest.mark.parametrize("nasty", NASTY)
def test_a_filled_part_is_the_one_rendered_anew(nasty: Any) -> None:
    page = templates(part=PART, more=MORE, parts__line=LINE)
    moulds = Moulds(page, "part.html", "t")
    moulds.form(moulds.read(table(who="Anna", text="hello")))  # what was rendered for others
    for phase in ("open", "over"):
        for lines in ((), (Line(text=nasty), Line(text="two"))):
            shown = table(who=nasty, text=nasty, phase=phase, lines=lines, names=("Ben", nasty))
            facts = moulds.read(shown)
            told = moulds.form(facts).filled(facts)
            assert "".join(told) == page.get_template("part.html").render(t=shown)
            assert all(
                f"<li{' class=big' if phase == 'over' else ''}>" in piece for piece in told[-1 - len(lines) : -1]
            )


def test_facts_that_are_only_shown_need_no_rendering() -> None:
    moulds = Moulds(templates(part=PART, more=MORE, parts__line=LINE), "part.html", "t")
    one, other = moulds.read(table(who="Anna", text="a")), moulds.read(table(who="Ben", text="b"))
    assert moulds.form(one) is moulds.form(other)
    assert moulds.form(one) is not moulds.form(moulds.read(table(text="a"))), "there is nobody"
    assert moulds.form(one) is not moulds.form(moulds.read(table(who="Anna", phase="over")))


@pytest.mark.parametrize("text", ["{{ t }}", "{% set x = t %}", "{% include t.text %}"])
def test_a_template_must_name_its_facts(text: str) -> None:
    with pytest.raises(TypeError):
        uses_in(templates(part=text), "part.html", "t")


def test_the_pieces_of_a_list_go_on_from_the_list_that_was_seen_before_it() -> None:
    make = Pieces(templates(parts__line=LINE), "line", "line", ("big",))
    first = [Line(text=text) for text in "abc"]
    seen = Listed.after(None, first)
    made = make.all(seen, (False,))
    unseen = Listed.after(seen, [*first, Line(text="?")])
    newest = Listed.after(unseen, [*first[1:], Line(text="d")])
    assert newest.before is seen, "those that nobody saw are not kept"
    told = make.all(newest, (False,))
    assert told == ["<li>b</li>", "<li>c</li>", "<li>d</li>"]
    assert told[0] is made[1] and told[1] is made[2] and newest.before is None
    again = Listed.after(newest, first)
    assert make.all(again, (True,)) == [f"<li class=big>{text}</li>" for text in "abc"], "other facts, other pieces"
