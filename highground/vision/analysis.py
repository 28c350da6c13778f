"""Reading a photo of a table: where the board is, what lies and stands on it, and whose it is.

Nothing here knows a battle. What should be on the table comes in as `KnownTable`; what was seen goes out as `Analysis`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from highground.vision import quality
from highground.vision.backdrop import EarlierPhoto
from highground.vision.bases import FoundBase
from highground.vision.belonging import SAME_SIZE, TableSearch
from highground.vision.board import BoardNotFound, View
from highground.vision.earlier import KnownMiniature, KnownPhoto
from highground.vision.expected import WhoStands, find_standing
from highground.vision.flat import Field, Picture
from highground.vision.found import (
    KINDS,
    Analysis,
    Assignment,
    Box,
    KnownTable,
    KnownUnit,
    Placed,
    Problem,
    Spot,
    Thing,
    ThingKind,
    Unseen,
)
from highground.vision.markers.cards import CARD, OBJECTIVE_RADIUS
from highground.vision.markers.marks import SMALL_SIDE, MarkKind
from highground.vision.markers.reading import Sighting, read_markers
from highground.vision.ovals import Shape
from highground.vision.pose import Pose, pose_of
from highground.vision.scale import MILLIMETRE, How, find_pennies, find_view
from highground.vision.unseen import Missing

DOTS = 24.0
"""Pixels an inch at which the board is compared with its empty self."""
COMMON_BASES = tuple(size * MILLIMETRE for size in (25, 28.5, 32, 40, 50, 60))
"""Widths (inches) that are looked for where nothing is known of the armies."""
NO_EMPTY = "There is no photo of the empty board, so only what has a marker was read. Take one in the set-up."
NO_EMPTY_BUT_KNOWN = (
    "There is no photo of the empty board and no earlier one of this battle, so miniatures were found by what the "
    "battle expects alone. Take one in the set-up, from anywhere."
)
MIXED_UP = (
    "{} and {} may be mixed up: their miniatures fit both transponders. Check them on the map. If they are wrong, lay "
    "each transponder next to its own miniatures and take another photo."
)
DOUBTFUL = 0.36
"""How sure a miniature must be not to be shown as doubtful."""
SCENERY = 6.0
"""Square inches of difference, explained by nothing else, from which on it counts as scenery that was moved."""
STILL_TOLERANCE, MOVED_TOLERANCE = 2, 3
"""Pixels by which unchanged places may have shifted, with the camera where it was and with one that has moved."""
MISPRINT, CROOKED = 0.2, 1.18
"""By how much of its printed size a marker may be read wrong on the board, and how many times a side another one."""
GRID = (13, 10)
"""Places along the board's width and height that are reported, about five inches apart."""
SHIFT = 3.0
"""Pixels that the board's corners may lie apart in the two photos before the camera counts as moved."""


@dataclass(frozen=True, slots=True, eq=False)
class _Reading:
    """A photo on its way to an Analysis."""

    picture: Picture
    seen: list[Sighting]
    view: View
    known: KnownTable


def analyse(
    picture: Picture, known: KnownTable | None = None, empty: Picture | None = None,
    earlier: Sequence[KnownPhoto] = (),
) -> Analysis:  # fmt: skip
    """Read a photo (height, width, 3 of BGR).

    `empty` is a photo of the same board without miniatures, `earlier` are photos of this battle that were read before,
    the latest first; all of them may have been taken from elsewhere. With neither, and nothing known of the armies, no
    miniature is found. A photo that cannot be read gives an Analysis whose problems say why and what to do.
    """
    known, began = known or KnownTable(), time.perf_counter()
    problems = quality.of_picture(picture)
    seen = [] if any(each.fatal for each in problems) else read_markers(picture)
    problems += quality.of_markers(picture, seen, known)
    try:
        if any(each.fatal for each in problems):
            return _nothing(picture, seen, problems, began)
        view, how = find_view(picture, seen, known)
    except BoardNotFound as fault:
        return _nothing(picture, seen, [*problems, Problem("no-board", str(fault), fatal=True)], began)
    scale = quality.print_scale(seen, view) if how == "markers" else 1.0
    problems += quality.of_prints(scale)
    reading = _Reading(picture, _plausible(seen, view, scale), view, known)
    photos, trouble = _photos(reading, empty, earlier)
    problems += trouble
    standing, scenery = None, list[Thing]()
    if photos or known.units:
        standing = find_standing(_search(reading, photos), _transponders(reading))
        scenery = _scenery(standing.difference, standing.hidden, standing.bases, view) if empty is not None else []
        problems += _mixed_up(standing, known)
    if not photos:
        problems.append(Problem("no-empty-photo", NO_EMPTY_BUT_KNOWN if known.units else NO_EMPTY))
    return _report(reading, how, standing, scenery, problems, began)


