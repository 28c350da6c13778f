"""Battles that are photographed by hand: once empty, once as they stand, and once more when some have moved or fallen.

Each photo is taken from another place by another light, some with an arm over an edge. What is on the table, and how
much of each miniature shows, is written down with them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

import cv2
import msgspec
import numpy as np

from highground.vision.board import Points
from highground.vision.flat import Picture
from highground.vision.found import Spot
from highground.vision.markers.marks import Mark, MarkKind, board_places, marks
from highground.vision.rendering.figures import (
    Oval,
    PaintedPiece,
    UnitStyle,
    arm,
    army_palette,
    miniature,
    terrain,
    unit_style,
)
from highground.vision.rendering.ground import AROUND, DOTS, lay_cards, mat
from highground.vision.rendering.meshes import Mesh, joined, turned_box
from highground.vision.rendering.picture import FINER, Ground, HandHeld, Indices, Lamp, axes, photograph, to_pixels
from highground.vision.scale import MILLIMETRE

BATTLES = "battles.json"
"""What is on the photos of a folder, in it."""
WIDTH, HEIGHT = 60.0, 44.0
BASES = (25.0, 28.5, 32.0, 40.0, 50.0, 60.0)
SHARES = (0.15, 0.15, 0.4, 0.15, 0.1, 0.05)
"""Millimetres across, and how often."""
OVALS = ((60.0, 35.0), (75.0, 42.0), (90.0, 52.0), (105.0, 70.0), (120.0, 92.0), (170.0, 105.0))
OVAL_SHARES = (0.25, 0.35, 0.15, 0.1, 0.1, 0.05)
"""Millimetres along and across, and how often among ovals."""
FARTHEST = 1.2
"""Inches between a miniature on an oval and its unit's next one, at most."""
UNITS = 16
MOVING, FALLING = 0.35, 0.25
"""Shares of the units that move between two photos, and that lose some."""
ARM = 0.35
"""Share of the photos with an arm over an edge."""


@dataclass(frozen=True, slots=True)
class Soldier:
    """A miniature: its unit's transponder, its base's middle and how high that stands, its width (inches), its look.

    Of an oval base the width is that of a round one of its area; `length` is its longer side, 0 of a round one, and
    `turn` the degrees, clockwise from the right, that it is turned.
    """

    unit: Mark
    place: tuple[float, float]
    up: float
    diameter: float
    look: int
    length: float = 0.0
    turn: float = 0.0

    @property
    def oval(self) -> Oval | None:
        return Oval(self.length, self.diameter**2 / self.length, self.turn) if self.length else None

    @property
    def across(self) -> float:
        """Inches from end to end."""
        return self.length or self.diameter


@dataclass(slots=True)
class DrawnBattle:
    """What is on a table. `styles` and `cards` by transponder; `ovals` is the share of the units on oval bases."""

    seed: int
    pieces: list[PaintedPiece] = field(default_factory=list)
    styles: dict[Mark, UnitStyle] = field(default_factory=dict)
    soldiers: list[Soldier] = field(default_factory=list)
    cards: dict[Mark, tuple[float, float]] = field(default_factory=dict)
    ovals: float = 0.0


class TrueStanding(msgspec.Struct, frozen=True):
    """A miniature in a photo: its unit, its place, how high it stands, its width and height, all in inches; the share
    of it that shows, and where it stood in the photo before (None before the first). `length` and `turn` as those of a
    `Soldier`."""

    transponder: str
    place: Spot
    up: float
    diameter: float
    height: float
    shows: float
    before: Spot | None = None
    length: float = 0.0
    turn: float = 0.0


class TrueTerrain(msgspec.Struct, frozen=True):
    outline: tuple[Spot, ...]
    walls: tuple[tuple[Spot, Spot], ...]
    height: float


class TrueBattle(msgspec.Struct, frozen=True):
    """The photos of a battle by their names in the folder, and what stands in the earlier and the later one."""

    empty: str
    first: str
    second: str
    terrain: tuple[TrueTerrain, ...]
    first_standing: tuple[TrueStanding, ...]
    second_standing: tuple[TrueStanding, ...]
    first_cards: dict[str, Spot] = {}


