"""What a unit could do from where it might stand."""

from __future__ import annotations

import pytest

from highground.engine.model import Weapon
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
