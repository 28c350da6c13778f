"""What stands on a drawn table: miniatures by unit, terrain with heights, an arm that reaches over the edge."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from highground.vision.rendering.meshes import Array, Colour, Mesh, ball, block, joined, tube, turned_box, wall

RIM = 0.15
"""Inches that a base is high."""
GREATEST_MOUNT = 3.5
"""Inches across of an oval base, on the mean, up to which a rider is on it."""


@dataclass(frozen=True, slots=True)
class UnitStyle:
    """How the miniatures of a unit look; `tall` is their height over their base's width."""

    coat: Colour
    steel: Colour
    accent: Colour
    rim: Colour
    turf: Colour
    tall: float
    cloak: bool
    bulk: float


@dataclass(frozen=True, slots=True)
class PaintedPiece:
    """Terrain as the layout has it: a footprint, walls on it if any, a height; and how it is painted."""

    outline: tuple[tuple[float, float], ...]
    walls: tuple[tuple[tuple[float, float], tuple[float, float]], ...]
    height: float
    colour: Colour


def army_palette(rng: np.random.Generator) -> tuple[Colour, ...]:
    """Coat, steel, rim and turf of an army."""
    return tuple(_colour(rng.uniform(0.08, 0.85, 3)) for _ in range(4))


def unit_style(palette: tuple[Colour, ...], rng: np.random.Generator) -> UnitStyle:
    """The army's paints, a little changed, with an accent of the unit's own."""
    coat, steel, rim, turf = palette
    own = np.clip(np.asarray(coat) * rng.uniform(0.75, 1.25, 3), 0.03, 0.95)
    return UnitStyle(
        _colour(own),
        steel,
        _colour(rng.uniform(0.05, 0.95, 3)),
        rim,
        turf,
        float(rng.uniform(1.0, 1.5)),
        bool(rng.uniform() < 0.4),
        float(rng.uniform(0.75, 1.15)),
    )


def _colour(values: Array) -> Colour:
    return float(values[0]), float(values[1]), float(values[2])


def _shade(colour: Colour, share: float) -> Colour:
    return _colour(np.clip(np.asarray(colour) * share, 0.01, 1.0))


@dataclass(frozen=True, slots=True)
class Oval:
    """An oval base: its longer and its shorter side in inches, and how many degrees, clockwise from the right, the
    longer one is turned."""

    length: float
    width: float
    turn: float


def miniature(
    style: UnitStyle, place: tuple[float, float, float], diameter: float, look: int, oval: Oval | None = None
) -> Mesh:
    """A base with somebody on it, who faces anywhere and leans a little; great ones are engines with a turret.

    Miniatures on ovals face along them, and ride unless the oval is a great one.
    """
    rng = np.random.default_rng(look)
    x, y, up = place
    radius = diameter / 2
    base = [
        tube((x, y, up), (x, y, up + RIM), (radius, radius * 0.93), _shade(style.rim, 0.8), 24),
        tube((x, y, up + RIM), (x, y, up + RIM + 0.01), (radius * 0.9, radius * 0.9), style.turf, 20),
    ]
    turn = rng.uniform(0, 2 * np.pi)
    body = _engine if diameter > 1.8 else _soldier
    if oval is not None:
        base = [_stretched(each, place, diameter, oval) for each in base]
        turn = np.radians(oval.turn)
        body = _engine if diameter > GREATEST_MOUNT else _rider
    return joined([*base, *body(style, np.array([x, y, up + RIM]), radius, turn, rng)])


def _stretched(mesh: Mesh, place: tuple[float, float, float], diameter: float, oval: Oval) -> Mesh:
    """What is round about a place made oval."""
    across, aside = np.cos(np.radians(oval.turn)), np.sin(np.radians(oval.turn))
    turned = np.array([[across, aside], [-aside, across]])
    flat = (mesh.corners[..., :2] - place[:2]) @ turned.T * (oval.length / diameter, oval.width / diameter) @ turned
    return Mesh(np.concatenate([flat + place[:2], mesh.corners[..., 2:]], axis=2), mesh.colours)


def _soldier(style: UnitStyle, at: Array, radius: float, turn: float, rng: np.random.Generator) -> list[Mesh]:
    tall, wide = style.tall * 2 * radius * rng.uniform(0.9, 1.1), radius * style.bulk
    ahead = np.array([np.cos(turn), np.sin(turn), 0.0])
    aside = np.array([-ahead[1], ahead[0], 0.0])
    up = np.array([0.0, 0.0, 1.0])
    middle = at + rng.uniform(-0.15, 0.15) * radius * ahead
    hips, neck = middle + 0.42 * tall * up, middle + (0.8 * tall) * up + rng.uniform(0, 0.25) * radius * ahead
    parts = [
        tube(middle + sign * 0.28 * wide * aside, hips + sign * 0.1 * wide * aside, (0.2 * wide, 0.2 * wide), leg, 7)
        for sign, leg in ((1, style.coat), (-1, _shade(style.coat, 0.8)))
    ]
    parts += [tube(hips, neck, (0.32 * wide, 0.46 * wide), style.coat, 9)]
    parts += [ball(neck + 0.1 * tall * up, 0.24 * wide, style.accent)]
    parts += [ball(neck + sign * 0.5 * wide * aside, 0.22 * wide, style.accent, 6) for sign in (1, -1)]
    grip = hips + 0.55 * wide * ahead + 0.15 * tall * up
    reach = rng.uniform(0.4, 1.2) * radius
    parts += [tube(grip - 0.3 * reach * aside, grip + reach * ahead + 0.2 * reach * up, (0.08, 0.06), style.steel, 6)]
    if style.cloak:
        parts += [
            tube(
                middle - 0.4 * wide * ahead + 0.1 * up,
                neck - 0.2 * wide * ahead,
                (0.5 * wide, 0.2 * wide),
                style.accent,
                8,
            )
        ]
    return parts


