"""What the dice call answers."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel


class DiceResult(BaseModel):
    """Dice of a photo, the surest first: boxes x0, y0, x1, y1 in its pixels, scores 0 to 1, faces 1 to 6.

    Certainties say how often a die read like this shows that face; seconds, which face it shows else. A doubtful die
    is for a person to say. Other boxes are about dice of another kind, which are not read. Photos that were read before
    this was known have none of the four.
    """

    detection_boxes: list[list[float]]
    detection_scores: list[float]
    detection_classes: list[int]
    detection_certainties: list[float] = []
    detection_seconds: list[int] = []
    doubtful: list[bool] = []
    other_boxes: list[list[float]] = []
    prediction_time_ms: float


class DiceAnalysis(BaseModel):
    analysis_type: Literal["dice_detection"]
    dice_result: DiceResult
    image_url: str


class LatestDiceImage(BaseModel):
    """The newest photo of the dice tray, with what was read from it once that is done. Width and height in pixels.

    `error` says why it could not be read.
    """

    exists: bool
    image_id: str | None = None
    image_url: str | None = None
    width: int | None = None
    height: int | None = None
    analysis: DiceAnalysis | None = None
    processed_at: datetime | None = None
    error: str | None = None
