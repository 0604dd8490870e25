"""`spielkiste serve · games · rules · play · bench · tournament · analyse · solve · review · export · check ·
backup · restore · keys`."""

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import spielkiste as sk
from spielkiste.cli.speech import language, told
from spielkiste.core.language import languages
from spielkiste.core.look import Look
from spielkiste.core.room import all_rooms

if TYPE_CHECKING:
    from spielkiste.server.options import Operation

MOVES_HELP = (
    "moves from the start, separated by commas, spaces or lines, or @FILE that holds them; 1:MOVE is seat 1's where "
    "several may act; chance falls by --seed where its outcome is not given too"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; bad input ends with one clear line and exit code 2, Ctrl-C with 130. Where nobody reads on
    (`| head -1`) it ends with 1 and says nothing."""
    asked = parser().parse_args(arguments)
    lang = asked.lang = language(asked)
    try:
        code = int(asked.run(asked))
        sys.stdout.flush()  # here, where a closed pipe is noticed
        return code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left would be flushed on leaving
        return 1
    except sk.SpielkisteError as wrong:
        print(f"spielkiste: {told(wrong, lang)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("", file=sys.stderr)
        return 130


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="spielkiste", description="Nine German family games in one box.")
    top.add_argument("--version", action="version", version=f"spielkiste {sk.__version__}")
    commands = top.add_subparsers(required=True, metavar="COMMAND")

    games = commands.add_parser("games", help="list the games")
    add_lang(games)
    games.set_defaults(run=list_games)

    rules = commands.add_parser("rules", help="show the rules of a game")
    rules.add_argument("game")
    add_lang(rules)
    rules.set_defaults(run=show_rules)

    serving = commands.add_parser(
        "serve",
        help="start the game server for browsers",
        description="Starts the game server and prints the address to open in a browser. Ctrl-C stops it; "
        "every table is stored before anybody hears of a move, so nothing is lost.",
    )
    serving.add_argument("--host", help="address to listen on (default 127.0.0.1); 0.0.0.0 for phones in your network")
    serving.add_argument("--port", type=int, help="port to listen on (default 8000)")
    add_database(serving)
    serving.add_argument("--workers", type=int, help="server processes (default 1); more need --broker")
    serving.add_argument("--broker", help="address of Valkey or Redis, such as redis://localhost:6379")
    serving.add_argument("--address", help="public address of the pages, such as https://games.example.org")
    serving.add_argument(
        "--proxy", nargs="?", const="127.0.0.1,::1", metavar="ADDRESSES",
        help="proxies whose word about who is calling is trusted, by commas (without any: those on this machine)",
    )  # fmt: skip
    serving.add_argument("--bots", type=int, metavar="N", help="processes for bots (default: all cores but one)")
    serving.add_argument("--metrics-port", type=int, metavar="PORT", help="serve figures for Prometheus there")
    serving.add_argument("--metrics-host", metavar="HOST", help="address of the figures (default 127.0.0.1)")
    serving.add_argument("--log", choices=("text", "json"), help="how the log is written (default text)")
    serving.add_argument("--log-requests", action="store_const", const=True, help="a line for each request")
    serving.add_argument("--check", action="store_true", help="only say whether the settings can be used")
    serving.set_defaults(run=serve_games)

    play = commands.add_parser("play", help="play in this terminal")
    play.add_argument("game", nargs="?", help="which game; without one you choose from a list")
    play.add_argument("option", nargs="*", help="options of the game, such as players=3")
    play.add_argument("--bot", type=int, metavar="LEVEL", help="bots of this level take the other seats")
    play.add_argument("--seat", type=int, default=0, help="your seat when bots play, counted from 0 (default 0)")
    play.add_argument("--seed", type=whole_number, help="for dice and bots: the same seed gives the same game")
    add_lang(play)
    play.set_defaults(run=play_game)

    bench = commands.add_parser("bench", help="measure the speed of random play on this machine")
    bench.add_argument("game", nargs="*", help="which games (default all)")
    bench.add_argument("--seconds", type=float, default=1.0, help="seconds a measurement (default 1)")
    bench.add_argument("--json", action="store_true", help="print JSON for programs")
    bench.set_defaults(run=bench_games)

    contest = commands.add_parser("tournament", help="let bots play against each other")
    contest.add_argument("game")
    contest.add_argument("option", nargs="*", help="options of the game, such as players=2")
    contest.add_argument(
        "--players", default="", help="levels, and uct for plain UCT, such as 1,2,uct (default all levels)"
    )
    contest.add_argument("--games", type=int, default=100, help="games a pair (default 100)")
    contest.add_argument("--seconds", type=float, default=0.1, help="thought a move where time decides (default 0.1)")
    contest.add_argument("--file", help="keep results here; a stopped tournament goes on from it")
    contest.add_argument("--processes", type=int, help="games at a time (default one a core)")
    contest.add_argument("--plot", metavar="FILE.svg", help="also draw the ratings with their intervals")
    contest.add_argument("--json", action="store_true", help="print JSON for programs")
    contest.set_defaults(run=hold_tournament)

    think = commands.add_parser("analyse", help="what a search thinks of each move of a position")
    think.add_argument("game")
    think.add_argument("option", nargs="*", help="options of the game, such as players=2")
    add_position(think)
    think.add_argument("--seat", type=int, help="whose moves (default the first seat in turn)")
    think.add_argument("--seconds", type=float, default=1.0, help="seconds of thought (default 1)")
    think.add_argument("--json", action="store_true", help="print JSON for programs")
    add_lang(think)
    think.set_defaults(run=analyse_position)

    exact = commands.add_parser("solve", help="what can be proved of a position, or computed exactly")
    exact.add_argument("game")
    exact.add_argument("option", nargs="*", help="options of the game, such as players=2")
    add_position(exact)
    exact.add_argument("--seat", type=int, help="who asks (default the first seat in turn)")
    exact.add_argument("--seconds", type=float, default=10.0, help="for what takes long (default 10)")
    exact.add_argument("--json", action="store_true", help="print JSON for programs")
    add_lang(exact)
    exact.set_defaults(run=solve_position)

    going = commands.add_parser(
        "review",
        help="go through a recorded match: errors, luck and skill",
        description="Goes through a match that a page gave as record.json, or Python saved. Ctrl-C stops it.",
    )
    going.add_argument("file", help="the record of the match")
    going.add_argument("--seconds", type=float, default=30.0, help="for the whole match (default 30)")
    going.add_argument("--json", action="store_true", help="print JSON for programs")
    add_lang(going)
    going.set_defaults(run=review_match)

    writing = commands.add_parser(
        "export",
        help="matches and positions as Parquet, for those who learn from them",
        description="Writes a folder with matches.parquet and positions.parquet: of bots that play against themselves, "
        "or of records. Each position is as its seat may see it. Ctrl-C stops it; what was written can be read.",
    )
    writing.add_argument("folder", help="where the two files are written; they must not be there yet")
    writing.add_argument("game", nargs="?", help="which game is played")
    writing.add_argument("option", nargs="*", help="options of the game, such as players=2")
    writing.add_argument("--records", nargs="+", metavar="FILE", help="records of matches instead")
    writing.add_argument("--games", type=int, default=100, help="how many are played (default 100)")
    writing.add_argument("--level", type=int, help="of the bots (default: any moves)")
    writing.add_argument("--seed", type=whole_number, default=0, help="of the first game; the next have the next ones")
    writing.add_argument("--seconds", type=float, default=0.1, help="thought a move where time decides (default 0.1)")
    writing.add_argument("--seat", type=int, help="only what this seat may know, and its own decisions")
    writing.add_argument("--simulations", type=int, metavar="N", help="also ask a search what each position is worth")
    writing.set_defaults(run=export_data)

    copying = commands.add_parser("backup", help="a copy of all tables and people, while the server runs")
    copying.add_argument("file", help="where the copy is written; it must not be there yet")
    add_database(copying)
    copying.set_defaults(run=copy_database)
    bringing = commands.add_parser("restore", help="brings a copy back; the server must not be running")
    bringing.add_argument("file", help="what `backup` wrote")
    add_database(bringing)
    bringing.add_argument("--replace", action="store_true", help="in place of what is there")
    bringing.set_defaults(run=restore_database)

    keys = commands.add_parser("keys", help="a new key for signing cookies, or the end of the old ones")
    keys.add_argument("what", choices=("rotate", "drop"), help="rotate: old cookies stay good; drop: they do not")
    keys.add_argument("--force", action="store_true", help="drop also keys that were replaced only lately")
    add_database(keys)
    keys.set_defaults(run=change_keys)

    held = commands.add_parser(
        "check",
        help="hold a game's folder to the contract of a room",
        description="Holds a room to everything a game promises, and says in sentences what is missing or wrong. "
        "Exit code 0: all is well, 1: something is wrong, 2: the folder is no room.",
    )
    held.add_argument("folder", help="the folder of the game, or the name of a game that is there already")
    held.add_argument("--quick", action="store_true", help="fewer games and positions")
    held.add_argument("--games", type=int, metavar="N", help="random games with each set of options (default 3)")
    held.add_argument("--json", action="store_true", help="print JSON for programs")
    held.set_defaults(run=check_folder)
    return top


def copy_database(asked: argparse.Namespace) -> int:
    from spielkiste.cli.backup import make_backup

    return make_backup(operation(asked).database, asked.file)


def restore_database(asked: argparse.Namespace) -> int:
    from spielkiste.cli.backup import bring_back

    return bring_back(operation(asked).database, asked.file, asked.replace)


def change_keys(asked: argparse.Namespace) -> int:
    from spielkiste.cli.keys import change_keys

    return change_keys(asked.what, operation(asked), force=asked.force)


def serve_games(asked: argparse.Namespace) -> int:
    from spielkiste.server.serve import refuse, run

    try:
        settings = operation(asked)
    except sk.OptionError as wrong:
        return refuse(wrong, asked.log or os.environ.get("SPIELKISTE_LOG", ""))
    return run(settings, check=asked.check)


def add_database(command: argparse.ArgumentParser) -> None:
    """Where the database is, set in the same ways for every command that opens it."""
    command.add_argument(
        "--database",
        help="a file (default spielkiste.db in this folder) or an address such as postgresql://user@host/name",
    )
    command.add_argument("--config", metavar="FILE", help="settings by the same names in a TOML file")


def operation(asked: argparse.Namespace) -> "Operation":
    """The settings of a command, as `spielkiste serve` finds them."""
    from spielkiste.server.options import NAMES, settled

    return settled({name: vars(asked).get(name) for name in NAMES}, asked.config)


def add_lang(command: argparse.ArgumentParser) -> None:
    command.add_argument("--lang", choices=languages(), help="language of the texts (default that of the system)")


def whole_number(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r}: must be a whole number from 0")
    return int(text)


def add_position(command: argparse.ArgumentParser) -> None:
    command.add_argument("--moves", default="", help=MOVES_HELP)
    command.add_argument("--seed", type=whole_number, default=0, help="for chance and for the search (default 0)")


def list_games(asked: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.table import Table

    look = Look(lang=asked.lang)
    heads = (
        look.say("Spiel", "game"),
        look.say("Titel", "title"),
        look.say("Personen", "players"),
        look.say("Minuten", "minutes"),
        look.say("Alter", "age"),
        "",
    )
    table = Table(*heads, box=None, header_style="bold")
    for slug, room in all_rooms().items():
        card = room.card
        table.add_row(
            f"[green]{slug}[/]",
            card.title[asked.lang],
            card.spoken_players(asked.lang),
            f"{card.minutes[0]}–{card.minutes[1]}",
            f"{card.age}+",
            card.blurb[asked.lang],
        )
    Console().print(table)
    return 0


def show_rules(asked: argparse.Namespace) -> int:
    from rich.console import Console
    from rich.markdown import Markdown

    from spielkiste.core.room import room

    shown, console = room(asked.game), Console()
    console.print(Markdown(shown.text(asked.lang)))
    if shown.card.credits:
        console.print(Markdown(f"---\n{shown.card.credits[asked.lang]}"))
    return 0


def play_game(asked: argparse.Namespace) -> int:
    from spielkiste.cli.terminal import Terminal, choose_game

    slug = asked.game or choose_game(asked.lang)
    if slug is None:
        return 0
    game = sk.game(slug, **read_options(asked.option))
    level = asked.bot if asked.bot is not None or asked.game else 2
    return Terminal(game, level, asked.seat, asked.seed, asked.lang).run()


def read_options(given: Sequence[str]) -> dict[str, Any]:
    """`players=3 young=true mode=build` as keyword options; the game checks the values."""
    options: dict[str, Any] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise sk.OptionError(f"{text!r}: an option is written name=value, such as players=3")
        words: dict[str, Any] = {"true": True, "false": False}
        options[name] = words.get(value.lower(), int(value) if value.lstrip("-").isdecimal() else value)
    return options


def hold_tournament(asked: argparse.Namespace) -> int:
    from spielkiste.cli.tournament import tournament

    names = [name.strip() for name in asked.players.split(",") if name.strip()]
    game = sk.game(asked.game, **read_options(asked.option))
    return tournament(game, names, asked.games, asked.seconds, asked.file, asked.processes, asked.json, asked.plot)


def analyse_position(asked: argparse.Namespace) -> int:
    from spielkiste.cli.analyse import analyse

    game = sk.game(asked.game, **read_options(asked.option))
    return analyse(game, asked.moves, asked.seed, asked.seconds, asked.json, asked.seat, asked.lang)


def review_match(asked: argparse.Namespace) -> int:
    from spielkiste.cli.review import review_file

    return review_file(asked.file, asked.seconds, asked.json, asked.lang)


def export_data(asked: argparse.Namespace) -> int:
    from spielkiste.cli.export import export_records, export_self_play

    if (asked.game is None) == (asked.records is None):
        raise sk.OptionError("export takes either a game or --records")
    if asked.records is not None:
        return export_records(asked.folder, asked.records, asked.seat, asked.simulations)
    game = sk.game(asked.game, **read_options(asked.option))
    played = (asked.games, asked.level, asked.seed, asked.seconds)
    return export_self_play(asked.folder, game, *played, asked.seat, asked.simulations)


def solve_position(asked: argparse.Namespace) -> int:
    from spielkiste.cli.solve import solve

    game = sk.game(asked.game, **read_options(asked.option))
    return solve(game, asked.moves, asked.seat, asked.seed, asked.seconds, asked.json, asked.lang)


def bench_games(asked: argparse.Namespace) -> int:
    from spielkiste.cli.bench import bench

    return bench(asked.game, asked.seconds, asked.json)


def check_folder(asked: argparse.Namespace) -> int:
    from spielkiste.cli.check import check

    return check(asked.folder, asked.quick, asked.games, asked.json)
