"""Photos of tables that never were, with armies on them: round bases, bodies that lean out of the picture, walls.

Beside each photo stands one of the same table without the miniatures, as a player takes it before deployment. The
camera may have moved in between. A miniature hides what lies behind it as seen by the camera, and casts a shadow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from highground.vision.board import Points
from highground.vision.markers.marks import Mark, MarkKind, board_places, marks
from highground.vision.scale import MILLIMETRE
from highground.vision.synthetic import (
    HEIGHT,
    WIDTH,
    Picture,
    SyntheticCamera,
    SyntheticScene,
    ground,
    lay,
    project,
    seen,
    view_of,
    worn,
)

RIM = 0.14
"""Inches that a base is high."""
BASES = (25.0, 28.5, 32.0, 40.0, 50.0, 60.0)
"""Millimetres across."""
SHARES = (0.2, 0.15, 0.35, 0.15, 0.1, 0.05)
APART = 1.6
"""Inches, at most, between a miniature and its unit's next one: inside coherency."""
FINE = 4
"""Bits of a pixel's fraction that OpenCV draws with."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A miniature: its unit's transponder, its base's middle and width, its height (inches), the seed of its looks.

    Of an oval base the width is that of a round one of its area; `length` is its longer side, 0 of a round one, and
    `turn` the degrees, clockwise from the right, that it is turned.
    """

    unit: Mark
    place: tuple[float, float]
    diameter: float
    height: float
    look: int
    length: float = 0.0
    turn: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Wall:
    """A piece of scenery that stands up: corners (4, 2) and height in inches."""

    corners: Points
    height: float
    colour: tuple[float, float, float]


@dataclass(slots=True)
class SyntheticTable:
    """Everything on a table."""

    scene: SyntheticScene
    figures: list[Figure]
    walls: list[Wall]
    ground_seed: int


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """A table photographed with and without its miniatures and transponders."""

    table: SyntheticTable
    camera: SyntheticCamera
    full: Picture
    empty: Picture


def random_table(rng: np.random.Generator, units: int = 16) -> SyntheticTable:
    """Two armies' worth of units, each about its transponder, with walls between them."""
    scene = SyntheticScene()
    for mark in marks(MarkKind.BOARD):
        scene.places[mark], scene.turns[mark] = board_places()[mark.code], 0.0
    table = SyntheticTable(scene, [], [], int(rng.integers(2**31)))
    table.walls += [_wall(rng) for _ in range(int(rng.integers(3, 7)))]
    for mark in rng.permutation(np.array(marks(MarkKind.TRANSPONDER), dtype=object))[:units]:
        _muster(table, mark, rng)
    return table


def moved(camera: SyntheticCamera, rng: np.random.Generator) -> SyntheticCamera:
    """The camera after somebody has touched its stand: a little further round, a little closer."""
    return replace(
        camera,
        tilt_degrees=camera.tilt_degrees + float(rng.uniform(-1.5, 1.5)),
        turn_degrees=camera.turn_degrees + float(rng.uniform(-1.5, 1.5)),
        fill=camera.fill * float(rng.uniform(0.95, 1.0)),
    )


def take_pair(
    table: SyntheticTable, camera: SyntheticCamera, rng: np.random.Generator, before: SyntheticCamera | None = None
) -> Pair:
    """Photograph a table from `camera`, and empty from `before` (the same stand if not given)."""
    bare = ground(np.random.default_rng(table.ground_seed))
    fixed = {mark: place for mark, place in table.scene.places.items() if mark.kind is not MarkKind.TRANSPONDER}
    lay(bare, SyntheticScene(fixed, table.scene.turns))
    earlier = before or camera
    empty = seen(bare, view_of(earlier), earlier)
    _stand_up(empty, table, earlier, rng=None)
    carried = {mark: place for mark, place in table.scene.places.items() if mark.kind is MarkKind.TRANSPONDER}
    lay(bare, SyntheticScene(carried, table.scene.turns))
    full = seen(bare, view_of(camera), camera)
    _stand_up(full, table, camera, rng)
    lamp = int(rng.integers(2**31))  # one room, one lamp; the grain differs
    return Pair(
        table,
        camera,
        worn(full, camera, np.random.default_rng(lamp)),
        worn(empty, replace(earlier, light=camera.light * 0.95), np.random.default_rng(lamp)),
    )


