"""Achievements of users."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from highground.server.db.tables import DatabaseTable


class Earned(DatabaseTable):
    """An achievement that a user earned in a game; it is kept when the game is deleted. `code` is that of
    `highground.game.timeline.figures.awards`."""

    __tablename__ = "achievements"
    __table_args__ = (UniqueConstraint("user_id", "code", "game_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    code: Mapped[str] = mapped_column(String(40))
    game_id: Mapped[str | None] = mapped_column(String(32), ForeignKey("games.id", ondelete="SET NULL"), index=True)
    earned: Mapped[datetime]
