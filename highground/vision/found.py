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
    """One thing seen. `score` from 0 to 1; `diameter` in inches where it is round; `name` where a marker gives it.

    `up`: inches above the board at which it stands. `doubtful`: somebody should look at it. `turn`: of an oval base the
    degrees, clockwise from the right and from 0 to 180, along which it lies; which end is its front cannot be seen.
    `length`: inches from end to end of an oval base, whose diameter is that of a round one of its area. `remembered`: a
    miniature that this photo hides, where one taken just before shows it.
    """

    box: Box
    score: float
    location: Spot | None = None
    diameter: float | None = None
    name: str | None = None
    up: float = 0.0
    doubtful: bool = False
    turn: float | None = None
    remembered: bool = False
    length: float | None = None


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


class Unseen(msgspec.Struct, frozen=True):
    """A unit's miniature that is not seen where it was expected, and so given no place.

    `why` says what hides that place from the camera: 'terrain', another 'miniature', 'covered' by an arm or the like,
    'outside' of the photo; '' where it is in view, so that the miniature has moved or is gone.
    """

    transponder: str
    unit_name: str
    unit_uuid: str
    location: Spot
    why: str


class Problem(msgspec.Struct, frozen=True):
    """Something about the photo that makes its reading unsure, with what to do. `fatal`: nothing was read; `units`: the
    transponders of the units concerned."""

    code: str
    message: str
    fatal: bool = False
    units: tuple[str, ...] = ()


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
    unseen: tuple[Unseen, ...] = ()


class PhotoReading(Analysis, frozen=True, kw_only=True):
    """What a photo shows, with where it is to be had and the names of the pictures of what was found in it."""

    image_url: str
    debug_image_path: str
    assignment_debug_image_path: str


class KnownTerrain(msgspec.Struct, frozen=True):
    """A piece of terrain as the layout has it, in inches: its outline, walls that stand on it, its height, and how high
    its upper floors lie. Without walls and floors it may be a wood, into which one sees, or a heap of crates."""

    outline: tuple[Spot, ...]
    walls: tuple[tuple[Spot, Spot], ...] = ()
    height: float = 0.0
    floors: tuple[float, ...] = ()


class KnownUnit(msgspec.Struct, frozen=True):
    """A unit that should be on the table: its transponder's name, its living miniatures' bases (inches across) and
    where they last stood, in the same order (None for one that was not on the table).

    `ups`: how high above the board each last stood, in inches and the same order; empty where all stand on the ground.
    `lengths`: the longer sides of oval bases in inches, 0 of round ones; empty where all are round. Of an oval the
    diameter is that of a round base of its area.
    """

    uuid: str
    name: str
    transponder: str
    diameters: tuple[float, ...]
    places: tuple[Spot | None, ...] = ()
    ups: tuple[float, ...] = ()
    lengths: tuple[float, ...] = ()

    @property
    def shapes(self) -> tuple[Spot, ...]:
        """The diameter and the length of each base."""
        return tuple(zip(self.diameters, self.lengths or (0.0,) * len(self.diameters), strict=True))


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
    terrain: tuple[KnownTerrain, ...] = ()
