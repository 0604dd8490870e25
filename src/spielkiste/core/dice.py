"""Random numbers for playouts: the same stream in plain Python, compiled and on a GPU.

Three shift registers (L'Ecuyer's taus88, period 2**88) need no multiplication, so that 64-bit integers never
overflow and one source gives the same numbers everywhere. Deals at real tables come from the caller's generator.
"""

from typing import Any

LOW = 0xFFFFFFFF


def seed_dice(dice: Any, seed: int, stream: int) -> None:
    """Fills dice (three numbers) for this seed and stream; different streams are far apart."""
    state = ((seed & LOW) ^ ((stream * 0x9E37) & LOW) ^ ((stream >> 16) * 0x79B9)) & LOW
    for k in range(3):
        for _ in range(2):
            state = (state + 0x6D2B79F5) & LOW
            mixed = (state ^ (state >> 16)) & LOW
            mixed = (mixed * 0x21F0AAAD) & LOW
            mixed ^= mixed >> 15
            mixed = (mixed * 0x735A2D97) & LOW
            state ^= mixed ^ (mixed >> 15)
        dice[k] = (state & LOW) | 0x80  # each register must keep a bit above its dead low ones
    for _ in range(8):
        roll32(dice)


def roll32(dice: Any) -> int:
    """The next 32 random bits."""
    one, two, three = dice[0], dice[1], dice[2]
    one = (((one & 0xFFFFFFFE) << 12) & LOW) ^ ((one & 0x0007FFFF) >> 6) ^ (one >> 19)
    two = (((two & 0xFFFFFFF8) << 4) & LOW) ^ ((two & 0x3FFFFFFF) >> 23) ^ (two >> 25)
    three = (((three & 0xFFFFFFF0) << 17) & LOW) ^ ((three & 0x1FFFFFFF) >> 8) ^ (three >> 11)
    dice[0], dice[1], dice[2] = one, two, three
    return int(one ^ two ^ three)


def below(dice: Any, n: int) -> int:
    """A number from 0 to n - 1; the bias is below n / 2**32."""
    return (roll32(dice) * (n & LOW)) >> 32  # so compilers see that 32 bits are enough for both
