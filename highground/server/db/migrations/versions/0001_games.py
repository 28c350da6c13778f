"""Games and their battle logs.

Revision ID: 0001
Revises:
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("description", sa.String(2000), nullable=False),
        sa.Column("status", sa.String(40), nullable=False),
        sa.Column("shared", sa.Boolean(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_table(
        "battle_logs",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("engine", sa.String(80), nullable=False),
        sa.Column("source", sa.LargeBinary(), nullable=True),
        sa.Column("answer", sa.LargeBinary(), nullable=False),
        sa.Column("etag", sa.String(40), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_battle_logs_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_battle_logs"),
    )


def downgrade() -> None:
    op.drop_table("battle_logs")
    op.drop_table("games")
