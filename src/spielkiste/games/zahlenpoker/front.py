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
    ties=rules,
    secrets=rules,
    memory=rules,
    numbered=rules,
    secret_moves=view,
    moments=moments,
    leans=knowledge,
    guesses=knowledge,
    features=features,
)
