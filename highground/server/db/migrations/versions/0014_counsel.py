"""What the computer has thought in a battle.

Revision ID: 0014
Revises: 0013
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("battles", sa.Column("counsel", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("battles", "counsel")
