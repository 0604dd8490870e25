"""Which games were played on a device and handed in, and how large they were; somebody's tables by their phase; who is
being erased.

Before, such a game could bring times of the future along: it would never have been forgotten.
"""

import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

CLOCKS_DIFFER = 86400.0  # seconds


def upgrade() -> None:
    op.add_column("match", sa.Column("handed_in", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "erasing",
        sa.Column("person", sa.Text(), primary_key=True),
        sa.Column("at", sa.Double(), nullable=False),
    )
    op.drop_index("ix_match_host", "match")
    op.create_index("ix_match_host", "match", ["host", "phase"])
    match = sa.table("match", sa.column("created", sa.Double()), sa.column("changed", sa.Double()))
    for moment in (match.c.created, match.c.changed):
        now = time.time()
        op.execute(match.update().where(moment > now + CLOCKS_DIFFER).values({moment: now}))
