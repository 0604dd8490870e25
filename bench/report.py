"""Puts what was measured (bench/results/*.json) into bench/RESULTS.md."""

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
RESULTS = HERE / "results"
FLOORS = {"fuenfer_finden": 1e5, "cubus": 1e5}  # moves a second on one core; every other game a million


def save(name: str, rows: dict[str, Any]) -> None:
    """Keeps one run's figures and writes the page anew."""
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (HERE / "RESULTS.md").write_text("\n".join(page()) + "\n", encoding="utf-8")


def load(name: str) -> dict[str, Any] | None:
    file = RESULTS / f"{name}.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None


def page() -> list[str]:
    lines = [
        "# Measured speed",
        "",
        "Every table names the command that made it. Ratios were measured side by side in one run: machines are noisy,",
        "ratios less so. A move is anything that is played: a player's choice, a roll or deal, a clock's move.",
    ]
    cpu, gpu = load("cpu"), load("gpu")
    if cpu:
        lines += yardsticks(cpu) + games(cpu) + starting(cpu)
    if gpu:
        lines += device(gpu)
    return lines


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
