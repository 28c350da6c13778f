"""Symbols on players' dice."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from highground.server.db.tables import DatabaseTable


class DiceSymbol(DatabaseTable):
    """A symbol that a user's dice show in place of a face. `patches`: one after the other, what it looks like
    (`highground.vision.dice.symbols`)."""

    __tablename__ = "dice_symbols"

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    face: Mapped[int]
    explained: Mapped[datetime]
    patches: Mapped[bytes] = mapped_column(LargeBinary)
