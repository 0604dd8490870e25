"""Fünf gewinnt: five in a line on a field that grows, and then wanders."""