def _wall(rng: np.random.Generator) -> Wall:
    middle = rng.uniform((8, 8), (WIDTH - 8, HEIGHT - 8))
    size = rng.uniform((3, 0.4), (7, 4))
    corners = cv2.boxPoints((tuple(middle.tolist()), tuple(size.tolist()), float(rng.uniform(0, 180))))
    colour = rng.uniform(60, 170, 3)
    return Wall(corners.astype(np.float64), float(rng.uniform(1.5, 4)), (colour[0], colour[1], colour[2]))


def _muster(table: SyntheticTable, mark: Mark, rng: np.random.Generator) -> None:
    """Put a unit somewhere, miniature by miniature, none on another; its transponder goes beside it."""
    base = float(rng.choice(BASES, p=SHARES))
    strength = 1 if base >= 50 else int(rng.integers(1, 4)) if base == 40 else int(rng.integers(3, 11))
    start = _room(table, rng, mark, base * MILLIMETRE, tuple(rng.uniform((4, 4), (WIDTH - 4, HEIGHT - 4))), 6.0)
    if start is None:
        return
    card = _card_room(table, rng, start, base * MILLIMETRE)
    if card is None:
        return
    table.scene.places[mark], table.scene.turns[mark] = card, float(rng.uniform(0, 360))
    army = mark.code % 2
    for number in range(strength):
        last = start if not number else table.figures[-int(rng.integers(1, number + 1))].place
        place = start if not number else _room(table, rng, mark, base * MILLIMETRE, last, 0.0)
        if place is None:
            return
        height = base * MILLIMETRE * float(rng.uniform(1.0, 1.5))
        table.figures.append(Figure(mark, place, base * MILLIMETRE, height, army * 1000 + int(rng.integers(1000))))


def _room(
    table: SyntheticTable, rng: np.random.Generator, mark: Mark, wide: float, about: tuple[float, float], reach: float
) -> tuple[float, float] | None:
    """A free place near `about`; its unit's own stand close, others a little further."""
    for _ in range(60):
        far = reach * rng.uniform() if reach else wide + rng.uniform(0.02, APART - 0.6)
        turn = rng.uniform(0, 2 * np.pi)
        place = (float(about[0] + far * np.cos(turn)), float(about[1] + far * np.sin(turn)))
        if not _on_board(place, wide) or _in_wall(table, place, wide / 2 + 0.1):
            continue
        gaps = [
            np.hypot(place[0] - each.place[0], place[1] - each.place[1])
            - (wide + each.diameter) / 2
            - (0.0 if each.unit == mark else 0.8)
            for each in table.figures
        ]
        cards = [np.hypot(place[0] - x, place[1] - y) - wide / 2 - 1.6 for x, y in table.scene.places.values()]
        if min([*gaps, *cards], default=1.0) > 0.01:
            return place
    return None


def _card_room(
    table: SyntheticTable, rng: np.random.Generator, about: tuple[float, float], wide: float
) -> tuple[float, float] | None:
    for _ in range(80):
        far, turn = wide / 2 + rng.uniform(1.65, 2.4), rng.uniform(0, 2 * np.pi)
        place = (float(about[0] + far * np.cos(turn)), float(about[1] + far * np.sin(turn)))
        others = [np.hypot(place[0] - x, place[1] - y) - 3.4 for x, y in table.scene.places.values()]
        bases = [
            np.hypot(place[0] - each.place[0], place[1] - each.place[1]) - each.diameter / 2 - 1.6
            for each in table.figures
        ]
        if _on_board(place, 3.0) and not _in_wall(table, place, 1.5) and min([*others, *bases], default=1.0) > 0:
            return place
    return None


def _on_board(place: tuple[float, float], wide: float) -> bool:
    return wide / 2 < place[0] < WIDTH - wide / 2 and wide / 2 < place[1] < HEIGHT - wide / 2


def _in_wall(table: SyntheticTable, place: tuple[float, float], room: float) -> bool:
    return any(
        cv2.pointPolygonTest(each.corners.astype(np.float32), place, measureDist=True) > -room for each in table.walls
    )


def _stand_up(
    picture: Picture, table: SyntheticTable, camera: SyntheticCamera, rng: np.random.Generator | None
) -> None:
    """Draw what stands on the table, the far things first; with `rng` the miniatures too, and their shadows."""
    middle = (WIDTH / 2, HEIGHT / 2 + 70 * np.tan(np.radians(camera.tilt_degrees)))
    things: list[Figure | Wall] = [*table.walls, *(table.figures if rng is not None else ())]
    if rng is not None:
        _shadows(picture, table, camera, rng)
    for thing in sorted(things, key=lambda each: _far(each, middle)):
        if isinstance(thing, Wall):
            _draw_wall(picture, thing, camera)
        else:
            _draw_figure(picture, thing, camera)


