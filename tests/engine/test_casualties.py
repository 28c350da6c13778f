"""Losses outside the attack sequence: hazards, demises, mortal wounds, and units that stand apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from highground.engine import events as ev
from highground.engine.battle import Battle
from highground.engine.choices import RollDice, Shoot
from highground.engine.model import Carried, Point, UnitSheet
from highground.engine.state import Shot
from tests.engine.field import (
    RED,
    blade,
    one,
    only,
    position,
    row,
    rule,
    setup,
    take,
    unit,
    weapon,
)
from tests.values import replace

PLASMA = weapon("plasma", keywords="hazardous")


def hazard(*dice: int, arms: Carried | None = None, **stats: Any) -> tuple[Battle, Sequence[ev.Event]]:
    """Blue fires hazardous weapons; every shot misses, then the hazard dice."""
    blue = unit("Users", arms or Carried(PLASMA), **stats)
    count = len(blue.line_up)
    battle = position(setup([blue], [unit("Foe", blade())]), {0: row(20, 22, count), 1: row(30, 22)}, "shooting")
    take(battle, Shoot(0, (Shot("plasma", 1),)))
    shots = count * (arms.count if arms else 1)
    return battle, take(battle, RollDice(), *([1] * shots), *dice)


def test_a_hazard_slays_its_bearer_on_a_one() -> None:
    battle, events = hazard(2, 1, 6, count=3, wounds=2)
    assert one(ev.CauseRolled, events) == ev.CauseRolled(0, "hazardous", (2, 1, 6), 2, happened=True)
    assert battle.state.units[0].wounds == (2, 0, 2)
    assert one(ev.WoundsLost, events) == ev.WoundsLost(0, ((1, 2),), (1,), "hazardous", by=0)


def test_a_hazard_passes_on_anything_else() -> None:
    battle, events = hazard(2)
    assert not one(ev.CauseRolled, events).happened
    assert battle.state.units[0].wounds == (1,)


def test_the_last_of_a_unit_may_go_up_with_its_weapon() -> None:
    battle, events = hazard(1)
    assert one(ev.UnitDestroyed, events) == ev.UnitDestroyed(0, 0)
    assert [type(event) for event in events[-2:]] == [ev.UnitDestroyed, ev.UnitShot]
    assert battle.state.stack == ()


@pytest.mark.parametrize("kind", ["vehicle", "monster", "character"])
def test_the_big_take_three_mortal_wounds(kind: str) -> None:
    battle, _ = hazard(1, wounds=7, keywords=kind)
    assert battle.state.units[0].wounds == (4,)


def test_hazards_of_the_big_spill_and_meet_feel_no_pain() -> None:
    # 1 on the second bearer: of three wounds one is ignored, one slays it, one goes to the other.
    battle, events = hazard(6, 1, 5, 4, 1, count=2, wounds=1, keywords="monster", fnp=5)
    assert battle.state.units[0].wounds == (0, 0)
    assert one(ev.WoundsLost, events).fnp == (5, 4, 1)


def test_a_miniature_with_two_hazardous_weapons_rolls_two_dice() -> None:
    battle, events = hazard(4, 1, arms=Carried(PLASMA, 2), wounds=7, keywords="vehicle")
    assert one(ev.CauseRolled, events).dice == (4, 1)
    assert battle.state.units[0].wounds == (4,)


def shoot_down(places: Sequence[Sequence[Point]], *dice: int, units: Sequence[UnitSheet]) -> tuple[Battle, Any]:
    """Blue shoots at the first red unit: the dice are the attack's and all that comes of it."""
    what = setup([unit("Shooters", weapon("gun"))], units)
    spots = {0: row(5, 22)} | {1 + i: each for i, each in enumerate(places)}
    battle = position(what, spots, "shooting")
    take(battle, Shoot(0, (Shot("gun", 1),)))
    return battle, take(battle, RollDice(), *dice)


BOMB = unit("Bomb", blade(), rules="deadly demise D3")
CROWD = unit("Crowd", blade(), count=3)


