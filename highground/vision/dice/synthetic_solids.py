"""Solid dice in three dimensions: rounded, with drilled pips, in light and shadow, seen from any side.

Each point of the picture is followed along its ray. A solid is where a norm is at most 1:
`sum(|axis . point| ** power) ** (1 / power)`, one axis a pair of opposite sides. A high power has sharp edges, a low
one round ones. The norm is convex along a ray, so that Newton's steps from outside come to the first crossing and never
pass it. Points and directions are (n, 3): across, away from the camera's foot, up. A cube's half side is 1.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from highground.vision.dice.networks import Numbers

STEPS = 9
NEAR = 0.004
"""How near to the surface a ray must come to meet it."""
FAR = 1e6
SHADOW_RAYS = 3
AROUND = 1.9
"""No solid reaches farther from its middle."""


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A shape.

    `axes` (k, 3): the direction of each pair of opposite sides, divided by their distance from the middle; `ball`: the
    radius of a ball that cuts the corners off, or 0.
    """

    axes: Numbers
    power: float
    ball: float = 0.0

    def norm(self, points: Numbers) -> tuple[Numbers, Numbers]:
        """How far out points are, 1 at the surface (n,), and the norm's slopes (n, 3)."""
        along = points @ self.axes.T
        apart = np.abs(along)
        far = np.sqrt((points * points).sum(axis=1)) if self.ball else None
        most = apart.max(axis=1)
        if far is not None:
            most = np.maximum(most, far / self.ball)
        most = np.maximum(most, 1e-6)
        parts = np.power(apart / most[:, None], self.power - 1)
        total = (parts * apart).sum(axis=1) / most
        slopes = (parts * np.sign(along)) @ self.axes
        if far is not None:
            part = np.power(far / self.ball / most, self.power - 1)
            total += part * far / self.ball / most
            slopes += (part / np.maximum(far * self.ball, 1e-6))[:, None] * points
        root = np.power(total, 1 / self.power)
        return most * root, slopes / np.power(root, self.power - 1)[:, None]


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """A body in its place: `turn` (3, 3) takes its own directions to the table's, `middle` (3,), `size` its half side.

    `pips`: on each side by (axis, sign), their middles (m, 2) and radius, in half sides; `sheets`: the same for
    pictures (n, n) of ink, 0..1; `inks`: sides with an ink of their own. Colours are BGR, 0..1. `second` is mixed in by
    `wave` (7, 3), finer with a larger `grain`, in clearer spots the more `sharp`. `depth`: how steep pips are; `gloss`,
    `shine`: how much light is mirrored, and how sharply; `glow`: how much comes through a translucent die.
    """

    body: Body
    turn: Numbers
    middle: Numbers
    size: float
    colour: Numbers
    ink: Numbers
    inks: dict[tuple[int, int], Numbers] = field(default_factory=dict)
    pips: dict[tuple[int, int], tuple[Numbers, float]] = field(default_factory=dict)
    sheets: dict[tuple[int, int], Numbers] = field(default_factory=dict)
    second: Numbers | None = None
    grain: float = 3.0
    wave: Numbers | None = None
    sharp: float = 1.6
    depth: float = 0.5
    gloss: float = 0.3
    shine: float = 30.0
    glow: float = 0.0

    def own(self, points: Numbers) -> Numbers:
        """Points of the table as the body knows them."""
        return np.asarray((points - self.middle) @ self.turn / self.size, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """`toward` (3,): where it comes from, of length 1; `wide`: how far its source spreads, so how soft shadows are.

    `strength`: how bright it is; `ambient`: the light that comes from everywhere.
    """

    toward: Numbers
    wide: float
    strength: float
    ambient: float
    colour: Numbers


def crossing(solid: Solid, origins: Numbers, directions: Numbers) -> Numbers:
    """How far along each ray (n,) it first meets the solid; FAR where it does not. Directions need no length of 1."""
    starts, steps = solid.own(origins), np.asarray(directions @ solid.turn / solid.size, dtype=np.float32)
    found = np.full(len(starts), FAR, dtype=np.float32)
    squares = (steps * steps).sum(axis=1)
    nearest = -(starts * steps).sum(axis=1) / squares
    missed = ((starts + nearest[:, None] * steps) ** 2).sum(axis=1)
    some = np.flatnonzero((missed < AROUND**2) & (nearest > 0))
    if not len(some):
        return found
    begin, step = starts[some], steps[some]
    along = nearest[some] - np.sqrt((AROUND**2 - missed[some]) / squares[some])
    for _ in range(STEPS):
        out, slopes = solid.body.norm(begin + along[:, None] * step)
        rate = (slopes * step).sum(axis=1)
        ahead = np.where(rate < -1e-4, (out - 1) / np.maximum(-rate, 1e-4), 0)
        along = along + np.minimum(ahead, 2 * AROUND)
    out, _ = solid.body.norm(begin + along[:, None] * step)
    met = out - 1 < NEAR
    found[some[met]] = along[met]
    return found


def lit(
    solids: list[Solid],
    ground: Numbers,
    scale: float,
    light: Light,
    eye: Numbers,
    directions: Numbers,
    rng: np.random.Generator,
) -> tuple[Numbers, npt.NDArray[np.int64]]:
    """What each ray from the eye (3,) sees: colours (n, 3), and which solid, -1 for the ground.

    `ground`: a picture (h, w, 3) that repeats, `scale` pixels a half side.
    """
    count = len(directions)
    origins = np.broadcast_to(eye, (count, 3)).astype(np.float32)
    hits = [crossing(each, origins, directions) for each in solids]
    downward = np.where(directions[:, 2] < -1e-3, -eye[2] / np.minimum(directions[:, 2], -1e-3), FAR)
    nearest = np.stack([*hits, downward])
    which = nearest.argmin(axis=0)
    which[which == len(solids)] = -1
    points = origins + np.minimum(nearest.min(axis=0), 1e3)[:, None] * directions
    colours = np.zeros((count, 3), dtype=np.float32)
    on_ground = which == -1
    colours[on_ground] = _ground_at(ground, scale, points[on_ground]) * _light_on_ground(
        points[on_ground], solids, light, rng
    )
    for number, solid in enumerate(solids):
        here = which == number
        if here.any():
            others = [each for each in solids if each is not solid]
            colours[here] = _surface(solid, points[here], directions[here], light, others, rng)
    return colours, which


def _ground_at(ground: Numbers, scale: float, points: Numbers) -> Numbers:
    high, wide = ground.shape[:2]
    columns = (points[:, 0] * scale + wide / 2).astype(int) % wide
    rows = (-points[:, 1] * scale + high / 2).astype(int) % high
    return np.asarray(ground[rows, columns])


def _light_on_ground(points: Numbers, solids: list[Solid], light: Light, rng: np.random.Generator) -> Numbers:
    upward = max(float(light.toward[2]), 0.05)
    sun = _unshaded(points, solids, light, rng) * light.strength * upward
    near = np.ones(len(points), dtype=np.float32)
    for solid in solids:
        apart = np.sqrt(((points - solid.middle)[:, :2] ** 2).sum(axis=1)) / solid.size
        near *= 1 - 0.55 * np.exp(-np.square(np.maximum(apart - 0.9, 0) / 0.5))
    return np.asarray(sun[:, None] * light.colour + (light.ambient * near)[:, None], dtype=np.float32)


def _unshaded(points: Numbers, solids: list[Solid], light: Light, rng: np.random.Generator) -> Numbers:
    """How much of the light's source each point sees (n,), by a few rays."""
    seen = np.zeros(len(points), dtype=np.float32)
    for _ in range(SHADOW_RAYS):
        toward = light.toward + rng.normal(0, light.wide, 3).astype(np.float32)
        spread = rng.normal(0, light.wide * 0.4, points.shape).astype(np.float32)
        aim = toward + spread
        free = np.ones(len(points), dtype=bool)
        for solid in solids:
            free &= crossing(solid, points + 0.01 * aim, aim) >= FAR
        seen += free
    return np.asarray(seen / SHADOW_RAYS, dtype=np.float32)


def _surface(
    solid: Solid, points: Numbers, directions: Numbers, light: Light, others: list[Solid], rng: np.random.Generator
) -> Numbers:
    own = solid.own(points)
    _, slopes = solid.body.norm(own)
    normals = slopes / np.linalg.norm(slopes, axis=1, keepdims=True)
    colour = _own_colour(solid, own)
    normals, colour = _marked(solid, own, normals, colour)
    normals = normals @ solid.turn.T
    toward = directions / np.linalg.norm(directions, axis=1, keepdims=True)
    facing = np.clip(normals @ light.toward, 0, None)
    shade = _unshaded(points + normals * 0.02, others, light, rng) if others else np.ones(len(points), np.float32)
    sky = 0.62 + 0.38 * normals[:, 2]
    low = np.clip(points[:, 2] / (solid.size * 2), 0, 1)
    through = solid.glow * (0.35 + 0.65 * (1 - low))
    diffuse = light.strength * facing * shade + light.ambient * sky * (0.72 + 0.28 * low)
    back = toward - 2 * (toward * normals).sum(axis=1, keepdims=True) * normals
    gleam = np.power(np.clip(back @ light.toward, 0, 1), solid.shine) * shade * light.strength
    rim = np.power(1 - np.clip(-(toward * normals).sum(axis=1), 0, 1), 4)
    mirrored = solid.gloss * (gleam + 0.35 * rim * light.ambient * (0.5 + 0.5 * back[:, 2]))
    out = colour * (diffuse[:, None] * light.colour * (1 - 0.5 * solid.glow) + through[:, None])
    return np.asarray(out + mirrored[:, None] * light.colour, dtype=np.float32)


def _own_colour(solid: Solid, own: Numbers) -> Numbers:
    colour = np.broadcast_to(solid.colour, (len(own), 3))
    if solid.second is None or solid.wave is None:
        return np.asarray(colour, dtype=np.float32)
    folds = np.sin(own @ solid.wave[:3].T * solid.grain + solid.wave[3])
    mix = np.sin(own @ solid.wave[4:7].T * solid.grain + 1.7 * folds).mean(axis=1)
    mix = np.clip(mix * solid.sharp + 0.5, 0, 1)[:, None]
    return np.asarray(colour * (1 - mix) + solid.second * mix, dtype=np.float32)


def sides_of(body: Body, own: Numbers) -> npt.NDArray[np.int64]:
    """The side of each point of the surface: its axis' number, counted from 1, negative on the far side."""
    along = own @ body.axes.T
    axis = np.abs(along).argmax(axis=1)
    sign = np.where(along[np.arange(len(own)), axis] > 0, 1, -1)
    return np.asarray((axis + 1) * sign)


def _marked(solid: Solid, own: Numbers, normals: Numbers, colour: Numbers) -> tuple[Numbers, Numbers]:
    """Normals and colours where pips are drilled and ink is printed."""
    sides = sides_of(solid.body, own)
    normals, colour = normals.copy(), colour.copy()
    for side in np.unique(sides).tolist():
        key, here = (abs(side) - 1, 1 if side > 0 else -1), sides == side
        axis = solid.body.axes[key[0]] * key[1]
        first, second = frame_of(axis)
        flat = np.stack([own[here] @ first, own[here] @ second], axis=1)
        ink = solid.inks.get(key, solid.ink)
        if key in solid.pips:
            cover, bent = _drilled(flat, *solid.pips[key])
            normals[here] += solid.depth * (bent[:, :1] * first + bent[:, 1:] * second)
        elif key in solid.sheets:
            cover = _printed(solid.sheets[key], flat)
        else:
            continue
        colour[here] = colour[here] * (1 - cover[:, None]) + ink * cover[:, None]
    return normals / np.linalg.norm(normals, axis=1, keepdims=True), colour


def frame_of(axis: Numbers) -> tuple[Numbers, Numbers]:
    """Two directions of length 1 along a side."""
    first = np.cross(axis, (0, 0, 1) if abs(axis[2]) < 0.9 * np.linalg.norm(axis) else (0, 1, 0))
    first = first / np.linalg.norm(first)
    second = np.cross(axis, first)
    return np.asarray(first, np.float32), np.asarray(second / np.linalg.norm(second), np.float32)


def _drilled(flat: Numbers, middles: Numbers, radius: float) -> tuple[Numbers, Numbers]:
    """How much each point lies in a pip (n,), and how its normal is bent there (n, 2): towards the pip's middle."""
    away = flat[:, None, :] - middles[None]
    far = np.sqrt((away * away).sum(axis=2)) / radius
    nearest = far.argmin(axis=1)
    rows = np.arange(len(flat))
    out = far[rows, nearest]
    cover = np.clip((1 - out) * 6 + 0.5, 0, 1)
    return np.asarray(cover, np.float32), np.asarray(-away[rows, nearest] / radius * cover[:, None], np.float32)


def _printed(sheet: Numbers, flat: Numbers) -> Numbers:
    side = sheet.shape[0]
    places = np.clip(((flat + 1) / 2 * side).astype(int), 0, side - 1)
    return np.asarray(sheet[places[:, 1], places[:, 0]])
