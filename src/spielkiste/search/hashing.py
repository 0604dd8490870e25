"""Positions as numbers, for transposition tables and information sets; compiled."""

from typing import Any


def position_key(raw: Any, parts: Any) -> int:
    """A position's hash, from its bytes; parts: begin and end of those that make it different from others."""
    h = 0x2545F4914F6CDD1D
    for part in range(len(parts)):
        at, end = parts[part][0], parts[part][1]
        while at + 8 <= end:
            word = 0
            for k in range(8):
                word |= int(raw[at + k]) << (8 * k)
            h = mixed(h ^ word)
            at += 8
        while at < end:
            h = mixed(h ^ int(raw[at]))
            at += 1
    return h & 0x7FFFFFFFFFFFFFFF


def mixed(h: int) -> int:
    """Multiplication that wraps at 64 bits, and the high bits brought down (as in splitmix64)."""
    h *= -0x40A7B892E31B1A47
    return h ^ ((h >> 29) & 0x7FFFFFFFF)
