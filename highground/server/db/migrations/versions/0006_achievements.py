"""Achievements, and the newsletter's readers.

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "achievements",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(40), nullable=False),
        sa.Column("game_id", sa.String(32), nullable=True),
        sa.Column("earned", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_achievements_user_id_users", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_achievements_game_id_games", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name="pk_achievements"),
        sa.UniqueConstraint("user_id", "code", "game_id", name="uq_achievements_user_id"),
    )
    op.create_index("ix_achievements_game_id", "achievements", ["game_id"])
    op.create_table(
        "subscribers",
        sa.Column("email_key", sa.String(640), nullable=False),
        sa.Column("email", sa.String(320), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("email_key", name="pk_subscribers"),
    )


def downgrade() -> None:
    op.drop_table("subscribers")
    op.drop_table("achievements")
