"""NumPy's default random generator (PCG64), written out: the same numbers from the same seed, and no NumPy.

Tables deal by it from their secret seed (`server/table.py`), and what was dealt can be checked by anybody with
`numpy.random.default_rng`.
"""

from collections.abc import Callable
from functools import lru_cache

from spielkiste.core.record import function

Pad = tuple[int, int]  # what a word is hashed with
LOW32, LOW64, LOW128 = (1 << 32) - 1, (1 << 64) - 1, (1 << 128) - 1
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
POOL = 4  # words in which a seed of any length is mixed


class Pcg64:
    """As `numpy.random.default_rng(seed)`, with `integers(n)` alone."""

    def __init__(self, seed: int) -> None:
        words = mixed_seed(seed)
        self.increment = (words[2] << 64 | words[3]) << 1 & LOW128 | 1
        self.state = (self.increment + (words[0] << 64 | words[1])) & LOW128
        self.step()
        self.waiting: int | None = None  # the upper half of the last 64 bits

    def step(self) -> None:
        self.state = (self.state * MULTIPLIER + self.increment) & LOW128

    def bits64(self) -> int:
        self.step()
        folded, turn = (self.state >> 64) ^ (self.state & LOW64), self.state >> 122
        return (folded >> turn | folded << (-turn & 63)) & LOW64

    def bits32(self) -> int:
        if self.waiting is not None:
            half, self.waiting = self.waiting, None
            return half
        both = self.bits64()
        self.waiting = both >> 32
        return both & LOW32

    def integers(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely (Lemire's method)."""
        if n == 1:
            return 0
        size, draw = (32, self.bits32) if n <= 1 << 32 else (64, self.bits64)
        product = draw() * n
        while product & ((1 << size) - 1) < (1 << size) % n:
            product = draw() * n
        return product >> size


def mixed_seed(seed: int) -> list[int]:
    """Four numbers of 64 bits from a seed (NumPy's SeedSequence)."""
    return mixer(max(1, -(-seed.bit_length() // 32)))(seed)


@lru_cache(maxsize=100)
def mixer(count: int) -> Callable[[int], list[int]]:
    """`mixed_seed` for seeds of so many words, every step written out: a table needs it for each throw of dice, and
    loops take twice as long."""
    pads = iter(pads_from(0x43B0D7E5, 0x931E8875, POOL * max(2 * POOL, POOL + count)))
    lines = ["def mixed(seed):"]
    lines += [hashed(f"p{k}", f"seed >> {32 * k} & {LOW32}" if k < count else "0", next(pads)) for k in range(POOL)]
    for source in range(POOL):
        lines += [mixed_in(f"p{k}", f"p{source}", next(pads)) for k in range(POOL) if k != source]
    for word in range(POOL, count):
        lines += [f"word = seed >> {32 * word} & {LOW32}"]
        lines += [mixed_in(f"p{k}", "word", next(pads)) for k in range(POOL)]
    lines += [hashed(f"h{k}", f"p{k % POOL}", pad) for k, pad in enumerate(pads_from(0x8B51F9DD, 0x58F38DED, 2 * POOL))]
    lines += [f"return [{', '.join(f'h{k} | h{k + 1} << 32' for k in range(0, 2 * POOL, 2))}]"]
    return function("\n ".join(lines))


def hashed(name: str, word: str, pad: Pad) -> str:
    """The line that gives a word, hashed, to a name."""
    return f"x = (({word}) ^ {pad[0]}) * {pad[1]} & {LOW32}; {name} = x ^ x >> 16"


def mixed_in(name: str, word: str, pad: Pad) -> str:
    """The line that mixes a word into one of the pool, hashed differently for each."""
    own = f"x = ({word} ^ {pad[0]}) * {pad[1]} & {LOW32}"
    both = f"x = ({0xCA01F9DD} * {name} - {0x4973F715} * (x ^ x >> 16)) & {LOW32}"
    return f"{own}; {both}; {name} = x ^ x >> 16"


def pads_from(start: int, factor: int, count: int) -> list[Pad]:
    """What words are hashed with: it depends on nothing but how many came before."""
    pads = []
    for _ in range(count):
        pads.append((start, start * factor & LOW32))
        start = pads[-1][1]
    return pads
