"""Who stands on the board, by what the battle expects there.

The board's ground and each floor of its terrain are looked at as planes of their own. On each, outlines of the armies'
base sizes are found where the photo differs from the bare board (`backdrop`). Where a miniature is expected a faint one
will do. What terrain hides cannot be seen; what a wider miniature's body explains is not one of its own. A miniature
that is not found is reported as such, with what most likely hides it, and is given no place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec
import numpy as np

from highground.vision.assigning import CARD, COHERENCY, STILL
from highground.vision.backdrop import Backdrop, Window, backdrop
from highground.vision.bases import FAINT, FoundBase, Rim, find_outlines
from highground.vision.belonging import SAME_SIZE, TableSearch, resized, sifted, whose
from highground.vision.board import Points
from highground.vision.choosing import chosen
from highground.vision.flat import Field, Picture, apart
from highground.vision.found import KnownTerrain, KnownUnit, Spot
from highground.vision.hiding import Mask, hidden_by_terrain
from highground.vision.ovals import Shape
from highground.vision.pose import Pose
from highground.vision.unseen import Missing, joined, missing_from

EXPECTED = 0.15
"""By how much surer a base is where one of its size is expected."""
FADES, UNLIKELY = 6.0, -0.5
"""Inches beyond coherency over which that wanes for ovals, and the share of it that counts against those far off."""
LINKS = 0.55
"""How sure an oval must be for others of its unit to be expected beside it, however far from the card."""
CLEAR, UNEXPECTED = 0.22, 0.25
"""How sure a miniature must be where its unit stood, for that to tell that the unit stayed; and where nobody was."""
CLEAR_ALONE = 0.4
"""How sure the only miniature of a unit must be for it to stand where it stood."""
RIM = 0.13
"""Inches above its ground at which a base's edge is seen."""
GUESSED = 5.0
"""Difference (Lab) that the ground's own details make where it is guessed from round about."""


@dataclass(frozen=True, slots=True, eq=False)
class WhoStands:
    """Bases, the numbers of each unit's by its transponder, pairs of units that are interchangeable, who is missing;
    the ground's `difference` to the bare board and where it is `hidden`: by cards, by terrain, or because no photo
    shows it bare. The last `remembered` of the bases are not in this photo, only in one taken just before."""

    bases: list[FoundBase]
    given: dict[str, list[int]]
    interchangeable: list[tuple[str, str]]
    missing: list[Missing]
    difference: Field
    hidden: Mask
    remembered: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class _Plane:
    """A part of a plane as the photo shows it: its colours, the bare plane, what differs, what is not seen."""

    window: Window
    board: Picture
    bare: Backdrop
    difference: Field
    hidden: Mask


@dataclass(frozen=True, slots=True, eq=False)
class _Sharing:
    """Bases, the numbers of each unit's, pairs of units that are interchangeable; and of the outlines that are bases,
    whose each is ('' for nobody's)."""

    bases: list[FoundBase]
    given: dict[str, list[int]]
    pairs: list[tuple[str, str]]
    owners: dict[Rim, str]


def find_standing(search: TableSearch, transponders: dict[str, Spot]) -> WhoStands:
    """Everything that stands on the board, and whose it is; `transponders` says where those are that were seen."""
    known = search.known
    ground = _plane(search, Window(0.0, (0.0, 0.0), (known.width, known.height), search.dots), search.cards)
    floors = [_floor(search, piece, height) for piece in known.terrain for height in piece.floors]
    circles = [base for plane in (ground, *floors) for base in _circles(search, plane)]
    still = _still(known.units, circles)
    placed = [unit for unit in still if unit.places]
    likely = beside_cards(favoured(circles, placed), still, transponders)
    bases, given, pairs = owned(search, likely, still, transponders, ground.bare, circles)
    seen = len(bases)
    bases, given = joined(search, bases, given, ground.difference)
    missing = missing_from(search, bases, given, ground.difference)
    unseen = np.asarray(ground.hidden | (255 - ground.bare.seen), dtype=np.uint8)
    return WhoStands(bases, given, pairs, missing, ground.difference, unseen, len(bases) - seen)


