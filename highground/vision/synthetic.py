"""Photos of tables that never were, with everything known about them: to test the reading and to measure it.

A board with markers is painted from above, then seen through a tilted camera with a bent lens, lit unevenly, blurred,
made grainy and squeezed into a JPEG. It is the set-up that docs/vision.md measures by.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from highground.vision.board import Points, View, bend_out
from highground.vision.markers.cards import card, card_size
from highground.vision.markers.drawing import pixels
from highground.vision.markers.marks import Mark, MarkKind, board_places, marks, small_transponders

WIDTH, HEIGHT = 60.0, 44.0
INCH = 40
"""Dots an inch of the painted board, before the camera."""
AROUND = 4.0
"""Inches of table around the board."""

Picture = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class SyntheticCamera:
    """How the photo is taken. `fill`: how much of the picture the board takes up; `bend` as in `board.View`."""

    size: tuple[int, int] = (1920, 1080)
    tilt_degrees: float = 12.0
    turn_degrees: float = 0.0
    fill: float = 0.92
    bend: float = -0.03
    blur: float = 0.8
    noise: float = 4.0
    light: float = 0.35
    quality: int = 80


@dataclass(slots=True)
class SyntheticScene:
    """What lies where: each marker's middle in inches and how it is turned."""

    places: dict[Mark, tuple[float, float]] = field(default_factory=dict)
    turns: dict[Mark, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class SyntheticPhoto:
    """A picture (height, width, 3 of BGR), the scene that it shows and the view that it was taken from."""

    picture: Picture
    scene: SyntheticScene
    view: View


def random_camera(rng: np.random.Generator, size: tuple[int, int] = (1920, 1080)) -> SyntheticCamera:
    """A phone on a stand in somebody's room."""
    return SyntheticCamera(
        size,
        tilt_degrees=float(rng.uniform(0, 12)),
        turn_degrees=float(rng.uniform(-3, 3)),
        bend=float(rng.uniform(-0.05, 0.05)),
        blur=float(rng.uniform(0.3, 1.8)) * size[0] / 1920,
        noise=float(rng.uniform(2, 7)),
        light=float(rng.uniform(0.1, 0.5)),
        quality=int(rng.integers(60, 91)),
    )


def random_scene(
    rng: np.random.Generator, transponders: int = 24, objectives: int = 5, small: bool = False
) -> SyntheticScene:
    """The board's markers where they belong, transponders (small cards if so) and objectives where there is room."""
    scene = SyntheticScene()
    for mark in marks(MarkKind.BOARD):
        scene.places[mark], scene.turns[mark] = board_places()[mark.code], 0.0
    cards = small_transponders() if small else marks(MarkKind.TRANSPONDER)
    chosen = [*rng.permutation(np.array(cards, dtype=object))[:transponders]]
    for mark in [*chosen, *marks(MarkKind.OBJECTIVE)[:objectives]]:
        spot = _free(rng, scene)
        if spot is not None:
            scene.places[mark], scene.turns[mark] = spot, float(rng.uniform(0, 360))
    return scene


def _free(rng: np.random.Generator, scene: SyntheticScene) -> tuple[float, float] | None:
    for _ in range(200):
        spot = (float(rng.uniform(2, WIDTH - 2)), float(rng.uniform(2, HEIGHT - 2)))
        if all(np.hypot(spot[0] - x, spot[1] - y) > 4.5 for x, y in scene.places.values()):
            return spot
    return None


def take(scene: SyntheticScene, camera: SyntheticCamera, rng: np.random.Generator) -> SyntheticPhoto:
    """Photograph a scene that lies flat."""
    canvas = ground(rng)
    lay(canvas, scene)
    view = view_of(camera)
    return SyntheticPhoto(worn(seen(canvas, view, camera), camera, rng), scene, view)


def ground(rng: np.random.Generator) -> Picture:
    """The bare table from right above, `INCH` dots an inch, `AROUND` inches of it beyond each edge of the board."""
    wide, high = (round((side + 2 * AROUND) * INCH) for side in (WIDTH, HEIGHT))
    coarse = rng.normal(0, 1, (high // 16, wide // 16, 1)).astype(np.float32)
    grain = cv2.resize(coarse, (wide, high), interpolation=cv2.INTER_CUBIC)[..., None]
    colour = np.array(rng.uniform(60, 130, 3), dtype=np.float32)
    canvas: Picture = np.clip(colour + grain * 12, 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(4, 10))):
        _patch(canvas, rng)
    return canvas


def lay(canvas: Picture, scene: SyntheticScene) -> None:
    """Put the scene's cards on the table."""
    for mark, (x, y) in scene.places.items():
        _lay(canvas, mark, (x + AROUND) * INCH, (y + AROUND) * INCH, scene.turns[mark])


def _patch(canvas: Picture, rng: np.random.Generator) -> None:
    centre = rng.uniform((0, 0), (canvas.shape[1], canvas.shape[0]))
    size = rng.uniform(2, 5, 2) * INCH
    box = cv2.boxPoints((tuple(centre.tolist()), tuple(size.tolist()), float(rng.uniform(0, 90))))
    cv2.fillPoly(canvas, [box.astype(np.int32)], rng.uniform(30, 180, 3).tolist(), cv2.LINE_AA)


def _lay(canvas: Picture, mark: Mark, x: float, y: float, turn: float) -> None:
    """Paste a card so that the middle of its square lies at a place, turned by so many degrees."""
    drawn = cv2.cvtColor(pixels(card(mark, colour=True), 2 * INCH), cv2.COLOR_RGB2BGR)
    high, wide = drawn.shape[:2]
    margin = (card_size(mark)[0] - mark.side) / 2
    middle = (wide / 2, (margin + mark.side / 2) * 2 * INCH)
    reach = 2 * INCH
    left, top = max(0, int(x) - reach), max(0, int(y) - reach)
    part = canvas[top : int(y) + reach, left : int(x) + reach]
    onto = np.asarray(cv2.getRotationMatrix2D(middle, turn, 0.5), dtype=np.float64)
    onto[:, 2] += np.array([x - left - middle[0], y - top - middle[1]])
    shape = np.full((high, wide), 255, dtype=np.uint8)
    if mark.kind is MarkKind.OBJECTIVE:
        shape[:] = 0
        cv2.circle(shape, (wide // 2, high // 2), round(20 / 25.4 * 2 * INCH), 255, -1)
    span = (part.shape[1], part.shape[0])
    area = cv2.warpAffine(shape, onto, span, flags=cv2.INTER_AREA)
    projected = cv2.warpAffine(drawn, onto, span, flags=cv2.INTER_AREA)
    share = area[..., None].astype(np.float32) / 255
    part[:] = (projected * share + part * (1 - share)).astype(np.uint8)


def view_of(camera: SyntheticCamera) -> View:
    """Where the board's places are in the photo of a pinhole camera that looks at the board's middle."""
    lens, turned, away = _stand(camera)
    pose = np.column_stack([turned[:, 0], turned[:, 1], np.array([0, 0, away])])
    homography = np.linalg.inv(lens @ pose @ _TO_MIDDLE)
    wide, high = camera.size
    return View(homography, camera.bend, (wide / 2, high / 2), float(np.hypot(wide, high)) / 2, 0.0, ())


_TO_MIDDLE = np.array([[1, 0, -WIDTH / 2], [0, 1, -HEIGHT / 2], [0, 0, 1]])


def _stand(camera: SyntheticCamera) -> tuple[Points, Points, float]:
    """The lens, the camera's turn, and how far (inches) it is from the board's middle."""
    wide, high = camera.size
    tilt, turn = np.radians(camera.tilt_degrees), np.radians(camera.turn_degrees)
    about_x = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    about_z = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    focal = 0.8 * wide
    lens = np.array([[focal, 0, wide / 2], [0, focal, high / 2], [0, 0, 1]])
    return lens, about_x @ about_z, focal * max(WIDTH / wide, HEIGHT / high) / camera.fill


def project(camera: SyntheticCamera, places: npt.ArrayLike, height: float | Points = 0.0) -> Points:
    """Pixels of places (n, 2) in inches that are so many inches above the board."""
    lens, turned, away = _stand(camera)
    flat = np.asarray(places, dtype=np.float64) - (WIDTH / 2, HEIGHT / 2)
    up = np.broadcast_to(-np.asarray(height, dtype=np.float64), (len(flat),))
    through = (np.column_stack([flat, up]) @ turned.T + (0, 0, away)) @ lens.T
    wide, high = camera.size
    straight = through[:, :2] / through[:, 2:]
    return bend_out(straight, camera.bend, (wide / 2, high / 2), float(np.hypot(wide, high)) / 2)


def seen(above: Picture, view: View, camera: SyntheticCamera) -> Picture:
    """Every pixel of the photo takes what lies at its place on the table."""
    wide, high = camera.size
    x, y = np.meshgrid(np.arange(wide, dtype=np.float64), np.arange(high, dtype=np.float64))
    inches = view.to_inches(np.column_stack([x.ravel(), y.ravel()]))
    at = ((inches + AROUND) * INCH).astype(np.float32)
    along, down = at[:, 0].reshape(high, wide), at[:, 1].reshape(high, wide)
    span = INCH * WIDTH / (camera.fill * wide)
    softened = cv2.GaussianBlur(above, (0, 0), max(0.3, 0.4 * span)) if span > 1 else above
    return np.asarray(cv2.remap(softened, along, down, cv2.INTER_LINEAR, borderValue=(40, 45, 50)), dtype=np.uint8)


def worn(picture: Picture, camera: SyntheticCamera, rng: np.random.Generator) -> Picture:
    """Uneven light, blur, noise and JPEG."""
    high, wide = picture.shape[:2]
    towards = rng.uniform(-1, 1, 2)
    x, y = np.meshgrid(np.linspace(-1, 1, wide), np.linspace(-1, 1, high))
    light = 1 - camera.light * (0.5 + 0.5 * (x * towards[0] + y * towards[1]) / max(0.2, float(np.abs(towards).sum())))
    lit = picture * light[..., None]
    blurred = cv2.GaussianBlur(lit, (0, 0), camera.blur) if camera.blur > 0.2 else lit
    grainy = np.clip(blurred + rng.normal(0, camera.noise, picture.shape), 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", grainy, [cv2.IMWRITE_JPEG_QUALITY, camera.quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
