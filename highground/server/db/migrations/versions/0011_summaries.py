"""What a list shows of a game, kept with it, and the game that a rematch follows.

Revision ID: 0011
Revises: 0010
"""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("summary", sa.JSON(), nullable=True))
    op.add_column("games", sa.Column("rematch_of", sa.String(32), nullable=True))
    op.create_index("ix_games_rematch_of", "games", ["rematch_of"])
    _tell_what_is_known()


def downgrade() -> None:
    op.drop_index("ix_games_rematch_of", "games")
    for name in ("rematch_of", "summary"):
        op.drop_column("games", name)


def _tell_what_is_known() -> None:
    """The armies of games from before: where a battle stands is written again with its next choice."""
    connection = op.get_bind()
    json_type = sa.JSON(none_as_null=True)
    seats = sa.table("seats", sa.column("game_id"), sa.column("side"), sa.column("army", json_type))
    games = sa.table("games", sa.column("id"), sa.column("summary", json_type))
    begun = set(connection.execute(sa.select(sa.table("battles", sa.column("game_id")).c.game_id)).scalars())
    armies: dict[str, list[dict[str, Any] | None]] = {}
    chosen = sa.select(seats.c.game_id, seats.c.side, seats.c.army).where(seats.c.army.is_not(None))
    for game_id, side, army in connection.execute(chosen).all():
        both = armies.setdefault(game_id, [None, None])
        both[side] = json.loads(army) if isinstance(army, str) else army
    for game_id in begun | armies.keys():
        found = [army or {} for army in armies.get(game_id, [None, None])]
        summary = {
            "begun": game_id in begun,
            "armies": [army.get("name", "") for army in found],
            "computer": [army.get("controller") == "ai" for army in found],
        }
        connection.execute(games.update().where(games.c.id == game_id).values(summary=summary))
