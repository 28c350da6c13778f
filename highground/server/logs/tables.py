"""Battle logs of games."""

from __future__ import annotations

from sqlalchemy import ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from highground.server.db.tables import DatabaseTable


class BattleLog(DatabaseTable):
    """A game's log. `answer` is the gzipped body of the full answer, ready to send; `source` the gzipped battle log
    (None where only a timeline was uploaded); `engine` the version that wrote the log."""

    __tablename__ = "battle_logs"

    game_id: Mapped[str] = mapped_column(String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    engine: Mapped[str] = mapped_column(String(80), default="")
    source: Mapped[bytes | None] = mapped_column(LargeBinary, default=None, deferred=True)
    answer: Mapped[bytes] = mapped_column(LargeBinary)
    etag: Mapped[str] = mapped_column(String(40))
    total: Mapped[int]
