"""What learns and measures, offline: `python -m spielkiste.games.knister.tools.learn` and `….measure`."""