def write_battles(folder: Path, battles: int, seed: int, size: tuple[int, int], ovals: float = 0.0) -> None:
    """Photograph so many battles into a folder, with a `battles.json` of what is on them.

    `ovals` is the share of the units on oval bases.
    """
    folder.mkdir(parents=True, exist_ok=True)
    truths = []
    for number in range(battles):
        rng = np.random.default_rng((seed, number))
        truths.append(_write(folder, number, rng, size, ovals))
        (folder / BATTLES).write_bytes(msgspec.json.encode(truths))


def _write(folder: Path, number: int, rng: np.random.Generator, size: tuple[int, int], ovals: float) -> TrueBattle:
    battle = random_battle(rng, ovals=ovals)
    names = [f"{number:03d}-{which}.jpg" for which in ("empty", "first", "second")]
    bare = replace(battle, soldiers=[], cards={})
    _save(folder / names[0], taken(bare, size, rng)[0])
    picture, shows = taken(battle, size, rng)
    _save(folder / names[1], picture)
    first = standing_of(battle, shows, {})
    cards = {mark.name: place for mark, place in battle.cards.items()}
    came_from = moved_on(battle, rng)
    picture, shows = taken(battle, size, rng)
    _save(folder / names[2], picture)
    second, pieces = standing_of(battle, shows, came_from), terrain_of(battle)
    return TrueBattle(names[0], names[1], names[2], pieces, first, second, cards)


def _save(path: Path, picture: Picture) -> None:
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])


def terrain_of(battle: DrawnBattle) -> tuple[TrueTerrain, ...]:
    return tuple(TrueTerrain(each.outline, each.walls, each.height) for each in battle.pieces)


def standing_of(battle: DrawnBattle, shows: list[float], came_from: dict[int, Spot]) -> tuple[TrueStanding, ...]:
    return tuple(
        TrueStanding(
            each.unit.name,
            each.place,
            each.up,
            each.diameter,
            round(battle.styles[each.unit].tall * each.diameter, 2),
            round(share, 3),
            came_from.get(each.look),
            each.length,
            each.turn,
        )
        for each, share in zip(battle.soldiers, shows, strict=True)
    )


def random_battle(rng: np.random.Generator, units: int = UNITS, ovals: float = 0.0) -> DrawnBattle:
    """Two armies about terrain, each unit beside its transponder; `ovals` is the share of the units on oval bases."""
    battle = DrawnBattle(int(rng.integers(2**31)), ovals=ovals)
    for _ in range(int(rng.integers(5, 10))):
        _add_piece(battle, rng)
    palettes = (army_palette(rng), army_palette(rng))
    for number, mark in enumerate(marks(MarkKind.TRANSPONDER)[:units]):
        _muster(battle, mark, unit_style(palettes[number % 2], rng), rng)
    return battle


def _add_piece(battle: DrawnBattle, rng: np.random.Generator) -> None:
    for _ in range(40):
        middle, size = rng.uniform((7, 7), (WIDTH - 7, HEIGHT - 7)), rng.uniform((3.5, 3), (8, 6))
        corners = turned_box(middle.tolist(), size.tolist(), float(rng.choice([0, 0, 45, rng.uniform(0, 90)])))
        if all(np.hypot(*(middle - np.mean(each.outline, axis=0))) > 10 for each in battle.pieces):
            break
    else:
        return
    outline = tuple((float(x), float(y)) for x, y in corners)
    colour = tuple(float(each) for each in np.full(3, rng.uniform(0.25, 0.6)) * rng.uniform(0.8, 1.2, 3))
    ruin = rng.uniform() < 0.6
    walls = ((outline[0], outline[1]), (outline[1], outline[2])) if ruin else ()
    height = float(rng.uniform(2.5, 5)) if ruin else float(rng.uniform(1, 3.5))
    battle.pieces.append(PaintedPiece(outline, walls, height, (colour[0], colour[1], colour[2])))


