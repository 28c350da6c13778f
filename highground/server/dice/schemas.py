"""What the dice call answers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field


class PossibleDieRow(BaseModel):
    """What may be a die: its box, how much it looks like a die with pips, 0 to 1, and the face it then shows."""

    box: list[float]
    likeness: float
    face: int
    second: int
    certainty: float


class DiceResult(BaseModel):
    """Dice of a photo, the surest first: boxes x0, y0, x1, y1 in its pixels, scores 0 to 1, faces 1 to 6.

    Certainties say how often a die read like this shows that face; seconds, which face it shows else. A doubtful die
    is for a person to say. Other boxes are about dice of another kind, which are not read. Dice with the same number in
    `detection_symbols` show the same symbol in place of pips; -1 stands for pips. `spare` is what may be dice though it
    doesn't count. Where `rolled` is given, dice `aside` are more than that and not asked about, and as many as `added`
    says, the last ones, were spare and are asked about since dice are missing. Photos that were read before one of
    these was known do not have it.
    """

    detection_boxes: list[list[float]]
    detection_scores: list[float]
    detection_classes: list[int]
    detection_certainties: list[float] = []
    detection_seconds: list[int] = []
    doubtful: list[bool] = []
    other_boxes: list[list[float]] = []
    prediction_time_ms: float
    detection_symbols: list[int] = []
    spare: list[PossibleDieRow] = []
    aside: list[bool] = []
    added: int = 0


class DiceAnalysis(BaseModel):
    analysis_type: Literal["dice_detection"]
    dice_result: DiceResult
    image_url: str


class LatestDiceImage(BaseModel):
    """The newest photo of the dice tray, with what was read from it once that is done. Width and height in pixels.

    `error` says why it could not be read; `answered`: a roll was answered with these dice.
    """

    exists: bool
    image_id: str | None = None
    image_url: str | None = None
    width: int | None = None
    height: int | None = None
    analysis: DiceAnalysis | None = None
    processed_at: datetime | None = None
    error: str | None = None
    answered: bool = False


class ExplainCall(BaseModel):
    """What a symbol stands for: dice of a photo that show it, by their numbers in its reading, and the face, 1 to 6."""

    image_id: str = Field(pattern=r"^[A-Za-z0-9_-]{1,32}$")
    dice: list[Annotated[int, Field(ge=0, le=999)]] = Field(min_length=1, max_length=100)
    face: int = Field(ge=1, le=6)


class DiceSymbolRow(BaseModel):
    """A symbol on the caller's dice with the face that it stands for. `picture`: a small PNG of it as a data URL."""

    id: int
    face: int
    explained: datetime
    picture: str


class DiceSymbolList(BaseModel):
    symbols: list[DiceSymbolRow]
