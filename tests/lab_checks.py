"""What other libraries' own checks, and ours, say of every game and set of options: `make lab-check`."""

import contextlib
import io
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import numpy as np
import pyspiel
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from open_spiel.python.observation import make_observation
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from rich.console import Console

import spielkiste as sk
import spielkiste.lab.gym as gym_adapter
import spielkiste.lab.openspiel as openspiel_adapter
from spielkiste.core.game import Game
from spielkiste.core.room import all_rooms
from spielkiste.lab import check, vec
from spielkiste.lab.pettingzoo import aec, parallel

STEPS = 40
GAMES = 20  # at a time
ALONE: list[dict[str, Any]] = [{}, {"actions": "list"}, {"steps": 3}]
WITH_OTHERS: list[dict[str, Any]] = [
    {"opponent": 1, "steps": 2},
    {"opponent": 2, "seat": None},
    {"together": True},
    {"together": True, "actions": "list", "steps": 2},
]


def batches_hold(slug: str, options: dict[str, Any], steps: int = STEPS // 2) -> None:
    """Our own check, of every way to play a batch."""
    chosen = sk.game(slug, **options)
    for way in ways(chosen):
        found = check(vec(chosen, GAMES, threads=1, **way), steps)
        assert not found, f"{way}: {'; '.join(found)}"


def ways(chosen: Game) -> list[dict[str, Any]]:
    """How a batch may be played."""
    return ALONE + (WITH_OTHERS if chosen.players > 1 else [])


def gymnasium_holds(slug: str, options: dict[str, Any]) -> None:
    name, others = gym_adapter.environment_id(slug), sk.game(slug, **options).players > 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name, **options).unwrapped)
        if others:
            check_env(gymnasium.make(name, opponent=2, seat=None, **options).unwrapped, skip_render_check=True)
    for mode in AutoresetMode:
        begins_anew(gymnasium.make_vec(name, 3, autoreset_mode=mode, **options), mode)


def begins_anew(envs: Any, mode: AutoresetMode) -> None:
    """Random play in a batch of Gymnasium's: spaces hold, and finished games go on as the mode says."""
    observation, infos = envs.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(STEPS):
        assert observation in envs.observation_space
        actions = (rng.random(infos["action_mask"].shape) * infos["action_mask"]).argmax(-1)
        observation, _, done, _, infos = envs.step(actions)
        waits = done if mode is not AutoresetMode.SAME_STEP else np.zeros_like(done)
        assert np.array_equal(infos["action_mask"].any(1), ~waits)
        if mode is AutoresetMode.DISABLED and done.any():
            observation, infos = envs.reset(options={"reset_mask": done})


def pettingzoo_holds(slug: str, options: dict[str, Any]) -> None:
    api_test(aec(slug, **options), num_cycles=STEPS)
    parallel_api_test(parallel(slug, **options), num_cycles=STEPS)
    seed_test(lambda: aec(slug, **options), num_cycles=STEPS // 2)
    parallel_seed_test(lambda: parallel(slug, **options), num_cycles=STEPS // 2)
    render_test(lambda render_mode: aec(slug, render_mode=render_mode, **options), {"svg": is_svg})


def is_svg(picture: Any) -> bool:
    return isinstance(picture, str) and picture.startswith("<svg")


def openspiel_holds(slug: str, options: dict[str, Any]) -> None:
    game = pyspiel.load_game(openspiel_adapter.short_name(slug), options)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    observers_hold(game)


def observers_hold(game: Any) -> None:
    """What a seat has seen and what it sees, in a random match: who has seen the same sees the same; and who is not in
    turn has no moves, at simultaneous nodes too."""
    now, remembered = make_observation(game), make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    state, rng, seen = game.new_initial_state(), np.random.default_rng(2), dict[str, bytes]()
    while not state.is_terminal():
        for seat in range(game.num_players()):
            now.set_from(state, seat)
            remembered.set_from(state, seat)
            shown = now.tensor.tobytes() + now.string_from(state, seat).encode()
            memory = remembered.string_from(state, seat)
            assert seen.setdefault(memory, shown) == shown, f"seat {seat} sees another thing after the same: {memory}"
            assert np.isfinite(remembered.tensor).all() and remembered.dict["player"].argmax() == seat
            if not state.is_chance_node():  # there OpenSpiel itself answers, with what may fall
                assert bool(state.legal_actions(seat)) == (seat in state.at.seats), f"moves of seat {seat}"
        if state.is_simultaneous_node():
            state.apply_actions([int(rng.choice(state.legal_actions(k) or [0])) for k in range(game.num_players())])
        elif state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=np.array(odds) / sum(odds))))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))


CHECKS: dict[str, Callable[[str, dict[str, Any]], None]] = {
    "lab.check": batches_hold,
    "Gymnasium": gymnasium_holds,
    "PettingZoo": pettingzoo_holds,
    "OpenSpiel": openspiel_holds,
}


def everything(slugs: tuple[str, ...]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for slug in slugs:
        for options in all_rooms()[slug].card.samples:
            yield from ((name, slug, options) for name in CHECKS)


def wrong_with(name: str, slug: str, options: dict[str, Any]) -> str:
    """What a check says, "" where all is well; what it prints and warns of is not shown."""
    try:
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            CHECKS[name](slug, options)
    except Exception as wrong:  # of whatever kind: the others are checked all the same
        return f"{type(wrong).__name__}: {wrong}"
    return ""


def main(slugs: tuple[str, ...]) -> int:
    """Of the games named, or of all: a line each; the exit code says whether all is well."""
    if unknown := set(slugs) - set(sk.games()):
        print(f"no game {', '.join(sorted(unknown))}; there are {', '.join(sk.games())}")
        return 2
    console, begun, failed = Console(highlight=False), time.perf_counter(), 0
    waiting = list(everything(slugs or sk.games()))
    for number, (name, slug, options) in enumerate(waiting, start=1):
        told = " ".join([slug, *(f"{option}={value}" for option, value in options.items())])
        with console.status(f"{number} of {len(waiting)}: {name}, {told}"):
            since, wrong = time.perf_counter(), wrong_with(name, slug, options)
        failed += bool(wrong)
        passed = time.perf_counter() - since
        line = f"{number:4} of {len(waiting)}  {name:10} {passed:5.1f} s  {told}: {wrong or 'ok'}"
        console.print(line, markup=False, soft_wrap=True)
    seconds = time.perf_counter() - begun
    print(f"{len(waiting) - failed} of {len(waiting)} checks hold ({seconds:.0f} s).")
    return int(failed > 0)


if __name__ == "__main__":
    try:
        sys.exit(main(tuple(sys.argv[1:])))
    except KeyboardInterrupt:
        sys.exit(130)