def _muster(battle: DrawnBattle, mark: Mark, style: UnitStyle, rng: np.random.Generator) -> None:
    wide, length = float(rng.choice(BASES, p=SHARES)) * MILLIMETRE, 0.0
    count = 1 if wide > 1.9 else int(rng.integers(1, 4)) if wide > 1.5 else int(rng.integers(4, 11))
    if battle.ovals and rng.uniform() < battle.ovals:  # no random number is drawn for tables without them
        length, short = (each * MILLIMETRE for each in OVALS[int(rng.choice(len(OVALS), p=OVAL_SHARES))])
        wide = float(np.sqrt(length * short))
        count = 1 if length > 4 else int(rng.integers(2, 7))
    for _ in range(30):
        about = tuple(rng.uniform((4, 4), (WIDTH - 4, HEIGHT - 4)).tolist())
        if _form(battle, Soldier(mark, (0.0, 0.0), 0.0, wide, 0, length), count, (about[0], about[1]), rng):
            battle.styles[mark] = style
            return


def _form(battle: DrawnBattle, like: Soldier, count: int, about: Spot, rng: np.random.Generator) -> bool:
    """Set a unit up about a place, in a loose formation, with its card; whether there was room."""
    placed: list[Soldier] = []
    roof = _roof(battle, about)
    for number in range(count):
        beside = about if not number else placed[int(rng.integers(number))].place
        free = _free(battle, placed, replace(like, up=roof), beside, rng)
        if free is None:
            return False
        placed.append(replace(free, look=int(rng.integers(2**31))))
    card = _card_place(battle, placed, rng)
    if card is None:
        return False
    battle.soldiers += placed
    battle.cards[like.unit] = card
    return True


def _roof(battle: DrawnBattle, place: Spot) -> float:
    """How high the flat roof of a solid piece is under a place; 0 on the ground."""
    return max((each.height for each in battle.pieces if not each.walls and _off(each, place) > 0), default=0.0)


def _off(piece: PaintedPiece, place: Spot) -> float:
    """Inches inside a piece's outline; negative outside."""
    return float(cv2.pointPolygonTest(np.asarray(piece.outline, dtype=np.float32), place, measureDist=True))


def _stands(battle: DrawnBattle, place: Spot, wide: float, roof: float) -> bool:
    """Whether a base has ground or roof under all of it, and no wall in it."""
    x, y = place
    if not (wide / 2 < x < WIDTH - wide / 2 and wide / 2 < y < HEIGHT - wide / 2):
        return False
    for each in battle.pieces:
        off = _off(each, place)
        if each.walls:
            if min(_to_wall(place, *wall) for wall in each.walls) < wide / 2 + 0.2:
                return False
        elif (off < wide / 2 + 0.1) if off > 0 and roof else (off > -wide / 2 - 0.1):
            return False
    return True


def _to_wall(place: Spot, start: Spot, end: Spot) -> float:
    at, along = np.subtract(place, start), np.subtract(end, start)
    share = float(np.clip((at @ along) / (along @ along), 0, 1))
    return float(np.hypot(*(at - share * along)))


def _free(
    battle: DrawnBattle, mates: list[Soldier], like: Soldier, about: Spot, rng: np.random.Generator
) -> Soldier | None:
    """One like this, somewhere about a place where there is room for it."""
    for _ in range(40):
        far = 0.0 if not mates else like.diameter + rng.uniform(0.03, 0.9)
        turn = rng.uniform(0, 2 * np.pi)
        spot = (float(about[0] + far * np.cos(turn)), float(about[1] + far * np.sin(turn)))
        if not _stands(battle, spot, like.across, like.up) or _roof(battle, spot) != like.up:
            continue
        one = replace(like, place=spot, turn=float(rng.uniform(0, 180)) if like.length else 0.0)
        gaps = [_gap(one, each) - (0.0 if each in mates else 0.5) for each in (*battle.soldiers, *mates)]
        cards = [float(np.hypot(spot[0] - x, spot[1] - y)) - one.across / 2 - 1.5 for x, y in _cards(battle)]
        coherent = not (one.length and mates) or min(_gap(one, each) for each in mates) < FARTHEST
        if min([*gaps, *cards], default=1.0) > 0.02 and coherent:
            return one
    return None


def _gap(one: Soldier, other: Soldier) -> float:
    """Inches between two bases; negative where one is upon the other."""
    apart = float(np.hypot(one.place[0] - other.place[0], one.place[1] - other.place[1]))
    if not (one.length or other.length) or apart > (one.across + other.across) / 2 + 1:
        return apart - (one.across + other.across) / 2
    mine, theirs = _rim(one), _rim(other)
    return min(_off_outline(theirs, mine), _off_outline(mine, theirs))


