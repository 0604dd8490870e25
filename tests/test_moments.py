"""What people look at before anybody decides again, in every room that has such moments."""

import random
import time

import pytest
from rooms import every_sample

import spielkiste as sk
from spielkiste.core.game import Game
from spielkiste.core.look import Look

MOVES = 120
QUICK = 0.001  # seconds a move, on average: every page of a table asks
NAMES = ("Ada", "Bo", "Cy", "Di")


@pytest.mark.parametrize("game", every_sample())
def test_whether_there_is_something_to_see_is_the_same_for_all(game: Game) -> None:
    """In both languages; whether play stops must tell nobody what only others may know."""
    hook, rng, spent, asked = game.room.front.moments, random.Random(7), 0.0, 0
    if hook is None:
        return
    state = game.start()
    for _ in range(MOVES):
        while sk.CHANCE in state.turn:
            state = state.play(rng.choice(state.moves(sk.CHANCE)), seat=sk.CHANCE)
        if state.over:
            break
        seat = rng.choice(state.turn)
        move = rng.choice(state.moves(seat))
        after = state.play(move, seat=seat)
        before, now = state.record(), after.record()
        begun = time.process_time()
        looks = [Look(viewer, lang, NAMES) for viewer in (None, *range(game.players)[:3]) for lang in ("de", "en")]
        said = [hook.moment(before, now, [(seat, move)], look) for look in looks]
        spent, asked = spent + time.process_time() - begun, asked + len(looks)
        assert len(set(map(bool, said))) == 1
        assert all(one == "" or one[-1] in ".!" for one in said)
        state = after
    assert spent <= QUICK * max(asked, 30)
