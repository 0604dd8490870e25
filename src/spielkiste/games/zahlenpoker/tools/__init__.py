"""What proves and measures, offline: `python -m spielkiste.games.zahlenpoker.tools.report`."""