def _rim(one: Soldier) -> Points:
    """The outline (24, 2) of a base."""
    round_, oval = np.linspace(0, 2 * np.pi, 24, endpoint=False), one.oval or Oval(one.diameter, one.diameter, 0.0)
    x, y, turn = oval.length / 2 * np.cos(round_), oval.width / 2 * np.sin(round_), np.radians(oval.turn)
    return np.column_stack([x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)]) + one.place


def _off_outline(outline: Points, spots: Points) -> float:
    """Inches from an outline to the nearest of some spots, negative within."""
    flat = outline.astype(np.float32)
    return min(-float(cv2.pointPolygonTest(flat, (float(x), float(y)), measureDist=True)) for x, y in spots)


def _cards(battle: DrawnBattle) -> list[Spot]:
    return [*battle.cards.values(), *board_places(WIDTH, HEIGHT).values()]


def _card_place(battle: DrawnBattle, placed: list[Soldier], rng: np.random.Generator) -> Spot | None:
    """A place on the ground beside one of the unit's."""
    for _ in range(60):
        mate = placed[int(rng.integers(len(placed)))]
        far, turn = mate.across / 2 + rng.uniform(1.6, 2.6 + 2 * mate.up), rng.uniform(0, 2 * np.pi)
        spot = (float(mate.place[0] + far * np.cos(turn)), float(mate.place[1] + far * np.sin(turn)))
        on_board = 1.5 < spot[0] < WIDTH - 1.5 and 1.5 < spot[1] < HEIGHT - 1.5
        gaps = [_gap(Soldier(mate.unit, spot, 0.0, 2.9, 0), each) for each in (*battle.soldiers, *placed)]
        cards = [float(np.hypot(spot[0] - x, spot[1] - y)) - 3.2 for x, y in _cards(battle)]
        if on_board and min([*gaps, *cards]) > 0 and all(_off(each, spot) < -1.5 for each in battle.pieces):
            return spot
    return None


def moved_on(battle: DrawnBattle, rng: np.random.Generator) -> dict[int, Spot]:
    """Some units move, some lose miniatures. Where everybody stood, by looks."""
    before = {each.look: each.place for each in battle.soldiers}
    for mark in list(battle.cards):
        mine = [each for each in battle.soldiers if each.unit == mark]
        if rng.uniform() < FALLING and len(mine) > 1:
            lost = mine[int(rng.integers(len(mine)))]
            battle.soldiers.remove(lost)
            mine.remove(lost)
        if rng.uniform() < MOVING:
            _march(battle, mark, mine, rng)
    return before


def _march(battle: DrawnBattle, mark: Mark, mine: list[Soldier], rng: np.random.Generator) -> None:
    """Up to eight inches on, in a new formation, the same miniatures."""
    kept, card = list(battle.soldiers), battle.cards.pop(mark)
    battle.soldiers = [each for each in battle.soldiers if each.unit != mark]
    for _ in range(20):
        far, turn = rng.uniform(2, 8), rng.uniform(0, 2 * np.pi)
        x, y = mine[0].place
        about = (float(x + far * np.cos(turn)), float(y + far * np.sin(turn)))
        if _form(battle, mine[0], len(mine), about, rng):
            new = battle.soldiers[-len(mine) :]
            battle.soldiers[-len(mine) :] = [replace(n, look=o.look) for n, o in zip(new, mine, strict=True)]
            return
    battle.soldiers, battle.cards[mark] = kept, card


def taken(battle: DrawnBattle, size: tuple[int, int], rng: np.random.Generator) -> tuple[Picture, list[float]]:
    """A photo by hand, and the share of each miniature that shows in it."""
    camera, lamp = random_hand(rng, size), _random_lamp(rng)
    meshes = [
        miniature(battle.styles[each.unit], (*each.place, each.up), each.diameter, each.look, each.oval)
        for each in battle.soldiers
    ]
    rest = [terrain(each) for each in battle.pieces]
    if rng.uniform() < ARM:
        rest.append(arm(rng))
    ground = _mat(battle.seed).copy()
    lay_cards(ground, {**_fixed(), **battle.cards}, np.random.default_rng(battle.seed + 1))
    picture, shows = photograph(joined([*meshes, *rest]), Ground(ground, DOTS, AROUND), camera, lamp, rng)
    return picture, _shares(meshes, shows, camera)


