"""Question and answer of the sight call; everything in inches on the board."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

MOST_PIECES = 100
MOST_CORNERS = 60

Coordinate = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]
Place = tuple[Coordinate, Coordinate]


class SightTerrain(BaseModel):
    """A terrain piece. `obscuring` left out: a piece named '... building ...' obscures, any other does not."""

    model_config = ConfigDict(json_schema_extra={"required": ["name", "coordinates"]})

    name: Annotated[str, Field(max_length=200)]
    coordinates: Annotated[list[Place], Field(min_length=3, max_length=MOST_CORNERS)]
    obscuring: bool | None = None


class SightQuestion(BaseModel):
    """Who looks (a base of `radius` at `origin`), how far, and past what."""

    origin: Place
    radius: Annotated[float, Field(ge=0, le=20, allow_inf_nan=False)] = 0.0
    range: Annotated[float, Field(gt=0, le=200, allow_inf_nan=False)]
    rays: Annotated[int, Field(ge=3, le=360)] = 144
    terrain: Annotated[list[SightTerrain], Field(max_length=MOST_PIECES)] = []


class SightAnswer(BaseModel):
    """`rays`: for each direction, from the x axis on and turning from x towards y, how far sight goes, at most `range`.

    `blocked`: terrain cuts sight short in every direction.
    """

    rays: list[float]
    blocked: bool
