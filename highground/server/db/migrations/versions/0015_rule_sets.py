"""Rule sets that users make, and the rules of single rosters.

Revision ID: 0015
Revises: 0014
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rule_sets",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("faction", sa.String(100), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("token", sa.String(32), nullable=True),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_rule_sets_user_id_users", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name="pk_rule_sets"),
        sa.UniqueConstraint("token", name="uq_rule_sets_token"),
    )
    op.create_index("ix_rule_sets_user_id", "rule_sets", ["user_id"])
    op.add_column("rosters", sa.Column("rules", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    op.drop_column("rosters", "rules")
    op.drop_table("rule_sets")
