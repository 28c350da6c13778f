"""Photos of one throw that were taken together.

Revision ID: 0018
Revises: 0017
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("table_photos", sa.Column("frames", sa.JSON(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("table_photos") as photos:
        photos.drop_column("frames")
