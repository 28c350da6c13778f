"""Sheets on users' shelves."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from highground.server.db.tables import DatabaseTable


class ShelfSheet(DatabaseTable):
    """A sheet on a user's shelf, for nobody else. `body` is its gzipped JSON (`highground.rosters.shelf.KnownSheet`).

    `key` and `home` are its name and its faction for comparing; `source` says what taught it, `origin` by which name.
    """

    __tablename__ = "shelf"
    __table_args__ = (UniqueConstraint("user_id", "kind", "key", "home"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str] = mapped_column(String(20))
    key: Mapped[str] = mapped_column(String(200))
    home: Mapped[str] = mapped_column(String(200))
    name: Mapped[str] = mapped_column(String(200))
    faction: Mapped[str] = mapped_column(String(200))
    edition: Mapped[str] = mapped_column(String(8))
    origin: Mapped[str] = mapped_column(String(200))
    source: Mapped[str] = mapped_column(String(20))
    weapons: Mapped[int]
    learned: Mapped[datetime]
    body: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
