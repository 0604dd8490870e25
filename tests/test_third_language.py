"""A third language is a catalogue: made of all messages, with every letter changed, it leaves nothing in another."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from rooms import random_states
from server.harness import Page, Server, Visitor, serving

import spielkiste as sk
from spielkiste.core import language
from spielkiste.core.card import Card
from spielkiste.core.course import course
from spielkiste.core.language import translated
from spielkiste.core.look import Look
from spielkiste.core.room import HOME, all_rooms, room
from spielkiste.core.state import State
from spielkiste.core.svg import Picture
from spielkiste.server.rendering import NAMES

ROOT = Path(__file__).parent.parent
LANG = "fr"  # a language that computers know, so that times are said in it
TENTH = "streichhoelzer"  # the template, as somebody's own game
PLAYERS = ("Ωα", "Ωβ", "Ωγ", "Ωδ", "Ωε", "Ωζ")
SLUGS = [*(slug for slug in sk.games() if slug != TENTH), TENTH]
TITLES = {"Spielkiste", "Torris", "Knister", "Cubus", "EinStein", "Zahlenluchs"}  # proper names in any language
KEPT = re.compile(r"\{\w*\}|%\(\w+\)s|%[sd]|<[^>]+>|&\w+;|\[/?\w*\]")  # gaps and marks in messages
WORD = re.compile(r"[A-Za-zÄÖÜäöüß]{2,}")
FINGERPRINT = re.compile(r"\b[0-9a-f]{32,}\b")
CELL_CODE = re.compile(r"\b([A-F][a-z]|o+)\b")  # in a picture made of text: a symbol in its outline, stones in a row
POSITIONS = 25  # of a random game, looked at closely


def pseudo(text: str) -> str:
    """A text in a language that looks like English and shares no letter with it."""
    told, at = "", 0
    for mark in KEPT.finditer(text):
        told += wide(text[at : mark.start()]) + mark[0]
        at = mark.end()
    return told + wide(text[at:])


def wide(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalpha() else c for c in text)


@pytest.fixture(scope="module", autouse=True)
def third_language(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A catalogue of all messages that the script finds, and the template as a tenth game."""
    folder = tmp_path_factory.mktemp("third")
    make_catalogue(folder / "locale")
    shutil.copytree(HOME / "_template", folder / "rooms" / TENTH, ignore=shutil.ignore_patterns("__pycache__"))
    card = folder / "rooms" / TENTH / "card.py"
    card.write_text(card.read_text(encoding="utf-8").replace('slug="_template"', f'slug="{TENTH}"'), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPIELKISTE_LOCALE", str(folder / "locale"))
        patch.setenv("SPIELKISTE_ROOMS", str(folder / "rooms"))
        forget()
        yield
    forget()


def make_catalogue(locale: Path) -> None:
    file = locale / LANG / "LC_MESSAGES" / "messages.mo"
    file.parent.mkdir(parents=True)
    template = locale / "messages.pot"
    script = [sys.executable, str(ROOT / "scripts" / "languages.py"), "template", str(template)]
    subprocess.run(script, check=True)
    with template.open("rb") as opened:
        messages = read_po(opened, locale=LANG)
    for message in messages:
        if message.id:
            texts = (message.id,) if isinstance(message.id, str) else message.id
            forms = tuple(map(pseudo, texts))
            message.string = forms if len(forms) > 1 else forms[0]
    with file.open("wb") as opened:
        write_mo(opened, messages)


def forget() -> None:
    """Nothing is remembered of the languages and rooms there were."""
    for remembered in (language.languages, language.catalogue, language.stored, language._looked_up, all_rooms):
        remembered.cache_clear()


def leftovers(texts: Iterable[str], known: Iterable[str] = ()) -> set[str]:
    """Words that were not translated, with the text they stand in."""
    allowed = TITLES | set(known)
    plain = [FINGERPRINT.sub("", text) for text in texts]
    return {f"{word} | {text}" for text in plain for word in WORD.findall(text) if word not in allowed}


def in_picture(picture: Picture) -> list[str]:
    """All that a picture says: written, spoken, explained, and on its buttons."""
    html = Html()
    html.feed(picture.svg("group"))
    return [*html.said, *(button.label for button in picture.buttons)]


class Html(HTMLParser):
    """What a page says to people: its texts, and attributes that are read out."""

    SPOKEN = ("aria-label", "title", "alt", "placeholder", "data-detail", "content", "data-confirm")

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self._skipped: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        foreign = "lang" in given and tag != "html"  # says itself that it is in another language
        unsaid = tag in ("script", "style", "code") or "when" in given.get("class", "").split()  # Babel tells times
        if self._skipped or foreign or unsaid:
            self._skipped += [tag] if tag not in ("input", "img", "meta", "link", "br") else []
            return
        if tag == "meta" and given.get("name") != "description":
            return
        self.said += [given[name] for name in self.SPOKEN if name in given]

    def handle_endtag(self, tag: str) -> None:
        if tag in self._skipped:
            while self._skipped.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self._skipped and data.strip():
            self.said.append(" ".join(data.split()))


# --- rooms ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_positions_and_moves(slug: str) -> None:
    """Boards, buttons, tools, and moves in words."""
    found: set[str] = set()
    for options in room(slug).card.samples:
        for state in some_states(slug, options):
            for seat in (0, None):
                look = Look(seat, LANG, PLAYERS)
                told = [state.tell(who, move, look) for who in state.turn for move in known_moves(state, who, seat)]
                tools = [tool.label for tool in state.tools(look)]
                found |= leftovers([*in_picture(state.picture(look)), *told, *tools])
    assert not found


@pytest.mark.parametrize("slug", SLUGS)
def test_positions_as_text(slug: str) -> None:
    """Without names too: then players are numbered."""
    states = [state for options in room(slug).card.samples for state in some_states(slug, options)]
    texts = [state.text(seat, LANG, names) for state in states for seat in (0, None) for names in (PLAYERS, ())]
    assert not leftovers(CELL_CODE.sub("", line) for text in texts for line in text.splitlines())


def some_states(slug: str, options: dict[str, object]) -> list[State]:
    """Positions of a random game, from the beginning to the end."""
    game = sk.game(slug, **options)
    states = list(random_states(game, np.random.default_rng(5)))
    chosen = {round(k * (len(states) - 1) / POSITIONS) for k in range(POSITIONS + 1)}
    return [states[k] for k in sorted(chosen)]


def known_moves(state: State, who: int, seat: int | None) -> list[str]:
    """A few moves that the one who looks may know."""
    return state.moves(who)[:: max(1, len(state.moves(who)) // 4)] if seat in (None, who) or who < 0 else []


@pytest.mark.parametrize("slug", SLUGS)
def test_drafts(slug: str) -> None:
    """What is said while a move is built."""
    found: set[str] = set()
    for options in room(slug).card.samples:
        for state in some_states(slug, options):
            for seat in (seat for seat in state.turn if seat >= 0):
                look = Look(seat, LANG, PLAYERS)
                if not any(button.id == "draft" for button in state.picture(look).buttons):
                    continue
                draft = state.draft(look, "")
                steps = [state.draft(look, step) for step in list(draft.steps.values())[:6]]
                found |= leftovers(said for one in (draft, *steps) for said in (*in_picture(one.picture), one.note))
    assert not found


@pytest.mark.parametrize("slug", SLUGS)
def test_reasons_why_a_move_is_not_possible(slug: str) -> None:
    """Moves of other positions, tried here; the move itself may be named."""
    found: set[str] = set()
    for options in room(slug).card.samples:
        states = some_states(slug, options)
        moves = {move for state in states for seat in state.turn if seat >= 0 for move in state.moves(seat)[:6]}
        for state in states:
            for seat in (seat for seat in state.turn if seat >= 0):
                legal = set(state.moves(seat))
                for move in sorted(moves - legal)[:60]:
                    why = state.why_not(move, Look(seat, LANG, PLAYERS))
                    found |= leftovers([why.replace(move, "")])
    assert not found


@pytest.mark.parametrize("slug", SLUGS)
def test_outcomes(slug: str) -> None:
    found: set[str] = set()
    for options in room(slug).card.samples:
        for seed in range(4):
            *_, end = random_states(sk.game(slug, **options), np.random.default_rng(seed))
            assert end.outcome
            found |= leftovers([end.outcome.words(LANG, PLAYERS), end.outcome.words(LANG)])
    assert not found


@pytest.mark.parametrize("slug", SLUGS)
def test_cards_and_lessons(slug: str) -> None:
    card = room(slug).card
    assert not leftovers(on_card(card))
    lesson = room(slug).front.examples.FIRST_GAME
    assert not leftovers(step.text[LANG] for step in lesson.steps)
    for state in course(slug, lesson):
        assert not leftovers(in_picture(state.picture(Look(lesson.seat, LANG, PLAYERS))))


def on_card(card: Card) -> list[str]:
    texts = [card.title, card.blurb, *card.reasons.values(), *(option.text for option in card.options)]
    texts += [text for text in (card.credits, *(option.only for option in card.options)) if text]
    named = [option.name_of(choice, LANG) for option in card.options for choice in option.named]
    scores = [card.say_score(score, LANG) for score in (-3, -1, 0, 1, 7)]
    return [*(text[LANG] for text in texts), *named, *scores, card.spoken_players(LANG)]


@pytest.mark.parametrize("slug", SLUGS)
def test_rules_without_a_text_in_the_language_are_english(slug: str) -> None:
    assert room(slug).text(LANG) == room(slug).text("en") != room(slug).text("de")


def test_a_name_that_is_a_word_stays_a_name() -> None:
    """So does what somebody has typed."""
    look = Look(0, LANG, ("points", "Ben"))
    assert (
        look.say("x", f"{look.name(0)} has the stone 3 already")
        == f"points{wide(' has the stone ')}3{wide(' already')}"
    )
    assert translated(LANG, "there is no game 'points'; the games are x").count("'points'") == 1


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("done", "fini"),
        ("3 done.", "3 fini."),
        ("4 of 7", "4 sur 7"),
        ("Ben: white to move", "Ben : aux blancs"),
        ("put: 2 of 3 and done", "put : 2 sur 3 et fini"),
        ("the board is being laid by Eve", "Eve pose le plateau"),
        ("nobody knows this", None),
    ],
)
def test_texts_are_found_by_what_stays_least_unknown(text: str, wanted: str | None) -> None:
    """Whole, without what is around it, or with gaps; gaps may change their order and hold texts themselves."""
    made = language.Catalogue(
        {
            "done": "fini",
            "white to move": "aux blancs",
            "{0} of {1}": "{0} sur {1}",
            "{0} and {1}": "{0} et {1}",
            "{0}: {1}": "{0} : {1}",
            "{0}: {1} and {2}": "{0} : {1} et {2}",
            "the board is being laid by {0}": "{0} pose le plateau",
        }
    )
    assert made.find(text) == wanted


def test_german_and_english_are_not_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spielkiste.core.look.translated", None)
    assert Look(lang="de").say("ja", "yes") == "ja" and Look(lang="en").say("ja", "yes") == "yes"


# --- pages -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(third_language: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(str(tmp_path_factory.mktemp("tables") / "games.db")) as found:
        yield found


def on_page(html: str) -> list[str]:
    page = Html()
    page.feed(html)
    return page.said


async def looked_at(visitor: Visitor, path: str, status: int = 200) -> list[str]:
    answer = await visitor.http.get(path)
    assert answer.status_code == status, path
    assert f'<html lang="{LANG}">' in answer.text
    return on_page(answer.text)


@pytest.mark.anyio
@pytest.mark.parametrize("slug", SLUGS)
async def test_pages_of_a_game(server: Server, slug: str) -> None:
    """The game, a new table, the first game; of the rules only what is around them."""
    async with Visitor(server.base, LANG) as anna:
        shown = await looked_at(anna, f"/games/{slug}") + await looked_at(anna, f"/games/{slug}/new")
        assert not leftovers(shown)
        steps = room(slug).front.examples.FIRST_GAME.steps
        for step in (0, len(steps) // 2, len(steps)):
            assert not leftovers(await looked_at(anna, f"/games/{slug}/first?step={step}"), NAMES)
        rules = (await anna.http.get(f"/games/{slug}/rules")).text
        around = re.sub(r'<article class="text">.*</article>', "", rules, flags=re.DOTALL)
        assert around != rules and not leftovers(on_page(around))


@pytest.mark.anyio
async def test_pages_of_the_house(server: Server) -> None:
    async with Visitor(server.base, LANG) as anna:
        table = await anna.open("torris", name="Ωα")
        shown = await looked_at(anna, "/") + await looked_at(anna, "/me") + await looked_at(anna, f"/t/{table}")
        shown += await looked_at(anna, "/nothing/here", 404) + await looked_at(anna, "/games/chess", 404)
        assert not leftovers(shown)
        wrong = {"csrf": await anna.token(), "game": "zahlenpoker", "opt-players": "9", "name": "Ωα"}
        answer = await anna.http.post("/tables", data=wrong)
        assert answer.status_code == 400 and not leftovers(on_page(answer.text), ["players"])


@pytest.mark.anyio
@pytest.mark.parametrize("slug", SLUGS)
async def test_a_table_from_the_first_move_to_the_result(server: Server, slug: str) -> None:
    """Log, buttons, board, spoken news and result, as they come over the wire; and the page loaded again."""
    async with Visitor(server.base, LANG) as anna:
        players = 1 if 1 in room(slug).card.players else room(slug).card.players[0]
        fields = {"opt-players": str(players)} if len(room(slug).card.players) > 1 else {}
        mode = "alone" if players == 1 else "device"
        table = await anna.open(slug, mode, name="Ωα", **fields)
        async with Page(anna, table) as page:
            for _ in range(6):
                assert not leftovers(told_to(page))
                if not await moved(page):
                    break
            await page.ask(do="resign", seat=page.board["seats"][0])
            await page.until(lambda: page.over)
            assert not leftovers(told_to(page))
        assert not leftovers(await looked_at(anna, f"/t/{table}"))


async def moved(page: Page) -> bool:
    """Whether a move could be made by touching one thing after another."""
    if page.board.get("curtain"):
        await page.ask(do="lift", seat=page.board["waiting"])
    if not page.turn or not page.moves:
        return False
    before = page.number
    answer = await page.play(page.moves[0])
    if answer["is"] == "refused":  # not yet: the others are still to look
        return False
    await page.until(lambda: page.number > before)
    return True


def told_to(page: Page) -> list[str]:
    labels = [button["label"] for button in page.board["buttons"]] + [tool["label"] for tool in page.board["tools"]]
    return [*labels, *on_page(page.svg), *(said for part in page.parts.values() for said in on_page(part))]


@pytest.mark.anyio
async def test_what_the_browser_says_by_itself_comes_with_the_page(server: Server) -> None:
    async with Visitor(server.base, LANG) as anna:
        page = (await anna.http.get("/")).text
        assert "data-words=" in page and wide("Cancel") in page
    async with Visitor(server.base, "de") as ben:
        assert "data-words=" not in (await ben.http.get("/")).text


@pytest.mark.anyio
async def test_the_switch_offers_every_other_language(server: Server) -> None:
    async with Visitor(server.base, LANG) as anna:
        offered = re.findall(r'name="lang" value="(\w+)"', (await anna.http.get("/")).text)
        assert offered == ["de", "en"]
        asked = {"csrf": await anna.token(), "lang": "de", "back": "/"}
        assert (await anna.http.post("/me/lang", data=asked)).status_code == 303
        page = (await anna.http.get("/")).text
        assert '<html lang="de">' in page and re.findall(r'name="lang" value="(\w+)"', page) == ["en", LANG]


# --- the terminal ---------------------------------------------------------------------------------------


def typed(*words: str, keys: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "spielkiste", *words]
    wide_terminal = os.environ | {"COLUMNS": "400", "LC_ALL": f"{LANG}_FR.UTF-8", "PYTHONUTF8": "1"}
    return subprocess.run(command, input=keys, capture_output=True, text=True, check=False, env=wide_terminal)


def words_of_moves(slug: str) -> set[str]:
    """The words moves are written with: they are typed, in every language the same."""
    states = some_states(slug, {})
    return {
        word for state in states for seat in state.turn for move in state.moves(seat) for word in WORD.findall(move)
    }


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_in_the_terminal(slug: str) -> None:
    """Help, moves, nonsense, and the moves of bots; in the language of the system."""
    done = typed("play", slug, "--bot", "1", "--seed", "3", keys="?\nmoves\nxyz\nundo\nhint\n")
    assert done.returncode == 0 and done.stderr == ""
    assert wide("See you!") in done.stdout
    assert not leftovers(done.stdout.splitlines(), words_of_moves(slug) | {"xyz"})


def test_the_list_of_games_in_the_terminal() -> None:
    assert not leftovers(typed("games").stdout.splitlines(), {*SLUGS, *re.findall(r"[a-z]+", " ".join(SLUGS))})


@pytest.mark.parametrize("slug", ["cubus", "zahlenpoker", "fuenf_gewinnt", "abraeumen", "fuenfer_finden"])
def test_answers_in_the_terminal(slug: str) -> None:
    done = typed("solve", slug, "--seconds", "0.2")
    assert done.returncode == 0 and not leftovers(done.stdout.splitlines(), words_of_moves(slug))


def test_thoughts_in_the_terminal() -> None:
    done = typed("analyse", "torris", "--seconds", "0.1")
    assert done.returncode == 0 and not leftovers(done.stdout.splitlines())


@pytest.mark.parametrize(
    "words",
    [
        ("rules", "chess"),
        ("play", "torris", "colour=red"),
        ("play", "torris", "--seat", "5"),
        ("play", "zahlenpoker", "players=9"),
        ("play", "zahlenluchs", "classic=true", "copies=3"),
        ("solve", "huetchenspieler"),
        ("solve", "torris", "--moves", "hello"),
        ("solve", "abraeumen", "--moves", "a1-a3"),
        ("solve", "cubus", "mode=dismantle", "stack=x"),
        ("analyse", "torris", "--seconds", "0"),
    ],
)
def test_errors_in_the_terminal(words: tuple[str, ...]) -> None:
    """Only the names of options and games, and what was typed, stay as they are."""
    done = typed(*words)
    names = {word for slug in SLUGS for word in WORD.findall(slug)} | set(WORD.findall(" ".join(words)))
    names |= {option.name for one in all_rooms().values() for option in one.card.options}
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
    assert not leftovers([done.stderr], names | {"spielkiste"})
