"""Torris: climb from tower to tower; every tower counts for the colour on top."""
