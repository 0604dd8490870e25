"""Puts what was measured (bench/results/*.json) into bench/RESULTS.md."""

import json
from pathlib import Path
from typing import Any

import holds

HERE = Path(__file__).parent
RESULTS = HERE / "results"
FLOORS = {"fuenfer_finden": 1e5, "cubus": 1e5}  # moves a second on one core; every other game a million


def save(name: str, rows: dict[str, Any]) -> None:
    """Keeps one run's figures and writes the page anew."""
    RESULTS.mkdir(exist_ok=True)
    write(RESULTS / f"{name}.json", rows)


def write(file: Path, rows: dict[str, Any]) -> None:
    """Keeps figures in a file, whole or not at all; the page is written anew if that is where it looks for them."""
    part = file.with_suffix(".part")
    part.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    part.replace(file)
    if file.resolve().parent == RESULTS.resolve():
        (HERE / "RESULTS.md").write_text("\n".join(page()) + "\n", encoding="utf-8")


def load(name: str) -> dict[str, Any] | None:
    file = RESULTS / f"{name}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None


def page() -> list[str]:
    lines = [
        "# Measured speed and strength",
        "",
        "Every table names the command that made it. Ratios were measured side by side in one run: machines are noisy,",
        "ratios less so. A move is anything that is played: a player's choice, a roll or deal, a clock's move.",
    ]
    cpu, gpu, played = load("cpu"), load("gpu"), load("strength")
    if cpu:
        lines += yardsticks(cpu) + games(cpu) + starting(cpu)
    if steps := load("lab_cpu"):
        lines += batches(steps)
    if gpu:
        lines += device(gpu)
    if steps := load("gpu_vec"):
        lines += device_batches(steps)
    if browser := load("wasm"):
        lines += webassembly(browser)
    if played:
        lines += strength(played)
    if match := load("einstein"):
        lines += einstein(match)
    if lost := load("regret"):
        lines += regret(lost)
    if answers := load("answer_time"):
        lines += answer_times(answers)
    if tables := load("load"):
        lines += live_tables(tables)
    if idle := load("idle"):
        lines += idle_tables(idle)
    if several := load("processes"):
        lines += processes(several)
    if kills := load("crash"):
        lines += survived(kills)
    if faults := load("chaos"):
        lines += suffered(faults)
    if sent := load("fuzz"):
        lines += fuzzed(sent)
    if refused := load("upgrades"):
        lines += refused_upgrades(refused)
    return lines


def webassembly(browser: dict[str, Any]) -> list[str]:
    lines = ["", "## One source, four ways (`make bench-wasm`)", ""]
    lines += [
        "Moves of random games a second, one core, the same dice; in brackets the share of native speed. Last: the",
        "longest answer of level 5 in Chromium, of some early and late ones (Python's part in CPython). Figures of",
        "Chromium are by the clock, the others by the processor's time.",
        "",
    ]
    where = "native", "WebAssembly, Node", "Chromium", "plain Python", "Pyodide"
    lines += head("game", *where, "packed code", "tables", "level 5 answers")
    for one in browser["rows"]:
        native = one["native"][0]
        shares = [f"{one[where][0]:,.0f} ({one[where][0] / native:.0%})" for where in ("node", "chromium")]
        plain = [f"{one[where]:,.0f}" for where in ("python", "pyodide")]
        code = f"{one['packed'] / 1000:.0f} KB" + (f" ({one['modules']} modules)" if one["modules"] > 1 else "")
        tables, answer = f"{one['tables'] / 1000:,.0f} KB", f"{one['answer']:.1f} s"
        lines.append(row(one["game"], f"{native:,.0f}", *shares, *plain, code, tables, answer))
    lines += [
        "",
        "What the upper levels think by, a second: simulations of a tree, nodes of alpha-beta (deepen), or whole",
        "decisions of level 5 in steps, with 256 playouts, games or continuations of each move compared.",
        "",
    ]
    lines += head("game", "search", "native", "WebAssembly, Node", "Chromium")
    for one in browser["rows"]:
        if one["search"]:
            shares = [
                f"{figure(one[where][1])} ({one[where][1] / one['native'][1]:.0%})" for where in ("node", "chromium")
            ]
            lines.append(row(one["game"], one["search"], figure(one["native"][1]), *shares))
    return lines


