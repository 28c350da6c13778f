"""Battles that are played here, and what games are prepared with.

Revision ID: 0005
Revises: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "preparations",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("chosen", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_preparations_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_preparations"),
    )
    op.create_table(
        "battles",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("setup", sa.LargeBinary(), nullable=False),
        sa.Column("seed", sa.String(20), nullable=False),
        sa.Column("control", sa.JSON(), nullable=False),
        sa.Column("draft", sa.JSON(), nullable=True),
        sa.Column("choices", sa.Integer(), nullable=False),
        sa.Column("undone", sa.Integer(), nullable=False),
        sa.Column("began", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_battles_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_battles"),
    )
    op.create_table(
        "battle_choices",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["battles.game_id"], name="fk_battle_choices_game_id_battles", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_battle_choices_user_id_users", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_battle_choices"),
    )


def downgrade() -> None:
    op.drop_table("battle_choices")
    op.drop_table("battles")
    op.drop_table("preparations")
