"""What this room says in front."""

from spielkiste.core.contract import Front

from . import board, card, ending, examples, features, knowledge, moments, notation, rules, view

FRONT = Front(
    card=card.CARD,
    rules=rules,
    notation=notation,
    view=view,
    board=board,
    ending=ending,
    examples=examples,
    chance=rules,
    falls=rules,
    secrets=rules,
    numbered=rules,
    secret_moves=view,
    guesses=knowledge,
    bounds=knowledge,
    features=features,
    moments=moments,
)