def figure(value: float) -> str:
    """As many digits as say something."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def row(*cells: object) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def head(*cells: str) -> list[str]:
    return [row(*cells), "|" + "---|" * len(cells)]


def yardsticks(cpu: dict[str, Any]) -> list[str]:
    lines = ["", "## Against other libraries, one core (`make bench`)", "", cpu["machine"], ""]
    lines += head("random play", "games/s", "moves/s", "Spielkiste is faster by")
    for one in cpu["yardsticks"]:
        ratio = f"{one['ratio']:.1f} × ({one['per']})" if one.get("ratio") else ""
        games_a_second = f"{one['games_per_second']:,.0f}" if one.get("games_per_second") else ""
        lines.append(row(one["what"], games_a_second, f"{one['moves_per_second']:,.0f}", ratio))
    lines += ["", *cpu["notes"]]
    return lines


def batches(measured: dict[str, Any]) -> list[str]:
    """`lab.vec` beside other libraries' environments."""
    ours, steps = measured["sizes"], measured["steps"]
    others = [name for name in steps if name not in ours]
    lines = ["", "## Batched environments, one core (`make bench-lab`)", "", measured["machine"]]
    lines += [
        "Steps of random play in a second of processor time, with observation, mask and new games. Goal: "
        f"{measured['goal']} times EnvPool's and PufferLib's connect four, for games of its size.",
        "",
    ]
    lines += head("environment", "numbers seen", "actions", "steps/s", *(f"× {name}" for name in others))
    for name, (seen, actions) in ours.items():
        lines.append(
            row(name, seen, actions, f"{steps[name]:,.0f}", *(f"{steps[name] / steps[k]:.1f}" for k in others))
        )
    lines += [row(name, "", "", f"{steps[name]:,.0f}", *("" for _ in others)) for name in others]
    return lines + [line for name in measured["missing"] for line in ("", f"Not measured: {name}.")]


def games(cpu: dict[str, Any]) -> list[str]:
    lines = ["", "## Every game, random play, compiled (`make bench`; `spielkiste bench` for this table alone)", ""]
    lines += head(
        "game",
        "options",
        "moves a game",
        "moves/s, one core",
        "floor",
        f"moves/s, {cpu['games'][0]['cores']} cores",
        "speed-up",
    )
    for one in cpu["games"]:
        options = ", ".join(f"{name}={value}" for name, value in one["options"].items())
        lines.append(
            row(
                one["game"],
                options,
                f"{one['moves_per_game']:.0f}",
                f"{one['moves_per_second']:,.0f}",
                f"{FLOORS.get(one['game'], 1e6):,.0f}",
                f"{one['moves_per_second_all_cores']:,.0f}",
                f"{one['speed_up']:.2f}",
            )
        )
    return lines


def starting(cpu: dict[str, Any]) -> list[str]:
    lines = [
        "",
        "## Starting (`make bench`)",
        "",
        f"`import spielkiste`: {1000 * cpu['import_seconds']:.0f} ms (floor 150 ms).",
        "",
    ]
    lines += head("game", "first random game, nothing cached", "floor", "cached", "floor")
    for one in cpu["starting"]:
        lines.append(row(one["game"], f"{one['cold']:.1f} s", "20 s", f"{one['warm']:.2f} s", "0.5 s"))
    return lines


def device(gpu: dict[str, Any]) -> list[str]:
    lines = ["", f"## On one {gpu['device']} (`python bench/gpu.py`)", ""]
    lines += [
        f"Agreement: {gpu['traced']:,} random games a row, every legal move, record and score hashed move by move",
        "on the GPU and on the CPU. `cubus` is traced up to the first look at the end of the game: that needs a search",
        "and stays on the CPU.",
        "",
    ]
    lines += head("game", "options", "games that agree", "moves/s", "floor")
    for one in gpu["games"]:
        options = ", ".join(f"{name}={value}" for name, value in one["options"].items())
        lines.append(
            row(
                one["game"],
                options,
                f"{one['agree']:,} of {one['traced']:,}",
                f"{one['moves_per_second']:,.0f}",
                f"{one['floor']:,.0f}",
            )
        )
    return lines


