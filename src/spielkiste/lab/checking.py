"""Is a batched environment right? What `check(env)` finds is said in sentences; none means that all is well."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from spielkiste.core.state import State
from spielkiste.lab.vector import Step, Vec, vec

STEPS = 40
LOOKED_AT = 16  # games
SEED = 11


def check(env: Vec, steps: int = STEPS) -> list[str]:
    """What is wrong with an environment, in sentences; [] where nothing is. It plays on it, and begins it anew."""
    return [sentence for one in CHECKS for sentence in dict.fromkeys(one(env, steps))]


def masks_are_legal_moves(env: Vec, steps: int) -> Iterator[str]:
    """A mask shows the legal moves of the seat in turn, and nothing else."""
    for step in played(env, steps):
        mask, turn = numpy_of(step.mask), numpy_of(step.turn)
        for i in range(min(env.n, LOOKED_AT)):
            state = env.state(i)
            for seat, row in views(env, turn[i], mask[i]):
                if seat not in state.turn:
                    yield f"seat {seat} is said to be in turn, and {state.turn} are"
                elif set(np.flatnonzero(row).tolist()) != set(env.moves(i, seat)):
                    yield f"the mask shows {np.flatnonzero(row).tolist()}, legal are {state.moves(seat)}"


def observations_are_what_a_seat_sees(env: Vec, steps: int) -> Iterator[str]:
    """Observations are made of what the seat may know: the same from the state, and from a guess at what it hides."""
    rng = np.random.default_rng(SEED)
    for step in played(env, steps):
        numbers, turn = numpy_of(step.observation), numpy_of(step.turn)
        for i in range(min(env.n, LOOKED_AT)):
            state = env.state(i)
            for seat, row in views(env, turn[i], numbers[i]):
                if not np.array_equal(row, env.observation.of(state, seat)):
                    yield f"seat {seat} is shown other numbers than its state gives"
                if not np.array_equal(row, env.observation.of(might_be(state, seat, rng), seat)):
                    yield f"seat {seat} is shown what it may not know"


def seeds_hold(env: Vec, steps: int) -> Iterator[str]:
    """The same seed gives the same games."""
    yield from compared(env, env, "a second time", steps)


def devices_agree(env: Vec, steps: int) -> Iterator[str]:
    """A batch on a GPU is the batch on the CPU."""
    if env.device != "cpu":
        yield from compared(env, twin_on_cpu(env), "on the CPU", steps)


def calls_share_nothing(env: Vec, steps: int) -> Iterator[str]:
    """What a call returned is not changed by the next one, unless that was asked for (reuse)."""
    if env.settings.reuse:
        return
    env.reset(SEED)
    before = env.step()
    copies = [numpy_of(part).copy() for part in before]
    env.step()
    for name, part, copy in zip(Step._fields, before, copies, strict=True):
        if not np.array_equal(numpy_of(part), copy):
            yield f"{name} of a step is changed by the next one"


CHECKS: tuple[Callable[[Vec, int], Iterator[str]], ...] = (
    masks_are_legal_moves,
    observations_are_what_a_seat_sees,
    seeds_hold,
    devices_agree,
    calls_share_nothing,
)


# --- what they need ------------------------------------------------------------------------------------------


def played(env: Vec, steps: int) -> Iterator[Step]:
    """The last step of each call of random play."""
    yield env.reset(SEED)
    for _ in range(steps):
        step = env.step()
        yield Step(*(part[-1] for part in step)) if env.settings.steps > 1 else step


def views(env: Vec, turn: Any, rows: Any) -> Iterator[tuple[int, Any]]:
    """The seats in turn of one game with what was shown to them."""
    if env.settings.together:
        yield from ((seat, rows[seat]) for seat in range(env.players) if turn[seat])
    else:
        yield int(turn), rows


def might_be(state: State, seat: int, rng: np.random.Generator) -> State:
    """Another position that the seat cannot tell apart, where the room can guess one; else the same."""
    guesses = state.game.room.front.guesses
    if guesses is None:
        return state
    record = state.seen(seat)
    guesses.guess(record, seat, [int(part) | 128 for part in rng.integers(1 << 31, size=3)])
    return state.with_record(record)


def compared(env: Vec, other: Vec, when: str, steps: int) -> Iterator[str]:
    """In what two environments differ that play alike."""
    first = [[numpy_of(part).copy() for part in step] for step in played(env, steps)]
    for k, (kept, step) in enumerate(zip(first, played(other, steps), strict=True)):
        for name, one, two in zip(Step._fields, kept, step, strict=True):
            if not np.array_equal(one, numpy_of(two)):
                yield f"{name} after {k} steps is not the same {when}"
                return


def twin_on_cpu(env: Vec) -> Vec:
    chosen = env.settings
    return vec(
        env.game,
        env.n,
        actions=chosen.actions,
        opponent=chosen.opponent,
        seat=chosen.seat,
        steps=chosen.steps,
        together=chosen.together,
        clock=chosen.clock,
    )


def numpy_of(part: Any) -> "np.ndarray[Any, Any]":
    """Of an array, or of a tensor on whatever device."""
    return part if isinstance(part, np.ndarray) else np.asarray(part.cpu())
