"""A table is what its events make of it; what may happen at it is decided without a database, a clock or a socket."""

import hashlib
from typing import Any

import numpy as np
import pytest
from markupsafe import escape
from rooms import every_sample

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.core.look import Look
from spielkiste.core.state import State
from spielkiste.server import messages as m
from spielkiste.server.desk import numbered, preview
from spielkiste.server.endings import result_facts
from spielkiste.server.events import Event, Match
from spielkiste.server.facts import facts
from spielkiste.server.news import (
    Asked,
    BadEvent,
    Chatted,
    Coloured,
    Drew,
    Hiccuped,
    News,
    Opened,
    Played,
    Replaced,
    Sat,
    SeatedBot,
    Started,
    Stood,
    Stopped,
    Swapped,
    Undone,
    Waited,
)
from spielkiste.server.presentation import board
from spielkiste.server.rendering import template
from spielkiste.server.rulings import Refused, Who, clean, clock_ruling, decide
from spielkiste.server.table import Table
from spielkiste.server.texts import catalogue
from spielkiste.server.viewer import Viewer

HOST, GUEST = "host", "guest"
SEED = b"7" * 32


def new_table(slug: str, turn_seconds: int | None = None, **options: Any) -> Table:
    game = sk.game(slug, **options)
    match = Match(
        id="t", slug=slug, options=game.options, version=1, host=HOST, public=False, created=0.0, seed=SEED,
        commitment=hashlib.sha256(SEED).hexdigest(), join="j", watch="w", turn_seconds=turn_seconds,
    )  # fmt: skip
    return then(Table(match), Opened(), by=HOST)


def then(table: Table, *news: News, by: str = "", at: float = 0.0) -> Table:
    return preview(table, numbered(table, list(news), by, at, None))


def do(table: Table, message: m.Change, by: str = HOST, at: float = 0.0) -> Table:
    """The table after a message, or Refused."""
    return then(table, *decide(message, table, Who(by, by), at), by=by, at=at)


def begun(slug: str, people: int = 2, turn_seconds: int | None = None, **options: Any) -> Table:
    """A running table: host and guest on the first seats, bots on the others."""
    table = new_table(slug, turn_seconds, **options)
    for seat in range(len(table.seats)):
        if seat < people:
            table = do(
                table, m.Sit("1", seat, f"p{seat}"), by=HOST if seat == 0 else GUEST if seat < 9 else f"{GUEST}{seat}"
            )
        else:
            table = do(table, m.SeatBot("1", seat, 1))
    return do(table, m.Start("1", first="seats"))


def refused(table: Table, message: m.Change, by: str = HOST, at: float = 0.0) -> str:
    with pytest.raises(Refused) as why:
        do(table, message, by, at)
    return str(why.value)


# --- before the game ------------------------------------------------------------------------------


def test_people_sit_down_swap_and_stand_up() -> None:
    table = do(do(new_table("torris"), m.Sit("1", 0, "Anna")), m.Sit("2", 1, "Anna"), by=GUEST)
    assert table.names == ("Anna", "Anna 2") and table.people == [HOST, GUEST]
    table = do(table, m.Swap("3", 0, 1))
    assert table.names == ("Anna 2", "Anna") and table.mine(HOST) == [1]
    assert do(table, m.Stand("4", 0), by=GUEST).names == ("", "Anna")
    assert do(table, m.Stand("4", 0), by=HOST).names == ("", "Anna"), "the host may remove somebody before the start"


def test_how_a_table_is_looked_at_follows_whoever_sits_at_it() -> None:
    """It is worked out once, and anew after every change of the seats."""
    before = new_table("huetchenspieler")
    seated = do(before, m.Sit("1", 0, "Anna"))
    assert before.look(0, "de").names == ("", "") and seated.look(0, "de").names == ("Anna", "")
    assert before.mine(HOST) == [] and seated.mine(HOST) == [0]
    assert (
        do(seated, m.Colour("2", 0, "green")).look(0, "de").colours[0] == "green" and not seated.look(0, "de").colours
    )
    table = begun("torris")
    for change in (m.Rename("3", "Eve"), m.Absent("4", 1, "bot"), m.Rename("5", "Ann")):
        looked_at = table.look(0, "en"), table.mine(GUEST), table.people
        after = do(table, change)
        assert after.look(0, "en") == Look(0, "en", tuple(seat.name for seat in after.seats))
        assert after.people == list(dict.fromkeys(seat.person for seat in after.seats if seat.person))
        assert after.mine(GUEST) == [k for k, seat in enumerate(after.seats) if seat.person == GUEST]
        assert (table.look(0, "en"), table.mine(GUEST), table.people) == looked_at, "the table before is as it was"
        table = after


