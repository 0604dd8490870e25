"""Cookies that are no longer good."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "revoked",
        sa.Column("digest", sa.Text(), primary_key=True),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("devices", sa.Text()),
    )
    op.create_index("ix_revoked_at", "revoked", ["at"])
