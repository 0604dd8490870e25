"""Sets as the bits of a number below 2**63: the same in plain Python, compiled and on a GPU.

Compilers know these forms and put one instruction in their place; a GPU is told which (`gpu.py`).
"""


def ones(word: int) -> int:
    """How many bits are set."""
    word -= (word >> 1) & 0x5555555555555555
    word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333)
    word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((word * 0x0101010101010101) & 0x7FFFFFFFFFFFFFFF) >> 56


def lowest(word: int) -> int:
    """The place of the lowest bit that is set; there must be one."""
    return ones((word & -word) - 1)


def turned_round(word: int) -> int:
    """32 bits in the opposite order."""
    word = ((word >> 1) & 0x55555555) | ((word & 0x55555555) << 1)
    word = ((word >> 2) & 0x33333333) | ((word & 0x33333333) << 2)
    word = ((word >> 4) & 0x0F0F0F0F) | ((word & 0x0F0F0F0F) << 4)
    word = ((word >> 8) & 0x00FF00FF) | ((word & 0x00FF00FF) << 8)
    return ((word >> 16) & 0xFFFF) | ((word & 0xFFFF) << 16)


def nth_place(word: int, skip: int) -> int:
    """The place of a set bit of 32, after as many other ones as are skipped; without a loop of unknown length."""
    place = 0
    for width in (16, 8, 4, 2, 1):
        low = ones(word & ((1 << width) - 1))
        above = 1 if skip >= low else 0
        skip -= low * above
        place += width * above
        word >>= width * above
    return place
