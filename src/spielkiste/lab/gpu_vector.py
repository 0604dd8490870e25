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
from spielkiste.lab.step_kernels import Games, Shown, Waiting
from spielkiste.lab.vector import Settings, Step, Vec
from spielkiste.search import playout

LARGE = 1024  # bytes of a record that stays where it is
SHARED = 48 << 10  # bytes: more a block must ask for in a way that numba-cuda does not know
THREADS = 128
BLOCK = 128  # threads, of games in shared memory: as many or fewer
REGISTERS = 0  # a thread at most; 0: as the compiler likes
DEALS_AT_ONCE = 16  # chance events at the start that are done on the spot; measured: with more, waiting is dearer
MODULES = [playout, stepping, step_kernels]
MASK_WORD = 8  # entries


@dataclass
class Buffers:
    """What comes back of some steps, as torch tensors and as the kernels see them."""

    tensors: tuple[Any, ...]
    whole: Shown  # of all steps
    each: list[Shown]  # of each step


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
        self.block = THREADS if self.large else next(b for b in (128, 64, 32) if b <= BLOCK and self._fits(b))
        self.padded = -(-n // THREADS) * THREADS
        self.later = self.large or self.open or self._events_at_the_start() > DEALS_AT_ONCE
        self.row = -(-self.action_count // MASK_WORD)
        self.kernels: dict[tuple[str, bool, bool], Any] = {}
        self.kept: dict[int, Buffers] = {}
        self.kept_actions: Any = None  # with `reuse`, where actions are copied to
        self.recorded: dict[bool, Any] = {}  # with `reuse`, steps as graphs: with actions, and without
        self._make_games()

    def _fits(self, threads: int) -> bool:
        return threads * self._shared_of_a_game() <= SHARED

    def _shared_of_a_game(self) -> int:
        numbers = self.observation.size * self.observation.dtype.itemsize
        return self.size + numbers + 4 * max(self.words, 1)

    def _shared(self) -> int:
        """Bytes of shared memory of a block of small games."""
        return self.block * self._shared_of_a_game()

    def _shared_bits(self) -> int:
        """Bytes of the legal moves of a block of large games; 0: they are none, or do not fit."""
        size = THREADS * self.views * self.words * 4
        return size if self.large and size <= SHARED else 0

    def _events_at_the_start(self) -> int:
        return deal(self.game.start(), np.random.default_rng(0)).length

    def _make_games(self) -> None:
        """What the device remembers of the games."""
        zeros, n = self._zeros, self.padded
        self.raw = zeros((n, self.size), "uint8")
        seen = zeros((n, self.size), "uint8") if self.conceals else self.raw
        teams = [self.game.teams.index(team) for team in self.game.teams]
        kind, array = self.game.layout.dtype, self._array
        self.games = Games(
            first=self.cuda.to_device(self.machine.first),
            first_words=self.cuda.to_device(np.frombuffer(self.game.first + bytes(-self.size % 8), np.uint64)),
            records=array(self.raw).ravel().view(kind),
            words=array(self.raw.view(-1)).view("uint64"),
            bytes=array(self.raw),
            seen=array(seen).ravel().view(kind),
            seen_words=array(seen.view(-1)).view("uint64"),
            seen_bytes=array(seen),
            places=self.cuda.to_device(np.array(self.observation.places or [0], np.int64)),
            teams=self.cuda.to_device(np.array(teams, np.int64)),
            dice=array(zeros((3, n), "int32")).view("uint32"),
            turn=array(zeros((n,), "int8")),
            mine=array(zeros((n,), "int8")),
            bits=array(zeros((n * self.views * max(self.words, 1),), "int32")).view("uint32"),
            counts=array(zeros((n, self.views), "int32")),
        )
        self.everybody = self.torch.arange(n, dtype=self.torch.int32, device="cuda")
        self.lists = [(zeros((n,), "int32"), zeros((1,), "int32")) for _ in range(2)]
        self.no_actions = array(zeros((1, 1, 1), "int32"))

    def _zeros(self, shape: tuple[int, ...], kind: str) -> Any:
        return self.torch.zeros(shape, dtype=getattr(self.torch, kind), device="cuda")

    def _array(self, tensor: Any) -> Any:
        return self.cuda.as_cuda_array(tensor, sync=False)

    def _kernel(self, name: str, given: bool, later: bool) -> Any:
        key = (name, given, later)
        if key not in self.kernels:
            constants = self._constants(given, later) | {"registers": REGISTERS}
            self.kernels[key] = kernel_of(self.game, name, tuple(constants.items()))
        return self.kernels[key]

    def _constants(self, given: bool, later: bool) -> dict[str, Any]:
        plan = self.settings.plan(self.game, given)
        thinking = {stepping.ANY_MOVE: (), stepping.BY_LEANING: ("lean",), stepping.BY_LOOKS: ("estimate", "guess")}
        return {
            **{name.upper(): value for name, value in plan._asdict().items() if name != "clock"},
            "CLOCK_ODDS": plan.clock,  # CLOCK is a seat
            "LEFT_OUT": tuple(sorted({"estimate", "guess", "lean"} - set(thinking[plan.manner]))),
            "BLOCK": self.block,
            "SHARED_BITS": int(self._shared_bits() > 0),
            "SIZE": self.size,
            "WORDS": self.words,
            "BITS": max(self.words, 1),
            "VIEWS": self.views,
            "PLAYERS": self.players,
            "FEATURES": self.observation.size,
            "NUMBERS_IN_A_WORD": 8 // self.observation.dtype.itemsize,
            "NUMBER_SIZE": self.observation.dtype.itemsize,
            "ROW": self.row,
            "CONCEALS": int(self.conceals),
            "LATER": int(later),
            "ONE": int(self.settings.steps == 1),
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
        words = [tensor.view(steps, -1).view(torch.int64) for tensor in (numbers, mask)]
        flat = [tensor.view(steps, -1) for tensor in (rewards, done, turn)]
        parts = (numbers, mask.view(torch.int64), *words, *flat)
        whole = Shown(
            numbers=parts[0][0],
            mask=parts[1][0],
            **{name: part.view(-1) for name, part in zip(Shown._fields[2:], parts[2:], strict=True)},
        )
        each = [Shown(*(part[k] for part in parts)) for k in range(steps if self.large or steps == 1 else 0)]
        return Buffers(tensors, self._arrays(whole), [self._arrays(one) for one in each])

    def _arrays(self, shown: Shown) -> Shown:
        return Shown(*map(self._array, shown))

    def _waiting(self, which: int) -> Waiting:
        return Waiting(*map(self._array, self.lists[which]))

    def _begin(self, seed: int) -> Step:
        buffers = self._buffers(1)
        shown = buffers.each[0]
        blocks, stream = self.padded // THREADS, self._stream()
        self._kernel("begin_games", False, True)[blocks, THREADS, stream](self.games, shown, seed)
        _, count = self.lists[0]
        count.fill_(self.padded)
        self._finish(shown, Waiting(*map(self._array, (self.everybody, count))), 1)
        if self.open:
            self._close_questions(shown)
        return self._answer(buffers.tensors, 1)

    def _finish(self, shown: Shown, waiting: Waiting, fresh: int) -> None:
        blocks, stream = self.padded // self.block, self._stream()
        if self.large:
            self.lists[1][1].zero_()
            kernel = self._kernel("finish_large", False, True)
            kernel[blocks, self.block, stream](self.games, shown, waiting, self._waiting(1), fresh)
        else:
            kernel = self._kernel("finish_small", False, True)
            kernel[blocks, self.block, stream, self._shared()](self.games, shown, waiting, fresh)

    def _close_questions(self, shown: Shown) -> None:
        """What a move left open needs a search: it is settled by the CPU, until nothing is open."""
        while int(self.lists[1][1][0]):
            self.lists.reverse()
            self._resolve()
            self._finish(shown, self._waiting(0), 0)

    def _resolve(self) -> None:
        """Of the games that wait."""
        waiting, count = self.lists[0]
        places = waiting[: int(count[0])].long()
        rows = self.raw[places].cpu().numpy()
        for record in rows.view(self.game.layout.dtype).reshape(-1):
            self.machine.resolve(record)
        self.raw[places] = self.torch.from_numpy(rows).cuda()

    def _step(self, actions: Any) -> Step:
        buffers = self._buffers(self.settings.steps)
        given = self._given(actions)
        if self.settings.reuse and not self.open and not self.torch.cuda.is_current_stream_capturing():
            self._step_recorded(given, actions is not None, buffers)
        else:
            self._launch(given, actions is not None, buffers)
        return self._answer(buffers.tensors, self.settings.steps)

    def _step_recorded(self, actions: Any, given: bool, buffers: Buffers) -> None:
        """The first time by Python, which takes longer than most steps do on the device; what it launched is recorded
        then, and played back from there on. What is read and written must be in the same place always (`reuse`)."""
        if given in self.recorded:
            self.recorded[given].replay()
            return
        self._launch(actions, given, buffers)
        recording = self.torch.cuda.CUDAGraph()
        with self.torch.cuda.graph(recording):
            self._launch(actions, given, buffers)
        self.recorded[given] = recording

    def _launch(self, actions: Any, given: bool, buffers: Buffers) -> None:
        steps = self.settings.steps
        if self.large:
            for k in range(steps):
                self._step_large(actions, given, k, buffers)
        elif steps > 1:
            self._step_small(actions, given, steps, buffers, False)
        else:
            self._step_small(actions, given, 1, buffers, self.later)

    def _given(self, actions: Any) -> Any:
        if actions is None:
            return self.no_actions
        given = self._checked(actions)
        if not self.settings.reuse:
            return self._array(given)
        if self.kept_actions is None:
            self.kept_actions = self.torch.empty_like(given, dtype=self.torch.int64)
        self.kept_actions.copy_(given)
        return self._array(self.kept_actions)

    def _checked(self, actions: Any) -> Any:
        shape, steps = self.shape_of_actions(), self.settings.steps
        given = self.torch.as_tensor(actions, device="cuda")
        if tuple(given.shape) != shape:
            raise ValueError(f"actions have the shape {tuple(given.shape)}, and it should be {shape}")
        if given.dtype.is_floating_point or given.dtype == self.torch.bool:
            raise ValueError(f"actions are whole numbers, not {given.dtype}")
        given = given.reshape(steps, self.n, self.views)
        if self.padded > self.n:
            given = self.torch.nn.functional.pad(given, (0, 0, 0, self.padded - self.n))
        return given.contiguous()

    def _step_large(self, actions: Any, given: bool, k: int, buffers: Buffers) -> None:
        shown, waiting = buffers.each[k], self._waiting(0)
        self.lists[0][1].zero_()
        blocks, stream = self.padded // THREADS, self._stream()
        self._kernel("step_large", given, True)[blocks, THREADS, stream, self._shared_bits()](
            self.games, shown, waiting, actions, k
        )
        if self.open and int(self.lists[0][1][0]):
            self._resolve()
        self._finish(shown, waiting, 0)
        if self.open:
            self._close_questions(shown)

    def _step_small(self, actions: Any, given: bool, steps: int, buffers: Buffers, later: bool) -> None:
        waiting = self._waiting(0)
        if later:
            self.lists[0][1].zero_()
        self._kernel("step_small", given, later)[self.padded // self.block, self.block, self._stream(), self._shared()](
            self.games, buffers.whole, waiting, actions, steps
        )
        if later:
            self._finish(buffers.each[0], waiting, 0)

    def _record(self, i: int) -> bytes:
        return bytes(self.raw[i].cpu().numpy().tobytes())


@cache
def kernel_of(chosen: Game, name: str, constants: tuple[tuple[str, Any], ...]) -> Any:
    """Compiled once for all environments that are alike."""
    return gpu.kernel(chosen, getattr(step_kernels, name), MODULES, **dict(constants))


def numba_type(kind: Any) -> Any:
    from numba.np.numpy_support import from_dtype

    return from_dtype(kind)
