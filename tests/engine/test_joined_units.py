"""What a joined unit is when not all of its parts are alike, and when some of them have fallen."""

from __future__ import annotations

from typing import Any

import pytest

from highground.engine.abilities.condition import Condition
from highground.engine.abilities.conditions import check
from highground.engine.battle import Battle
from highground.engine.choices import Advance, RollDice, Shoot
from highground.engine.model import Secondary, UnitSheet
from highground.engine.prompts import RollPrompt
from highground.engine.state import Shot
from highground.engine.steps import secondaries
from tests.engine.field import blade, join, position, row, setup, state_of, take, unit, weapon
from tests.values import replace


def captain(*arms: Any, keywords: str = "infantry, character", **more: Any) -> UnitSheet:
    """One who may lead a guard."""
    return replace(unit("Captain", *(arms or (blade(),)), keywords=keywords, **more), leads=("Guard",))


SNIPER = weapon("sniper", strength=9, ap=-9, damage="9", keywords="precision")


def hunted(guards: int = 3, shots: int = 1, warlord: bool = False, **guard: Any) -> Battle:
    """A guard with its captain, a sniper who may pick the captain out, and a gunner."""
    leader, gunner = replace(captain(), warlord=warlord), unit("Gunner", weapon("gun", str(shots)))
    what = setup([unit("Guard", blade(), count=guards, **guard), leader], [unit("Sniper", SNIPER), gunner])
    battle = position(what, {0: row(20, 22, guards), 1: row(21.5, 22), 2: row(35, 22), 3: row(35, 25)}, active=1)
    join(battle, 1, 0)
    return battle


def snipe(battle: Battle) -> None:
    """The captain falls."""
    take(battle, Shoot(2, (Shot("sniper", 0),)))
    take(battle, RollDice("all"), 6, 6)
    assert battle.state.units[0].wounds[-1] == 0


def test_a_warlord_that_fell_in_a_unit_that_lives_is_not_alive() -> None:
    mission = Secondary("lead", "Lead", "warlord alive", 1, 5)
    battle = hunted(warlord=True)
    assert secondaries.worth(battle.scene, 0, mission) == (1, 5)
    snipe(battle)
    assert battle.state.units[0].alive
    assert secondaries.worth(battle.scene, 0, mission) == (0, 0)


def shoot_down(battle: Battle, gun: str, hits: int) -> None:
    """Volleys of single shots, each of which fells one."""
    take(battle, Shoot(3, (Shot(gun, 0),)))
    take(battle, RollDice("all"), *[6] * hits, *[6] * hits, *[1] * hits)


@pytest.mark.parametrize(("fallen", "below"), [(1, False), (2, False), (3, True)])
def test_a_leader_that_fell_is_not_missed_in_the_strength_of_its_unit(fallen: int, below: bool) -> None:
    battle = hunted(guards=4, shots=fallen)
    snipe(battle)
    assert not check(battle.scene, Condition("below start"), 0, None)
    shoot_down(battle, "gun", fallen)
    assert (battle.scene.below_half(0), check(battle.scene, Condition("below start"), 0, None)) == (below, True)
    state_of(battle, phase="command", phase_time="beginning", active=0, round=2, turn=1)
    battle.answer(Advance())
    assert isinstance(battle.ask(), RollPrompt) == below


def test_a_single_miniature_whose_leader_fell_counts_its_wounds() -> None:
    battle = hunted(guards=1, shots=3, wounds=5)
    snipe(battle)
    assert not check(battle.scene, Condition("below start"), 0, None)
    shoot_down(battle, "gun", 3)
    assert battle.state.units[0].wounds == (2, 0)
    assert battle.scene.below_half(0)
    assert check(battle.scene, Condition("below start"), 0, None)