def _mixed_up(standing: WhoStands, known: KnownTable) -> list[Problem]:
    names = {unit.transponder: unit.name for unit in known.units}
    return [
        Problem("units-mixed-up", MIXED_UP.format(names[one], names[other]), units=(one, other))
        for one, other in standing.interchangeable
        if one in names and other in names
    ]


def _plausible(seen: Sequence[Sighting], view: View, scale: float) -> list[Sighting]:
    """Without what is not as large on the board as it was printed: a pattern that passed for a marker.

    The board's markers were printed at `scale` times their size; the others with them, or apart from them at their own.
    """
    return [
        each
        for each in seen
        if each.mark.kind is MarkKind.BOARD or _size_fits(each, view, scale) or _size_fits(each, view, 1.0)
    ]


def _size_fits(sighting: Sighting, view: View, scale: float) -> bool:
    sides = quality.sides_of(sighting, view) / scale
    small = [SMALL_SIDE] if sighting.mark.kind is MarkKind.TRANSPONDER else []
    fits = any(abs(float(sides.mean()) / printed - 1) < MISPRINT for printed in (sighting.mark.side, *small))
    return fits and float(sides.max() / sides.min()) < CROOKED


def _nothing(picture: Picture, seen: Sequence[Sighting], problems: list[Problem], began: float) -> Analysis:
    """Markers can be read even where the board is not found."""
    objects: dict[ThingKind, tuple[Thing, ...]] = dict.fromkeys(KINDS, ())
    objects |= {"transponder": _marked(seen, MarkKind.TRANSPONDER, None)}
    objects |= {"objective": _marked(seen, MarkKind.OBJECTIVE, None)}
    return Analysis(objects, _counts(objects), (), tuple(problems), _size(picture), None, "nothing", _since(began))


def _report(
    reading: _Reading, how: How, standing: WhoStands | None, scenery: list[Thing], problems: list[Problem], began: float
) -> Analysis:
    bases = [] if standing is None else standing.bases
    seen = 0 if standing is None else len(bases) - standing.remembered
    pose = pose_of(reading.view, _size(reading.picture))
    objects: dict[ThingKind, tuple[Thing, ...]] = {
        "model": tuple(_as_thing(base, pose, number >= seen) for number, base in enumerate(bases)),
        "transponder": _marked(reading.seen, MarkKind.TRANSPONDER, reading.view),
        "objective": _marked(reading.seen, MarkKind.OBJECTIVE, reading.view),
        "terrain": tuple(scenery),
        "penny": tuple(find_pennies(reading.picture)) if how == "penny" else (),
    }
    residual = round(reading.view.residual, 4) if how == "markers" else None
    size, given = _size(reading.picture), _assigned(standing, reading)
    grid, unseen = _grid(reading), tuple(_unseen(each) for each in (() if standing is None else standing.missing))
    counts, said = _counts(objects), tuple(problems)
    return Analysis(objects, counts, given, said, size, residual, how, _since(began), grid=grid, unseen=unseen)


def _grid(reading: _Reading) -> tuple[tuple[Spot, ...], ...]:
    """Where the board's places lie in the photo, as the lens bent them."""
    columns, rows = GRID
    across = np.linspace(0, reading.known.width, columns)
    pixels = [reading.view.to_pixels([(x, y) for x in across]) for y in np.linspace(0, reading.known.height, rows)]
    return tuple(tuple((round(float(x), 1), round(float(y), 1)) for x, y in row) for row in pixels)


