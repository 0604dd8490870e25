"""For people who study games: many games at a time, on the CPU and on a GPU. Knows no game by name."""
