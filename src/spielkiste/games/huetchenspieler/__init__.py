"""Hütchenspieler: the shell game of FIVE!, played with the memory."""