def device_batches(steps: dict[str, Any]) -> list[str]:
    lines = ["", "## Batches on one NVIDIA H200 (`python bench/gpu_vec.py`)", ""]
    lines += [
        "Millions of steps of `lab.vec` a second: random play with observation, mask and new games. Large: four",
        "million games (fuenf_gewinnt, fuenfer_finden and pgx one million, cubus 16,384). Small: 16,384 games, as a",
        "graph of 16 steps, and with 64 steps in a call. Agreement: observations, masks, rewards and turns of 200",
        "games are those of the CPU, step by step, in every way to play.",
        "",
    ]
    lines += head("game", "CPU = GPU", "large", "goal", "small", "small, fused")
    for name, one in steps["games"].items():
        agrees = {None: "", True: "yes", False: "NO"}[one.get("agrees")]
        goal = millions(one, "goal")
        lines.append(row(name, agrees, millions(one, "large"), goal, millions(one, "small"), millions(one, "fused")))
    for name, one in steps["pgx"].items():
        lines.append(row(f"pgx {name}", "", millions(one, "large"), "", millions(one, "small"), ""))
    return lines


def millions(one: dict[str, Any], figure: str) -> str:
    rate = one.get(figure, 0.0) / 1e6
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.2f}" if rate else ""


def strength(played: dict[str, Any]) -> list[str]:
    """Each level against the one below, level 5 against plain UCT, and scores alone."""
    lines = ["", f"## Strength (`{played['command']}`)", ""]
    letters = dict(zip(dict.fromkeys(one["machine"] for one in played["rows"]), "ABCDEF", strict=False))
    lines += [f"Machine {letter}: {machine}" for machine, letter in letters.items()]
    lines += [
        "",
        "Games come in pairs, the same deal from both seats; a draw is half a win. Each player has one core, level 5",
        "and UCT the named time for a move, other levels what they need. Wanted: each level beats the one below in 65",
        "to 95 % of games, level 5 plain UCT in at least 70 %.",
        "",
    ]
    pairs = [one for one in played["rows"] if len(one["players"]) == 2]
    columns = "game", "options", "players", "time", "games", "won", "drawn", "lost", "share", "95 % interval", "wanted"
    lines += head(*columns, "machine")
    for one in pairs:
        low, high = one["interval"]
        floor, ceiling = (0.7, 1.0) if not one["players"][1].isdecimal() else (0.65, 0.95)
        verdict = "holds" if floor <= one["share"] <= ceiling else "no"
        who, time = " – ".join(one["players"]), f"{one['seconds']:g} s" if "5" in one["players"] else ""
        share, interval = f"{100 * one['share']:.1f} %", f"{100 * low:.1f}–{100 * high:.1f} %"
        counts = one["games"], one["won"], one["drawn"], one["lost"]
        about = one["game"], options_of(one), who, time
        lines.append(row(*about, *counts, share, interval, verdict, letters[one["machine"]]))
    solo = [one for one in played["rows"] if len(one["players"]) == 1]
    if solo:
        lines += ["", *head("alone", "options", "level", "games", "mean score", "standard error", "machine")]
        for one in solo:
            score = f"{one['mean']:.2f}", f"{one['standard_error']:.2f}"
            about = one["game"], options_of(one), one["players"][0], one["games"]
            lines.append(row(*about, *score, letters[one["machine"]]))
    return lines


def einstein(kept: dict[str, Any]) -> list[str]:
    we, they = kept["simulations_per_second"]
    lines = [
        "",
        f"## Classic EinStein against OpenSpiel's MCTS bot (`{kept['command']}`)",
        "",
        f"Level 5 and OpenSpiel's C++ MCTS (random rollouts, c = {kept['uct_c']}), the same time a move, a core each;",
        "every deal and its rolls from both sides. Wanted: 65 % of 400 games, 4 × its simulations.",
        f"Simulations a second in the same run: {we:,.0f} and {they:,.0f}, {we / they:.1f} × its own.",
        "",
        *head("s a move", "s a choice: we, they", "games", "won", "share", "95 % interval", "wanted"),
    ]
    for match in filter(lambda match: match["games"], kept["matches"]):
        low, high = match["interval"]
        shown = f"{100 * match['share']:.1f} %", f"{100 * low:.1f}–{100 * high:.1f} %"
        verdict = "holds" if match["share"] >= 0.65 else "no"
        paces = ", ".join(f"{s:.3f}" for s in match["seconds_per_choice"])
        lines.append(row(f"{match['seconds']:g}", paces, len(match["games"]), match["won"], *shown, verdict))
    return lines