def owned(
    search: TableSearch, likely: list[FoundBase], still: tuple[KnownUnit, ...], cards: dict[str, Spot], bare: Backdrop,
    circles: list[FoundBase],
) -> tuple[list[FoundBase], dict[str, list[int]], list[tuple[str, str]]]:  # fmt: skip
    """The bases, the numbers of each unit's, and pairs of units that are interchangeable.

    An outline that turns out to be nobody's is no base, and so excludes no other: those get a second chance.
    """
    found = chosen(search.pose, likely, search.narrowest)
    if not still:
        units = tuple(KnownUnit("", name, name, ()) for name in cards)
        (given, pairs), _ = whose(search, found, units, cards, bare, circles)
        return found, given, pairs
    sharing = _shared(search, found, still, cards, bare, circles, {})
    gone = {each.rim for each in found} - sharing.owners.keys()
    if gone:
        again = chosen(search.pose, [each for each in likely if each.rim not in gone], search.narrowest)
        if any(each.rim not in sharing.owners for each in again):
            sharing = _shared(search, again, still, cards, bare, circles, sharing.owners)
    return sharing.bases, sharing.given, sharing.pairs


def _shared(
    search: TableSearch, found: list[FoundBase], units: tuple[KnownUnit, ...], cards: dict[str, Spot], bare: Backdrop,
    circles: list[FoundBase], before: dict[Rim, str],
) -> _Sharing:  # fmt: skip
    """Outlines shared out among the units, beginning with whose they were `before`, without those that are no bases."""
    names = [before.get(each.rim, "") for each in found]
    (given, pairs), unlikeness = whose(search, found, units, cards, bare, circles, names)
    sized = resized(found, given, units, circles)
    bases, given = sifted(units, sized, given, unlikeness, bare, search.dots)
    stand, names_of = set(bases), {bases[each]: name for name, mine in given.items() for each in mine}
    owners = {old.rim: names_of.get(new, "") for old, new in zip(found, sized, strict=True) if new in stand}
    return _Sharing(bases, given, pairs, owners)


def _floor(search: TableSearch, piece: KnownTerrain, height: float) -> _Plane:
    """One floor of a piece of terrain."""
    outline = np.array(piece.outline)
    low = np.maximum(np.floor(outline.min(axis=0) - 1), 0)
    high = np.minimum(np.ceil(outline.max(axis=0) + 1), (search.known.width, search.known.height))
    (left, top), (across, down) = low.tolist(), (high - low).tolist()
    window = Window(height, (left, top), (across, down), search.dots)
    return _plane(search, window, np.asarray(255 - window.drawn([outline]), dtype=np.uint8))


def _plane(search: TableSearch, window: Window, hidden: Mask) -> _Plane:
    board = window.picture(search.picture, search.pose)
    bare = backdrop(board, search.earlier, search.known, window)
    difference = apart(bare.now, bare.board, search.tolerance)
    difference = np.where(bare.seen > 0, difference, np.maximum(difference - GUESSED, 0)).astype(np.float32)
    unseen = hidden | window.drawn(hidden_by_terrain(search.pose, search.known.terrain, window.height))
    return _Plane(window, board, bare, difference, np.asarray(unseen, dtype=np.uint8))


def _circles(search: TableSearch, plane: _Plane) -> list[FoundBase]:
    """Outlines on one plane, faint ones too, each where its base stands under its edge."""
    window = plane.window
    foot = (search.pose.eye[0] - window.corner[0], search.pose.eye[1] - window.corner[1])
    found = find_outlines(
        plane.board, plane.difference, search.dots, search.widths, plane.hidden, FAINT, search.ovals, foot=foot
    )
    return [_put(search.pose, each, window) for each in found]


def _still(units: Sequence[KnownUnit], circles: Sequence[FoundBase]) -> tuple[KnownUnit, ...]:
    """The units, those that have moved on without their places: of a unit that stayed at least half stand there."""
    found = []
    for unit in units:
        clear = [base for base in circles if base.score > (CLEAR_ALONE if len(unit.diameters) == 1 else CLEAR)]
        there = [place for place, wide in _expected(unit) if any(_is_at(base, place, wide) for base in clear)]
        stays = len(there) * 2 >= len(unit.diameters) and there
        found.append(unit if stays else msgspec.structs.replace(unit, places=()))
    return tuple(found)


def _expected(unit: KnownUnit) -> list[tuple[Spot, float]]:
    """Where a unit's miniatures last stood, and how wide their bases are."""
    return [(place, wide) for place, wide in zip(unit.places, unit.diameters, strict=False) if place is not None]


