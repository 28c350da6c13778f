"""From solids to a photo: a camera held in the hand, a lamp with its shadows, a lens, a sensor.

Triangles are drawn with a buffer of depths (E. Catmull, 1974), shadows by a second look along the light (L. Williams,
"Casting curved shadows on curved surfaces", 1978). Nothing of it is shared with `vision.synthetic`, which paints
outlines from the far to the near.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from highground.vision.flat import Picture
from highground.vision.rendering.meshes import Array, Mesh

FINER = 1.5
"""Pixels drawn for each of the photo's, along a side."""
SHADOW_DOTS = 16.0
"""Cells an inch of the look along the light."""
ROOM = 14.0
"""Inches beyond the board that are lit."""
LARGE = 64
"""Pixels along a side, from which on a triangle is drawn by itself."""
AT_ONCE = 2_000_000
"""Pixels that are looked at together."""
GAMMA = 2.2
Indices = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class HandHeld:
    """A phone above the table: inches of its eye and of what it looks at, its roll, its lens in pixels of the photo.

    `lens`: how far a place is drawn inwards, by the second and fourth power of its distance from the middle, which is
    relative to half of the diagonal.
    """

    size: tuple[int, int]
    eye: tuple[float, float, float]
    target: tuple[float, float]
    roll: float
    focal: float
    lens: tuple[float, float] = (0.0, 0.0)
    blur: float = 0.7
    noise: float = 3.0
    quality: int = 85


@dataclass(frozen=True, slots=True)
class Lamp:
    """`towards`: inches that a shadow runs for each inch of height. `colour`: blue, green, red. `around`: the share of
    light that comes from everywhere. `fall`: how much darker the far end of the board is, and in which direction."""

    towards: tuple[float, float]
    colour: tuple[float, float, float]
    around: float
    fall: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The table from right above (height, width, 3 of BGR), `dots` pixels an inch, `around` inches of it beyond the
    board's edges."""

    picture: Picture
    dots: float
    around: float


@dataclass(frozen=True, slots=True, eq=False)
class Buffers:
    """Which triangle each pixel shows (-1 for none), and how near it is; both (height, width)."""

    shows: Indices
    near: Array

    def put(self, triangles: Triangles, x: npt.NDArray[np.int64], y: npt.NDArray[np.int64]) -> None:
        """Write what is nearer than what is there; x and y (n, side, side) are pixels about each triangle."""
        second, third, inside = triangles.shares(x, y)
        inside &= (x >= 0) & (y >= 0) & (x < self.shows.shape[1]) & (y < self.shows.shape[0])
        at, row, column = np.nonzero(inside)
        b, c = second[inside], third[inside]
        near = triangles.near
        value = near[at, 0] * (1 - b - c) + near[at, 1] * b + near[at, 2] * c
        flat = y[at, row, column] * self.shows.shape[1] + x[at, row, column]
        best, shows = self.near.reshape(-1), self.shows.reshape(-1)
        nearer = value > best[flat]
        at, value, flat = at[nearer], value[nearer], flat[nearer]
        order = np.argsort(value, kind="stable")
        best[flat[order]], shows[flat[order]] = value[order], triangles.which[at[order]]


@dataclass(frozen=True, slots=True, eq=False)
class Triangles:
    """Some of the triangles: their numbers (n,), corners (n, 3, 2) in pixels, and nearness (n, 3)."""

    which: npt.NDArray[np.int64]
    corners: Array
    near: Array

    def shares(self, x: npt.NDArray[np.int64], y: npt.NDArray[np.int64]) -> tuple[Array, Array, npt.NDArray[np.bool_]]:
        """The shares that the second and the third corner have in pixels, and which pixels lie inside."""
        (ax, ay), (bx, by), (cx, cy) = (
            (self.corners[:, k, 0][:, None, None], self.corners[:, k, 1][:, None, None]) for k in range(3)
        )
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        area = np.where(np.abs(area) < 1e-9, np.inf, area)
        px, py = x + 0.5, y + 0.5
        second = ((px - ax) * (cy - ay) - (py - ay) * (cx - ax)) / area
        third = ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / area
        return second, third, (second >= 0) & (third >= 0) & (second + third <= 1) & np.isfinite(area)


def axes(camera: HandHeld) -> tuple[Array, Array]:
    """The camera's right, down and forward as rows (3, 3), and its eye, in inches with up as the third."""
    eye = np.asarray(camera.eye)
    forward = np.array([*camera.target, 0.0]) - eye
    forward /= np.linalg.norm(forward)
    south = np.array([0.0, 1.0, 0.0])
    down = south - forward * (south @ forward)
    down /= np.linalg.norm(down)
    right = np.array([1.0, 0.0, 0.0]) - forward * forward[0] - down * down[0]
    right /= np.linalg.norm(right)
    roll = np.radians(camera.roll)
    turned = np.cos(roll) * right + np.sin(roll) * down, np.cos(roll) * down - np.sin(roll) * right
    return np.array([*turned, forward]), eye


