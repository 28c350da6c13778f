"""A game's camera and the photos that it took."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Float, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from highground.server.db.tables import DatabaseTable


class Camera(DatabaseTable):
    """What a game knows of its camera. Of the pairing code and the phone's token only hashes are kept.

    `corners` are four places clockwise from the upper left, `markers` the middles of the board's markers by number,
    `dice_tray` the ends startX, startY, endX, endY: all as fractions of the photo's width and height. `residual` is in
    inches. `empty_id` is the photo of the empty board.
    """

    __tablename__ = "cameras"

    game_id: Mapped[str] = mapped_column(String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    code_hash: Mapped[str | None] = mapped_column(String(64), default=None, unique=True)
    code_ends: Mapped[datetime | None] = mapped_column(default=None)
    phone_hash: Mapped[str | None] = mapped_column(String(64), default=None, unique=True)
    phone_ends: Mapped[datetime | None] = mapped_column(default=None)
    empty_id: Mapped[str | None] = mapped_column(String(32), default=None)
    corners: Mapped[list[list[float]] | None] = mapped_column(JSON, default=None)
    markers: Mapped[dict[str, list[float]] | None] = mapped_column(JSON, default=None)
    residual: Mapped[float | None] = mapped_column(Float, default=None)
    dice_tray: Mapped[dict[str, Any] | None] = mapped_column(JSON, default=None)


class TablePhoto(DatabaseTable):
    """A photo of the table or of the dice tray. `key` names its file; `job_id` is the job that reads it.

    `frames` are the keys of further photos of the same roll, which vote on what its dice show; `answered`: whether a
    roll was answered with these dice.
    """

    __tablename__ = "table_photos"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game_id: Mapped[str] = mapped_column(String(32), ForeignKey("games.id", ondelete="CASCADE"), index=True)
    dice_tray: Mapped[bool]
    key: Mapped[str] = mapped_column(String(200))
    media_type: Mapped[str] = mapped_column(String(40))
    width: Mapped[int]
    height: Mapped[int]
    taken: Mapped[datetime]
    job_id: Mapped[str | None] = mapped_column(String(32), default=None)
    frames: Mapped[list[str] | None] = mapped_column(JSON, default=None)
    answered: Mapped[bool] = mapped_column(default=False)
