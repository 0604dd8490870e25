"""Zahlenluchs-EinStein: a race with capture by drawn cards, for two or for two teams; and the classic dice game."""
