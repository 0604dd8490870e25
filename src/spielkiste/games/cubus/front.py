"""What this room says in front."""

from spielkiste.core.contract import Front

from . import (
    board,
    build_search,
    builds,
    card,
    column_lines,
    ending,
    examples,
    features,
    knowledge,
    moments,
    notation,
    rules,
    stack,
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
        stack,
        builds,
        column_lines,
        build_search,
    ),
    chance=rules,
    secrets=rules,
    open_questions=rules,
    free_moves=notation,
    secret_moves=view,
    drafts=board,
    estimates=knowledge,
    features=features,
    moments=moments,
)
