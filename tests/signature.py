"""The signature of all searches: what they find in fixed positions with fixed seeds and fixed work, never by time.

python tests/signature.py            # compares with tests/signature.json and says what differs
python tests/signature.py --renew    # writes it anew; the commit then says why, and gives the measured strength
"""

import argparse
import json
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.core.state import State
from spielkiste.search.bots import back_of, levels
from spielkiste.search.deepen import Deepener
from spielkiste.search.limit import Limit
from spielkiste.search.mcts import TreeManner
from spielkiste.search.players import TreePlayer, two_sides
from spielkiste.search.think import PLAIN_UCT, Thinker

FILE = Path(__file__).with_name("signature.json")
OPEN_GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("cubus", {"mode": "dismantle"}),
    ("cubus", {"mode": "dismantle", "players": 3}),
    ("fuenf_gewinnt", {}),
    ("torris", {}),
    ("zahlenluchs", {}),
    ("zahlenluchs", {"players": 4}),
    ("zahlenluchs", {"classic": True}),
)
AFTER = (0, 7, 14)  # random moves before a position
SIMULATIONS = 400
NODES = 2000
DIGITS = 6  # of values: the last ones may differ from machine to machine


def after_moves(game: Game, count: int, seed: int = 11) -> State:
    """A position after so many random moves of players (or before the end)."""
    rng = np.random.default_rng(seed)
    state = sk.deal(game.start(), rng)
    for _ in range(count):
        seat = next((seat for seat in state.turn if seat >= 0), state.turn[0])
        moves = state.moves(seat)
        after = sk.deal(state.play(moves[int(rng.integers(len(moves)))], seat=seat), rng)
        if after.over:
            break
        state = after
    return state


def digest(value: object) -> str:
    return f"{zlib.crc32(json.dumps(value).encode()):08x}"


# --- the generic searches ------------------------------------------------------------------------


def own_manner(game: Game) -> TreeManner:
    """How the room's strongest level searches trees; plain UCT where it has another way."""
    player = back_of(game.room).player(game, max(levels(game.room)), 0)
    tree = player if isinstance(player, TreePlayer) else vars(player).get("tree")
    return tree.manner if isinstance(tree, TreePlayer) else PLAIN_UCT


def tree_search(state: State, plain: bool) -> dict[str, Any]:
    manner = PLAIN_UCT if plain else own_manner(state.game)
    search = Thinker(state.game, manner, seed=5, nodes=1 << 16)
    thoughts = search.think(state, Limit(simulations=SIMULATIONS))
    visits = sorted((one.move, one.visits) for one in thoughts)
    best = thoughts[0]
    nodes = int(search.trees[0].used[0])
    return {"move": best.move, "value": round(best.value, DIGITS), "nodes": nodes, "visits": digest(visits)}


def alpha_beta(state: State) -> dict[str, Any]:
    found = Deepener(state.game, entries=1 << 14).search(state, Limit(nodes=NODES))
    return {"move": found.move, "value": round(found.value, DIGITS), "nodes": found.nodes, "depth": found.depth}


def searches(of: str) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for slug, options in OPEN_GAMES:
        if slug != of:
            continue
        game = sk.game(slug, **options)
        name = " ".join([slug, *(f"{option}={value}" for option, value in options.items())])
        for count in AFTER:
            state = after_moves(game, count)
            told[f"{name}, after {count}: uct"] = tree_search(state, plain=True)
            told[f"{name}, after {count}: tree"] = tree_search(state, plain=False)
            if two_sides(game):
                told[f"{name}, after {count}: alpha-beta"] = alpha_beta(state)
    return told


# --- the rooms' own players ----------------------------------------------------------------------


def bots(slug: str) -> dict[str, Any]:
    """What every level chooses that does not go by time."""
    told, game = {}, sk.game(slug)
    for level in (one for one in levels(game.room) if one < 5):
        chosen = []
        for count in AFTER:
            state = after_moves(game, count)
            seat = next(seat for seat in state.turn if seat >= 0)
            chosen.append(sk.bot(game, level, seed=3).choose(state, seat))
        told[f"{slug}: level {level}"] = chosen
    return told


def abraeumen() -> dict[str, Any]:
    from spielkiste.games.abraeumen.solver import solution, solver

    told = {}
    for count in (3, 6, 9):
        line = solution(after_moves(sk.game("abraeumen"), count))
        told[f"abraeumen, after {count}: solution"] = {"jumps": len(line or ()), "seen": solver().seen}
    return told