@lru_cache(maxsize=1)
def _mat(seed: int) -> Picture:
    """The same in all photos of a battle. Drawing it takes a fifth of the time of a photo."""
    return mat(np.random.default_rng(seed))


def _fixed() -> dict[Mark, tuple[float, float]]:
    return {mark: board_places(WIDTH, HEIGHT)[mark.code] for mark in marks(MarkKind.BOARD)}


def _shares(meshes: list[Mesh], shows: Indices, camera: HandHeld) -> list[float]:
    """Of each miniature's pixels, were it alone, those that show it."""
    ends = np.cumsum([len(each.colours) for each in meshes])
    drawn = shows[(shows >= 0) & (shows < (ends[-1] if len(ends) else 0))]
    seen = np.bincount(np.searchsorted(ends, drawn, side="right"), minlength=len(meshes))
    found = []
    for mesh, count in zip(meshes, seen, strict=True):
        flat = to_pixels(camera, mesh.corners)[0]
        low = flat.reshape(-1, 2).min(axis=0)
        mask = np.zeros((np.ceil(flat.reshape(-1, 2).max(axis=0) - low).astype(int) + 2)[::-1], dtype=np.uint8)
        for each in np.round(flat - low).astype(np.int32):
            cv2.fillConvexPoly(mask, each, 1)
        found.append(float(min(1.0, count * FINER**2 / max(1, int(mask.sum())))))
    return found


def random_hand(rng: np.random.Generator, size: tuple[int, int]) -> HandHeld:
    """Somebody at an edge who holds a phone over the table, so that the whole board is in the picture."""
    lean, aside = rng.uniform(8, 38), rng.uniform(-25, 25)
    side = rng.choice([0.0, 180.0])
    from_ = np.radians(aside + side)
    out, up = np.sin(np.radians(lean)), np.cos(np.radians(lean))
    away = np.array([np.sin(from_) * out, np.cos(from_) * out, up])
    target = (float(30 + rng.uniform(-1.5, 1.5)), float(22 + rng.uniform(-1.5, 1.5)))
    camera = HandHeld(
        size, (0.0, 0.0, 1.0), target, float(side + rng.uniform(-8, 8) + 0.6 * aside),
        float(rng.uniform(0.69, 0.80) * size[0]), (float(rng.uniform(-0.03, 0.03)), float(rng.uniform(-0.01, 0.01))),
        float(rng.uniform(0.4, 1.1)), float(rng.uniform(2, 5)), int(rng.integers(75, 93)),
    )  # fmt: skip
    for far in np.arange(45, 120, 1.5):
        there = away * far + (*target, 0)
        camera = replace(camera, eye=(float(there[0]), float(there[1]), float(there[2])))
        if _in_picture(camera):
            return camera
    raise AssertionError("no place from which the whole board is seen")


def _in_picture(camera: HandHeld) -> bool:
    corners = np.array([(0, 0, 0), (WIDTH, 0, 0), (WIDTH, HEIGHT, 0), (0, HEIGHT, 0)], dtype=np.float64)
    turned, eye = axes(camera)
    seen = (corners - eye) @ turned.T
    flat = seen[:, :2] / seen[:, 2:] * camera.focal / (np.asarray(camera.size) / 2)
    return bool((np.abs(flat) < 0.97).all())


def _random_lamp(rng: np.random.Generator) -> Lamp:
    warm = rng.uniform(-0.15, 0.25)
    colour = np.array([1 - warm, 1.0, 1 + 0.6 * warm]) * rng.uniform(0.7, 1.15)
    towards, fall = rng.uniform(-0.7, 0.7, 2), rng.uniform(-0.35, 0.35, 2)
    return Lamp(
        (float(towards[0]), float(towards[1])), (float(colour[0]), float(colour[1]), float(colour[2])),
        float(rng.uniform(0.35, 0.7)), (float(fall[0]), float(fall[1])),
    )  # fmt: skip
