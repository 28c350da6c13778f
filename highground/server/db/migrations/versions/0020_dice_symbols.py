"""Symbols that players' dice show in place of a face.

Revision ID: 0020
Revises: 0019
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "dice_symbols",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("face", sa.Integer(), nullable=False),
        sa.Column("explained", sa.DateTime(timezone=True), nullable=False),
        sa.Column("patches", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_dice_symbols_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_dice_symbols"),
    )
    op.create_index("ix_dice_symbols_user_id", "dice_symbols", ["user_id"])


def downgrade() -> None:
    op.drop_table("dice_symbols")
