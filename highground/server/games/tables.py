"""Games, the seats of their two armies, and invitations to take one."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from highground.server.db.tables import DatabaseTable

IN_PROGRESS = "In progress"
COMPLETED = "Completed"
SIDES = (0, 1)
SIDE_COLORS = ("blue", "red")


class Game(DatabaseTable):
    """A game. Its id is random, so that a link cannot be guessed. The demo and what nobody's login uploaded have no
    owner. `simulation`: its owner plays it on the screen alone.

    `summary` is what lists tell of it (see `summary.py`), `rematch_of` the game whose players meet here again."""

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    owner_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True, default=None)
    name: Mapped[str] = mapped_column(String(200))
    description: Mapped[str] = mapped_column(String(2000), default="")
    simulation: Mapped[bool] = mapped_column(default=False)
    status: Mapped[str] = mapped_column(String(40))
    shared: Mapped[bool] = mapped_column(default=False)
    created: Mapped[datetime]
    updated: Mapped[datetime]
    summary: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), default=None)
    rematch_of: Mapped[str | None] = mapped_column(String(32), index=True, default=None)


class Seat(DatabaseTable):
    """An army's place at a game. Without a `user_id` the game's owner commands the army. `army` is what its side has
    chosen for it, as JSON; it may hold private text and is for its own side alone. `agreed` is the set-up that its
    player agrees to (see `play/terms.py`)."""

    __tablename__ = "seats"

    game_id: Mapped[str] = mapped_column(String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    side: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"), index=True, default=None)
    army: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), default=None, deferred=True)
    agreed: Mapped[dict[str, str] | None] = mapped_column(JSON(none_as_null=True), default=None)


class Invitation(DatabaseTable):
    """A link by which one person may take a seat, once. Only the SHA-256 of its token is kept."""

    __tablename__ = "invitations"

    token_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    game_id: Mapped[str] = mapped_column(String(32), ForeignKey("games.id", ondelete="CASCADE"), index=True)
    side: Mapped[int]
    created: Mapped[datetime]
    expires: Mapped[datetime]
    used: Mapped[datetime | None] = mapped_column(default=None)
    used_by: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"), default=None)