def test_a_demise_needs_a_six() -> None:
    battle, events = shoot_down([row(25, 22), row(27, 22, 3)], 3, 4, 1, 5, units=[BOMB, CROWD])
    assert one(ev.CauseRolled, events) == ev.CauseRolled(1, "deadly demise", (5,), 6, happened=False)
    assert battle.state.units[2].wounds == (1, 1, 1)


def test_a_demise_hurts_everybody_within_six_inches() -> None:
    """Each unit has a die of its own for the wounds; 6 inches count, 6.01 do not."""
    far = unit("Far", blade())
    places = [row(25, 22), row(27, 22, 3), row(25, 22 - 7.26), row(25, 22 + 7.27)]
    battle, events = shoot_down(places, 3, 4, 1, 6, 2, 1, units=[BOMB, CROWD, far, far])
    assert battle.state.units[2].wounds == (1, 0, 0), "a 2 of the D3"
    assert battle.state.units[3].wounds == (0,)
    assert battle.state.units[4].wounds == (1,)
    assert [event.by for event in only(ev.WoundsLost, events)] == [1, 1]


@pytest.mark.parametrize(("bearer", "dice"), [(0, ()), (2, (5,))])
def test_of_a_unit_only_those_have_a_demise_that_its_file_names(bearer: int, dice: tuple[int, ...]) -> None:
    """The last of the three falls."""
    guards = replace(unit("Guards", count=3), abilities=(replace(rule("deadly demise D3"), bearers=(bearer,)),))
    _, events = shoot_down([row(25, 22, 3), row(27, 22, 3)], 3, 4, 1, *dice, units=[guards, CROWD])
    assert [event.dice for event in only(ev.CauseRolled, events)] == ([dice] if dice else [])


def test_demises_chain() -> None:
    # Each bomb stands within reach of the next only: the row of dice is die, wounds, die, wounds, die.
    places = [row(24, 22), row(30, 22), row(36, 22)]
    battle, events = shoot_down(places, 3, 4, 1, 6, 1, 6, 1, 2, units=[BOMB, BOMB, BOMB])
    assert [event.unit for event in only(ev.UnitDestroyed, events)] == [1, 2, 3]
    assert [(event.unit, event.happened) for event in only(ev.CauseRolled, events)] == [
        (1, True),
        (2, True),
        (3, False),
    ]
    assert not any(unit.alive for unit in battle.state.units if unit.side == RED)


def test_a_demise_hurts_friends_and_foes_alike() -> None:
    what = setup([unit("Shooters", weapon("gun"), wounds=3)], [BOMB])
    battle = position(what, {0: row(20, 22), 1: row(24, 22)}, "shooting")
    take(battle, Shoot(0, (Shot("gun", 1),)))
    take(battle, RollDice(), 3, 4, 1, 6, 3)
    assert battle.state.units[0].wounds == (0,)


def test_mortal_wounds_spill_and_feel_no_pain_is_rolled_for_each() -> None:
    bomb = unit("Bomb", blade(), rules="deadly demise 4")
    hardy = unit("Hardy", blade(), count=3, wounds=2, fnp=5)
    battle, events = shoot_down([row(25, 22), row(27, 22, 3)], 3, 4, 1, 6, 4, 5, 1, 2, units=[bomb, hardy])
    assert battle.state.units[2].wounds == (2, 1, 0)
    assert one(ev.WoundsLost, events).fnp == (4, 5, 1, 2)


def test_the_dead_and_the_absent_take_nothing() -> None:
    what = setup([unit("Shooters", weapon("gun"))], [BOMB, CROWD, CROWD])
    units: dict[int, dict[str, Any]] = {2: {"wounds": (0, 0, 0)}, 3: {"deployed": False, "reserves": True}}
    spots = {0: row(5, 22), 1: row(25, 22), 2: row(27, 22, 3), 3: row(25, 25, 3)}
    battle = position(what, spots, "shooting", units=units)
    take(battle, Shoot(0, (Shot("gun", 1),)))
    assert only(ev.WoundsLost, take(battle, RollDice(), 3, 4, 1, 6)) == []
