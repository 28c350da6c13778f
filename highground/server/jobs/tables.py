"""Jobs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

from sqlalchemy import Float, ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from highground.server.db.tables import DatabaseTable

JobState = Literal["waiting", "running", "done", "failed", "cancelled"]
WAITING, RUNNING, DONE, FAILED, CANCELLED = "waiting", "running", "done", "failed", "cancelled"


def now() -> datetime:
    return datetime.now(UTC)


class Job(DatabaseTable):
    """A job. `request` and `result` are JSON; `error` is a sentence; `progress` goes from 0 to 1.

    `worker` is who runs it and `seen` when it last gave a sign of life; `queued` when its id was last sent to the
    workers; `attempts` how often it was begun; `cancel` asks its worker to stop.

    A job may have `parts`, which workers take in its place (see `parts.py`): rows with its id as `whole_id`, each for
    `size` things of it from number `first` on.
    """

    __tablename__ = "jobs"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    kind: Mapped[str] = mapped_column(String(40))
    owner_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    game_id: Mapped[str | None] = mapped_column(String(32), ForeignKey("games.id", ondelete="CASCADE"), index=True)
    whole_id: Mapped[str | None] = mapped_column(
        String(32), ForeignKey("jobs.id", ondelete="CASCADE"), index=True, default=None
    )
    parts: Mapped[int] = mapped_column(default=0)
    first: Mapped[int] = mapped_column(default=0)
    size: Mapped[int] = mapped_column(default=1)
    state: Mapped[str] = mapped_column(String(16), index=True)
    progress: Mapped[float] = mapped_column(Float, default=0.0)
    note: Mapped[str] = mapped_column(String(200), default="")
    request: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    result: Mapped[bytes | None] = mapped_column(LargeBinary, default=None, deferred=True)
    error: Mapped[str | None] = mapped_column(String(500), default=None)
    attempts: Mapped[int] = mapped_column(default=0)
    cancel: Mapped[bool] = mapped_column(default=False)
    worker: Mapped[str | None] = mapped_column(String(64), default=None)
    created: Mapped[datetime]
    queued: Mapped[datetime]
    started: Mapped[datetime | None] = mapped_column(default=None)
    seen: Mapped[datetime | None] = mapped_column(default=None)
    ended: Mapped[datetime | None] = mapped_column(default=None)
