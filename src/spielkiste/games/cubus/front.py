"""What this room says in front."""

from spielkiste.core.contract import Front

from . import board, builds, card, ending, examples, knowledge, lines, notation, rules, search, stack, view

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
        lines,
        search,
    ),
    chance=rules,
    secrets=rules,
    open_questions=rules,
    free_moves=notation,
    secret_moves=view,
    drafts=board,
    estimates=knowledge,
)
