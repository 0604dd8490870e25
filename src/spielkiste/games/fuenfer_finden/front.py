"""What this room says in front."""

from spielkiste.core.contract import Front

from . import (
    actions,
    board,
    card,
    ending,
    examples,
    features,
    knowledge,
    moments,
    notation,
    outlines,
    quick_rules,
    rules,
    view,
)

FRONT = Front(
    card=card.CARD,
    rules=rules,
    notation=notation,
    view=view,
    board=board,
    ending=ending,
    examples=examples,
    compiled=(
        actions,
        outlines,
    ),
    chance=rules,
    falls=rules,
    ties=rules,
    secrets=rules,
    free_moves=notation,
    secret_moves=view,
    tools=board,
    bounds=knowledge,
    quick_rules=quick_rules,
    features=features,
    moments=moments,
)