def regret(lost: dict[str, Any]) -> list[str]:
    """What plain UCT gives away, and so what can be won against it."""
    lines = [
        "",
        f"## What can be won against plain UCT in Zahlenluchs (`{lost['command']}`)",
        "",
        f"UCT plays itself with {lost['seconds']:g} s a move; every choice is compared with a far longer search",
        "(classic endgames: with exact chances). Regret: winning chances given away in a game, mean and standard error",
        "by game and seat. A flawless opponent wins one half and the regret, if UCT errs as much against it.",
        "",
        *head("game", "UCT's regret", "level 5's in the same positions", "flawless against UCT"),
    ]
    for one in lost["rows"]:
        uct, strong = one["uct"], one["level 5"]
        shown = [f"{100 * part['mean']:.1f} ± {100 * part['standard_error']:.1f} %" for part in (uct, strong)]
        lines.append(row("classic" if one["classic"] else "cards", *shown, f"about {50 + 100 * uct['mean']:.0f} %"))
    return lines


def answer_times(answers: dict[str, Any]) -> list[str]:
    """How long the strongest level takes for a move by default."""
    lines = ["", f"## How long level 5 takes for a move (`{answers['command']}`)", "", answers["machine"], ""]
    lines += [
        "By default, once warm, at positions from the opening to the end of games of level 2.",
        "Wanted: below 2 s.",
        "",
    ]
    lines += head("game", "options", "answers", "median", "slowest", "where", "wanted")
    for one in answers["rows"]:
        verdict = "holds" if one["slowest"] < 2 else "no"
        times = f"{one['median']:.2f} s", f"{one['slowest']:.2f} s", one["part"]
        lines.append(row(one["game"], options_of(one), one["answers"], *times, verdict))
    return lines


def options_of(one: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in one["options"].items())


def live_tables(found: dict[str, Any]) -> list[str]:
    rows = found["rows"]
    kept = f"{found['database']}, {found['workers']} server process{'es' if found['workers'] > 1 else ''}"
    lines = ["", "## Live tables (`make load`)", "", f"{found['machine']} Server and clients share them; {kept}.", ""]
    lines += [
        f"{found['tables']:,} tables of two players, one client each, {found['seconds']:.0f} s measured a row.",
        "*Paced*: a table moves every 5 s on average. *Saturated*: everybody moves as soon as it is their turn, so",
        "the latency is that of a full queue. Our tables play all nine games in turn, and people have other names at",
        "each; boardgame.io 0.50.2 plays a race on 5 by 5 with dice and captures, made after EinStein. *A page*: what",
        "opening one costs the server, before anybody moves; pages of next games are part of the cost of a move.",
        "",
    ]
    lines += head("server", "regime", "moves/s", "ack p50", "p95", "p99", "max", "opponent sees it p50", "p99",
                  "event loop late p99.9", "server CPU a move", "a page", "clients busy", "KiB a table", "lost",
                  "doubled")  # fmt: skip
    lines += [live_row(one) for one in rows]
    lines += ["", *ratios(rows), "", *(f"- {one['server']}, {one['regime']}: {one['check']}." for one in rows)]
    return [*lines, "", *DIFFERENCES]


DIFFERENCES = (
    "What differs: Spielkiste commits every move to disk before it acknowledges it, and sends each player the drawn",
    "elements of the board that changed, the log in words and what may be touched. boardgame.io sends its state as",
    "JSON and lets the browser draw; it broadcasts before it saves, has no acknowledgement of its own (the new state",
    "is taken for one) and keeps matches in memory by default; *files* is its own FlatFile store, which does not force",
    "them to disk. Memory: what the server grew by, divided by its tables; in the saturated regime finished games add",
    "to it, in both.",
)


def live_row(one: dict[str, Any]) -> str:
    ack, seen = one["acknowledged"], one["seen"]
    times = [ack["p50"], ack["p95"], ack["p99"], ack["max"], seen["p50"], seen["p99"]]
    page = f"{one['connecting_ms']:.2f} ms" if "connecting_ms" in one else ""  # older figures do not
    cost = [f"{one['server_ms_per_move']:.2f} ms", page, f"{one['clients_busy']:.0%}", f"{one['kib_per_table']:,.0f}"]
    moves = f"{one['moves_per_second']:,.0f}"
    late = one.get("loop_ms")  # older figures, and other servers, do not tell
    in_words = [*(f"{ms:.1f} ms" for ms in times), "" if late is None else f"≤ {late:.0f} ms"]
    return row(one["server"], one["regime"], moves, *in_words, *cost, one["lost"], one["doubled"])