def fine_size(camera: HandHeld) -> tuple[int, int]:
    return round(camera.size[0] * FINER), round(camera.size[1] * FINER)


def to_pixels(camera: HandHeld, places: Array) -> tuple[Array, Array]:
    """Where places (..., 3) are in the straight, finer picture, in pixels, and how near: one over the depth."""
    turned, eye = axes(camera)
    seen = (places - eye) @ turned.T
    depth = np.maximum(seen[..., 2], 1e-3)
    wide, high = fine_size(camera)
    flat = seen[..., :2] / depth[..., None] * camera.focal * FINER + (wide / 2, high / 2)
    return flat, 1 / depth


def rasterise(corners: Array, near: Array, shape: tuple[int, int]) -> Buffers:
    """Triangles (n, 3, 2) in pixels with a nearness (n, 3) at their corners, which is linear over the picture."""
    buffers = Buffers(np.full(shape, -1, dtype=np.int32), np.full(shape, -np.inf))
    low = np.floor(corners.min(axis=1)).astype(int)
    span = (np.ceil(corners.max(axis=1)).astype(int) - low).max(axis=1) + 1
    there = (low < (shape[1], shape[0])).all(axis=1) & (low + span[:, None] > 0).all(axis=1)
    side = 4
    while side <= LARGE:
        which = np.flatnonzero(there & (span <= side) & (span > (0 if side == 4 else side // 2)))
        step = max(1, AT_ONCE // side**2)
        for start in range(0, len(which), step):
            some = which[start : start + step]
            _draw(buffers, Triangles(some, corners[some], near[some]), low[some], side)
        side *= 2
    for each in np.flatnonzero(there & (span > LARGE)):
        _draw_large(buffers, Triangles(np.array([each]), corners[each : each + 1], near[each : each + 1]))
    return buffers


def _draw(buffers: Buffers, triangles: Triangles, low: npt.NDArray[np.int64], side: int) -> None:
    steps, count = np.arange(side), len(triangles.which)
    x = np.broadcast_to(low[:, 0][:, None, None] + steps[None, None, :], (count, side, side))
    y = np.broadcast_to(low[:, 1][:, None, None] + steps[None, :, None], (count, side, side))
    buffers.put(triangles, x, y)


def _draw_large(buffers: Buffers, triangle: Triangles) -> None:
    shape = buffers.shows.shape
    low = np.maximum(np.floor(triangle.corners[0].min(axis=0)).astype(int), 0)
    high = np.minimum(np.ceil(triangle.corners[0].max(axis=0)).astype(int) + 1, (shape[1], shape[0]))
    if (high > low).all():
        x, y = np.meshgrid(np.arange(low[0], high[0]), np.arange(low[1], high[1]))
        buffers.put(triangle, x[None], y[None])


def photograph(
    solids: Mesh, ground: Ground, camera: HandHeld, lamp: Lamp, rng: np.random.Generator
) -> tuple[Picture, Indices]:
    """The photo (height, width, 3 of BGR), and which triangle each of its pixels shows, -1 for the ground."""
    wide, high = fine_size(camera)
    flat, near = to_pixels(camera, solids.corners)
    buffers = rasterise(flat, near, (high, wide))
    places = _places(buffers, camera)
    albedo, facing = _surfaces(solids, buffers, ground, places, camera)
    light = _light(solids, places, facing, lamp, ground)
    linear = albedo**GAMMA * light
    exposed = np.clip(linear * (0.32 / max(0.02, float(linear.mean()))) ** 0.55, 0, 1) ** (1 / GAMMA)
    return _sensor((exposed * 255).astype(np.float32), camera, rng), _through_lens(buffers.shows, camera)


def _places(buffers: Buffers, camera: HandHeld) -> npt.NDArray[np.float32]:
    """Where each pixel's surface is, (height, width, 3) in inches; the ground where no triangle is."""
    turned, eye = axes(camera)
    high, wide = buffers.shows.shape
    x, y = np.meshgrid(np.arange(wide) + 0.5, np.arange(high) + 0.5)
    focal = camera.focal * FINER
    rays = np.stack([(x - wide / 2) / focal, (y - high / 2) / focal, np.ones_like(x)], axis=-1) @ turned
    to_ground = np.where(rays[..., 2] < -1e-3, -eye[2] / np.minimum(rays[..., 2], -1e-3), 1e3)
    depth = np.where(buffers.shows >= 0, 1 / np.where(buffers.shows >= 0, buffers.near, 1.0), to_ground)
    return np.asarray(eye + rays * depth[..., None], dtype=np.float32)


def _surfaces(
    solids: Mesh, buffers: Buffers, ground: Ground, places: npt.NDArray[np.float32], camera: HandHeld
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """The colour of each pixel's surface, 0 to 1, and the direction that it faces."""
    at = (places[..., :2] + ground.around) * ground.dots - 0.5
    step = ground.dots * camera.eye[2] / (camera.focal * FINER)
    soft = cv2.GaussianBlur(ground.picture, (0, 0), max(0.3, 0.45 * step))
    albedo = cv2.remap(soft, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderValue=(60, 70, 80)).astype(np.float32)
    albedo /= 255
    facing = np.zeros_like(places)
    facing[..., 2] = 1
    drawn = buffers.shows >= 0
    which = buffers.shows[drawn]
    normals = np.cross(solids.corners[:, 1] - solids.corners[:, 0], solids.corners[:, 2] - solids.corners[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    towards = np.asarray(camera.eye) - places[drawn]
    picked = normals[which]
    picked[(picked * towards).sum(axis=1) < 0] *= -1
    facing[drawn] = picked
    albedo[drawn] = solids.colours[which] * _grain(places[drawn])
    return np.clip(albedo, 0.01, 1), facing


def _grain(places: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Paint that is not even: a table of noise, looked up by place."""
    noise = np.random.default_rng(7).normal(0, 1, (64, 64)).astype(np.float32)
    fine = cv2.resize(noise, (512, 512), interpolation=cv2.INTER_CUBIC)
    x = ((places[:, 0] + 0.7 * places[:, 2]) * 60).astype(int) % 512
    y = ((places[:, 1] - 0.6 * places[:, 2]) * 60).astype(int) % 512
    return np.asarray(1 + 0.10 * fine[y, x], dtype=np.float32)[:, None]


def _light(
    solids: Mesh, places: npt.NDArray[np.float32], facing: npt.NDArray[np.float32], lamp: Lamp, ground: Ground
) -> npt.NDArray[np.float32]:
    """How much light of each colour falls on each pixel's surface."""
    towards = np.asarray(lamp.towards)
    high, wide = (
        round((side / ground.dots - 2 * ground.around + 2 * ROOM) * SHADOW_DOTS) for side in ground.picture.shape[:2]
    )
    heights = solids.corners[..., 2]
    projected = (solids.corners[..., :2] + heights[..., None] * towards + ROOM) * SHADOW_DOTS
    tops = np.where((blocks := rasterise(projected, heights, (high, wide))).shows >= 0, blocks.near, -1).astype(
        np.float32
    )
    at = ((places[..., :2] + places[..., 2:] * towards + ROOM) * SHADOW_DOTS).astype(np.float32)
    dark = np.zeros(places.shape[:2], dtype=np.float32)
    for dx, dy in ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)):
        above = cv2.remap(tops, at[..., 0] + 1.6 * dx, at[..., 1] + 1.6 * dy, cv2.INTER_NEAREST, borderValue=-1)
        dark += (above > places[..., 2] + 0.12).astype(np.float32) / 5
    to_lamp = np.array([-towards[0], -towards[1], 1.0])
    to_lamp /= np.linalg.norm(to_lamp)
    straight = np.clip(facing @ to_lamp.astype(np.float32), 0, 1) * (1 - dark)
    fall = 1 - (places[..., 0] / 60 - 0.5) * lamp.fall[0] - (places[..., 1] / 44 - 0.5) * lamp.fall[1]
    level = (lamp.around * (0.75 + 0.25 * facing[..., 2]) + (1 - lamp.around) * straight) * np.clip(fall, 0.3, 1.8)
    return np.asarray(level[..., None] * np.asarray(lamp.colour, dtype=np.float32), dtype=np.float32)


def _lens_map(camera: HandHeld) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Where in the finer, straight picture each pixel of the photo is."""
    wide, high = camera.size
    x, y = np.meshgrid(np.arange(wide) + 0.5, np.arange(high) + 0.5)
    across, down = x - wide / 2, y - high / 2
    far = (across**2 + down**2) / ((wide**2 + high**2) / 4)
    share = (1 + camera.lens[0] * far + camera.lens[1] * far**2) * FINER
    fine_wide, fine_high = fine_size(camera)
    return (
        (across * share + fine_wide / 2 - 0.5).astype(np.float32),
        (down * share + fine_high / 2 - 0.5).astype(np.float32),
    )


def _through_lens(shows: Indices, camera: HandHeld) -> Indices:
    x, y = _lens_map(camera)
    moved = cv2.remap(shows.astype(np.float32), x, y, cv2.INTER_NEAREST, borderValue=-1)
    return np.asarray(moved, dtype=np.int32)


def _sensor(fine: npt.NDArray[np.float32], camera: HandHeld, rng: np.random.Generator) -> Picture:
    x, y = _lens_map(camera)
    soft = cv2.GaussianBlur(fine, (0, 0), FINER * max(0.35, camera.blur))
    drawn = cv2.remap(soft, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    grainy = drawn + rng.normal(0, camera.noise, drawn.shape)
    clipped = np.clip(grainy, 0, 255).astype(np.uint8)
    _, packed = cv2.imencode(".jpg", clipped, [cv2.IMWRITE_JPEG_QUALITY, camera.quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
