"""What a room promises, checked: `spielkiste check FOLDER`, and the tests that walk our rooms. Knows no game by name.

Each check is one function over a `Case`; its docstring is the sentence that it holds a room to. `checks.py` lists them.
"""
