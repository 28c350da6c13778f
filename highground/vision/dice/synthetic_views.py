"""Close views of single solid dice among others, as a tray seen from the side shows them: what the reader of dice gets.

From the side two or three faces look alike; which one is the upper is seen by the light, by how the sides recede and by
which way is up in the picture. `synthetic.py` paints flat faces, which show little of that.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from highground.vision.dice.evaluation import LABELS
from highground.vision.dice.networks import Numbers
from highground.vision.dice.reading import OTHER
from highground.vision.dice.synthetic import PIPS, SyntheticDie, TrayPhoto, cloth
from highground.vision.dice.synthetic_clutter import Rng, clutter
from highground.vision.dice.synthetic_clutter import write as write_sign
from highground.vision.dice.synthetic_kinds import GOLDEN
from highground.vision.dice.synthetic_solids import AROUND, FAR, Body, Light, Solid, crossing, frame_of, lit
from highground.vision.flat import Picture

MOST_LEAN = 68.0
"""Degrees from straight down at which a camera looks."""
MOST_ROLL = 40.0
"""Degrees by which it is held aslant."""
LEAST_SEEN = 0.62
"""The part of a die that its neighbours leave to be seen."""
MARBLED, PATTERNED = 0.25, 0.25
"""Parts of the dice with a second colour like the first, and with any second colour and gaudy pips."""
LEAST_APART = 0.2
"""How far the pips of a patterned die are from its first colour, in each of BGR."""
OVER = 1.5
"""Times as large as the picture that it is drawn, to be shrunk."""
TRAYS, TRAY_SIDE = "solid", 640
_COARSE = 40
_SHEET = 96


@dataclass(frozen=True, slots=True, eq=False)
class DieView:
    """An upright picture (side, side, 3) of BGR with a die in its middle, and its upper face, or OTHER.

    `lean`: degrees of the camera from straight down.
    """

    picture: Picture
    value: int
    lean: float


@dataclass(frozen=True, slots=True, eq=False)
class _Set:
    """What dice of one set have in common.

    `pip`: the radius in half sides, `one` times as much on the one; `apart`: how far pips are from a side's middle;
    `red`: the faces with red pips.
    """

    body: Body
    like: Solid
    pip: float
    one: float
    apart: float
    red: tuple[int, ...]
    kind: str = "6"


def die_view(rng: Rng, side: int = 64, room: float = 1.5, others: float = 0.0) -> DieView:
    """A view at random.

    `room`: the picture's side in parts of the die's; `others`: how often the die is of another kind.
    """
    while True:
        lean = float(rng.uniform(0, MOST_LEAN))
        mine = _other_set(rng) if rng.random() < others else _set_of(rng)
        solid, value = _rolled(rng, mine, (0.0, 0.0))
        solids = [solid, *_neighbours(rng, mine, solid)]
        eye, frame = _camera(rng, solid, lean)
        square, whole = _square_of(solid, eye, frame, room)
        picture, shown = _drawn(rng, solids, eye, frame, square, side)
        if shown >= LEAST_SEEN * whole:
            return DieView(picture, value, lean)


def solid_tray(
    rng: Rng, dice: int, side: int = 640, lean: float = 30.0, roll: float = 0.0, apart: float = 1.6
) -> TrayPhoto:
    """A tray of dice of one or two sets, seen from the side; each with the box round the whole of it.

    The camera leans and rolls by so many degrees. The fewer half sides dice lie `apart`, the more of them touch.
    """
    sets = [_set_of(rng) for _ in range(int(rng.integers(1, 3)))]
    rolled: list[tuple[Solid, int]] = []
    wide = apart * math.sqrt(dice) + 1.5
    for _ in range(dice * 30):
        place = (float(rng.uniform(-wide, wide)), float(rng.uniform(-wide, wide)))
        solid, value = _rolled(rng, sets[int(rng.integers(len(sets)))], place)
        if len(rolled) < dice and not any(_overlap(solid, other) for other, _ in rolled):
            rolled.append((solid, value))
    solids = [solid for solid, _ in rolled]
    middle = replace(solids[0], middle=np.array([0, 0, 1], np.float32))
    eye, level = _camera(rng, middle, lean, (5 * wide, 12 * wide))
    frame = _held_aslant(level, roll)
    boxes = [_outline_of(solid, eye, frame)[0] for solid in solids]
    left, low, right, high = (pick(box[n] for box in boxes) for n, pick in enumerate((min, min, max, max)))
    half = max(right - left, high - low) / 2 * float(rng.uniform(1.1, 1.5))
    x, y = (left + right) / 2, (low + high) / 2
    picture, _ = _drawn(rng, solids, eye, frame, (x, y, half), side)
    scale = side / (2 * half)
    corners = [
        ((a - x + half) * scale, (y + half - d) * scale, (c - x + half) * scale, (y + half - b) * scale)
        for a, b, c, d in boxes
    ]
    return TrayPhoto(picture, tuple(SyntheticDie(box, value) for box, (_, value) in zip(corners, rolled, strict=True)))


def write_solid_trays(folder: Path, count: int, seed: int, progress: Callable[[int, int], None] | None = None) -> None:
    """Photos of trays seen from the side, by a camera that leans by 25 to 66 degrees, with their labels.json.

    In every other one the camera is held aslant, by up to 40 degrees, and in every third the dice lie close together.
    """
    labels = []
    (folder / TRAYS).mkdir(parents=True, exist_ok=True)
    for number in range(count):
        rng = np.random.default_rng(seed + number)
        lean = float(rng.uniform(25, 66))
        dice, roll = int(rng.integers(4, 13)), MOST_ROLL * float(rng.uniform(-1, 1))
        aslant, close = number % 2 == 1, number % 3 == 0
        photo = solid_tray(rng, dice, TRAY_SIDE, lean, roll if aslant else 0.0, 1.1 if close else 1.6)
        name = f"{TRAYS}/{number:02d}-{lean:.0f}.jpg"
        cv2.imwrite(str(folder / name), photo.picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
        shown = [{"box": [round(each, 1) for each in die.box], "value": die.value} for die in photo.dice]
        if progress is not None:
            progress(number + 1, count)
        labels.append({"image": name, "width": TRAY_SIDE, "height": TRAY_SIDE, "dice": shown})
    (folder / LABELS).write_text(json.dumps(labels))


def _camera(
    rng: Rng, solid: Solid, lean: float, away_between: tuple[float, float] = (7, 45)
) -> tuple[Numbers, Numbers]:
    """Where it is (3,), and its directions (3, 3): across the picture, up it, and ahead."""
    near, far = away_between
    angle, away = math.radians(lean), float(np.exp(rng.uniform(math.log(near), math.log(far))))
    ahead = np.array([0, math.sin(angle), -math.cos(angle)])
    frame = np.stack([np.array([1.0, 0, 0]), np.array([0, math.cos(angle), math.sin(angle)]), ahead])
    return np.asarray(solid.middle - ahead * away, np.float32), frame.astype(np.float32)


def _held_aslant(frame: Numbers, roll: float) -> Numbers:
    cos, sin = math.cos(math.radians(roll)), math.sin(math.radians(roll))
    return np.asarray(np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]], np.float32) @ frame)


def _directions(frame: Numbers, square: tuple[float, float, float], side: int) -> Numbers:
    """Rays through a square of the picture: its middle across and up, and half its side, in parts of the distance."""
    x, y, half = square
    line = (np.arange(side, dtype=np.float32) + 0.5) / side * 2 - 1
    across, up = np.meshgrid(x + half * line, y - half * line)
    parts = np.stack([across.ravel(), up.ravel(), np.ones(side * side)], axis=1)
    return np.asarray(parts @ frame, dtype=np.float32)


def _square_of(solid: Solid, eye: Numbers, frame: Numbers, room: float) -> tuple[tuple[float, float, float], float]:
    """The square about a die, and what part of it the die covers where nothing hides it."""
    (left, low, right, high), covered = _outline_of(solid, eye, frame)
    half = max(right - left, high - low) / 2 * room
    return ((left + right) / 2, (low + high) / 2, half), covered / (4 * half**2)


def _outline_of(solid: Solid, eye: Numbers, frame: Numbers) -> tuple[tuple[float, float, float, float], float]:
    """The box about a die, left, low, right and high in parts of the distance ahead, and how much of it the die is."""
    toward = frame @ (solid.middle - eye)
    x, y = (float(each) for each in toward[:2] / toward[2])
    reach = AROUND * solid.size / float(toward[2])
    rays = _directions(frame, (x, y, reach), _COARSE)
    met = crossing(solid, np.broadcast_to(eye, rays.shape), rays) < FAR
    rows, columns = np.nonzero(met.reshape(_COARSE, _COARSE))
    cell = 2 * reach / _COARSE
    left, right = (columns.min() - 0.1) * cell, (columns.max() + 1.1) * cell
    top, bottom = (rows.min() - 0.1) * cell, (rows.max() + 1.1) * cell
    box = (x - reach + left, y + reach - bottom, x - reach + right, y + reach - top)
    return (float(box[0]), float(box[1]), float(box[2]), float(box[3])), float(met.sum()) * cell**2


def _drawn(
    rng: Rng, solids: list[Solid], eye: Numbers, frame: Numbers, square: tuple[float, float, float], side: int
) -> tuple[Picture, float]:
    """The picture, and what part of it shows the first solid."""
    large = round(side * OVER)
    rays = _directions(frame, square, large)
    colours, which = lit(solids, _ground(rng), float(rng.uniform(9, 40)), _light(rng), eye, rays, rng)
    picture = colours.reshape(large, large, 3)
    exposed = np.clip(picture * rng.uniform(0.8, 1.25), 0, 1) ** rng.uniform(0.7, 1.1) * 255
    small = cv2.resize(exposed.astype(np.float32), (side, side), interpolation=cv2.INTER_AREA)
    return np.clip(small, 0, 255).astype(np.uint8), float((which == 0).mean())


def _ground(rng: Rng) -> Numbers:
    if rng.random() < 0.2:
        return np.asarray(clutter(rng, 256, 14) / 255, dtype=np.float32)
    picture = cloth(rng, (256, 256), bool(rng.random() < 0.25))
    return np.asarray(np.clip(picture, 0, 255) / 255, dtype=np.float32)


def _light(rng: Rng) -> Light:
    high, turn = math.radians(rng.uniform(25, 88)), rng.uniform(0, 2 * math.pi)
    toward = np.array([math.cos(high) * math.cos(turn), math.cos(high) * math.sin(turn), math.sin(high)], np.float32)
    strength = float(rng.uniform(0.15, 0.95))
    ambient = float(np.clip(1.05 - strength + rng.normal(0, 0.12), 0.12, 1.0))
    colour = np.asarray(1 + rng.normal(0, 0.06, 3), np.float32)
    return Light(toward, float(rng.uniform(0.01, 0.35)), strength, ambient, colour)


def _set_of(rng: Rng) -> _Set:
    ball = float(rng.choice([0.0, rng.uniform(1.28, 1.6)]))
    body = Body(np.eye(3, dtype=np.float32), float(np.exp(rng.uniform(math.log(5), math.log(40)))), ball)
    like = _like(rng, body)
    red = ((1,), (1, 4))[int(rng.integers(2))] if rng.random() < 0.15 else ()
    return _Set(
        body, like, float(rng.uniform(0.13, 0.25)), float(rng.uniform(1, 1.9)), float(rng.uniform(0.42, 0.6)), red
    )


def _other_set(rng: Rng) -> _Set:
    kind = str(rng.choice(["6", "6", "8", "10", "12", "20", "20"]))
    body = Body(_AXES[kind], float(np.exp(rng.uniform(math.log(14), math.log(60)))), 0.0)
    return _Set(body, _like(rng, body), 0.0, 0.0, 0.0, (), kind)


def _like(rng: Rng, body: Body) -> Solid:
    """A solid of a material at random, in no place yet."""
    colour, ink = _colours(rng)
    kind, second, sharp = rng.random(), None, 1.6
    if kind < MARBLED:
        second = np.clip(colour + rng.normal(0, 0.3, 3), 0.02, 1).astype(np.float32)
    elif kind < MARBLED + PATTERNED:
        second, ink, sharp = _colours(rng)[0], _gaudy(rng, colour), float(rng.uniform(1.2, 5))
    return Solid(
        body, np.eye(3, dtype=np.float32), np.zeros(3, np.float32), 1.0, colour, ink, second=second,
        grain=float(np.exp(rng.uniform(math.log(0.5), math.log(5)))),
        wave=None if second is None else rng.normal(0, 1, (7, 3)).astype(np.float32), sharp=sharp,
        depth=float(rng.choice([0.0, rng.uniform(0.2, 1.3)])),
        gloss=float(rng.choice([rng.uniform(0, 0.2), rng.uniform(0.2, 1.1)])),
        shine=float(np.exp(rng.uniform(math.log(8), math.log(250)))),
        glow=float(rng.choice([0, 0, 0, rng.uniform(0.1, 0.6)])),
    )  # fmt: skip


def _gaudy(rng: Rng, colour: Numbers) -> Numbers:
    """Pips of a patterned die: gold, silver, white, black or any colour; part of them may hardly be seen."""
    choices = [np.array([0.25, 0.62, 0.82]), np.full(3, 0.7), np.full(3, 0.95), np.full(3, 0.05), rng.uniform(0, 1, 3)]
    inks = [np.clip(each + rng.normal(0, 0.05, 3), 0, 1) for each in choices]
    apart = np.array([abs(each - colour).mean() for each in inks])
    odds = np.where(apart > LEAST_APART, apart, 0) + 1e-6
    return np.asarray(inks[int(rng.choice(len(inks), p=odds / odds.sum()))], np.float32)


def _colours(rng: Rng) -> tuple[Numbers, Numbers]:
    """Of a die and its pips, far enough apart to be seen."""
    kind = rng.random()
    if kind < 0.3:
        colour = rng.uniform(0.72, 0.95) + rng.normal(0, 0.04, 3) - np.array([rng.uniform(0, 0.2), 0, 0])
    elif kind < 0.5:
        colour = rng.uniform(0.02, 0.2) + rng.normal(0, 0.03, 3)
    else:
        hue = cv2.cvtColor(
            np.array([[[rng.integers(180), rng.integers(90, 256), rng.integers(60, 256)]]], np.uint8), cv2.COLOR_HSV2BGR
        )
        colour = hue[0, 0] / 255.0
    colour = np.clip(colour, 0.02, 1)
    light = colour.mean() > 0.5
    ink = np.full(3, rng.uniform(0.02, 0.15) if light else rng.uniform(0.8, 1.0)) + rng.normal(0, 0.03, 3)
    if rng.random() < 0.2:
        other = rng.uniform(0, 1, 3)
        ink = other if abs(other - colour).mean() > 0.3 else ink
    return colour.astype(np.float32), np.clip(ink, 0, 1).astype(np.float32)


def _rolled(rng: Rng, mine: _Set, place: tuple[float, float], size: float = 1.0) -> tuple[Solid, int]:
    """A die of a set lying at a place (half sides of the die in the middle), and its upper face."""
    spin = float(rng.uniform(0, 2 * math.pi))
    lying = np.array([[math.cos(spin), -math.sin(spin), 0], [math.sin(spin), math.cos(spin), 0], [0, 0, 1]])
    body, height = mine.body, 1.0
    if mine.kind != "6":
        down = body.axes[int(rng.integers(len(body.axes)))]
        height = 1 / float(np.linalg.norm(down))
        first, second = frame_of(down)
        lying = lying @ np.stack([first, second, np.cross(first, second)])
    if rng.random() < 0.15:
        lying = _leaning(rng) @ lying
    middle = np.array([*place, height * size], np.float32)
    solid = replace(mine.like, turn=lying.astype(np.float32), middle=middle, size=size)
    if not mine.pip:
        return replace(solid, sheets=_sheets(rng, mine)), OTHER
    values = _values(rng)
    pips = {key: _pips(rng, mine, value) for key, value in values.items()}
    red = np.array([0.08, 0.08, rng.uniform(0.5, 0.85)], np.float32)
    inks = {key: red for key, value in values.items() if value in mine.red}
    return replace(solid, pips=pips, inks=inks), values[2, 1]


def _leaning(rng: Rng) -> Numbers:
    """Tipped by up to 14 degrees."""
    angle = np.asarray([*rng.normal(0, 1, 2), 0])
    angle *= math.radians(rng.uniform(0, 14)) / np.linalg.norm(angle)
    turn, _ = cv2.Rodrigues(angle)
    return np.asarray(turn, np.float32)


def _values(rng: Rng) -> dict[tuple[int, int], int]:
    """Each side's value; opposite ones sum to seven."""
    up = int(rng.integers(1, 7))
    rest = [value for value in range(1, 7) if value not in (up, 7 - up)]
    a = int(rng.choice(rest))
    b = int(rng.choice([value for value in rest if value not in (a, 7 - a)]))
    return {(2, 1): up, (2, -1): 7 - up, (0, 1): a, (0, -1): 7 - a, (1, 1): b, (1, -1): 7 - b}


