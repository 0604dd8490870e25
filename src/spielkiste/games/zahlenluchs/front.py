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
    memory=rules,
    numbered=rules,
    estimates=knowledge,
    leans=knowledge,
    features=features,
    moments=moments,
)
