"""The batched environment: `vec("torris", 1024)` plays 1,024 games at a time, on the CPU or a GPU.

A step is one decision in every game. Chance, clocks and opponents are settled inside, and a finished game begins anew
in the same step (its result is in `rewards`, `done` says so, the observation is of the new game). Where several seats
may act at once, one of them, drawn by lot, decides in a step, knowing nothing of what the others chose in secret; with
`together=True` all of them decide in one step. Every game has dice of its own, made of the seed and its place in the
batch: the same seed gives the same games, on every device.
"""

import math
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from spielkiste.core.compiled import Machine, compiled_for
from spielkiste.core.game import Game, game
from spielkiste.core.state import State
from spielkiste.lab import stepping
from spielkiste.lab.cpu_steps import Games, Plan, Scratch, Shown, step_games
from spielkiste.lab.numbering import Numbering
from spielkiste.lab.observation import Observation

WORD = 32  # bits
SEEDS = 0xFFFFFFFF  # what dice know of a seed
ALIGNED = 64  # bytes: JAX copies what begins elsewhere
GAMES_A_THREAD = 64  # fewer are not worth waking a thread for


class Step(NamedTuple):
    """What comes back of a step; arrays of NumPy, or of torch on a GPU. With `steps` there is an axis in front, with
    `together` one for the seats behind that of the games."""

    observation: Any  # what the seat that decides next sees, as numbers (`env.observation` names them)
    mask: Any  # 1: a legal move
    rewards: Any  # of every seat, 0 before the end
    done: Any  # a game ended, and another began
    turn: Any  # the seat that decides next; with `together`, 1 for each seat that may act


@dataclass(frozen=True)
class Settings:
    """How a batch is played."""

    actions: str = "id"
    opponent: int | None = None
    seat: int | None = 0
    steps: int = 1
    together: bool = False
    clock: int = 16
    reuse: bool = False
    finals: bool = False

    def check(self, chosen: Game) -> None:
        """ValueError where something cannot be."""
        if self.actions not in ("id", "list"):
            raise ValueError(
                f'actions={self.actions!r}: must be "id" (numbers of moves) or "list" (places in the list)'
            )
        if self.actions == "id" and chosen.action_count is None:
            raise ValueError(f'moves of {chosen.slug} are free forms without numbers: say actions="list"')
        if self.opponent not in (None, 1, 2):
            raise ValueError(f"opponent={self.opponent!r}: must be 1 (any move) or 2 (by first sight); others search")
        if self.opponent and chosen.players == 1:
            raise ValueError(f"{chosen!r} is played alone: there is no opponent")
        if self.opponent and self.together:
            raise ValueError("together=True is for all seats: it goes without an opponent")
        if self.seat is not None and not 0 <= self.seat < chosen.players:
            raise ValueError(
                f"seat={self.seat!r}: must be from 0 to {chosen.players - 1}, or None: by lot in each game"
            )
        if self.steps < 1 or self.clock < 0:
            raise ValueError("steps must be 1 or more, clock 0 (never) or more")

    def plan(self, chosen: Game, given: bool) -> Plan:
        worst, best = chosen.card.solo_range or (0, 1)
        whose = stepping.EVERYBODY if self.opponent is None else stepping.BY_LOT if self.seat is None else self.seat
        return Plan(
            given=int(given),
            by_list=int(self.actions == "list"),
            together=int(self.together),
            seat=whose,
            clock=self.clock,
            manner=manner_of(chosen, self.opponent),
            worst=worst,
            best=best,
            conceals=int(chosen.room.front.secrets is not None),
        )


def manner_of(chosen: Game, level: int | None) -> int:
    """How an opponent chooses: on level 2 by what the room knows without a search; rather in whole numbers, which are
    the same on every device."""
    front = chosen.room.front
    if level != 2 or not (front.estimates or front.leans):
        return stepping.ANY_MOVE
    return stepping.BY_LEANING if front.leans else stepping.BY_LOOKS