def _pips(rng: Rng, mine: _Set, value: int) -> tuple[Numbers, float]:
    middles = (np.array(PIPS[value]) - 0.5) * 2 * mine.apart / 0.5
    if rng.random() < 0.5:
        middles = np.stack([middles[:, 1], -middles[:, 0]], axis=1)
    return middles.astype(np.float32), mine.pip * (mine.one if value == 1 else 1.0)


def _sheets(rng: Rng, mine: _Set) -> dict[tuple[int, int], Numbers]:
    """A numeral on each side."""
    size, sides = float(rng.uniform(0.45, 0.8)), 2 * len(mine.body.axes)
    numbers = iter((rng.permutation(sides) + (0 if sides == 10 else 1)).tolist())
    return {
        (axis, sign): _sheet(rng, f"{number}{'.' if number in (6, 9) else ''}", size * (1.0 if sides == 6 else 0.62))
        for axis in range(len(mine.body.axes)) for sign, number in ((1, next(numbers)), (-1, next(numbers)))
    }  # fmt: skip


def _sheet(rng: Rng, words: str, size: float) -> Numbers:
    wide = int(_SHEET * size)
    sign = np.zeros((wide, wide, 4), np.uint8)
    write_sign(rng, sign, words, 0.95 if len(words) < 2 else 0.7)
    sheet = np.zeros((_SHEET, _SHEET), np.float32)
    edge = (_SHEET - wide) // 2
    turned = cv2.warpAffine(
        sign[..., 3], cv2.getRotationMatrix2D((wide / 2, wide / 2), float(rng.uniform(0, 360)), 1.0), (wide, wide)
    )
    sheet[edge : edge + wide, edge : edge + wide] = turned[:, ::-1] / 255.0  # a side is seen from outside
    return sheet