def test_the_log_calls_people_as_they_are_called_now() -> None:
    table, rng = begun("zahlenluchs", classic=True), np.random.default_rng(1)
    look = table.look(0, "de")
    while not (told := [moment for moment in table.moments if "p1" in moment.tell(look)]):
        seat = table.state.turn[0]
        move = str(rng.choice(table.state.moves(seat)))
        table = do(table, m.Play(id="m", seat=seat, move=move), by=table.seats[seat].person)
    renamed = do(table, m.Rename(id="r", name="Zora"), by=GUEST).look(0, "de")
    assert "Zora" in told[0].tell(renamed) and "p1" not in told[0].tell(renamed)


@pytest.mark.parametrize("seat", [-1, 2, 7])
def test_nobody_sits_where_no_seat_is(seat: int) -> None:
    table = new_table("torris")
    with pytest.raises(BadEvent, match="seat"):
        then(table, Sat(seat=seat, person="anna", name="Anna"))


@pytest.mark.parametrize(
    "news",
    [
        Stood(seat=10**6),
        Stood(seat=-1),
        SeatedBot(seat=2, level=1),
        SeatedBot(seat=1, level=-1),
        SeatedBot(seat=1, level=10**9),
        Swapped(seat=0, other=2),
        Drew(first=-1, how="lot"),
        Coloured(seat=2, colour="red"),
        Coloured(seat=1, colour="purple"),
        Replaced(seat=9, level=1),
        Waited(seat=-1),
        Hiccuped(seat=2),
        Stopped(why="resigned", seat=10**6),
        Stopped(why="resigned", seat=-1),
        Stopped(why="forgotten", seat=-2),
        Undone(number=-1),
        Undone(number=10**9),
        Asked(number=99, name="Anna"),
        Played(moves=(), shows=1e308),
        Played(moves=(), shows=-1.0),
        Sat(seat=0, person="anna", name="x" * 50_000),
        Chatted(text="x" * 50_000, name="Anna"),
    ],
    ids=repr,
)
def test_what_cannot_have_happened_at_a_table_is_refused(news: News) -> None:
    """It would be stored, and a page would break of it for ever."""
    table = begun("zahlenluchs")
    before = table.number, table.phase, table.seats
    with pytest.raises(BadEvent):
        table.apply(Event(table.number + 1, "", news, 1.0))
    assert (table.number, table.phase, table.seats) == before


def test_colours_are_for_games_that_have_some() -> None:
    with pytest.raises(BadEvent, match="colour"):
        then(new_table("knister"), Coloured(seat=0, colour="red"))


@pytest.mark.parametrize("at", [-1.0, 1e308, float("inf"), float("nan")])
def test_events_have_a_time_that_can_be_written_as_a_date(at: float) -> None:
    with pytest.raises(BadEvent, match="no time"):
        new_table("torris").apply(Event(1, "", Opened(), at))


def test_only_the_host_arranges_the_table() -> None:
    table = do(new_table("torris"), m.Sit("1", 0, "Anna"))
    for message in (m.SeatBot("1", 1, 1), m.Swap("1", 0, 1), m.Start("1", first="seats"), m.Stand("1", 0)):
        assert "host" in refused(table, message, by=GUEST)


def test_seats_that_are_taken_or_do_not_exist_are_refused() -> None:
    table = do(new_table("torris"), m.Sit("1", 0, "Anna"))
    assert "already" in refused(table, m.Sit("2", 0, "Bob"), by=GUEST)
    assert "no such seat" in refused(table, m.Sit("2", 7, "Bob"), by=GUEST)
    assert "name" in refused(table, m.Sit("2", 1, " \u202e\t "), by="")


def test_the_game_begins_when_all_seats_are_taken() -> None:
    table = do(new_table("torris"), m.Sit("1", 0, "Anna"))
    assert "free seats" in refused(table, m.Start("2", first="seats"))
    table = do(do(table, m.SeatBot("3", 1, 2)), m.Start("4", first="seats"))
    assert table.phase == "running" and table.state.turn == (0,)
    assert "begun" in refused(table, m.Sit("5", 1, "Bob"), by=GUEST)
    only_bots = do(do(new_table("torris"), m.SeatBot("1", 0, 1)), m.SeatBot("2", 1, 1))
    assert "person" in refused(only_bots, m.Start("3", first="seats"))


