"""Nothing leaks: states that differ only in what a seat may not know look the same to it."""

import pytest
from rooms import every_sample, game_holds

from spielkiste.check import seen
from spielkiste.core.game import Game


@pytest.mark.parametrize("game", every_sample())
def test_nobody_sees_what_is_hidden(game: Game) -> None:
    game_holds(seen.nobody_sees_what_is_hidden, game)