def _rider(style: UnitStyle, at: Array, radius: float, turn: float, rng: np.random.Generator) -> list[Mesh]:
    """A mount along its base, with somebody on its back."""
    ahead, up = np.array([np.cos(turn), np.sin(turn), 0.0]), np.array([0.0, 0.0, radius])
    aside = np.array([-ahead[1], ahead[0], 0.0])
    hide = _shade(style.steel, 0.7)
    back = at + rng.uniform(-0.1, 0.1) * radius * ahead + 0.75 * up
    rump, chest = back - 0.75 * radius * ahead, back + 0.6 * radius * ahead
    legs = [
        tube(end + sign * 0.2 * radius * aside, end + sign * 0.25 * radius * aside - 0.75 * up, (0.12, 0.07), hide, 6)
        for end in (rump, chest)
        for sign in (1, -1)
    ]
    head = chest + 0.5 * radius * ahead + 0.7 * up
    mount = [
        tube(rump, chest, (0.32 * radius, 0.36 * radius), hide, 9),
        tube(chest, head, (0.26 * radius, 0.14 * radius), hide, 7),
        ball(head + 0.1 * radius * ahead, 0.18 * radius, _shade(hide, 0.8), 6),
    ]
    return [*legs, *mount, *_soldier(style, back, 0.55 * radius, turn, rng)]


def _engine(style: UnitStyle, at: Array, radius: float, turn: float, rng: np.random.Generator) -> list[Mesh]:
    low, high = float(at[2]) + 0.2, float(at[2]) + radius * style.tall
    spot, degrees = np.array([at[0], at[1]]), float(np.degrees(turn))
    ahead = np.array([np.cos(turn), np.sin(turn), 0.0])
    hull = block(
        turned_box(spot, (1.5 * radius, 0.95 * radius), degrees), low, high, style.coat, _shade(style.coat, 1.15)
    )
    top, up = np.array([*spot, high]), np.array([0.0, 0.0, radius])
    turret = tube(top, top + 0.5 * up, (0.42 * radius, 0.34 * radius), style.accent, 10)
    muzzle = top + 0.3 * up + ahead * radius * rng.uniform(1.0, 1.5)
    gun = tube(top + 0.25 * up, muzzle, (0.1, 0.08), style.steel, 7)
    aside = 0.55 * radius * np.array([-ahead[1], ahead[0]])
    tracks = [
        block(
            turned_box(spot + sign * aside, (1.6 * radius, 0.3 * radius), degrees),
            float(at[2]),
            low + 0.3,
            _shade(style.steel, 0.6),
        )
        for sign in (1, -1)
    ]
    return [hull, turret, gun, *tracks]


def terrain(piece: PaintedPiece) -> Mesh:
    """A ruin of walls on a plate, or a solid block."""
    if not piece.walls:
        return block(piece.outline, 0.0, piece.height, piece.colour, _shade(piece.colour, 1.15))
    walls = [
        wall(start, end, 0.25, piece.height, _shade(piece.colour, 0.9 + 0.1 * k))
        for k, (start, end) in enumerate(piece.walls)
    ]
    return joined([block(piece.outline, 0.0, 0.06, _shade(piece.colour, 0.7)), *walls])


def arm(rng: np.random.Generator) -> Mesh:
    """A sleeve and a hand that come in over an edge of the board."""
    along, reach, high = rng.uniform(8, 52), rng.uniform(7, 14), rng.uniform(2.5, 5)
    south = rng.uniform() < 0.5
    edge, inwards = (44.0, -1.0) if south else (0.0, 1.0)
    shoulder = np.array([along + rng.uniform(-6, 6), edge - 12 * inwards, high + 5])
    wrist = np.array([along, edge + inwards * reach, high])
    tip = wrist + np.array([rng.uniform(-1, 1), inwards * 3.0, -0.8])
    skin, cloth = _colour(np.array([0.45, 0.6, 0.8]) * rng.uniform(0.4, 1.1)), _colour(rng.uniform(0.05, 0.8, 3))
    fingers = [
        tube(tip, tip + np.array([dx, 2.4 * inwards, -0.6]), (0.35, 0.28), skin, 7) for dx in (-0.9, -0.3, 0.3, 0.9)
    ]
    return joined([tube(shoulder, wrist, (2.0, 1.3), cloth, 14), tube(wrist, tip, (1.1, 1.5), skin, 12), *fingers])
