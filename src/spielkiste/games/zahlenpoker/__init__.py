"""Zahlenpoker: the bluffing game of FIVE!, everybody shows at once."""
