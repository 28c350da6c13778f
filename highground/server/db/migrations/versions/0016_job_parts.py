"""Jobs of many parts.

Revision ID: 0016
Revises: 0015
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("jobs") as jobs:
        jobs.add_column(sa.Column("whole_id", sa.String(32), nullable=True))
        jobs.add_column(sa.Column("parts", sa.Integer(), nullable=False, server_default="0"))
        jobs.add_column(sa.Column("first", sa.Integer(), nullable=False, server_default="0"))
        jobs.add_column(sa.Column("size", sa.Integer(), nullable=False, server_default="1"))
        jobs.create_foreign_key("fk_jobs_whole_id_jobs", "jobs", ["whole_id"], ["id"], ondelete="CASCADE")
        jobs.create_index("ix_jobs_whole_id", ["whole_id"])


def downgrade() -> None:
    op.execute("DELETE FROM jobs WHERE whole_id IS NOT NULL")
    with op.batch_alter_table("jobs") as jobs:
        jobs.drop_index("ix_jobs_whole_id")
        jobs.drop_constraint("fk_jobs_whole_id_jobs", type_="foreignkey")
        for column in ("whole_id", "parts", "first", "size"):
            jobs.drop_column(column)
