"""Is a batched environment right? What `check(env)` finds is said in sentences; none means that all is well."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
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
            if env.settings.together:
                for seat in np.flatnonzero(mask[i].any(-1) & (turn[i] == 0)).tolist():
                    yield f"the mask shows moves of seat {seat}, which is not in turn"


def observations_are_what_a_seat_sees(env: Vec, steps: int) -> Iterator[str]:
    """Observations are made of what the seat may know: the same from the state, and from a guess at what it hides; and
    so are masks."""
    rng = np.random.default_rng(SEED)
    for step in played(env, steps):
        numbers, turn = numpy_of(step.observation), numpy_of(step.turn)
        for i in range(min(env.n, LOOKED_AT)):
            state = env.state(i)
            for seat, row in views(env, turn[i], numbers[i]):
                other = might_be(state, seat, rng)
                if row.tobytes() != env.observation.of(state, seat).tobytes():
                    yield f"seat {seat} is shown other numbers than its state gives"
                if row.tobytes() != env.observation.of(other, seat).tobytes():
                    yield f"seat {seat} is shown what it may not know"
                if list(env.numbering.moves(other, seat)) != list(env.numbering.moves(state, seat)):
                    yield f"the mask tells seat {seat} what it may not know"


def seeds_hold(env: Vec, steps: int) -> Iterator[str]:
    """The same seed gives the same games."""
    yield from compared(env, env, "a second time", steps)


def devices_agree(env: Vec, steps: int) -> Iterator[str]:
    """A batch on a GPU is the batch on the CPU."""
    if env.device != "cpu":
        yield from compared(env, twin(env, device="cpu"), "on the CPU", steps)


def fused_steps_are_single_ones(env: Vec, steps: int) -> Iterator[str]:
    """Several steps in a call are the steps one by one."""
    if env.settings.steps == 1:
        return
    single = twin(env, steps=1)
    env.reset(SEED)
    single.reset(SEED)
    for _ in range(steps // env.settings.steps):
        many = env.step()
        for k in range(env.settings.steps):
            yield from differing(Step(*(part[k] for part in many)), single.step(), f"of fused step {k} is another")


def illegal_moves_lose(env: Vec, steps: int) -> Iterator[str]:
    """A move that is none ends the game: -1 for its seat, nothing for the others, and another game begins."""
    turn = numpy_of(env.reset(SEED).turn).copy()
    seats = turn.argmax(-1) if env.settings.together else turn
    step = env.step(np.full(env.shape_of_actions(), env.action_count))
    done, rewards = (numpy_of(part[0] if env.settings.steps > 1 else part) for part in (step.done, step.rewards))
    if not done.all():
        yield "a game goes on after an illegal move"
    if not np.array_equal(rewards, -np.eye(env.players, dtype=np.float32)[seats]):
        yield "an illegal move does not cost its seat, and it alone, 1"


def calls_share_nothing(env: Vec, steps: int) -> Iterator[str]:
    """What a call returned is not changed by the next one, and what becomes of it changes no game; unless that was
    asked for (reuse)."""
    if env.settings.reuse:
        return
    env.reset(SEED)
    before = env.step()
    copies = Step(*(numpy_of(part).copy() for part in before))
    after = env.step()
    yield from differing(before, copies, "of a step is changed by the next one")
    env.reset(SEED)
    for part in env.step():
        part[...] = 0
    yield from differing(env.step(), after, "of a step is another once results of the last were written over")


CHECKS: tuple[Callable[[Vec, int], Iterator[str]], ...] = (
    masks_are_legal_moves,
    observations_are_what_a_seat_sees,
    seeds_hold,
    devices_agree,
    fused_steps_are_single_ones,
    illegal_moves_lose,
    calls_share_nothing,
)


# --- what they need ------------------------------------------------------------------------------------------


def played(env: Vec, steps: int) -> Iterator[Step]:
    """The last step of each call: random play, and where steps are single every second time moves chosen by mask."""
    rng = np.random.default_rng(SEED)
    last = env.reset(SEED)
    yield last
    for k in range(steps):
        if env.settings.steps > 1:
            last = Step(*(part[-1] for part in env.step()))
        else:
            mask = numpy_of(last.mask)
            last = env.step((rng.random(mask.shape) * mask).argmax(-1) if k % 2 else None)
        yield last


def views(env: Vec, turn: Any, rows: Any) -> Iterator[tuple[int, Any]]:
    """The seats in turn of one game with what was shown to them."""
    if env.settings.together:
        yield from ((seat, rows[seat]) for seat in range(env.players) if turn[seat])
    else:
        yield int(turn), rows


def might_be(state: State, seat: int, rng: np.random.Generator) -> State:
    """Another position that the seat cannot tell apart: with its secrets guessed where the room can do that, else with
    nothing in their place."""
    guesses, record = state.game.room.front.guesses, state.seen(seat)
    if guesses is not None:
        guesses.guess(record, seat, [int(part) | 128 for part in rng.integers(1 << 31, size=3)])
    return state.with_record(record)


def compared(env: Vec, other: Vec, when: str, steps: int) -> Iterator[str]:
    """In what two environments differ first that play alike."""
    first = [Step(*(numpy_of(part).copy() for part in step)) for step in played(env, steps)]
    for k, (kept, step) in enumerate(zip(first, played(other, steps), strict=True)):
        if found := list(differing(kept, step, f"after {k} steps is not the same {when}")):
            yield from found
            return


def differing(one: Step, other: Step, how: str) -> Iterator[str]:
    """The parts of two steps that are not the same."""
    for name, mine, yours in zip(Step._fields, one, other, strict=True):
        if not np.array_equal(numpy_of(mine), numpy_of(yours)):
            yield f"{name} {how}"


def twin(env: Vec, device: str | None = None, steps: int | None = None) -> Vec:
    """The same environment again, on another device or with another number of steps in a call."""
    chosen = replace(env.settings, reuse=False, finals=False, steps=steps or env.settings.steps)
    return vec(env.game, env.n, device or env.device, **asdict(chosen))


def numpy_of(part: Any) -> "np.ndarray[Any, Any]":
    """Of an array, or of a tensor on whatever device."""
    return part if isinstance(part, np.ndarray) else np.asarray(part.cpu())
