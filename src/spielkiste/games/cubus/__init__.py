"""Cubus: a stack of boxes, drawn with rhombus tiles; built, rebuilt and taken down."""
