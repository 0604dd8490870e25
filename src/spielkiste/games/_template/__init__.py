"""A room to copy: the game of taking matches. See docs/adding-a-game.md."""