def cubus() -> dict[str, Any]:
    from spielkiste.games.cubus.bot.planner import Planner
    from spielkiste.games.cubus.bot.solver import best_build

    told = {}
    for seed in (11, 12, 13):
        rng, player = np.random.default_rng(seed), sk.bot("cubus", 4, seed=seed)
        state = sk.deal(sk.game("cubus").start(), rng)
        builds = 0
        while builds < 16:  # between two that see everything: from here on builds differ in what they leave
            seat = next(seat for seat in state.turn if seat >= 0)
            move = player.choose(state, seat)
            builds += move.startswith("build")
            if builds in (8, 16) and move.startswith("build"):
                best, plans = best_build(state, seat), Planner(state, seat, 1).plans(seconds=1e9)
                found = [plans[0].move, plans[0].points, round(plans[0].lead, DIGITS), len(plans)]
                told[f"cubus, seed {seed}, build {builds}: look-ahead"] = {
                    "best": best[0] if best else 0,
                    "plan": found,
                }
            state = sk.deal(state.play(move, seat=seat), rng)
    return told


def fuenf_gewinnt() -> dict[str, Any]:
    from spielkiste.games.fuenf_gewinnt.solver import forced_win

    told = {}
    for seed in range(6):
        state = after_moves(sk.game("fuenf_gewinnt"), 12, seed)
        line = forced_win(state, state.turn[0], Limit(nodes=2000))
        told[f"fuenf_gewinnt, seed {seed}: forced win"] = line
    return told


def fuenfer_finden() -> dict[str, Any]:
    from spielkiste.games.fuenfer_finden.bot.solver import best_round, plan

    base, solo = after_moves(sk.game("fuenfer_finden"), 0), after_moves(sk.game("fuenfer_finden", players=1), 0)
    plans = plan(solo, 0, Limit(simulations=60))
    return {
        "fuenfer_finden: best round": best_round(base, 0).points,
        "fuenfer_finden: plan": [[one.move, round(one.score, DIGITS)] for one in plans[:3]],
    }


def knister() -> dict[str, Any]:
    from spielkiste.games.knister.bot.manner import GLANCE, NEXT_ROLL
    from spielkiste.games.knister.bot.net_players import KnownSheets

    told = {}
    for count in AFTER:
        sheets = KnownSheets(after_moves(sk.game("knister"), count), 0)
        for name, how in (("glance", GLANCE), ("next roll", NEXT_ROLL)):
            values = sheets.values(how)
            best = int(np.argmax(values))
            told[f"knister, after {count}: {name}"] = [sheets.moves()[best], round(float(values[best]), 3)]
    return told


def huetchenspieler() -> dict[str, Any]:
    from spielkiste.games.huetchenspieler.bot import player

    told = {}
    for count in (8, 9, 10):
        state = after_moves(sk.game("huetchenspieler"), count)
        seat = next(seat for seat in state.turn if seat >= 0)
        told[f"huetchenspieler, after {count}: level 5"] = player(state.game, 5, 1).choose(state, seat, Limit())
    return told


def zahlenluchs() -> dict[str, Any]:
    from spielkiste.games.zahlenluchs.solver import Endgame, laid

    state = laid(("a1=3 b2=5", "e5=1 d4=2"), turn=0, roll=0)
    return {"zahlenluchs: exact chances": round(Endgame().chances(state), DIGITS)}


def zahlenpoker() -> dict[str, Any]:
    from spielkiste.games.zahlenpoker.bot.solver import exact_value

    return {f"zahlenpoker, after {k}: value": str(exact_value(after_moves(sk.game("zahlenpoker"), k))) for k in (4, 6)}


OWN: dict[str, Callable[[], dict[str, Any]]] = {
    "abraeumen": abraeumen,
    "cubus": cubus,
    "fuenf_gewinnt": fuenf_gewinnt,
    "fuenfer_finden": fuenfer_finden,
    "huetchenspieler": huetchenspieler,
    "knister": knister,
    "zahlenluchs": zahlenluchs,
    "zahlenpoker": zahlenpoker,
}


def signature(slug: str) -> dict[str, Any]:
    """All of one game, as it is stored."""
    found = searches(slug) | bots(slug) | (OWN[slug]() if slug in OWN else {})
    stored_so: dict[str, Any] = json.loads(json.dumps(found))
    return stored_so


def stored() -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return kept


def changes(before: dict[str, Any], found: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    return {name: (before.get(name), found.get(name)) for name in before | found if before.get(name) != found.get(name)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", help="which games (default all)")
    parser.add_argument("--renew", action="store_true", help="write tests/signature.json anew")
    given = parser.parse_args()
    kept = stored() if FILE.is_file() else {}
    differs = False
    for slug in given.game or sk.games():
        found = signature(slug)
        for name, (old, new) in changes(kept.get(slug, {}), found).items():
            print(f"{name}: {old} -> {new}", flush=True)
            differs = True
        kept[slug] = found
    if given.renew:
        FILE.write_text(json.dumps(kept, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
    return 1 if differs and not given.renew else 0


if __name__ == "__main__":
    sys.exit(main())