def _photos(
    reading: _Reading, empty: Picture | None, earlier: Sequence[KnownPhoto]
) -> tuple[list[EarlierPhoto], list[Problem]]:
    """The photos whose board is found, that of the empty board first."""
    photos, problems = [], []
    for each in ([] if empty is None else [KnownPhoto(empty)]) + list(earlier):
        view = _view_of(reading, each.picture)
        if view is None:
            if each.picture is empty:
                problems.append(Problem("empty-photo", "The board is not found in the photo of the empty board."))
            continue
        bases = tuple(
            FoundBase(*seen.place, seen.diameter, 1.0, seen.up, _length(seen, reading.known.units), seen.turn)
            for seen in each.miniatures
        )
        owners = tuple(seen.transponder for seen in each.miniatures)
        size = (each.picture.shape[1], each.picture.shape[0])
        photos.append(EarlierPhoto(each.picture, pose_of(view, size), bases, owners, each.cards, each.current))
    return photos, problems


def _view_of(reading: _Reading, picture: Picture) -> View | None:
    try:
        return find_view(picture, read_markers(picture), reading.known)[0]
    except BoardNotFound:
        return reading.view if picture.shape == reading.picture.shape else None


def _search(reading: _Reading, photos: Sequence[EarlierPhoto]) -> TableSearch:
    known = reading.known
    shape = (round(known.height * DOTS), round(known.width * DOTS))
    still = all(not _shifted(reading.view, photo.pose.view, known) for photo in photos)
    tolerance = STILL_TOLERANCE if still else MOVED_TOLERANCE
    pose = pose_of(reading.view, _size(reading.picture))
    widths, ovals = _sizes(known.units)
    return TableSearch(reading.picture, pose, known, photos, _cards(reading, shape), widths, DOTS, tolerance, ovals)


def _shifted(now: View, before: View, known: KnownTable) -> bool:
    corners = np.array([(0, 0), (known.width, 0), (known.width, known.height), (0, known.height)])
    return float(np.linalg.norm(now.to_pixels(corners) - before.to_pixels(corners), axis=1).max()) > SHIFT


def _sizes(units: Sequence[KnownUnit]) -> tuple[Sequence[float], Sequence[Shape]]:
    """The widths of round bases, and the shapes of ovals, that are to be looked for."""
    shapes = sorted({shape for unit in units for shape in unit.shapes})
    round_ = [width for width, length in shapes if not length]
    return round_ if shapes else COMMON_BASES, [shape for shape in shapes if shape[1]]


def _length(seen: KnownMiniature, units: Sequence[KnownUnit]) -> float:
    """The longer side of a base in an earlier photo, if it is one of its unit's ovals; else 0."""
    lengths = [
        length
        for unit in units
        if unit.transponder == seen.transponder
        for width, length in unit.shapes
        if abs(width - seen.diameter) < SAME_SIZE
    ]
    return max(lengths, default=0.0)


def _cards(reading: _Reading, shape: tuple[int, int]) -> npt.NDArray[np.uint8]:
    """Where cards that are read lie on the flattened board: nothing stands there."""
    hidden = np.zeros(shape, dtype=np.uint8)
    for each in reading.seen:
        if each.mark.kind is MarkKind.OBJECTIVE:
            continue
        corners = reading.view.to_inches(each.corners)
        right = (corners[1] - corners[0]) / np.linalg.norm(corners[1] - corners[0])
        down = (corners[3] - corners[0]) / np.linalg.norm(corners[3] - corners[0])
        wide, high = CARD[each.mark.kind]
        margin = (wide - each.mark.side) / 2 + 0.04
        left, top = corners[0] - margin * (right + down), corners[1] + margin * (right - down)
        card = np.array([left, top, top + down * (high + 0.08), left + down * (high + 0.08)])
        cv2.fillPoly(hidden, [np.round(card * DOTS).astype(np.int32)], 255)
    return hidden


