"""Shapes of the calls around the battle: leaving it, offers, the chess clock, and devices that make dice."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

LEAST_MINUTES, MOST_MINUTES = 5, 300
"""What a side may have on a chess clock."""


class ResignCall(BaseModel):
    """`side` is the army that is given up, for a player who commands both."""

    side: Literal[0, 1] | None = None


class OfferCall(BaseModel):
    """Whether an offer is agreed to; who made it says no to withdraw. With `id` only that offer is agreed to."""

    kind: Literal["draw", "clock", "dice", "coach", "by_hand"]
    agree: bool
    id: str | None = Field(default=None, max_length=64)


class CoachAllowed(BaseModel):
    """Whether the computer may be asked what it would do."""

    on: bool


class DeviceCall(BaseModel):
    """A device that is to take part in the dice: the end of its hash chain and its public key, as hexadecimal."""

    anchor: str = Field(pattern=r"^[0-9a-f]{64}$")
    key: str = Field(pattern=r"^04[0-9a-f]{128}$")


class RevealCall(BaseModel):
    """A device's part of a roll, as hexadecimal: the value of its chain, and its signature of what it saw."""

    roll: int = Field(ge=1)
    role: Literal["witness", "thrower"]
    value: str = Field(pattern=r"^[0-9a-f]{64}$")
    seal: str = Field(pattern=r"^[0-9a-f]{128}$")


class DiceParty(BaseModel):
    """Who makes dice: the server (no sides), or a device of the player who commands `sides`, from roll `since` on."""

    sides: list[int]
    anchor: str
    key: str
    since: int


class PendingRoll(BaseModel):
    """A roll under way: `statement` fixes its choice, `witness` and `thrower` are places among the parties."""

    roll: int
    statement: str
    parties: list[DiceParty]
    witness: int | None
    thrower: int | None
    witnessed: str | None
    awaits: list[Literal["witness", "thrower"]]
    lost: bool


class DiceState(BaseModel):
    """How a game's dice are made. `rolls` counts the sealed ones; `own_dice` says that players may roll their own."""

    sealed: bool
    own_dice: bool
    sides: list[int]
    rolls: int
    parties: list[DiceParty]
    pending: PendingRoll | None


class DeviceJoined(BaseModel):
    """A device's place among the parties, and the first roll that its chain has a value for."""

    party: int
    since: int
    sides: list[int]
    rolls: int
    parties: list[DiceParty]


class ClockCall(BaseModel):
    """`minutes` are each side's, for `start`."""

    do: Literal["start", "pause", "resume", "stop"]
    minutes: int = Field(default=90, ge=LEAST_MINUTES, le=MOST_MINUTES)


class RollBefore(BaseModel):
    """Dice that fell before somebody is invited. `own`: rolled by a player's hand; `undone`: their choice was taken
    back."""

    what: str
    faces: list[int]
    own: bool
    undone: bool


class RollsBefore(BaseModel):
    """Everything that was rolled before somebody takes a seat, in order."""

    rolls: list[RollBefore]
