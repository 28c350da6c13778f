"""Rule sets that users keep."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from highground.server.db.tables import DatabaseTable


class SavedRuleSet(DatabaseTable):
    """A user's rule set. `body` is its gzipped JSON (`highground.workshop.RuleSet`), `revision` grows with each change.

    While it is `active` it is for all of its owner's rosters of its faction. Who knows its `token` may read it; None
    where it is for nobody else.
    """

    __tablename__ = "rule_sets"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(100))
    faction: Mapped[str] = mapped_column(String(100))
    rules: Mapped[int]
    revision: Mapped[int]
    active: Mapped[bool]
    token: Mapped[str | None] = mapped_column(String(32), unique=True)
    changed: Mapped[datetime]
    body: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
