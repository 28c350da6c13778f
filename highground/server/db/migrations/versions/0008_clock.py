"""A chess clock beside a battle.

Revision ID: 0008
Revises: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("battles", sa.Column("clock", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("battles", "clock")