def test_names_lose_what_could_trick_a_reader() -> None:
    assert clean(" a\u202eb\x00\n c ", 24) == "ab c" and len(clean("x" * 99, 24)) == 24
    assert clean("<b>Zoë</b>", 24) == "<b>Zoë</b>", "escaping is the page's work"


# --- moves ----------------------------------------------------------------------------------------


def test_only_the_owner_of_a_seat_plays_it_and_only_in_turn() -> None:
    table = begun("torris")
    move = table.state.moves()[0]
    assert "not your seat" in refused(table, m.Play("1", 0, move), by=GUEST)
    assert "not your turn" in refused(table, m.Play("1", 1, move), by=GUEST)
    assert "not possible" in refused(table, m.Play("1", 0, "z9z"))
    assert do(table, m.Play("1", 0, move)).made == table.made + 1


def test_a_move_for_a_position_that_is_gone_is_refused() -> None:
    table = begun("torris")
    seen = table.number
    table = do(table, m.Play("1", 0, table.state.moves()[0]))
    table = do(table, m.Play("2", 1, table.state.moves()[0]), by=GUEST)
    late = m.Play("3", 0, table.state.moves()[0], after=seen)
    assert "changed" in refused(table, late)
    assert do(table, m.Play("3", 0, late.move, after=table.number)).made == table.made + 1


def test_chance_falls_with_the_move_and_from_the_seed() -> None:
    first, second = begun("zahlenluchs", classic=True), begun("zahlenluchs", classic=True)
    assert first.state == second.state and sk.CHANCE not in first.state.turn
    after = do(first, m.Play("1", first.state.turn[0], first.state.moves()[0]), by=(HOST, GUEST)[first.state.turn[0]])
    assert after.state.over or after.state.moves_made[-1][0] == sk.CHANCE


@pytest.mark.parametrize("game", every_sample())
def test_a_table_replayed_from_its_events_is_the_same(game: Game) -> None:
    table = begun(game.slug, people=game.players, **game.options)
    events: list[Event] = []
    rng = np.random.default_rng(5)
    for _ in range(12):
        seats = [seat for seat in table.state.turn if seat >= 0]
        if table.phase != "running" or not seats:
            break
        seat = int(rng.choice(seats))
        move = str(rng.choice(table.state.moves(seat)))
        by = table.seats[seat].person
        news = decide(m.Play("1", seat, move), table, Who(by, by), 1000.0 * (1 + len(events)))
        new = numbered(table, news, by, 1000.0 * (1 + len(events)), None)
        table = preview(table, new)
        events += new
    again = begun(game.slug, people=game.players, **game.options)
    for event in events:
        again.apply(event)
    assert again.state == table.state and again.standing() == table.standing() and again.made == table.made


# --- time -----------------------------------------------------------------------------------------


def test_the_hourglass_goes_on_while_others_draw() -> None:
    table = begun("fuenfer_finden", hourglass=30)
    assert table.deadline is None
    table = do(table, m.Play("1", 0, "turn"), at=100.0)
    assert table.deadline == 130.0
    outline = next(move for move in table.state.moves(1) if move.startswith("outline"))
    table = do(table, m.Play("2", 1, outline), by=GUEST, at=110.0)
    assert table.deadline == 130.0, "the same sand"
    table = then(table, *clock_ruling(table, 130.0), at=130.0)
    assert table.deadline is None and sk.CLOCK not in table.state.turn


def test_the_slider_waits_until_everybody_has_looked() -> None:
    table = begun("huetchenspieler")
    table = do(table, m.Play("1", 0, "lay 1234"), at=100.0)
    assert table.deadline == 120.0
    assert "wait" in refused(table, m.Play("2", 0, "cover"), at=105.0)
    assert do(table, m.Play("2", 0, "cover"), at=110.0).deadline is None


def test_a_turn_may_have_a_limit() -> None:
    table = begun("torris", turn_seconds=60)
    assert table.deadline == 60.0
    table = do(table, m.Play("1", 0, table.state.moves()[0]), at=20.0)
    assert table.deadline == 80.0


# --- taking back ------------------------------------------------------------------------------------


