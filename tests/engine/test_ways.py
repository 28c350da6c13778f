"""What a move may pass: enemies at an inch, walls, friends; and how far each miniature of a unit goes."""

from __future__ import annotations

from typing import Any

import pytest

from highground.engine import events as ev
from highground.engine.battle import Battle
from highground.engine.choices import Charge, Move, Place
from highground.engine.model import Terrain
from tests.engine.field import R, beside, blade, miniatures, mixed, one, position, refusal, row, setup, take, unit

WALL = Terrain("wall", ((24.0, 0.0), (24.2, 0.0), (24.2, 44.0)), walls=(((24.0, 0.0), (24.0, 44.0)),))
"""From edge to edge of the board: there is no way round."""


def screened(gap: float, keywords: str = "infantry", phase: Any = "movement", **more: Any) -> Battle:
    """A blue miniature at (20, 22) before two red ones, so many inches apart, at x 23; a third stands at (26.2, 22)."""
    out = gap / 2 + R
    what = setup(
        [unit("Runner", blade(), keywords=keywords, movement=10)],
        [unit("Screen", blade()), unit("Other screen", blade()), unit("Target", blade())],
    )
    places = {0: row(20, 22), 1: row(23, 22 - out), 2: row(23, 22 + out), 3: row(beside(23, 2.0), 22)}
    return position(what, {**places, **more.pop("places", {})}, phase, **more)


@pytest.mark.parametrize(("gap", "code"), [(1.5, "through-enemy"), (3.2, "through-enemy"), (3.27, None)])
def test_nobody_passes_within_an_inch_of_an_enemy(gap: float, code: str | None) -> None:
    """Two enemies leave a way for a base 1.26 inches wide only where 3.26 inches lie between them."""
    battle = screened(gap, places={3: row(50, 22)})
    if code is None:
        assert one(ev.UnitMoved, take(battle, Move(0, "move", row(28, 22)))).distance == 8.0
    else:
        assert refusal(battle, Move(0, "move", row(28, 22))).code == code


def test_a_charge_keeps_an_inch_from_those_that_it_did_not_declare() -> None:
    """The target stands behind a gap of 2 inches, which lets a base through but not past both inches."""
    closed = screened(2.0, phase="charge")
    assert not one(ev.ChargeRolled, take(closed, Charge(0, (3,)), 3, 2)).success
    declared = screened(2.0, phase="charge")
    assert one(ev.ChargeRolled, take(declared, Charge(0, (1, 2, 3)), 4, 2)).success
    take(declared, Place(row(beside(23, 2.0) - 2 * R - 0.5, 22)))
    assert declared.scene.engaged_with(0) == [1, 2, 3]


def test_who_flies_passes_over_enemies_and_walls() -> None:
    battle = screened(0.2, "vehicle, fly", places={3: row(50, 22)})
    assert one(ev.UnitMoved, take(battle, Move(0, "move", row(29, 22)))).distance == 9.0
    again = screened(0.2, "vehicle, fly")
    assert refusal(again, Move(0, "move", row(24.9, 22))).code == "in-engagement"


@pytest.mark.parametrize(
    ("keywords", "code"),
    [
        ("infantry", None),
        ("beast", None),
        ("swarm", None),
        ("fly", None),
        ("vehicle", "no-way-round"),
        ("", "no-way-round"),
    ],
)
def test_infantry_beasts_and_swarms_go_through_walls(keywords: str, code: str | None) -> None:
    what = setup([unit("Runner", blade(), keywords=keywords)], [unit("Foe", blade())], WALL)
    battle = position(what, {0: row(21, 22), 1: row(50, 22)}, "movement")
    assert refusal(battle, Move(0, "move", row(24.2, 22))).code == "on-wall"
    if code is None:
        assert one(ev.UnitMoved, take(battle, Move(0, "move", row(26, 22)))).distance == 5.0
    else:
        assert refusal(battle, Move(0, "move", row(26, 22))).code == code


@pytest.mark.parametrize(
    ("mover", "friend", "code"),
    [
        ("vehicle", "vehicle", "through-friend"),
        ("monster", "vehicle", "through-friend"),
        ("vehicle", "infantry", None),
        ("infantry", "vehicle", None),
        ("vehicle, fly", "monster", None),
    ],
)
def test_vehicles_and_monsters_do_not_pass_one_another(mover: str, friend: str, code: str | None) -> None:
    blue = [unit("Mover", blade(), keywords=mover), unit("Friend", blade(), keywords=friend)]
    what = setup(blue, [unit("Foe", blade())])
    battle = position(what, {0: row(20, 22), 1: row(23, 22), 2: row(50, 22)}, "movement")
    if code is None:
        assert one(ev.UnitMoved, take(battle, Move(0, "move", row(26, 22)))).distance == 6.0
    else:
        refused = refusal(battle, Move(0, "move", row(26, 22)))
        assert (refused.code, refused.measure) == (code, "6.6 of 6 inches")


def test_each_miniature_moves_as_far_as_it_can() -> None:
    """A leader of 5 inches among riders of 7: all may go their own way, and advance with one roll."""
    riders = mixed("Riders", miniatures("Rider", 2, blade(), movement=7), miniatures("Walker", 1, blade(), movement=5))
    battle = position(setup([riders], [unit("Foe", blade())]), {0: row(20, 22, 3), 1: row(50, 22)}, "movement")
    places = ((26.5, 22.0), (26.5, 23.5), (25.0, 25.0))
    assert refusal(battle, Move(0, "move", (*places[:2], (25.1, 25.0)))).measure == "5.1 of 5 inches"
    assert refusal(battle, Move(0, "move", ((27.1, 22.0), *places[1:]))).measure == "7.1 of 7 inches"
    ahead = battle.clone()
    assert one(ev.UnitMoved, take(battle, Move(0, "move", places))).places == places
    take(ahead, Move(0, "advance"), 2)
    assert refusal(ahead, Place(((29.1, 22.0), (28.9, 23.5), (27.0, 25.0)))).measure == "9.1 of 9 inches"
    take(ahead, Place(((29.0, 22.0), (29.0, 23.5), (27.0, 25.0))))


def test_who_flies_is_not_trapped() -> None:
    """Ringed by enemies: on foot every way out leads over one of them, and a die is rolled for it."""
    ring = [(20 + 1.5 * dx, 22 + 1.5 * dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    for keywords, dice in (("infantry", (3,)), ("infantry, fly", ())):
        what = setup([unit("Runner", blade(), keywords=keywords)], [unit("Ring", blade(), count=8)])
        battle = position(what, {0: row(20, 22), 1: ring}, "movement")
        take(battle, Move(0, "fall_back", row(20, 28)), *dice)
        assert battle.state.units[0].moved == "fell_back"
