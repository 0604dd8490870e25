"""NumPy's default random generator (PCG64), written out: the same numbers from the same seed, and no NumPy.

Tables deal by it from their secret seed (`server/table.py`), and what was dealt can be checked by anybody with
`numpy.random.default_rng`.
"""

from collections.abc import Iterable

Pad = tuple[int, int]  # what a word is hashed with
LOW32, LOW64, LOW128 = (1 << 32) - 1, (1 << 64) - 1, (1 << 128) - 1
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
POOL = 4  # words in which a seed of any length is mixed
EVERY = range(POOL)
OTHERS = [[k for k in EVERY if k != source] for source in EVERY]


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
    words = [seed >> at & LOW32 for at in range(0, max(seed.bit_length(), 1), 32)]
    pads = PADS if len(words) <= MANY else pads_from(0x43B0D7E5, 0x931E8875, POOL * (POOL + len(words)))
    pool = [hashed(word, pad) for word, pad in zip((words + [0] * POOL)[:POOL], pads, strict=False)]
    for source in range(POOL):
        first = POOL + (POOL - 1) * source
        mix(pool, OTHERS[source], pool[source], pads[first : first + POOL - 1])
    for k, word in enumerate(words[POOL:], POOL):
        mix(pool, EVERY, word, pads[POOL * k : POOL * k + POOL])
    halves = [hashed(pool[k % POOL], pad) for k, pad in enumerate(LAST_PADS)]
    return [halves[k] | halves[k + 1] << 32 for k in range(0, 2 * POOL, 2)]


def hashed(word: int, pad: Pad) -> int:
    word = (word ^ pad[0]) * pad[1] & LOW32
    return word ^ word >> 16


def mix(pool: list[int], places: Iterable[int], word: int, pads: Iterable[Pad]) -> None:
    """Mixes a word into some of the pool, hashed differently for each."""
    for k, (before, now) in zip(places, pads):  # noqa: B905 - as many of both, and to check it takes its time
        own = (word ^ before) * now & 0xFFFFFFFF
        both = (0xCA01F9DD * pool[k] - 0x4973F715 * (own ^ own >> 16)) & 0xFFFFFFFF
        pool[k] = both ^ both >> 16


def pads_from(start: int, factor: int, count: int) -> list[Pad]:
    """What words are hashed with: it depends on nothing but how many came before."""
    pads = []
    for _ in range(count):
        pads.append((start, start * factor & LOW32))
        start = pads[-1][1]
    return pads


MANY = 8  # words of the seeds that tables have
PADS = pads_from(0x43B0D7E5, 0x931E8875, POOL * (POOL + MANY))
LAST_PADS = pads_from(0x8B51F9DD, 0x58F38DED, 2 * POOL)
