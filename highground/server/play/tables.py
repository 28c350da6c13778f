"""What a game is prepared with, and its battle: a row a choice, so that each is written once and never again."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from highground.server.db.tables import DatabaseTable


class Preparation(DatabaseTable):
    """What the owner has chosen for the game as a whole; the armies are with their seats."""

    __tablename__ = "preparations"

    game_id: Mapped[str] = mapped_column(String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    chosen: Mapped[dict[str, Any]] = mapped_column(JSON)


class HostedBattle(DatabaseTable):
    """A battle that has begun. `setup` is gzipped JSON; `seed` never leaves the server, nor does the secret that
    `sealing` holds. `choices` counts the rows of `battle_choices`, `undone` those of `undone_choices`. `draft` is what
    a player has prepared, `clock` the chess clock, its moments included, `pending` a choice whose dice are being made,
    `asking` what each seat wants to be asked about, `counsel` what the computer has thought.

    `revision` goes up with every change: a change is written only if nobody has written another since it was read.
    """

    __tablename__ = "battles"

    game_id: Mapped[str] = mapped_column(String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    setup: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    seed: Mapped[str] = mapped_column(String(20))
    control: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    draft: Mapped[dict[str, Any] | None] = mapped_column(JSON, default=None)
    clock: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), default=None)
    sealing: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), default=None)
    pending: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), default=None)
    offers: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON(none_as_null=True), default=None)
    asking: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), default=None)
    counsel: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True), default=None)
    physical: Mapped[bool] = mapped_column(default=False)
    own_dice: Mapped[bool] = mapped_column(default=False)
    hand_agreed: Mapped[bool] = mapped_column(default=False)
    revision: Mapped[int] = mapped_column(default=0)
    choices: Mapped[int] = mapped_column(default=0)
    undone: Mapped[int] = mapped_column(default=0)
    began: Mapped[datetime]


class MadeChoice(DatabaseTable):
    """One choice with its dice and events, as JSON; who made it (None: the computer), and when."""

    __tablename__ = "battle_choices"

    game_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("battles.game_id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    record: Mapped[bytes] = mapped_column(LargeBinary)
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"), default=None)
    made: Mapped[datetime]


class UndoneChoice(DatabaseTable):
    """A choice that was taken back: its place among all choices ever made, and how many had been made by then."""

    __tablename__ = "undone_choices"

    game_id: Mapped[str] = mapped_column(
        String(32), ForeignKey("battles.game_id", ondelete="CASCADE"), primary_key=True
    )
    serial: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    until: Mapped[int]
    consented: Mapped[bool]
    record: Mapped[bytes] = mapped_column(LargeBinary)
    user_id: Mapped[int | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"), default=None)
    made: Mapped[datetime]
    undone: Mapped[datetime]


class Attendance(DatabaseTable):
    """When a player was last at a game's table, to within a minute."""

    __tablename__ = "attendances"

    game_id: Mapped[str] = mapped_column(String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[int] = mapped_column(
        ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    seen: Mapped[datetime]