def _far(thing: Figure | Wall, middle: tuple[float, float]) -> float:
    """What is nearer to the camera's foot hides what is beyond it, so what is far comes first."""
    at = thing.corners.mean(axis=0) if isinstance(thing, Wall) else np.array(thing.place)
    return -float(np.hypot(at[0] - middle[0], at[1] - middle[1]))


def _fill(picture: Picture, points: Points, colour: npt.ArrayLike) -> None:
    fine = np.round(points * 2**FINE).astype(np.int32)
    cv2.fillPoly(picture, [fine], np.asarray(colour, dtype=np.float64).tolist(), cv2.LINE_AA, FINE)


def _circle(place: npt.ArrayLike, radius: float, count: int = 40) -> Points:
    turn = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.asarray(place) + radius * np.column_stack([np.cos(turn), np.sin(turn)])


def _edge(figure: Figure, share: float) -> Points:
    """Its base's outline, so much smaller."""
    radius = share * figure.diameter / 2
    if not figure.length:
        return _circle(figure.place, radius)
    cos, sin = np.cos(np.radians(figure.turn)), np.sin(np.radians(figure.turn))
    stretched = _circle((0.0, 0.0), radius) * (figure.length / figure.diameter, figure.diameter / figure.length)
    return np.asarray(stretched @ [[cos, sin], [-sin, cos]] + figure.place)


def _hull(points: Points) -> Points:
    return cv2.convexHull(points.astype(np.float32)).reshape(-1, 2).astype(np.float64)


def _shadows(picture: Picture, table: SyntheticTable, camera: SyntheticCamera, rng: np.random.Generator) -> None:
    towards = rng.uniform(-0.6, 0.6, 2)
    dark = np.zeros(picture.shape[:2], dtype=np.uint8)
    for each in table.figures:
        foot, top = _edge(each, 1.0), _circle(each.place, each.diameter / 4)
        fine = np.round(project(camera, _hull(np.concatenate([foot, top + towards * each.height]))) * 2**FINE)
        cv2.fillPoly(dark, [fine.astype(np.int32)], 255, cv2.LINE_AA, FINE)
    wide = camera.size[0] / WIDTH
    soft = cv2.GaussianBlur(dark, (0, 0), 0.12 * wide)[..., None] / 255
    picture[:] = (picture * (1 - 0.35 * soft)).astype(np.uint8)


def _draw_wall(picture: Picture, wall: Wall, camera: SyntheticCamera) -> None:
    colour = np.array(wall.colour)
    foot, top = project(camera, wall.corners), project(camera, wall.corners, wall.height)
    for at in range(4):
        side = np.array([foot[at], foot[(at + 1) % 4], top[(at + 1) % 4], top[at]])
        _fill(picture, side, colour * (0.45 + 0.1 * at))
    _fill(picture, top, colour)


def _draw_figure(picture: Picture, figure: Figure, camera: SyntheticCamera) -> None:
    rng, army = np.random.default_rng(figure.look), np.random.default_rng(figure.look // 1000 + 77)
    coat, steel, rim, turf = (army.uniform(20, 200, 3) for _ in range(4))
    radius = figure.diameter / 2
    foot = project(camera, _edge(figure, 1.0))
    top = project(camera, _edge(figure, 0.93), RIM)
    _fill(picture, _hull(np.concatenate([foot, top])), rim * 0.5)
    _fill(picture, top, turf)
    for height in np.linspace(RIM, figure.height, 9):
        share = height / figure.height
        size = radius * float(rng.uniform(0.25, 0.6)) * (1.1 - 0.6 * share)
        place = np.array(figure.place) + rng.normal(0, 0.14 * radius, 2)
        colour = (coat if rng.uniform() < 0.7 else steel) * (0.5 + 0.6 * share)
        _fill(picture, project(camera, _circle(place, size, 14), float(height)), np.clip(colour, 0, 255))
    arm = np.array(figure.place) + rng.normal(0, 0.5 * radius, (2, 2))
    reach = project(camera, arm, float(0.6 * figure.height))
    start, end = (tuple(round(float(value) * 2**FINE) for value in each) for each in reach)
    thick = max(1, round(0.12 * camera.size[0] / WIDTH))
    cv2.line(picture, start, end, (steel * 0.7).tolist(), thick, cv2.LINE_AA, FINE)
