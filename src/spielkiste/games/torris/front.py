"""What this room says in front."""

from spielkiste.core.contract import Front

from . import board, card, ending, examples, features, knowledge, moments, notation, quick_rules, rows, rules, view

FRONT = Front(
    card=card.CARD,
    rules=rules,
    notation=notation,
    view=view,
    board=board,
    ending=ending,
    examples=examples,
    compiled=(rows,),
    chance=rules,
    falls=rules,
    ties=rules,
    memory=rules,
    numbered=rules,
    quick_rules=quick_rules,
    estimates=knowledge,
    leans=knowledge,
    features=features,
    moments=moments,
    dead_touches=notation,
)
