"""All tables of all features, for the migrations and the test that holds both against each other."""

from __future__ import annotations

from highground.server.db.tables import Base
from highground.server.logs.tables import BattleLog, Game

metadata = Base.metadata

__all__ = ["BattleLog", "Game", "metadata"]
