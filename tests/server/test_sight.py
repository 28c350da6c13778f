"""The sight call: the engine's wedges, asked over HTTP."""

from __future__ import annotations

import math
from typing import Any

import httpx2
import pytest

WALL = {"name": "Ruined building", "coordinates": [[20, 0], [22, 0], [22, 44], [20, 44]]}


def ask(client: httpx2.Client, **changed: Any) -> httpx2.Response:
    return client.post("/api/sight", json={"origin": [10, 22], "radius": 0.6, "range": 24, "terrain": [], **changed})


def box(x: float, y: float, width: float, height: float, name: str = "building") -> dict[str, Any]:
    corners = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
    return {"name": name, "coordinates": corners}


def test_an_empty_board_hides_nothing(client: httpx2.Client) -> None:
    answer = ask(client).json()
    assert answer == {"rays": [24.0] * 144, "blocked": False}


def test_sight_goes_into_a_building_and_not_through_it(client: httpx2.Client) -> None:
    rays = ask(client, terrain=[WALL]).json()["rays"]
    assert rays[0] == pytest.approx(12, abs=0.01)
    assert rays[72] == 24
    diagonal = 12 / math.cos(math.radians(30))
    assert rays[12] == pytest.approx(diagonal, abs=0.01)


def test_rays_turn_clockwise_on_the_screen(client: httpx2.Client) -> None:
    """Ray 1 of 4 looks towards larger y, down the screen."""
    rays = ask(client, rays=4, terrain=[box(9, 30, 2, 2)]).json()["rays"]
    assert rays == pytest.approx([24, 10, 24, 24], abs=0.01)


@pytest.mark.parametrize(
    ("change", "blocks"), [({"name": "Hedge"}, False), ({"name": "Hedge", "obscuring": True}, True)]
)
def test_only_what_obscures_blocks(client: httpx2.Client, change: dict[str, Any], blocks: bool) -> None:
    assert (min(ask(client, terrain=[WALL | change]).json()["rays"]) < 24) is blocks


def test_a_unit_walled_in_is_blocked_all_round(client: httpx2.Client) -> None:
    around = [box(4, 14, 12, 2), box(4, 28, 12, 2), box(4, 14, 2, 16), box(14, 14, 2, 16)]
    assert ask(client, terrain=around).json()["blocked"] is True


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"origin": [1]}, "origin[1]"),
        ({"origin": ["a", 2]}, "origin[0]"),
        ({"origin": [1e9, 2]}, "origin[0]"),
        ({"range": 0}, "range"),
        ({"range": 1000}, "range"),
        ({"radius": -1}, "radius"),
        ({"rays": 361}, "rays"),
        ({"rays": 2}, "rays"),
        ({"terrain": [WALL] * 101}, "terrain"),
        ({"terrain": [{"name": "x", "coordinates": [[0, 0], [1, 1]]}]}, "terrain[0].coordinates"),
        ({"terrain": [{"name": "x", "coordinates": [[0, 0]] * 61}]}, "terrain[0].coordinates"),
        ({"terrain": [{"coordinates": WALL["coordinates"]}]}, "terrain[0].name"),
    ],
)
def test_a_wrong_question_names_its_field(client: httpx2.Client, changed: dict[str, Any], field: str) -> None:
    answer = ask(client, **changed)
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(f"{field}: ")


def test_the_largest_question_is_answered_quickly_enough(client: httpx2.Client) -> None:
    round_piece = [[30 + 5 * math.cos(n / 60 * math.tau), 22 + 5 * math.sin(n / 60 * math.tau)] for n in range(60)]
    terrain = [{"name": "building", "coordinates": round_piece}] * 100
    answer = ask(client, rays=360, range=200, terrain=terrain)
    assert answer.status_code == 200
    assert answer.elapsed.total_seconds() < 15


@pytest.mark.parametrize(
    "corners",
    [[[20, 22]] * 3, [[20, 20], [20, 24], [20, 22]], [[18, 20], [22, 24], [22, 20], [18, 24]]],
    ids=["a point", "a line", "a bow tie"],
)
def test_odd_footprints_are_no_failure(client: httpx2.Client, corners: list[list[float]]) -> None:
    answer = ask(client, terrain=[{"name": "building", "coordinates": corners}])
    assert answer.status_code == 200
    assert all(0 <= ray <= 24 for ray in answer.json()["rays"])
