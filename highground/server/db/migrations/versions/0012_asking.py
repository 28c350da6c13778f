"""What each seat of a battle wants to be asked about.

Revision ID: 0012
Revises: 0011
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("battles", sa.Column("asking", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("battles", "asking")
