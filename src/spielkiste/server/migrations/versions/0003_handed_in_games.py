"""Which games were played on a device and handed in, and how large they were."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("handed_in", sa.Integer(), nullable=False, server_default="0"))
