"""Rosters that users keep."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from highground.server.db.tables import DatabaseTable


class SavedRoster(DatabaseTable):
    """A roster of a user's, for nobody else: it may hold private text. `points` and `models` are sums over its units.
    `left_out` counts those that cannot be set up.

    `original` is the gzipped file as it was uploaded under `file_name`; `parsed` the gzipped JSON of what was read from
    it, and by which edition of the reader (`service.KeptReading`). `filled` is the gzipped roster file that a list of
    names became with what its owner's shelf had, None where nothing was filled in: the shelf may change, the roster
    stays. `rules` is the gzipped JSON of the rules that its owner made for it alone (`highground.workshop.RuleSet`),
    None where there are none.
    """

    __tablename__ = "rosters"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(200))
    faction: Mapped[str] = mapped_column(String(200))
    detachment: Mapped[str] = mapped_column(String(200))
    system: Mapped[str] = mapped_column(String(200))
    points: Mapped[int]
    units: Mapped[int]
    models: Mapped[int]
    playable: Mapped[bool]
    left_out: Mapped[int] = mapped_column(server_default="0")
    created: Mapped[datetime]
    file_name: Mapped[str] = mapped_column(String(200))
    original: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    parsed: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    filled: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    rules: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