class Vec:
    """A batch of games; what all devices have in common."""

    device: str

    def __init__(self, chosen: Game, n: int, settings: Settings) -> None:
        if n < 1:
            raise ValueError(f"n={n}: a batch has at least one game")
        settings.check(chosen)
        self.game, self.n, self.settings = chosen, n, settings
        self.observation = Observation(chosen)
        self.players = chosen.players
        self.numbering = Numbering(chosen, listed=settings.actions == "list")
        self.action_count = self.numbering.count
        self.views = self.players if settings.together else 1
        self.machine = Machine(chosen)
        self.seed: int | None = None

    @property
    def words(self) -> int:
        """Of the legal moves as bits, a game and view."""
        return 0 if self.settings.actions == "list" else -(-self.action_count // WORD)

    def reset(self, seed: int | None = None) -> Step:
        """All games from the start; without a seed other ones each time."""
        self.seed = int(np.random.SeedSequence(seed).generate_state(1)[0]) if seed is None else int(seed)
        return self._begin(self.seed)

    def step(self, actions: Any = None) -> Step:
        """A move in every game: an array of n numbers (steps × n, n × seats with `together`); None: any legal move.

        An illegal one ends the game: its seat gets -1, and another game begins.
        """
        if self.seed is None:
            raise RuntimeError("reset() comes before the first step()")
        return self._step(actions)

    def state(self, i: int) -> State:
        """The whole position of one game, secrets included: to look at, not to learn from."""
        return State(self.game, self._record(i))

    def moves(self, i: int, seat: int) -> dict[int, str]:
        """What the actions of a seat in one game mean."""
        return self.numbering.moves(self.state(i), seat)

    def shape_of_actions(self) -> tuple[int, ...]:
        shape = (self.n, self.players) if self.settings.together else (self.n,)
        return shape if self.settings.steps == 1 else (self.settings.steps, *shape)

    def _begin(self, seed: int) -> Step:
        raise NotImplementedError

    def _step(self, actions: Any) -> Step:
        raise NotImplementedError

    def _record(self, i: int) -> bytes:
        raise NotImplementedError

    def _answer(self, shown: Any, steps: int) -> Step:
        """Without the axes that were not asked for."""
        numbers, mask, rewards, done, turn = shown
        if not self.settings.together:
            numbers, mask, turn = numbers[:, :, 0], mask[:, :, 0], turn[:, :, 0]
        parts = (numbers, mask, rewards, done, turn)
        return Step(*parts) if steps > 1 else Step(*(part[0] for part in parts))


class CpuVec(Vec):
    """On the CPU: threads, NumPy arrays."""

    device = "cpu"

    def __init__(self, chosen: Game, n: int, settings: Settings, threads: int | None = None) -> None:
        super().__init__(chosen, n, settings)
        machine = self.machine
        teams = [chosen.teams.index(team) for team in chosen.teams]
        records = machine.records(n, chosen.first)
        self.games = Games(
            first=machine.first,
            records=records,
            raw=records.view(np.uint8).reshape(n, -1),
            dice=np.zeros((3, n), np.uint32),
            turn=np.zeros(n, np.int8),
            mine=np.zeros(n, np.int8),
            bits=np.zeros((n, self.views, self.words), np.uint32),
            teams=np.array(teams, np.int64),
            places=np.array(self.observation.places, np.int64),
            finals=machine.records(n if settings.finals else 0),
        )
        wanted = threads or os.cpu_count() or 1
        self.threads = max(1, min(wanted, n // GAMES_A_THREAD))
        self.scratch = [self._scratch() for _ in range(self.threads)]
        self.pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self.kept: dict[int, Shown] = {}
        self.plans = [settings.plan(chosen, given) for given in (False, True)]
        self.run: Callable[..., None] | None = None  # the step for this game, once it is compiled

    def _scratch(self) -> Scratch:
        machine = self.machine
        seen = machine.records(1)
        return Scratch(
            out=machine.out(),
            dice=np.zeros(3, np.int64),
            seen=seen,
            seen_bytes=seen.view(np.uint8),
            tried=machine.records(1),
            stands=np.zeros(self.players, np.int64),
        )

    def _shown(self, steps: int) -> Shown:
        """Arrays for what comes back: new ones, unless they may be used again."""
        if self.settings.reuse and steps in self.kept:
            return self.kept[steps]
        batch = (steps, self.n, self.views)
        shown = Shown(
            numbers=aligned((*batch, self.observation.size), self.observation.dtype),
            mask=aligned((*batch, self.action_count), np.uint8),
            rewards=aligned((steps, self.n, self.players), np.float32),
            done=aligned((steps, self.n), np.bool_),
            turn=aligned(batch, np.int8),
        )
        if self.settings.reuse:
            self.kept[steps] = shown
        return shown

    def _begin(self, seed: int) -> Step:
        return self._answer(self._run(None, 1, seed & SEEDS), 1)

    def _step(self, actions: Any) -> Step:
        steps = self.settings.steps
        return self._answer(self._run(actions, steps, -1), steps)

    def _run(self, actions: Any, steps: int, seed: int) -> Shown:
        given, plan, shown = self._given(actions), self.plans[actions is not None], self._shown(steps)
        if self.run is None:
            self.run = compiled_for(step_games, plan, self.games, self.scratch[0], given, shown, seed, 0, self.n)
        run = self.run
        self._share_out(lambda k, start, end: run(plan, self.games, self.scratch[k], given, shown, seed, start, end))
        return shown

    def _given(self, actions: Any) -> "np.ndarray[Any, Any]":
        if actions is None:
            return np.zeros((1, 1, 1), np.int64)
        given = np.asarray(actions)
        if given.shape != self.shape_of_actions():
            raise ValueError(f"actions have the shape {given.shape}, and it should be {self.shape_of_actions()}")
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions are whole numbers, not {given.dtype}")
        return np.ascontiguousarray(given, np.int64).reshape(self.settings.steps, self.n, self.views)

    def _share_out(self, work: Callable[[int, int, int], None]) -> None:
        """Each thread has a part of the games, in the same order always."""
        ends = [self.n * k // self.threads for k in range(self.threads + 1)]
        if self.pool is None:
            work(0, 0, self.n)
            return
        for _ in self.pool.map(lambda k: work(k, ends[k], ends[k + 1]), range(self.threads)):
            pass

    def _record(self, i: int) -> bytes:
        return bytes(self.games.records[i].tobytes())

    def final(self, i: int) -> State:
        """How the last finished game of this place ended (with `finals`)."""
        return State(self.game, bytes(self.games.finals[i].tobytes()))

    def held(self, which: Any) -> "list[np.ndarray[Any, Any]]":
        """All that is remembered of some games, as it is now."""
        return [part[which].copy() for part in self._parts()]

    def put_back(self, which: Any, held: "list[np.ndarray[Any, Any]]") -> None:
        """These games go on as they were when they were held."""
        for part, then in zip(self._parts(), held, strict=True):
            part[which] = then

    def _parts(self) -> "list[np.ndarray[Any, Any]]":
        games = self.games
        return [games.records, games.dice.T, games.turn, games.mine, games.bits]


def aligned(shape: tuple[int, ...], kind: Any) -> "np.ndarray[Any, Any]":
    """An array that every library reads by DLPack where it lies."""
    size = math.prod(shape) * np.dtype(kind).itemsize
    room = np.empty(size + ALIGNED, np.uint8)
    begin = -room.ctypes.data % ALIGNED
    made: np.ndarray[Any, Any] = room[begin : begin + size].view(kind).reshape(shape)
    return made


def vec(
    slug: str | Game,
    n: int,
    device: str = "cpu",
    *,
    actions: str | None = None,
    opponent: int | None = None,
    seat: int | None = 0,
    steps: int = 1,
    together: bool = False,
    clock: int = 16,
    reuse: bool = False,
    finals: bool = False,
    threads: int | None = None,
    **options: Any,
) -> Vec:
    """n games at a time.

    device: "cpu" (NumPy arrays, threads) or "cuda" (torch tensors).
    actions: "id", the numbers of moves as `State.actions` has them, or "list", the k-th move as the rules list them;
    by default numbers where the game has them.
    opponent: the other seats are played inside, on level 1 (any move) or 2 (by what is seen at first sight); then the
    learner has `seat` (None: by lot in each game).
    steps: so many steps in one call, with results of each. together: all seats in turn act in one step.
    clock: while a clock runs, it runs out before a decision once in so many times (0: it waits for the players).
    reuse: results are written into the same arrays each time. finals: `final(i)` says how games ended; on the CPU.
    threads: on the CPU; by default one a core.
    """
    chosen = slug if isinstance(slug, Game) else game(slug, **options)
    wanted = actions or ("list" if chosen.action_count is None else "id")
    settings = Settings(wanted, opponent, seat, steps, together, clock, reuse, finals)
    if device == "cpu":
        return CpuVec(chosen, n, settings, threads)
    if device != "cuda":
        raise ValueError(f'device={device!r}: must be "cpu" or "cuda"')
    if finals:
        raise ValueError("finals=True: how games ended is kept on the CPU alone")
    from spielkiste.lab.gpu_vector import GpuVec  # only here: CUDA is not everywhere

    return GpuVec(chosen, n, settings)
