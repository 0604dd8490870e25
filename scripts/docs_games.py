"""The pages of the games, made from their rooms: rules, what is known, ladder, speed, observation and action spaces."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import spielkiste as sk
from spielkiste.core.card import Card, Option
from spielkiste.core.course import reach
from spielkiste.core.features import features_of, narrowest
from spielkiste.core.look import Look
from spielkiste.core.room import Room
from spielkiste.lab.flipbook import Flipbook

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "bench" / "results"
NAMES = ("Anna", "Ben", "Cem", "Dana", "Emil", "Fee")  # of players in examples
PICTURE = re.compile(r"!\[([^\]]*)\]\(board:([a-z_0-9-]+)\)")


class GamePages:
    """Writes a game's pages into the folder of the site's sources."""

    def __init__(self, room: Room, source: Path) -> None:
        self.room, self.card, self.source = room, room.card, source

    def write(self) -> None:
        for lang, folder in (("en", "games"), ("de", "de")):
            (self.source / folder / "pictures").mkdir(parents=True, exist_ok=True)
            self._draw_examples(lang, self.source / folder / "pictures")
            page = self.english() if lang == "en" else self.german()
            (self.source / folder / f"{self.room.slug}.md").write_text(page, encoding="utf-8")
        self._draw_match()

    def _draw_examples(self, lang: str, folder: Path) -> None:
        for name, example in self.room.front.examples.PICTURES.items():
            picture = reach(self.room, example).picture(Look(example.seat, lang, NAMES))
            (folder / f"{self.room.slug}-{name}.svg").write_text(picture.svg(), encoding="utf-8")

    def _draw_match(self) -> None:
        record = sk.load_record(ROOT / "docs" / "matches" / f"{self.room.slug}.json")
        for light in ("light", "dark"):
            file = self.source / "games" / "pictures" / f"{self.room.slug}-{light}.svg"
            file.write_text(Flipbook.of(record, dark=light == "dark").svg(), encoding="utf-8")

    def english(self) -> str:
        title, body = self.rules("en")
        parts = [
            f"# {title}",
            moving(self.room.slug, "pictures", f"A match of {title} between the strongest bots"),
            self.card.blurb["en"],
            facts(self.card),
            options_table(self.card.options),
            f"## Rules\n{deeper(body)}",
            f"Auf Deutsch: [Regeln](../de/{self.room.slug}.md).",
            known(self.room.slug),
            ladder(self.room.slug),
            speed(self.room.slug),
            spaces(self.room),
        ]
        return "\n\n".join(part for part in parts if part) + "\n"

    def german(self) -> str:
        title, body = self.rules("de")
        thanks = f"\n\n---\n{self.card.credits['de']}\n" if self.card.credits else "\n"
        return f"# {title}\n\n{body}{thanks}"

    def rules(self, lang: str) -> tuple[str, str]:
        """Heading and body of the rule text, its pictures as files."""
        text = PICTURE.sub(rf"![\1](pictures/{self.room.slug}-\2.svg){{.example}}", self.room.text(lang))
        heading, _, body = text.partition("\n")
        return heading.lstrip("# "), body.strip()


def moving(slug: str, folder: str, words: str) -> str:
    """The moving picture, the right one for light and for dark."""
    return "\n".join(f"![{words}]({folder}/{slug}-{light}.svg){{.moving .only-{light}}}" for light in ("light", "dark"))


def deeper(text: str) -> str:
    """The headings of a text one level down."""
    return re.sub(r"^(#+ )", r"#\1", text, flags=re.MULTILINE)


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def facts(card: Card) -> str:
    rows = [
        ("name in programs", f"`{card.slug}`"),
        ("players", card.spoken_players("en")),
        ("minutes", f"{card.minutes[0]}–{card.minutes[1]}"),
        ("age", f"{card.age}+"),
        ("kind", ", ".join(card.kinds)),
        ("may end by", ", ".join(f"`{reason}` ({text['en']})" for reason, text in card.reasons.items())),
        ("by", card.credits["en"] if card.credits else ""),
    ]
    return table(("", ""), [row for row in rows if row[1]])


def options_table(options: Sequence[Option]) -> str:
    if not options:
        return ""
    rows = [(f"`{one.name}`", f"`{one.default!r}`", allowed(one), one.text["en"]) for one in options]
    return "## Options\n" + table(("option", "default", "may be", ""), rows)


def allowed(option: Option) -> str:
    if isinstance(option.values, range):
        numbers = option.values
        return f"{numbers[0]}–{numbers[-1]}" if numbers.step == 1 else ", ".join(map(str, numbers))
    return ", ".join(f"`{value!r}`" for value in option.values) if isinstance(option.values, tuple) else "a text"


def known_pages(slug: str) -> list[str]:
    """Pages of docs about this very game: those with its name, or the first word of it, in theirs."""
    wanted = {slug.replace("_", "-"), slug.partition("_")[0]}
    names = [file.stem for file in sorted((ROOT / "docs").glob("*.md"))]
    return [name for name in names if wanted & {*name.split("-"), name.partition("-")[2]}]


def known(slug: str) -> str:
    pages = "\n".join(f"../docs/{name}" for name in known_pages(slug))
    return f"## What is known\n```{{toctree}}\n:maxdepth: 2\n{pages}\n```" if pages else ""


def results(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    return found


def ladder(slug: str) -> str:
    """How the levels do against each other, or alone."""
    measured = results("strength")
    rows = [row for row in measured["rows"] if row["game"] == slug and len(row["players"]) <= 2]
    if not rows:
        pages = ", ".join(f"[its own report](../docs/{name}.md)" for name in known_pages(slug))
        return f"## Strength ladder\nMeasured in {pages}." if pages else ""
    lines = [(told(row["options"]), "–".join(map(level, row["players"])), row["games"], achieved(row)) for row in rows]
    heads = ("options", "level", "games", "share of points, or mean score")
    return f"## Strength ladder\nBy `{measured['command']}`.\n\n{table(heads, lines)}"


def level(name: str) -> str:
    return name if name.isdecimal() else f"`{name}`"


def achieved(row: Mapping[str, Any]) -> str:
    if "mean" in row:
        return f"{row['mean']:.2f} ± {1.96 * row['standard_error']:.2f} points"
    low, high = row["interval"]
    return f"{100 * row['share']:.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def told(options: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items())


def speed(slug: str) -> str:
    """Random play, compiled."""
    cpu, gpu, batches = results("cpu"), results("gpu"), results("lab_cpu")["steps"]
    on_gpu = {told(row["options"]): row["moves_per_second"] for row in gpu["games"] if row["game"] == slug}
    rows = [
        (options, f"{row['moves_per_second']:,.0f}", f"{on_gpu[options]:,.0f}" if options in on_gpu else "–")
        for row in cpu["games"]
        if row["game"] == slug and (options := told(row["options"])) is not None
    ]
    heads = ("options", "moves a second, one core", f"on one {gpu['device']}")
    lines = "Random play (`make bench`, `make bench-gpu`)."
    if steps := batches.get(slug):
        lines += (
            f" A batch of `lab.vec` makes {steps:,.0f} steps a second on one core, seen and masked (`make bench-lab`)."
        )
    return f"## Speed\n{lines}\n\n{table(heads, rows)}" if rows else ""


def spaces(room: Room) -> str:
    """What learners are shown and what they may answer, with the first sample options."""
    game = sk.game(room.slug, **room.card.samples[0])
    features = features_of(game)
    rows = [(f"`{one.name}`", "×".join(map(str, one.shape)) or "1", f"{one.low} … {one.high}") for one in features]
    total = sum(one.size for one in features)
    count = game.action_count
    numbers = f'{count:,} numbers (`actions="id"`)' if count else "no numbers: moves are free forms"
    listed = f'at most {room.rules.MAX_MOVES:,} listed moves (`actions="list"`)'
    options = told(game.options) or "its only options"
    return (
        f"## Observation and action spaces\nOf `vec({game.slug!r}, …)` with {options}: {total:,} numbers of type "
        f"`{narrowest(features)}`; actions: {numbers}, {listed}.\n\n{table(('observation', 'shape', 'values'), rows)}"
    )
