"""What a unit could do from where it might stand."""

from __future__ import annotations

import pytest

from highground.engine import choices as ch
from highground.engine.battle import Battle
from highground.engine.model import Point, Terrain, Weapon
from highground.engine.record import Given
from highground.game.match.match import Control, Match
from highground.game.state.aiming import weapons
from highground.game.state.previews import preview
from highground.game.views.preview import How
from tests.engine import field

WITHOUT = field.weapon("rifle", reach=24)
ASSAULT = field.weapon("carbine", keywords="assault", reach=24)


def _held(gun: Weapon, how: How, foe: float = 30.0) -> tuple[str, bool]:
    """What keeps the unit from shooting after such a move, and whether the enemy is in range."""
    what = field.setup([field.unit("Thorns", gun)], [field.unit("Reeds", WITHOUT)])
    battle = field.position(what, {0: ((20.0, 22.0),), 1: ((foe, 22.0),)}, phase="movement", time="middle")
    seen = preview(Match(battle, "g", (Control("ai"), Control("ai"))), 0, {0: (20.0, 23.0)}, how)
    return seen["holds_fire"], seen["targets"][0]["in_range"]


@pytest.mark.parametrize("foe", [30.0, 55.0])
def test_without_an_assault_weapon_the_advance_is_the_reason_and_not_the_range(foe: float) -> None:
    assert _held(WITHOUT, "advance", foe) == ("it advances, and has no assault weapon", False)
    assert _held(ASSAULT, "advance", foe) == ("", foe == 30.0)
    assert _held(WITHOUT, "move", foe) == ("", foe == 30.0)


def test_falling_back_is_the_reason() -> None:
    assert _held(WITHOUT, "fall_back", 21.5) == ("it falls back", False)


def test_a_weapon_counts_at_each_target_only_those_that_have_it_in_range() -> None:
    what = field.setup([field.unit("Thorns", WITHOUT, count=3)], [field.unit("Reeds", WITHOUT)])
    places = {0: ((20.0, 22.0), (22.0, 22.0), (24.0, 22.0)), 1: ((20.0 + 24.0 + 2 * field.R + 3.0, 22.0),)}
    (gun,) = weapons(Match(field.position(what, places), "g", (Control("ai"), Control("ai"))), 0, melee=False)
    assert (gun["count"], [target["able"] for target in gun["targets"]]) == (3, [1])


def _at(battle: Battle, how: How, *places: Point) -> str:
    """The code of what keeps the first unit from moving there, empty where nothing does."""
    match = Match(battle, "g", (Control("ai"), Control("ai")))
    refused = preview(match, 0, dict(enumerate(places)), how)["refused"]
    return "" if refused is None else refused["code"]


def _before_a_wall() -> Battle:
    """A rider at (20, 22) who moves 6 inches, with a wall at x = 24 and an enemy far away."""
    wall = Terrain("wall", ((24.0, 17.0), (24.2, 17.0), (24.2, 27.0)), walls=(((24.0, 17.0), (24.0, 27.0)),))
    riders = [field.unit("Thorns", WITHOUT, keywords="mounted")]
    what = field.setup(riders, [field.unit("Reeds", WITHOUT)], wall)
    return field.position(what, {0: ((20.0, 22.0),), 1: ((50.0, 22.0),)}, phase="movement")


@pytest.mark.parametrize(
    ("how", "place", "code"),
    [
        ("move", (21.0, 27.0), ""),
        ("move", (25.3, 22.0), "through-wall"),
        ("move", (20.0, 28.5), "too-far"),
        ("advance", (20.0, 33.5), ""),
        ("advance", (20.0, 34.5), "too-far"),
        ("fall_back", (21.0, 22.0), "nothing-to-fall-back-from"),
    ],
)
def test_a_place_that_the_rules_would_not_take_is_refused_before_it_is_asked_for(
    how: How, place: Point, code: str
) -> None:
    battle = _before_a_wall()
    assert _at(battle, how, place) == code
    assert not battle.records, "nothing has happened"


def test_a_unit_whose_advance_is_rolled_is_judged_by_its_roll() -> None:
    battle = _before_a_wall()
    battle.answer(ch.Move(0, "advance"), Given((2,), "typed"))
    assert [_at(battle, "", (20.0, y)) for y in (29.5, 30.5)] == ["", "too-far"]


def test_nothing_is_refused_that_nobody_asks_for() -> None:
    what = field.setup([field.unit("Thorns", WITHOUT)], [field.unit("Reeds", WITHOUT)])
    battle = field.position(what, {0: ((20.0, 22.0),), 1: ((50.0, 22.0),)}, phase="shooting")
    assert _at(battle, "move", (20.0, 44.0)) == ""
