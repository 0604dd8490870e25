"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_match()
    create_event()
    create_people()


def create_match() -> None:
    op.create_table(
        "match",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("host", sa.Text(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("join_token", sa.Text(), nullable=False, unique=True),
        sa.Column("watch_token", sa.Text(), nullable=False, unique=True),
        sa.Column("turn_seconds", sa.Integer()),
        sa.Column("previous", sa.Text()),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("changed", sa.Double(), nullable=False),
        sa.Column("deadline", sa.Double()),
        sa.Column("turn", sa.Text(), nullable=False),
        sa.Column("players", sa.Text(), nullable=False),
    )
    op.create_index("ix_match_host", "match", ["host"])
    op.create_index("ix_match_deadline", "match", ["phase", "deadline"])
    op.create_index("ix_match_public", "match", ["public", "phase", "created"])


def create_event() -> None:
    op.create_table(
        "event",
        sa.Column("match_id", sa.Text(), sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("message", sa.Text()),
        sa.UniqueConstraint("match_id", "person", "message", name="uq_event_message"),
        sqlite_with_rowid=False,
    )


def create_people() -> None:
    op.create_table(
        "member",
        sa.Column("match_id", sa.Text(), sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.Text(), primary_key=True),
        sa.Column("role", sa.Text(), nullable=False),
    )
    op.create_index("ix_member_person", "member", ["person"])
    op.create_table(
        "attendance",
        sa.Column("match_id", sa.Text(), primary_key=True),
        sa.Column("person", sa.Text(), primary_key=True),
        sa.Column("until", sa.Double(), nullable=False),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("lang", sa.Text()),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("seen", sa.Double(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
    )
    op.create_index("ix_person_seen", "person", ["seen"])
    op.create_table(
        "link",
        sa.Column("digest", sa.Text(), primary_key=True),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
    )
    op.create_table(
        "secret",
        sa.Column("name", sa.Text(), primary_key=True),
        sa.Column("value", sa.LargeBinary(), nullable=False),
    )


def downgrade() -> None:
    for table in ("secret", "link", "person", "attendance", "member", "event", "match"):
        op.drop_table(table)
