"""What other libraries' own checks say of the adapters; of every game and set of options: `make lab-check`."""

import contextlib
import io
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import gymnasium
import pyspiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import spielkiste as sk
import spielkiste.lab.gym as gym_adapter
import spielkiste.lab.openspiel as openspiel_adapter
from spielkiste.core.room import all_rooms
from spielkiste.lab.pettingzoo import aec, parallel

STEPS = 40


def gymnasium_holds(slug: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(gym_adapter.environment_id(slug), **options).unwrapped)


def pettingzoo_holds(slug: str, options: dict[str, Any]) -> None:
    api_test(aec(slug, **options), num_cycles=STEPS)
    parallel_api_test(parallel(slug, **options), num_cycles=STEPS)
    seed_test(lambda: aec(slug, **options), num_cycles=STEPS // 2)
    parallel_seed_test(lambda: parallel(slug, **options), num_cycles=STEPS // 2)
    render_test(lambda render_mode: aec(slug, render_mode=render_mode, **options), {"svg": is_svg})


def openspiel_holds(slug: str, options: dict[str, Any]) -> None:
    game = pyspiel.load_game(openspiel_adapter.short_name(slug), options)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def is_svg(picture: Any) -> bool:
    return isinstance(picture, str) and picture.startswith("<svg")


CHECKS: dict[str, Callable[[str, dict[str, Any]], None]] = {
    "Gymnasium": gymnasium_holds,
    "PettingZoo": pettingzoo_holds,
    "OpenSpiel": openspiel_holds,
}


def everything(slugs: tuple[str, ...]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for slug in slugs:
        for options in all_rooms()[slug].card.samples:
            yield from ((name, slug, options) for name in CHECKS)


def main() -> int:
    """Of the games named, or of all: a line each; the exit code says whether all is well."""
    failed = 0
    for name, slug, options in everything(tuple(sys.argv[1:]) or sk.games()):
        try:
            with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                CHECKS[name](slug, options)
        except Exception as wrong:  # of whatever kind: the others are checked all the same
            failed += 1
            print(f"{name}: {slug} {options}: {type(wrong).__name__}: {wrong}", flush=True)
        else:
            print(f"{name}: {slug} {options}: ok", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
