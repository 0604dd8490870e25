"""One room a game. Rooms are found by their folders; nothing here lists them.

The public contract has a function `spielkiste.games()`, and Python binds this package to the same name as soon as a
room is imported. So the package is callable and answers for the function (docs/decisions/0003-games-is-callable.md).
"""

import sys
import types


class _Games(types.ModuleType):
    def __call__(self) -> tuple[str, ...]:
        from spielkiste.core.game import games

        return games()


sys.modules[__name__].__class__ = _Games
