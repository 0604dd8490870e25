"""5er finden: search the board for groups of five cells that show the rolled symbols."""
