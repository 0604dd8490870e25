"""Abräumen: jump over stones and take them away until, with luck and thought, one is left."""
