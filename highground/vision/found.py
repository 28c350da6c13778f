"""What a photo of a table shows: the fields of a camera analysis, and what was known before it was read."""

from __future__ import annotations

from typing import Literal

import msgspec

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels of the photo."""
Spot = tuple[float, float]
"""Inches from the board's upper left corner."""
ThingKind = Literal["model", "transponder", "objective", "terrain", "penny"]
KINDS: tuple[ThingKind, ...] = ("model", "transponder", "objective", "terrain", "penny")


class Thing(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing seen. `score` from 0 to 1; `diameter` in inches where it is round; `name` where a marker gives it."""

    box: Box
    score: float
    location: Spot | None = None
    diameter: float | None = None
    name: str | None = None


class Placed(msgspec.Struct, frozen=True):
    """A miniature that is taken for a unit's: its number in `objects["model"]`, from 0, and where it stands."""

    model: int
    location: Spot
    score: float


class Assignment(msgspec.Struct, frozen=True):
    """A unit's transponder with the miniatures that are taken for the unit's."""

    transponder: str
    unit_name: str
    unit_uuid: str
    assignments: tuple[Placed, ...]


class Problem(msgspec.Struct, frozen=True):
    """Something about the photo that makes its reading unsure, with what to do. `fatal`: nothing was read."""

    code: str
    message: str
    fatal: bool = False


class Analysis(msgspec.Struct, frozen=True):
    """What one photo of the table shows.

    `residual` is the mean error of the board's markers in inches, None where the board was not found by markers;
    `scale_from` says by what it was found. `grid` says where places of the board are in the photo, in pixels: evenly
    spaced on the board, row by row from its upper left corner, so that the photo can be shown under a map.
    """

    objects: dict[ThingKind, tuple[Thing, ...]]
    detected_objects: dict[str, int]
    assignments: tuple[Assignment, ...]
    problems: tuple[Problem, ...]
    size: tuple[int, int]
    residual: float | None
    scale_from: Literal["markers", "corners", "penny", "nothing"]
    milliseconds: float
    analysis_type: str = "table"
    grid: tuple[tuple[Spot, ...], ...] = ()


class PhotoReading(Analysis, frozen=True, kw_only=True):
    """What a photo shows, with where it is to be had and the names of the pictures of what was found in it."""

    image_url: str
    debug_image_path: str
    assignment_debug_image_path: str


class KnownUnit(msgspec.Struct, frozen=True):
    """A unit that should be on the table: its transponder's name, its living miniatures' bases (inches across) and
    where they last stood, in the same order (None for one that was not on the table).
    """

    uuid: str
    name: str
    transponder: str
    diameters: tuple[float, ...]
    places: tuple[Spot | None, ...] = ()


class KnownTable(msgspec.Struct, frozen=True):
    """What is known of a table before its photo is read.

    `corners`: the board's corners as dragged by hand, clockwise from the upper left, in pixels of a photo of `size`.
    `markers` (eight centres by number) says where the board's markers were at calibration, in fractions of the photo.
    """

    units: tuple[KnownUnit, ...] = ()
    corners: tuple[Spot, ...] = ()
    markers: dict[int, Spot] = {}
    width: float = 60.0
    height: float = 44.0
