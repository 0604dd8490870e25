"""The batched environment on a CUDA GPU: torch tensors, written in place by kernels on torch's current stream.

JAX and CuPy read them through DLPack without a copy (`jax.dlpack.from_dlpack(step.observation)`).
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from spielkiste.core import gpu
from spielkiste.core.deal import deal
from spielkiste.core.game import Game
from spielkiste.lab import step_kernels, stepping
from spielkiste.lab.extras import torch
from spielkiste.lab.vector import Settings, Step, Vec
from spielkiste.search import playout

LARGE = 1024  # bytes of a record that stays where it is
SHARED = 48 << 10  # bytes: more a block must ask for in a way that numba-cuda does not know
THREADS = 128
DEALS_AT_ONCE = 16  # chance events at the start that are done on the spot; measured: with more, waiting is dearer
MODULES = [playout, stepping, step_kernels]
MASK_WORD = 4  # entries


@dataclass
class Buffers:
    """What comes back of some steps, as torch tensors and as the kernels see them."""

    tensors: tuple[Any, ...]
    small: tuple[Any, ...]  # for step_small: all steps, observations and masks as words
    rows: list[tuple[Any, ...]]  # of each step: observations, masks as words, rewards, done, turn
    flat: list[tuple[Any, ...]]  # of each step: observations and masks as words in a row


class GpuVec(Vec):
    """On a GPU."""

    device = "cuda"

    def __init__(self, chosen: Game, n: int, settings: Settings) -> None:
        super().__init__(chosen, n, settings)
        self.torch, self.cuda = torch(), gpu.cuda()
        self.size = chosen.layout.size
        self.conceals = chosen.room.front.secrets is not None
        self.open = chosen.room.front.open_questions is not None
        self.large = self.size > LARGE or settings.together or self.open or not self._fits(32)
        self.block = THREADS if self.large or self._fits(THREADS) else 64 if self._fits(64) else 32
        self.padded = -(-n // THREADS) * THREADS
        self.later = self.large or self.open or self._events_at_the_start() > DEALS_AT_ONCE
        self.row = -(-self.action_count // MASK_WORD)
        self.kernels: dict[tuple[str, bool, bool], Any] = {}
        self.kept: dict[int, Buffers] = {}
        self._make_games()

    def _fits(self, threads: int) -> bool:
        return threads * self._shared_of_a_game() <= SHARED

    def _shared_of_a_game(self) -> int:
        numbers = self.observation.size * self.observation.dtype.itemsize
        return self.size + numbers + 4 * max(self.words, 1)

    def _events_at_the_start(self) -> int:
        return deal(self.game.start(), np.random.default_rng(0)).length

    def _make_games(self) -> None:
        """What the device remembers of the games."""
        zeros, n = self._zeros, self.padded
        self.raw = zeros((n, self.size), "uint8")
        self.records = self._array(self.raw).ravel().view(self.game.layout.dtype)
        self.words_of_records = self._array(self.raw.view(-1)).view("uint32") if n * self.size % 4 == 0 else None
        seen = zeros((n, self.size), "uint8") if self.conceals else self.raw
        self.seen_bytes = self._array(seen)
        self.seen = self.seen_bytes.ravel().view(self.game.layout.dtype)
        self.first = self.cuda.to_device(self.machine.first)
        teams = [self.game.teams.index(team) for team in self.game.teams]
        self.teams = self.cuda.to_device(np.array(teams, np.int64))
        self.places = self.cuda.to_device(np.array(self.observation.places or [0], np.int64))
        self.dice = self._array(zeros((3, n), "int32")).view("uint32")
        self.turn_of, self.mine_of = (self._array(zeros((n,), "int8")) for _ in range(2))
        self.bits = self._array(zeros((n, self.views, max(self.words, 1)), "int32")).view("uint32")
        self.everybody = self.torch.arange(n, dtype=self.torch.int32, device="cuda")
        self.lists = [(self._array(zeros((n,), "int32")), zeros((1,), "int32")) for _ in range(2)]
        self.counts = self._array(zeros((n, self.views), "int32"))
        self.no_actions = self._array(zeros((1, 1, 1), "int32"))

    def _zeros(self, shape: tuple[int, ...], kind: str) -> Any:
        return self.torch.zeros(shape, dtype=getattr(self.torch, kind), device="cuda")

    def _array(self, tensor: Any) -> Any:
        return self.cuda.as_cuda_array(tensor, sync=False)

    def _kernel(self, name: str, given: bool, later: bool) -> Any:
        key = (name, given, later)
        if key not in self.kernels:
            self.kernels[key] = kernel_of(self.game, name, tuple(self._constants(given, later).items()))
        return self.kernels[key]

    def _constants(self, given: bool, later: bool) -> dict[str, Any]:
        plan = self.settings.plan(self.game, given)
        thinking = {stepping.ANY_MOVE: (), stepping.BY_LEANING: ("lean",), stepping.BY_LOOKS: ("estimate", "guess")}
        return {
            **{name.upper(): value for name, value in plan._asdict().items() if name != "clock"},
            "CLOCK_ODDS": plan.clock,  # CLOCK is a seat
            "LEFT_OUT": tuple(sorted({"estimate", "guess", "lean"} - set(thinking[plan.manner]))),
            "BLOCK": self.block,
            "SIZE": self.size,
            "WORDS": self.words,
            "VIEWS": self.views,
            "PLAYERS": self.players,
            "FEATURES": self.observation.size,
            "NUMBERS_IN_A_WORD": 4 // self.observation.dtype.itemsize,
            "ROW": self.row,
            "CONCEALS": int(self.conceals),
            "LATER": int(later),
            "OPEN": int(self.open),
            "LISTS": int(self.words == 0),
            "PLACES": len(self.observation.places),
            "NUMBER": numba_type(self.observation.dtype),
        }

    def _stream(self) -> Any:
        """torch's current one: looked up at each call."""
        return self.cuda.external_stream(self.torch.cuda.current_stream().cuda_stream)

    def _buffers(self, steps: int) -> Buffers:
        """Tensors for what comes back: new ones, unless they may be used again."""
        if self.settings.reuse and steps in self.kept:
            return self.kept[steps]
        made = self._new_buffers(steps)
        if self.settings.reuse:
            self.kept[steps] = made
        return made

    def _new_buffers(self, steps: int) -> Buffers:
        empty, n, torch = self.torch.empty, self.padded, self.torch
        kind = getattr(torch, self.observation.dtype.name)
        numbers = empty((steps, n, self.views, self.observation.size), dtype=kind, device="cuda")
        mask = empty((steps, n, self.views, self.row * MASK_WORD), dtype=torch.uint8, device="cuda")
        rewards = empty((steps, n, self.players), dtype=torch.float32, device="cuda")
        done = empty((steps, n), dtype=torch.uint8, device="cuda")
        turn = empty((steps, n, self.views), dtype=torch.int8, device="cuda")
        tensors = (
            numbers[:, : self.n],
            mask[:, : self.n, :, : self.action_count],
            rewards[:, : self.n],
            done[:, : self.n].view(torch.bool),
            turn[:, : self.n],
        )
        whole = (numbers.view(steps, -1).view(torch.int32), mask.view(steps, -1).view(torch.int32))
        small = (*whole, rewards, done, turn)
        rows = [(numbers[k], mask.view(torch.int32)[k], rewards[k], done[k], turn[k]) for k in range(steps)]
        flat = [(whole[0][k], whole[1][k]) for k in range(steps)]
        return Buffers(
            tensors,
            small=self._arrays(small),
            rows=[self._arrays(row) for row in rows] if self.large or steps == 1 else [],
            flat=[self._arrays(part) for part in flat] if self.large else [],
        )

    def _arrays(self, tensors: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(map(self._array, tensors))

    def _begin(self, seed: int) -> Step:
        buffers = self._buffers(1)
        rows = buffers.rows
        _, _, rewards, done, _ = rows[0]
        blocks, stream = self.padded // THREADS, self._stream()
        self._kernel("begin_games", False, True)[blocks, THREADS, stream](
            self.first, self.records, self.dice, self.turn_of, seed, rewards, done
        )
        _, count = self.lists[0]
        count.fill_(self.padded)
        self._finish(rows[0], self._array(self.everybody), count, 1)
        if self.open:
            self._close_questions(rows[0])
        return self._answer(buffers.tensors, 1)

    def _finish(self, row: tuple[Any, ...], waiting: Any, count: Any, fresh: int) -> None:
        still, how_many_still = self.lists[1]
        how_many_still.zero_()
        self._kernel("finish_games", False, True)[self.padded // THREADS, THREADS, self._stream()](
            self.first,
            self.records,
            self.seen,
            self.seen_bytes,
            self.places,
            self.teams,
            self.dice,
            self.turn_of,
            self.mine_of,
            self.bits,
            *row,
            waiting,
            self._array(count),
            still,
            self._array(how_many_still),
            self.counts,
            fresh,
        )

    def _close_questions(self, row: tuple[Any, ...]) -> None:
        """What a move left open needs a search: it is settled by the CPU, until nothing is open."""
        waiting, count = self.lists[1]
        while int(count[0]):
            many = int(count[0])
            self._resolve(waiting, many)
            self.lists.reverse()
            self._finish(row, waiting, count, 0)
            waiting, count = self.lists[1]

    def _resolve(self, waiting: Any, many: int) -> None:
        places = self.torch.as_tensor(waiting, device="cuda")[:many].long()
        rows = self.raw[places].cpu().numpy()
        records = rows.view(self.game.layout.dtype).reshape(-1)
        for k in range(many):
            self.machine.resolve(records[k])
        self.raw[places] = self.torch.from_numpy(rows).cuda()

    def _step(self, actions: Any) -> Step:
        steps = self.settings.steps
        buffers = self._buffers(steps)
        given = self._given(actions)
        if self.large:
            for k in range(steps):
                self._step_large(given, actions is not None, k, buffers)
        elif steps > 1:
            self._step_small(given, actions is not None, steps, buffers, False)
        else:
            self._step_small(given, actions is not None, 1, buffers, self.later)
        return self._answer(buffers.tensors, steps)

    def _given(self, actions: Any) -> Any:
        if actions is None:
            return self.no_actions
        shape, steps = self.shape_of_actions(), self.settings.steps
        given = self.torch.as_tensor(actions, device="cuda")
        if tuple(given.shape) != shape:
            raise ValueError(f"actions have the shape {tuple(given.shape)}, and it should be {shape}")
        if given.dtype.is_floating_point or given.dtype == self.torch.bool:
            raise ValueError(f"actions are whole numbers, not {given.dtype}")
        given = given.reshape(steps, self.n, self.views)
        if self.padded > self.n:
            given = self.torch.nn.functional.pad(given, (0, 0, 0, self.padded - self.n))
        return self._array(given.contiguous())

    def _step_large(self, actions: Any, given: bool, k: int, buffers: Buffers) -> None:
        row, flat = buffers.rows[k], buffers.flat[k]
        waiting, count = self.lists[0]
        count.zero_()
        self._kernel("step_large", given, True)[self.padded // THREADS, THREADS, self._stream()](
            self.first,
            self.records,
            self.seen,
            self.seen_bytes,
            self.places,
            self.teams,
            self.dice,
            self.turn_of,
            self.mine_of,
            self.bits,
            actions,
            k,
            *row,
            waiting,
            self._array(count),
            self.counts,
            *flat,
        )
        if self.open and int(count[0]):
            self._resolve(waiting, int(count[0]))
        self._finish(row, waiting, count, 0)
        if self.open:
            self._close_questions(row)

    def _step_small(self, actions: Any, given: bool, steps: int, buffers: Buffers, later: bool) -> None:
        waiting, count = self.lists[0]
        if later:
            count.zero_()
        shared = self.block * self._shared_of_a_game()
        self._kernel("step_small", given, later)[self.padded // self.block, self.block, self._stream(), shared](
            self.first,
            self.words_of_records,
            self.teams,
            self.places,
            self.dice,
            self.turn_of,
            self.mine_of,
            self.bits,
            actions,
            *buffers.small,
            waiting,
            self._array(count),
            steps,
        )
        if later:
            self._finish(buffers.rows[0], waiting, count, 0)

    def _record(self, i: int) -> bytes:
        return bytes(self.raw[i].cpu().numpy().tobytes())


@cache
def kernel_of(chosen: Game, name: str, constants: tuple[tuple[str, Any], ...]) -> Any:
    """Compiled once for all environments that are alike."""
    return gpu.kernel(chosen, getattr(step_kernels, name), MODULES, **dict(constants))


def numba_type(kind: Any) -> Any:
    from numba.np.numpy_support import from_dtype

    return from_dtype(kind)
