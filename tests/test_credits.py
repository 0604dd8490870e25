"""The games have authors, and every card names them in both languages; five games share one set of stones."""

from spielkiste.core.room import all_rooms

OF_FIVE = ("abraeumen", "fuenf_gewinnt", "huetchenspieler", "torris", "zahlenpoker")


def test_every_card_says_who_made_the_game() -> None:
    authors = {"cubus": "Wittig", "fuenfer_finden": "Grunau", "knister": "Wüppen", "zahlenluchs": "Althöfer"}
    authors |= dict.fromkeys(OF_FIVE, "Mühlhäuser")
    for slug, room in all_rooms().items():
        for lang in ("de", "en"):
            assert authors[slug] in room.card.credits[lang], slug


def test_the_five_games_say_that_one_set_of_stones_plays_them_all() -> None:
    for slug in OF_FIVE:
        credits = all_rooms()[slug].card.credits
        assert "32 Steinen" in credits["de"] and "32 stones" in credits["en"], slug
