"""What the camera's calls take and answer."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from highground.server.described import AsReading
from highground.server.play.schemas import Facings, Floor, Given

Fraction = Annotated[float, Field(ge=0, le=1)]


class Pairing(BaseModel):
    """A code for a phone, good for some minutes and once. `qr` is an SVG picture of `url`."""

    code: str
    url: str
    qr: str
    expires: datetime


class PairingCode(BaseModel):
    code: str = Field(min_length=4, max_length=32)


class Paired(BaseModel):
    """What a phone keeps: its token, good for this game's camera alone."""

    token: str
    game_id: str
    game_name: str
    expires: datetime


class DiceTray(BaseModel):
    """The dice tray's rectangle as fractions of the photo."""

    model_config = ConfigDict(populate_by_name=True)

    startX: Fraction  # noqa: N815 - the specification's name
    startY: Fraction  # noqa: N815
    endX: Fraction  # noqa: N815
    endY: Fraction  # noqa: N815

    @model_validator(mode="after")
    def _has_room(self) -> DiceTray:
        if abs(self.endX - self.startX) < 0.01 or abs(self.endY - self.startY) < 0.01:
            raise ValueError("The dice tray's rectangle is too small. Draw it round the whole tray.")
        return self


Corner = Annotated[list[Fraction], Field(min_length=2, max_length=2)]


class CameraChange(BaseModel):
    """What may be set by hand. `corners` go clockwise from the board's upper left; an empty list forgets them."""

    corners: Annotated[list[Corner], Field(max_length=4)] | None = None
    dice_tray_coordinates: DiceTray | None = None

    @model_validator(mode="after")
    def _all_corners(self) -> CameraChange:
        if self.corners is not None and len(self.corners) not in (0, 4):
            raise ValueError("The board has four corners.")
        return self


class Trouble(BaseModel):
    """Something about a photo that makes its reading unsure, and what to do."""

    code: str
    message: str
    fatal: bool = False


class CameraState(BaseModel):
    """How far the camera is set up. `residual` is the board markers' mean error in inches."""

    game_id: str
    paired: bool
    empty_image_id: str | None
    residual: float | None
    markers: int
    corners: list[Corner]
    dice_tray_coordinates: DiceTray | None
    problems: list[Trouble] = []


class CalibrationCall(BaseModel):
    """Which photo shows the empty board."""

    image_id: str = Field(max_length=32)


class PhotoUploaded(BaseModel):
    """A photo as it was kept."""

    image_id: str
    image_url: str
    dice_tray: bool
    width: int
    height: int


class ProcessCall(BaseModel):
    image_id: str = Field(max_length=32)


class Processing(BaseModel):
    """The job that reads the photo; `job_completed` on the camera channel brings its result."""

    job_id: str
    image_id: str


class LatestImage(BaseModel):
    """The newest photo, with what was read from it once that is done, or in `error` why it could not be read.

    `answered`: a roll was answered with the dice that it shows.
    """

    exists: bool
    image_id: str | None = None
    image_url: str | None = None
    width: int | None = None
    height: int | None = None
    analysis: AsReading | None = None
    processed_at: datetime | None = None
    error: str | None = None
    answered: bool = False


class Difference(BaseModel):
    """What a photo shows of one unit that the battle does not know. `facings`: of each place, in degrees; empty where
    none of them has turned. `heights`: of each place, in inches; empty where all are on the ground."""

    kind: Literal["same", "moved", "set-up", "not-found", "too-few", "too-many", "unknown", "outdated"]
    message: str
    unit_uuid: str
    unit_name: str
    transponder: str
    places: list[tuple[float, float]]
    facings: list[int]
    heights: list[float]
    moved: float | None
    limit: float | None
    acceptable: bool


class Differences(BaseModel):
    """The table against the battle. While `waiting`, the battle waits for the table. `unread`: why nothing could be
    read from the photo; empty where something was."""

    image_id: str
    waiting: bool
    number: int
    unread: str
    proposals: list[Difference]


class AcceptCall(BaseModel):
    """Take over what the photo shows of a unit, or `places` as corrected by hand (one a living miniature, inches), how
    these face and on which floor they stand; without `facings` nobody turns. Or take the photo's miniatures of these
    numbers for the unit's. `dice`: the own die of an advance, or own dice of who breaks out of a fight."""

    image_id: str = Field(max_length=32)
    unit_uuid: str = Field(max_length=64)
    how: Literal["move", "advance", "fall_back"] = "move"
    places: list[Annotated[list[float], Field(min_length=2, max_length=2)]] | None = None
    facings: Facings
    floor: Floor
    models: list[Annotated[int, Field(ge=0)]] = Field(default=[], max_length=200)
    dice: Given | None = None
    number: int | None = None
