"""What a joined unit is when not all of its parts are alike, and when some of them have fallen."""

from __future__ import annotations

from typing import Any

from highground.engine.battle import Battle
from highground.engine.choices import RollDice, Shoot
from highground.engine.model import Secondary, UnitSheet
from highground.engine.state import Shot
from highground.engine.steps import secondaries
from tests.engine.field import blade, join, position, row, setup, take, unit, weapon
from tests.values import replace


def captain(*arms: Any, keywords: str = "infantry, character", **more: Any) -> UnitSheet:
    """One who may lead a guard."""
    return replace(unit("Captain", *(arms or (blade(),)), keywords=keywords, **more), leads=("Guard",))


SNIPER = weapon("sniper", strength=9, ap=-9, damage="9", keywords="precision")


def hunted(guards: int = 3, warlord: bool = False) -> Battle:
    """A guard with its captain, and a sniper who may pick the captain out."""
    leader = replace(captain(), warlord=warlord)
    what = setup([unit("Guard", blade(), count=guards), leader], [unit("Sniper", SNIPER), unit("Gun", weapon("gun"))])
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
