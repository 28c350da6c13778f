"""The answer of the achievements call."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel


class Achievable(BaseModel):
    """What can be earned, and what it takes."""

    code: str
    name: str
    points: int
    description: str


class AchievementRow(BaseModel):
    """An achievement that the caller has earned `count` times: last at `earned_at`, in the game `game_id`.

    `points` are those of one time; `game_id` is null when that game has been deleted.
    """

    code: str
    name: str
    points: int
    description: str
    earned_at: datetime
    game_id: str | None
    count: int
