"""The level `captain` is gone: it played hardly weaker than `strongest`, which takes over its games.

Revision ID: 0019
Revises: 0018
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

GONE, INSTEAD = "captain", "strongest"
BATTLES = sa.table("battles", sa.column("game_id", sa.String), sa.column("control", sa.JSON))
ARMY = sa.column("army", sa.JSON(none_as_null=True))
SEATS = sa.table("seats", sa.column("game_id", sa.String), sa.column("side", sa.Integer), ARMY)


def upgrade() -> None:
    connection = op.get_bind()
    for game, control in connection.execute(sa.select(BATTLES).where(_names_it(BATTLES.c.control))).fetchall():
        here = BATTLES.c.game_id == game
        connection.execute(sa.update(BATTLES).where(here).values(control=[_levelled(each) for each in control]))
    for game, side, army in connection.execute(sa.select(SEATS).where(_names_it(SEATS.c.army))).fetchall():
        here = (SEATS.c.game_id == game) & (SEATS.c.side == side)
        connection.execute(sa.update(SEATS).where(here).values(army=_levelled(army)))


def downgrade() -> None:
    """Games that were at `strongest` before look the same, and stay there."""


def _names_it(column: sa.ColumnClause[Any]) -> sa.ColumnElement[bool]:
    return sa.cast(column, sa.Text).contains(GONE)


def _levelled(player: dict[str, Any]) -> dict[str, Any]:
    return {**player, "level": INSTEAD} if player.get("level") == GONE else player