def ratios(rows: list[dict[str, Any]]) -> list[str]:
    """Side by side, regime by regime."""
    lines = []
    for ours in [one for one in rows if one["server"] == "Spielkiste"]:
        for other in [one for one in rows if one["regime"] == ours["regime"] and one is not ours]:
            moves = ours["moves_per_second"] / other["moves_per_second"]
            cost = ours["server_ms_per_move"] / other["server_ms_per_move"]
            against = f"- Against {other['server']}, {ours['regime']}"
            lines.append(f"{against}: {moves:.2f} × its moves a second, {cost:.1f} × its CPU a move.")
    return lines


def idle_tables(found: dict[str, Any]) -> list[str]:
    verdict = "holds" if found["full_mib"] <= found["wanted_mib"] else "no"
    shown = [f"{found['tables']:,}", f"{found['pages']:,}", f"{found['opening_ms']:.1f} ms"]
    shown += [f"{found[name]:,.0f}" for name in ("empty_mib", "full_mib", "kib_at_rest", "kib_per_page")]
    wanted = f"at most {found['wanted_mib']:,} MiB"
    memory = ("MiB before", "MiB", "KiB a table at rest", "KiB a page more")
    names = ("tables", "pages open", "CPU to open one", *memory, "CPU meanwhile", wanted)
    return [
        "",
        "## Idle tables (`make load ARGS=--idle`)",
        "",
        f"{found['machine']} Tables of all nine games with {found['moves']} moves made, one page at each; as many",
        "pages stay open as the system gives files to a process, and ping as browsers do. When all of them rest:",
        "",
        *head(*names),
        row(*shown, f"{found['busy']:.1%}", verdict),
    ]


def processes(found: dict[str, Any]) -> list[str]:
    """Two server processes against one."""
    shared = "Clients and database share the machine with the servers"
    part = f"; so that nobody runs short of its two cores, each\nserver process may use {found['part']:.0%} of one."
    lines = [
        "",
        "## More than one process (`python bench/processes.py`)",
        "",
        f"{found['machine']} {found['tables']:,} tables, saturated, {found['seconds']:.0f} s a row, fsync on.",
        f"{shared}{part if found['part'] else ', and run short of its cores.'} Wanted: 1.7 × from one to two.",
        "",
        *head("how", "processes", "moves/s", "gain", "server CPU a move"),
    ]
    alone: dict[str, float] = {}
    for one in found["rows"]:
        moves = one["moves_per_second"]
        gain = moves / alone.setdefault(one["how"], moves)
        cost = f"{one['server_ms_per_move']:.2f} ms"
        lines.append(row(one["how"], one["processes"], f"{moves:,.0f}", f"{gain:.2f} ×", cost))
    return lines


def survived(found: dict[str, Any]) -> list[str]:
    names = {
        "acknowledged moves": "acknowledged", "missing": "missing", "doubled": "doubled",
        "stored, never acknowledged": "unasked", "moves of bots": "bot_moves", "of clocks": "clock_moves",
        "games": "games", "tables stuck": "stuck", "clocks overdue": "overdue", "processes left": "leftovers",
    }  # fmt: skip
    return [
        "",
        "## Killed under play (`make crash`)",
        "",
        f"{found['machine']} {found['kills']} times kill -9 at random moments, one in ten while the server starts, in",
        f"{found['seconds'] / 60:.0f} minutes; {found['tables']} tables at a time with people and bots, hourglass and",
        f"turn limits; {found['database']}.",
        "",
        *head(*names),
        row(*(f"{found[name]:,}" for name in names.values())),
        "",
        f"The newest board of {found['pictures']:,} pages was compared with replay: {found['wrong_pictures']} differ.",
    ]


