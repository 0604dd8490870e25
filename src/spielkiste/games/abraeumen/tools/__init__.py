"""What makes the data of this room, offline."""
