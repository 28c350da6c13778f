"""The camera of a game and its photos.

Revision ID: 0009
Revises: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "cameras",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=True),
        sa.Column("code_ends", moment, nullable=True),
        sa.Column("phone_hash", sa.String(64), nullable=True),
        sa.Column("phone_ends", moment, nullable=True),
        sa.Column("empty_id", sa.String(32), nullable=True),
        sa.Column("corners", sa.JSON(), nullable=True),
        sa.Column("markers", sa.JSON(), nullable=True),
        sa.Column("residual", sa.Float(), nullable=True),
        sa.Column("dice_tray", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_cameras_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", name="pk_cameras"),
        sa.UniqueConstraint("code_hash", name="uq_cameras_code_hash"),
        sa.UniqueConstraint("phone_hash", name="uq_cameras_phone_hash"),
    )
    op.create_table(
        "table_photos",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("dice_tray", sa.Boolean(), nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("media_type", sa.String(40), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("taken", moment, nullable=False),
        sa.Column("job_id", sa.String(32), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_table_photos_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_table_photos"),
    )
    op.create_index("ix_table_photos_game_id", "table_photos", ["game_id"])


def downgrade() -> None:
    op.drop_table("table_photos")
    op.drop_table("cameras")