def _neighbours(rng: Rng, mine: _Set, middle: Solid) -> list[Solid]:
    """Dice about the one in the middle, some of them touching it, of its set or of others."""
    near: list[Solid] = []
    for _ in range(int(rng.choice([0, 0, 0, 1, 1, 2, 3, 4]))):
        of = mine if rng.random() < 0.6 else _set_of(rng)
        size = 1.0 if of is mine else float(rng.uniform(0.65, 1.4))
        gap = float(rng.choice([0.02, rng.uniform(0.05, 1.2)]))
        angle = float(rng.uniform(0, 2 * math.pi))
        solid, _ = _rolled(rng, of, (0.0, 0.0), size)
        solid = _pushed(solid, middle, angle, gap)
        if all(not _overlap(solid, each) for each in near):
            near.append(solid)
    return near


def _pushed(solid: Solid, middle: Solid, angle: float, gap: float) -> Solid:
    """Moved away in a direction until the two are so far apart."""
    toward = np.array([math.cos(angle), math.sin(angle), 0], np.float32)
    for step in np.arange(1.2, 4.5, 0.08):
        there = replace(
            solid, middle=(middle.middle * (1, 1, 0) + toward * step + solid.middle * (0, 0, 1)).astype(np.float32)
        )
        if not _overlap(there, middle):
            return replace(there, middle=(there.middle + toward * gap).astype(np.float32))
    return there


