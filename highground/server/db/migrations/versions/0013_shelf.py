"""Data sheets on users' shelves, and what of them a roster was filled in from.

Revision ID: 0013
Revises: 0012
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "shelf",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("home", sa.String(200), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("faction", sa.String(200), nullable=False),
        sa.Column("edition", sa.String(8), nullable=False),
        sa.Column("origin", sa.String(200), nullable=False),
        sa.Column("source", sa.String(20), nullable=False),
        sa.Column("weapons", sa.Integer(), nullable=False),
        sa.Column("learned", sa.DateTime(timezone=True), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_shelf_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_shelf"),
        sa.UniqueConstraint("user_id", "kind", "key", "home", name="uq_shelf_user_id"),
    )
    op.create_index("ix_shelf_user_id", "shelf", ["user_id"])
    op.add_column("rosters", sa.Column("filled", sa.LargeBinary(), nullable=True))
    op.add_column("rosters", sa.Column("left_out", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("rosters", "left_out")
    op.drop_column("rosters", "filled")
    op.drop_table("shelf")