def test_the_others_must_agree_to_an_undo() -> None:
    before = begun("torris")
    table = do(before, m.Play("1", 0, before.state.moves()[0]))
    table = do(table, m.AskUndo("2"))
    assert table.question and table.question.waiting == {GUEST}
    assert "asks you" in refused(table, m.Agree("3"), by=HOST)
    back = do(table, m.Agree("3"), by=GUEST)
    assert back.state == before.state and back.question is None and back.made == before.made
    assert do(table, m.Decline("3"), by=GUEST).state == table.state


def test_no_undo_after_somebody_else_has_moved() -> None:
    table = begun("torris")
    table = do(table, m.Play("1", 0, table.state.moves()[0]))
    table = do(table, m.Play("2", 1, table.state.moves()[0]), by=GUEST)
    assert "cannot be taken back" in refused(table, m.AskUndo("3"), by=HOST)


def test_alone_a_move_is_taken_back_at_once_and_over_a_bots_answer() -> None:
    before = begun("abraeumen", people=1)
    table = do(before, m.Play("1", 0, before.state.moves()[0]))
    assert do(table, m.AskUndo("2")).state == before.state
    before = begun("torris", people=1)
    table = do(before, m.Play("1", 0, before.state.moves()[0]))
    table = then(table, Played(((1, table.state.moves()[0]),)))
    assert do(table, m.AskUndo("2")).state == before.state


@pytest.mark.parametrize("slug", ["zahlenluchs", "knister", "zahlenpoker"])
def test_no_undo_across_chance_or_secrets(slug: str) -> None:
    table = begun(slug, **({"players": 2} if slug == "knister" else {}))
    seat = next(seat for seat in table.state.turn if seat >= 0)
    by = table.seats[seat].person
    table = do(table, m.Play("1", seat, table.state.moves(seat)[0]), by=by)
    assert "cannot be taken back" in refused(table, m.AskUndo("2"), by=by)


# --- the end ----------------------------------------------------------------------------------------------


def played_out(slug: str) -> Table:
    table, rng = begun(slug), np.random.default_rng(8)
    while table.phase == "running":
        seat = table.state.turn[0]
        table = do(table, m.Play("1", seat, str(rng.choice(table.state.moves(seat)))), by=(HOST, GUEST)[seat])
    return table


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_result_says_why_the_game_ended(lang: str) -> None:
    table, viewer = played_out("torris"), Viewer(HOST, lang, catalogue(lang).gettext)
    assert table.state.outcome
    words = table.state.outcome.words(lang, table.names)
    assert result_facts(table, viewer).why == words and words in facts(table, viewer, "", set(), set()).say
    facts_shown = facts(table, viewer, "http://x", {HOST}, {HOST})
    html = template("parts/result.html", lang).render(t=facts_shown)
    assert f'<p class="why">{escape(words)}</p>' in html


def test_the_rules_do_not_explain_an_end_they_did_not_bring_about() -> None:
    shown = result_facts(do(begun("torris"), m.Resign("1", 0)), Viewer(HOST, "en", str))
    assert shown.why == "" and "given up" in shown.result


# --- leaving --------------------------------------------------------------------------------------------


def test_a_bot_takes_over_or_the_game_ends() -> None:
    table = begun("torris")
    assert do(table, m.Absent("1", 1, "wait")).phase == "running"
    taken = do(table, m.Absent("1", 1, "bot"))
    assert taken.seats[1].kind == "bot" and taken.seats[1].name == "p1"
    assert do(table, m.Absent("1", 1, "end")).phase == "over"
    assert "somebody else" in refused(table, m.Absent("1", 0, "end"))
    gone = do(table, m.Resign("1", 1), by=GUEST)
    assert (gone.phase, gone.ended, gone.quitter) == ("over", "resigned", 1)
    assert "not running" in refused(gone, m.Play("2", 0, "a1n"))


def test_strangers_may_not_speak() -> None:
    table = begun("torris")
    assert "players" in refused(table, m.Chat("1", "hi"), by="stranger")
    assert do(table, m.Chat("1", " hi\n"), by=GUEST).lines[-1].text == "hi"
    assert "reaction" in refused(table, m.React("1", "<script>"))


