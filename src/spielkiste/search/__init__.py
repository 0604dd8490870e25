"""Search over the verbs of any game. Knows no game by name."""