def suffered(found: dict[str, Any]) -> list[str]:
    """Three servers, and everything goes wrong."""
    lines = [
        "",
        "## Everything goes wrong (`make chaos`)",
        "",
        f"{found['machine']} Three servers, PostgreSQL, Valkey or Redis; {found['tables']} tables at a time with",
        "people, bots and clocks, spread over all three, pages that never read and requests that never end; "
        f"{found['seconds'] / 60:.0f} minutes.",
        *([f"Faults lasted {found['scale']:g} of the time in their names."] if found["scale"] != 1 else []),
        *(f"Not tried: {what}." for what in found["not_tried"]),
        "",
        *head("fault", "times", "moves acknowledged meanwhile", "longest wait for one", "all well again after"),
    ]
    for name in dict.fromkeys(one["name"] for one in found["faults"]):
        same = [one for one in found["faults"] if one["name"] == name]
        longest, after = (max(one[what] for one in same) for what in ("longest", "calm_after"))
        lines.append(
            row(name, len(same), sum(one["acknowledged"] for one in same), f"{longest:.1f} s", f"{after:.1f} s")
        )
    names = {
        "acknowledged moves": "acknowledged", "missing": "missing", "doubled": "doubled",
        "stored, never acknowledged": "unasked", "moves of bots": "bot_moves", "of clocks": "clock_moves",
        "games": "games", "tables stuck": "stuck", "clocks overdue": "overdue", "present, called away": "called_away",
        "pages behind": "behind",
    }  # fmt: skip
    return [
        *lines,
        "",
        *head(*names),
        row(*(f"{found[name]:,}" for name in names.values())),
        "",
        f"The newest board of {found['pictures']:,} pages was compared with replay: {found['wrong_pictures']} differ. "
        f"The largest server had {found['memory']:.0f} MiB. "
        f"{found['asked']:,} tips and reviews were asked for meanwhile, {found['given']:,} given.",
        *handed_in(found),
    ]


def handed_in(found: dict[str, Any]) -> list[str]:
    """Games of the offline app; older figures know nothing of them."""
    if "handed_in" not in found:
        return []
    return [
        "",
        f"{found['handed_in']:,} games of the offline app were handed in meanwhile: {found['lost']} missing, "
        f"{found['handed_in_twice']} doubled, {found['leaked']} shown to strangers. Of {found['answers']:,} requests "
        f"for them, their replays, records, hints and reviews, {found['faults_500']} were answered with 500.",
    ]


def fuzzed(found: dict[str, Any]) -> list[str]:
    ping = {name: f"{1000 * seconds:.1f} ms" for name, seconds in found["ping"].items()}
    return [
        "",
        "## What it should not get (`make fuzz`)",
        "",
        f"{found['machine']} Seed {found['seed']}, {found['seconds'] / 60:.1f} minutes, one server process. Pings are",
        "those of honest people's pages meanwhile.",
        "",
        *head("cases", "requests", "messages", "did harm", "tracebacks", "grew by", "ping p50", "p99", "p99.9",
              "longest"),
        row(f"{found['cases']:,}", f"{found['requests']:,}", f"{found['messages']:,}", found["failures"],
            found["tracebacks"], f"{found['growth']:.0f} MiB", ping["p50"], ping["p99"], ping["p99.9"], ping["max"]),
        *held(found),
    ]  # fmt: skip


def held(found: dict[str, Any]) -> list[str]:
    """What games handed in took of the event loop and the database; older figures know nothing of them."""
    if "longest" not in found:
        return []
    return [
        "",
        f"No case held the event loop for more than {1000 * max(found['longest'], holds.LONGEST):.0f} ms of work. "
        f"{found['handed_in']:,} games were taken; the database grew by {found['stored']:.0f} MiB, and by "
        f"{found['flooded']:.0%} of what one person then handed in without end.",
    ]


def refused_upgrades(found: dict[str, Any]) -> list[str]:
    """What refused connections leave behind."""
    ack = {name: f"{milliseconds:.1f} ms" for name, milliseconds in found["acknowledged"].items()}
    return [
        "",
        "## Refused upgrades (`python bench/upgrades.py`)",
        "",
        f"{found['machine']} {found['kinds']} kinds of upgrades and requests, nearly all refused or broken off, eight",
        f"at a time for {found['seconds']:.0f} s, while {found['moves']:,} moves were played, acknowledged as shown.",
        f"Wanted: memory grows by at most {found['wanted']:.0f} MiB after the first tenth.",
        "",
        *head("attempts", "a second", "MiB before", "after a tenth", "grew by", "event loop late p99.9", *ack),
        row(f"{found['attempts']:,}", f"{found['attempts'] / found['seconds']:,.0f}", f"{found['before']:.0f}",
            f"{found['settled']:.0f}", f"{found['growth']:.1f} MiB", f"≤ {found['loop_ms']:.0f} ms", *ack.values()),
    ]  # fmt: skip


if __name__ == "__main__":  # writes the page anew from the stored figures
    (HERE / "RESULTS.md").write_text("\n".join(page()) + "\n", encoding="utf-8")
