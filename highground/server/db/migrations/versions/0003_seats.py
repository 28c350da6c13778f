"""Owners of games, their seats and invitations.

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("owner_id", sa.Integer(), nullable=True))
        games.add_column(sa.Column("simulation", sa.Boolean(), nullable=False, server_default=sa.false()))
        games.add_column(sa.Column("updated", sa.DateTime(timezone=True), nullable=True))
        games.create_foreign_key("fk_games_owner_id_users", "users", ["owner_id"], ["id"], ondelete="CASCADE")
        games.create_index("ix_games_owner_id", ["owner_id"])
    op.execute("UPDATE games SET updated = created")
    with op.batch_alter_table("games") as games:
        games.alter_column("updated", existing_type=sa.DateTime(timezone=True), nullable=False)
        games.alter_column("simulation", existing_type=sa.Boolean(), server_default=None)
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("army", sa.JSON(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_seats_game_id_games", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_seats_user_id_users", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("game_id", "side", name="pk_seats"),
    )
    op.create_index("ix_seats_user_id", "seats", ["user_id"])
    op.create_table(
        "invitations",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used", sa.DateTime(timezone=True), nullable=True),
        sa.Column("used_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_invitations_game_id_games", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["used_by"], ["users.id"], name="fk_invitations_used_by_users", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("token_hash", name="pk_invitations"),
    )
    op.create_index("ix_invitations_game_id", "invitations", ["game_id"])


def downgrade() -> None:
    op.drop_table("invitations")
    op.drop_table("seats")
    with op.batch_alter_table("games") as games:
        games.drop_index("ix_games_owner_id")
        games.drop_constraint("fk_games_owner_id_users", type_="foreignkey")
        for column in ("updated", "simulation", "owner_id"):
            games.drop_column(column)
