"""Question and answer of the sight call; everything in inches on the board."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, Field

MOST_PIECES = 100
MOST_CORNERS = 60

Coordinate = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]
Place = tuple[Coordinate, Coordinate]


class SightTerrain(BaseModel):
    """A terrain piece. It blocks lines through it where it is `obscuring`, or where its name contains 'building'."""

    name: Annotated[str, Field(max_length=200)]
    coordinates: Annotated[list[Place], Field(min_length=3, max_length=MOST_CORNERS)]
    obscuring: bool = False


class SightQuestion(BaseModel):
    """Who looks (a base of `radius` at `origin`), how far, and past what."""

    origin: Place
    radius: Annotated[float, Field(ge=0, le=20, allow_inf_nan=False)] = 0.0
    range: Annotated[float, Field(gt=0, le=200, allow_inf_nan=False)]
    rays: Annotated[int, Field(ge=3, le=360)] = 144
    terrain: Annotated[list[SightTerrain], Field(max_length=MOST_PIECES)] = []


class SightAnswer(BaseModel):
    """`rays`: inches from the base's centre that are clear, at most `range`; first +x, then clockwise on the screen.

    `blocked`: terrain cuts sight short in every direction.
    """

    rays: list[float]
    blocked: bool
