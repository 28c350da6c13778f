"""Jobs.

Revision ID: 0007
Revises: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=True),
        sa.Column("game_id", sa.String(32), nullable=True),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("progress", sa.Float(), nullable=False),
        sa.Column("note", sa.String(200), nullable=False),
        sa.Column("request", sa.LargeBinary(), nullable=False),
        sa.Column("result", sa.LargeBinary(), nullable=True),
        sa.Column("error", sa.String(500), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("cancel", sa.Boolean(), nullable=False),
        sa.Column("worker", sa.String(64), nullable=True),
        sa.Column("created", moment, nullable=False),
        sa.Column("queued", moment, nullable=False),
        sa.Column("started", moment, nullable=True),
        sa.Column("seen", moment, nullable=True),
        sa.Column("ended", moment, nullable=True),
        sa.ForeignKeyConstraint(["owner_id"], ["users.id"], name="fk_jobs_owner_id_users", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_jobs_game_id_games", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
    )
    for column in ("owner_id", "game_id", "state"):
        op.create_index(f"ix_jobs_{column}", "jobs", [column])


def downgrade() -> None:
    op.drop_table("jobs")
