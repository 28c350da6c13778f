"""Games and their battle logs."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from highground.server.db.tables import Base


class Game(Base):
    """A game. Its id is random, so that a link cannot be guessed."""

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str] = mapped_column(String(200))
    description: Mapped[str] = mapped_column(String(2000), default="")
    status: Mapped[str] = mapped_column(String(40))
    shared: Mapped[bool] = mapped_column(default=False)
    created: Mapped[datetime]


class BattleLog(Base):
    """A game's log. `answer` is the gzipped body of the full answer, ready to send; `source` the gzipped battle log
    (None where only a timeline was uploaded); `engine` the version that wrote the log."""

    __tablename__ = "battle_logs"

    game_id: Mapped[str] = mapped_column(String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    engine: Mapped[str] = mapped_column(String(80), default="")
    source: Mapped[bytes | None] = mapped_column(LargeBinary, default=None, deferred=True)
    answer: Mapped[bytes] = mapped_column(LargeBinary)
    etag: Mapped[str] = mapped_column(String(40))
    total: Mapped[int]
