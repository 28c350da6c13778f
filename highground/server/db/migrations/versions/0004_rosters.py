"""Rosters that users keep.

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rosters",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("faction", sa.String(200), nullable=False),
        sa.Column("detachment", sa.String(200), nullable=False),
        sa.Column("system", sa.String(200), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("units", sa.Integer(), nullable=False),
        sa.Column("models", sa.Integer(), nullable=False),
        sa.Column("playable", sa.Boolean(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("file_name", sa.String(200), nullable=False),
        sa.Column("original", sa.LargeBinary(), nullable=False),
        sa.Column("parsed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_rosters_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_rosters"),
    )
    op.create_index("ix_rosters_user_id", "rosters", ["user_id"])


def downgrade() -> None:
    op.drop_table("rosters")
