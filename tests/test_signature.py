"""Searches find what they found before. A change that is meant: `python tests/signature.py GAME --renew`; say why."""

import pytest
from rooms import chosen_rooms
from signature import changes, signature, stored


@pytest.mark.parametrize("slug", chosen_rooms())
def test_the_signature_is_as_stored(slug: str) -> None:
    changed = changes(stored()[slug], signature(slug))
    assert not changed, f"a search plays differently; if that is meant: python tests/signature.py {slug} --renew"


def test_every_game_has_a_signature() -> None:
    assert set(chosen_rooms()) <= set(stored()) and all(stored().values())