def _overlap(one: Solid, other: Solid) -> bool:
    how, _ = cv2.rotatedRectangleIntersection(_outline(one), _outline(other))
    return bool(how != cv2.INTERSECT_NONE)


def _outline(solid: Solid) -> tuple[tuple[float, float], tuple[float, float], float]:
    """A rectangle on the table as OpenCV has them: middle, sides, degrees."""
    turn = math.degrees(math.atan2(float(solid.turn[1, 0]), float(solid.turn[0, 0])))
    return (float(solid.middle[0]), float(solid.middle[1])), (2 * solid.size, 2 * solid.size), turn


def _axes() -> dict[str, Numbers]:
    """Pairs of opposite sides of each kind, at a distance that gives solids of about a cube's size."""
    g = GOLDEN
    eight = [(1, 1, 1), (1, 1, -1), (1, -1, 1), (-1, 1, 1)]
    twelve = [(0, 1, g), (0, 1, -g), (1, g, 0), (1, -g, 0), (g, 0, 1), (-g, 0, 1)]
    twenty = [*eight, *[tuple(np.roll((0, 1 / g, sign * g), by)) for by in range(3) for sign in (1, -1)]]
    ten = [(math.cos(a) * 0.74, math.sin(a) * 0.74, 0.67) for a in np.arange(5) * 2 * math.pi / 5]
    far = {"6": 1.0, "8": 0.75, "10": 0.86, "12": 1.0, "20": 1.05}
    of: dict[str, Any] = {"6": np.eye(3), "8": eight, "10": ten, "12": twelve, "20": twenty}
    return {
        kind: (np.array(each, float) / np.linalg.norm(each, axis=1, keepdims=True) / far[kind]).astype(np.float32)
        for kind, each in of.items()
    }


_AXES = _axes()