def _scenery(difference: Field, hidden: npt.NDArray[np.uint8], bases: Sequence[FoundBase], view: View) -> list[Thing]:
    """Large differences that no miniature and no card explains."""
    rest = ((difference > 6) & (hidden == 0)).astype(np.uint8)
    for base in bases:  # a body leans out over its base's edge by about as much as the base is wide
        middle = (round(base.x * DOTS), round(base.y * DOTS))
        cv2.circle(rest, middle, round(1.6 * base.diameter * DOTS), 0, cv2.FILLED)
    rest = cv2.morphologyEx(rest, cv2.MORPH_OPEN, np.ones((9, 9), dtype=np.uint8))
    outlines, _ = cv2.findContours(rest, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for outline in outlines:
        if cv2.contourArea(outline) < SCENERY * DOTS**2:
            continue
        spots = outline.reshape(-1, 2) / DOTS
        middle = spots.mean(axis=0)
        filled = cv2.contourArea(outline) / max(1.0, cv2.contourArea(cv2.convexHull(outline)))
        location = (round(float(middle[0]), 2), round(float(middle[1]), 2))
        found.append(Thing(_box(view.to_pixels(spots)), round(min(1.0, filled), 3), location))
    return found


def _marked(seen: Sequence[Sighting], kind: MarkKind, view: View | None) -> tuple[Thing, ...]:
    """Markers of a kind. Their codes differ so much that one that is read is right: their score is how square it is."""
    return tuple(_marker(each, view) for each in seen if each.mark.kind is kind)


def _marker(sighting: Sighting, view: View | None) -> Thing:
    sides = np.linalg.norm(sighting.corners - np.roll(sighting.corners, -1, axis=0), axis=1)
    score = round(float(sides.min() / sides.max()), 3)
    location = None
    if view is not None:
        x, y = view.to_inches([sighting.centre])[0]
        location = (round(float(x), 3), round(float(y), 3))
    diameter = round(2 * OBJECTIVE_RADIUS, 3) if sighting.mark.kind is MarkKind.OBJECTIVE else None
    return Thing(_box(sighting.corners), score, location, diameter, sighting.mark.name)


def _as_thing(base: FoundBase, pose: Pose, remembered: bool) -> Thing:
    rim = base.outline()
    box = _box(pose.to_pixels(np.column_stack([rim, np.full(len(rim), base.up)])))
    location, score = (round(base.x, 3), round(base.y, 3)), round(min(1.0, base.score), 3)
    turn, length = (round(base.turn, 1), round(base.length, 3)) if base.length else (None, None)
    doubtful = base.score < DOUBTFUL and not remembered
    return Thing(box, score, location, round(base.diameter, 3), None, base.up, doubtful, turn, remembered, length)


def _unseen(missing: Missing) -> Unseen:
    unit = missing.unit
    return Unseen(unit.transponder, unit.name, unit.uuid, missing.place, missing.why)


def _transponders(reading: _Reading) -> dict[str, Spot]:
    """Where the transponders lie that were seen, in inches."""
    found = {}
    for each in reading.seen:
        if each.mark.kind is MarkKind.TRANSPONDER:
            x, y = reading.view.to_inches([each.centre])[0].tolist()
            found[each.mark.name] = (x, y)
    return found


def _assigned(standing: WhoStands | None, reading: _Reading) -> tuple[Assignment, ...]:
    """The miniatures of each unit whose transponder was seen or that still stands where it stood."""
    cards = _transponders(reading)
    units = reading.known.units or tuple(KnownUnit("", name, name, ()) for name in cards)
    bases, given = ([], {}) if standing is None else (standing.bases, standing.given)
    return tuple(
        Assignment(unit.transponder, unit.name, unit.uuid, tuple(_placed(bases, each) for each in mine))
        for unit in units
        if (mine := given.get(unit.transponder, [])) or unit.transponder in cards
    )


def _placed(bases: Sequence[FoundBase], number: int) -> Placed:
    base = bases[number]
    return Placed(number, (round(base.x, 3), round(base.y, 3)), round(min(1.0, base.score), 3))


def _counts(objects: dict[ThingKind, tuple[Thing, ...]]) -> dict[str, int]:
    """By the names that the results panel has."""
    names = {"models": "model", "transponders": "transponder", "objectives": "objective", "terrain": "terrain"}
    return {shown: len(objects[kind]) for shown, kind in names.items()}  # type: ignore[index]


def _box(pixels: npt.ArrayLike) -> Box:
    spots = np.asarray(pixels, dtype=np.float64)
    (left, top), (right, bottom) = spots.min(axis=0), spots.max(axis=0)
    return round(float(left), 1), round(float(top), 1), round(float(right), 1), round(float(bottom), 1)


def _size(picture: Picture) -> tuple[int, int]:
    return picture.shape[1], picture.shape[0]


def _since(began: float) -> float:
    return round((time.perf_counter() - began) * 1000, 1)