def test_alone_a_finished_game_may_be_taken_back() -> None:
    """A dead end of Abräumen is not final: any number of jumps, also after the last one."""
    table = begun("abraeumen")
    while table.phase == "running":
        table = do(table, m.Play("1", 0, table.state.moves()[0], table.number))
    made = table.made
    for taken in range(1, made + 1):
        table = do(table, m.AskUndo("1"))
        assert table.phase == "running" and table.made == made - taken
    assert "cannot be taken back" in refused(table, m.AskUndo("1"))


def test_who_gives_up_has_lost_to_the_other() -> None:
    table = do(begun("torris"), m.Resign("1", 1), by=GUEST)
    said = result_facts(table, Viewer(GUEST, "en", catalogue("en").gettext))
    assert said.result == "p1 has given up. p0 has won."
    said = result_facts(table, Viewer(HOST, "de", catalogue("de").gettext))
    assert said.result == "p1 hat aufgegeben. Du hast gewonnen!"


@pytest.mark.parametrize("slug", ["torris", "zahlenluchs"])
def test_a_move_is_played_once_and_kept(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(slug)
    seat = table.state.turn[0]
    message = m.Play("2", seat, table.state.moves(seat)[0], table.number)
    by = HOST if seat == 0 else GUEST
    news = decide(message, table, Who(by), 0.0)
    replayed = Table(table.match, [*history(table), Event(table.number + 1, by, news[0], 0.0)])
    monkeypatch.setattr(State, "_after", None)  # nobody may play from here on
    after = then(table, *news, by=by)
    assert after.state == replayed.state and after.state.moves_made == replayed.state.moves_made
    assert [moment.before for moment in after.moments] == [moment.before for moment in replayed.moments]
    assert table.state != after.state


def history(table: Table) -> list[Event]:
    """The events of a table that was begun by `begun`."""
    seated = [SeatedBot(k, 1) if seat.kind == "bot" else Sat(k, seat.person, seat.name)
              for k, seat in enumerate(table.seats)]  # fmt: skip
    news = [Opened(), *seated, Started(table.state.moves_made)]
    return [Event(k, HOST, one, 0.0) for k, one in enumerate(news)]


def test_a_reveal_is_looked_at_before_anybody_decides() -> None:
    """The clock stands still, moves wait, and it goes on at once when all have seen enough."""
    table = begun("zahlenpoker", turn_seconds=60)
    table = do(table, m.Play("1", 0, "show 1", table.number), at=10.0)
    [played] = decide(m.Play("1", 1, "show 2", table.number), table, Who(GUEST), 20.0)
    assert isinstance(played, Played)
    table = then(table, Played(moves=played.moves, shows=2.5), by=GUEST, at=20.0)
    assert table.moment(Look(None, "en", table.names)) == "p1 wins with the 2."
    assert table.shown_until == 22.5 and table.deadline == 82.5
    assert "Have a look" in refused(table, m.Play("1", 0, "show 3", table.number), at=21.0)
    table = do(table, m.GoOn("1"), by=HOST, at=21.0)
    assert table.shown_until == 22.5 and "already" in refused(table, m.GoOn("1"), by=HOST, at=21.2)
    gone_on = do(table, m.GoOn("1"), by=GUEST, at=21.5)
    assert gone_on.shown_until == 21.5 and gone_on.deadline == 81.5
    for later in (do(table, m.Play("1", 0, "show 3", table.number), at=22.4), gone_on):
        assert later.phase == "running"
    assert "already" in refused(table, m.GoOn("1"), by=GUEST, at=23.0)


def test_while_people_look_chance_waits() -> None:
    """The next roll of 5er finden has fallen, and would wipe what was outlined; nobody can act on it yet."""
    table = begun("fuenfer_finden", players=2)
    cells = "outline a1 a2 a3 a4 a5"
    table = do(table, m.Play("1", 0, cells, table.number), at=10.0)
    table = do(table, m.Play("2", 0, "done", table.number), at=11.0)
    table = do(table, m.Play("3", 1, "done", table.number), by=GUEST, at=12.0)
    assert table.state.record().round == 2 and table.shown(True).record().round == 1
    viewer = Viewer(HOST, "en", catalogue("en").gettext)
    looking, going_on = board(table, viewer, looking=True), board(table, viewer)
    assert "outline-a1" in looking.picture.svg() and not looking.controls.buttons
    assert "outline-a1" not in going_on.picture.svg() and going_on.controls.buttons
    assert table.moment(Look(0, "en", table.names)).startswith("0 of 1 right: 0 points.")
