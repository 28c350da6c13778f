"""Solid dice: where rays meet them, what of them is seen, and how the weights that ship read them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from highground.vision.dice.networks import run
from highground.vision.dice.reading import OTHER
from highground.vision.dice.synthetic_solids import FAR, NEAR, Body, Light, Solid, crossing, lit
from highground.vision.dice.synthetic_views import DieView, die_view

WHITE, BLACK = np.full(3, 0.9, np.float32), np.full(3, 0.05, np.float32)
CUBE = Body(np.eye(3, dtype=np.float32), 20.0)
OCTAHEDRON = Body(
    np.array([(1, 1, 1), (1, 1, -1), (1, -1, 1), (-1, 1, 1)], np.float32) / np.float32(3**0.5 * 0.75), 30.0
)
READ = 48
"""Pixels of the square that the reader takes."""


def solid(body: Body, turned: float = 0.0, size: float = 1.0) -> Solid:
    turn = np.array([[np.cos(turned), -np.sin(turned), 0], [np.sin(turned), np.cos(turned), 0], [0, 0, 1]], np.float32)
    return Solid(body, turn, np.array([0, 0, size], np.float32), size, WHITE, BLACK)


@given(
    seed=st.integers(0, 10_000),
    power=st.floats(4, 50),
    ball=st.sampled_from([0.0, 1.3, 1.5]),
    size=st.floats(0.5, 2),
    turned=st.floats(0, 6.3),
)
@settings(max_examples=60)
def test_a_ray_ends_on_the_surface_or_stays_outside(
    seed: int, power: float, ball: float, size: float, turned: float
) -> None:
    rng = np.random.default_rng(seed)
    die = solid(Body(np.eye(3, dtype=np.float32), power, ball), turned, size)
    eyes = (rng.normal(0, 1, (200, 3)) * (6, 6, 2) + (0, 0, 12)).astype(np.float32)
    aims = (die.middle + rng.normal(0, size, (200, 3)) - eyes).astype(np.float32)
    met = crossing(die, eyes, aims)
    ends = (eyes + np.where(met < FAR, met, 0)[:, None] * aims).astype(np.float32)
    out, _ = die.body.norm(die.own(ends))
    hit = met < FAR
    assert hit.any()
    assert np.abs(out[hit] - 1).max() < 3 * NEAR
    along = np.linspace(0, 1.5, 400, dtype=np.float32)
    for eye, aim in zip(eyes[~hit][:20], aims[~hit][:20], strict=True):
        outside, _ = die.body.norm(die.own(eye + along[:, None] * aim))
        assert outside.min() > 1 - NEAR


@pytest.mark.parametrize("body", [CUBE, OCTAHEDRON, Body(np.eye(3, dtype=np.float32), 6.0, 1.35)])
def test_the_slopes_of_the_norm_are_how_it_changes(body: Body) -> None:
    points = np.random.default_rng(3).normal(0, 0.9, (100, 3)).astype(np.float32)
    _, slopes = body.norm(points)
    step = 1e-2
    for axis in range(3):
        more = np.eye(3, dtype=np.float32)[axis] * step
        measured = (body.norm(points + more)[0] - body.norm(points - more)[0]) / (2 * step)
        assert np.median(np.abs(measured - slopes[:, axis])) < 0.01


def test_of_two_dice_the_nearer_one_is_seen_and_casts_a_shadow() -> None:
    low = solid(CUBE)
    high = replace(low, middle=np.array([0, 0, 3], np.float32))
    line = np.linspace(-0.5, 0.5, 80, dtype=np.float32)
    across, up = np.meshgrid(line, -line)
    rays = np.stack([across.ravel(), up.ravel(), -np.ones(6400)], axis=1).astype(np.float32)
    sun = Light(np.array([0.6, 0, 0.8], np.float32), 0.01, 0.8, 0.3, np.ones(3, np.float32))
    eye = np.array([0, 0, 14], np.float32)
    ground = np.full((8, 8, 3), 0.5, np.float32)
    colours, which = lit([low, high], ground, 1.0, sun, eye, rays, np.random.default_rng(1))
    seen = Counter(which.tolist())
    assert seen[1] > 0
    assert seen[0] == 0  # it lies wholly below the other
    picture = colours.reshape(80, 80, 3).mean(axis=2)
    assert picture[40, 26] < 0.8 * picture[40, 54]  # the light comes from the right


def test_the_side_that_is_up_has_as_many_pips_as_its_value_says() -> None:
    counted: Counter[int] = Counter()
    for seed in range(60):
        view = die_view(np.random.default_rng(seed), 96, 1.15)
        if view.lean < 12:
            counted[abs(_blots(view) - view.value)] += 1
    assert sum(counted.values()) >= 8
    assert counted[0] >= 0.6 * sum(counted.values())  # gloss and marble hide or add some


def _blots(view: DieView) -> int:
    """Round spots in the middle of a picture that differ from the die's own colour."""
    grey = cv2.cvtColor(view.picture, cv2.COLOR_BGR2GRAY)
    part = cv2.GaussianBlur(grey, (0, 0), 1.0)[14:-14, 14:-14].astype(float)
    apart = np.abs(part - np.median(part))
    _, _, stats, _ = cv2.connectedComponentsWithStats((apart > apart.max() * 0.55).astype(np.uint8))
    return sum(30 < area < 900 and 0.5 < wide / high < 2 for _, _, wide, high, area in stats[1:].tolist())


def test_a_seed_gives_the_same_view_again() -> None:
    one, other = (die_view(np.random.default_rng(17), others=0.5) for _ in range(2))
    assert np.array_equal(one.picture, other.picture)
    assert (one.value, one.lean) == (other.value, other.lean)


def test_the_shipped_weights_read_the_upper_face_also_from_the_side() -> None:
    rng = np.random.default_rng(2027)
    views = [die_view(rng, READ, 1.3, others=0.15) for _ in range(160)]
    pictures = np.stack([view.picture for view in views]).transpose(0, 3, 1, 2).astype(np.float32)
    said = run("reader", pictures)[:, : OTHER + 1].argmax(axis=1).tolist()
    both = list(zip(views, said, strict=True))
    right = [face == view.value for view, face in both if view.value != OTHER]
    slanting = [face == view.value for view, face in both if view.value != OTHER and view.lean > 45]
    guessed = [0 < face < OTHER for view, face in both if view.value == OTHER]
    assert np.mean(right) >= 0.9
    assert np.mean(slanting) >= 0.85
    assert np.mean(guessed) <= 0.15
