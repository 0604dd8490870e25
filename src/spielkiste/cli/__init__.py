"""The command `spielkiste`. Knows no game by name."""
