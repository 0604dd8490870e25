"""Knister: two dice, a sum, and everybody writes it somewhere into their own five by five cells."""
