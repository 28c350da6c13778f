"""Sealed dice, choices that were taken back, offers, and when players were last at the table.

Revision ID: 0010
Revises: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.add_column("battles", sa.Column("revision", sa.Integer(), nullable=False, server_default="0"))
    for name in ("physical", "own_dice"):
        op.add_column("battles", sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()))
    for name in ("sealing", "pending", "offers"):
        op.add_column("battles", sa.Column(name, sa.JSON(), nullable=True))
    op.create_table(
        "attendances",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("user_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seen", moment, nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_attendances_game_id_games", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_attendances_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "user_id", name="pk_attendances"),
    )
    op.create_table(
        "undone_choices",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("serial", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("until", sa.Integer(), nullable=False),
        sa.Column("consented", sa.Boolean(), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("made", moment, nullable=False),
        sa.Column("undone", moment, nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["battles.game_id"], name="fk_undone_choices_game_id_battles", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_undone_choices_user_id_users", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("game_id", "serial", name="pk_undone_choices"),
    )


def downgrade() -> None:
    op.drop_table("undone_choices")
    op.drop_table("attendances")
    for name in ("offers", "pending", "sealing", "own_dice", "physical", "revision"):
        op.drop_column("battles", name)