def _is_at(base: FoundBase, place: Spot, wide: float) -> bool:
    return abs(base.x - place[0]) < STILL and abs(base.y - place[1]) < STILL and abs(wide - base.diameter) < SAME_SIZE


def favoured(circles: Sequence[FoundBase], units: Sequence[KnownUnit]) -> list[FoundBase]:
    """Without the faint ones that nobody expects; what is expected is the surer for it."""
    places = [each for unit in units for each in _expected(unit)]
    kept = []
    for base in circles:
        if any(_is_at(base, *each) for each in places):
            kept.append(replace(base, score=base.score + EXPECTED))
        elif base.score >= UNEXPECTED:
            kept.append(base)
    return kept


def beside_cards(circles: Sequence[FoundBase], units: Sequence[KnownUnit], cards: dict[str, Spot]) -> list[FoundBase]:
    """The circles, surer where they have a size of a unit beside whose card they lie and that may stand anywhere; ovals
    less sure the farther they lie from all cards of their units."""
    free = [unit for unit in units if unit.transponder in cards and not any(unit.places)]
    expected = [(cards[unit.transponder], wide) for unit in free for wide in sorted(set(unit.diameters))]
    nearness = [float(_is_beside(each, expected)) for each in circles]
    for shape, (near, least) in _shapes_cards(units, cards).items():
        numbers = [number for number, each in enumerate(circles) if each.shape == shape]
        beyond = _beyond([circles[number] for number in numbers], near)
        for number, share in zip(numbers, np.clip(1 - beyond / FADES, least, 1).tolist(), strict=True):
            nearness[number] = share
    return [
        replace(each, score=each.score + EXPECTED * share) if share else each
        for each, share in zip(circles, nearness, strict=True)
    ]


def _is_beside(base: FoundBase, expected: Sequence[tuple[Spot, float]]) -> bool:
    return any(
        abs(wide - base.diameter) < SAME_SIZE and np.hypot(base.x - x, base.y - y) < wide / 2 + CARD + COHERENCY
        for (x, y), wide in expected
    )


def _shapes_cards(units: Sequence[KnownUnit], cards: dict[str, Spot]) -> dict[Shape, tuple[list[Spot], float]]:
    """For each shape of ovals where the cards of its units lie that may stand anywhere, and the least that lying far
    from all of them counts: nothing if one of its units stayed, or has no card that is seen."""
    found: dict[Shape, tuple[list[Spot], float]] = {}
    for shape in {shape for unit in units for shape in unit.shapes if shape[1]}:
        mine = [unit for unit in units if shape in unit.shapes]
        free = [cards[unit.transponder] for unit in mine if unit.transponder in cards and not any(unit.places)]
        found[shape] = free, UNLIKELY if len(free) == len(mine) else 0.0
    return found


def _beyond(ovals: Sequence[FoundBase], cards: Sequence[Spot]) -> Points:
    """Inches beyond coherency from ovals of one shape to the nearest card; beside sure ones that form a row from there,
    no more than what does not count against them yet: a unit may stand in a long row."""
    at = np.array([(each.x, each.y) for each in ovals]).reshape(-1, 2)
    wide = np.array([each.diameter for each in ovals])
    gaps = np.linalg.norm(at[:, None] - at[None], axis=2) - wide - COHERENCY
    away = [np.linalg.norm(at - card, axis=1) - (wide / 2 + CARD + COHERENCY) for card in cards]
    beyond = np.min([np.full(len(ovals), np.inf), *away], axis=0)
    ahead = np.array([each.score > LINKS for each in ovals], dtype=bool)
    while (links := ahead & (beyond <= FADES)).any():
        beyond = np.minimum(beyond, np.maximum(gaps[links].min(axis=0), FADES))
        ahead &= ~links
    return np.asarray(beyond)


def _put(pose: Pose, base: FoundBase, window: Window) -> FoundBase:
    """From where a base's edge is seen in a window to where on the board the base stands."""
    x, y, height = pose.eye
    share = (height - window.height - RIM) / (height - window.height)
    seen_x, seen_y = base.x + window.corner[0], base.y + window.corner[1]
    return replace(base, x=x + (seen_x - x) * share, y=y + (seen_y - y) * share, up=window.height)
