"""Abilities that let a unit move over models, and those that let nobody come away unhurt."""

from __future__ import annotations

from math import cos, pi, sin

import pytest

from highground.engine import events as ev
from highground.engine.abilities import AnyEffect
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import Permit
from highground.engine.abilities.model import Ability
from highground.engine.battle import Battle
from highground.engine.choices import Charge, Move
from highground.engine.model import Terrain, UnitSheet
from highground.words.readings import of_ability
from tests.engine.field import beside, blade, one, only, position, refusal, row, setup, take, unit
from tests.values import replace

OVER, PIN = Permit("pass over models"), Permit("pin")
WALL = Terrain("wall", ((22.0, 10.0), (23.0, 10.0), (23.0, 40.0), (22.0, 40.0)), walls=(((22.0, 10.0), (22.0, 40.0)),))


def able(sheet: UnitSheet, *effects: AnyEffect) -> UnitSheet:
    return replace(sheet, abilities=(*sheet.abilities, Ability("Able", effects=effects)))


def barred(*effects: AnyEffect, phase: str = "movement", keywords: str = "vehicle") -> Battle:
    """A row of enemies two inches in front of a unit that goes straight at them."""
    mover = able(unit("Mover", blade(), movement=12, keywords=keywords), *effects)
    foes = unit("Foes", blade(), count=9)
    return position(setup([mover], [foes]), {0: row(20, 22), 1: row(24, 16, 9)}, phase)  # type: ignore[arg-type]


def test_who_passes_over_models_goes_straight_through_a_row_of_them() -> None:
    through = Move(0, "move", row(29, 22))
    assert refusal(barred(), through).code in {"through-enemy", "no-way-round"}
    assert one(ev.UnitMoved, take(barred(OVER), through)).distance == 9.0
    assert refusal(barred(OVER), Move(0, "move", row(24, 22))).code == "on-base", "it stands on nobody"
    assert refusal(barred(OVER), Move(0, "move", row(26, 22))).code == "in-engagement"


def test_walls_stop_it_all_the_same() -> None:
    mover = able(unit("Mover", blade(), movement=12, keywords="vehicle"), OVER)
    battle = position(setup([mover], [unit("Foe", blade())], WALL), {0: row(20, 22), 1: row(50, 22)}, "movement")
    assert refusal(battle, Move(0, "move", row(27, 22))).code in {"through-wall", "no-way-round"}


def test_a_charge_leads_round_all_the_same() -> None:
    mover = able(unit("Mover", blade(), keywords="vehicle"), OVER)
    what = setup([mover], [unit("Front", blade(), count=9), unit("Rear", blade())])
    battle = position(what, {0: row(20, 22), 1: row(24, 16, 9), 2: row(27, 22)}, "charge")
    take(battle, Charge(0, (2,)), 6, 6)
    assert battle.state.units[0].places == row(20, 22), "nothing ends beside the rear alone"


def test_who_passes_over_models_falls_back_without_a_test() -> None:
    ringed = [(round(20 + 2.3 * cos(k * pi / 3), 3), round(22 + 2.3 * sin(k * pi / 3), 3)) for k in range(6)]
    for effects, tested in (((), True), ((OVER,), False)):
        mover = able(unit("Mover", blade(), movement=8, wounds=3, keywords="vehicle", base_mm=50.0), *effects)
        battle = position(setup([mover], [unit("Ring", blade(), count=6)]), {0: row(20, 22), 1: ringed}, "movement")
        events = take(battle, Move(0, "fall_back", row(13, 22)), *((5,) if tested else ()))
        assert bool(only(ev.CauseRolled, events)) is tested


@pytest.mark.parametrize(
    ("keywords", "conditions", "tested"),
    [
        ("infantry", (), True),
        ("infantry", (Condition("target keyword", name="vehicle", negate=True),), True),
        ("vehicle", (Condition("target keyword", name="vehicle", negate=True),), False),
    ],
)
def test_who_falls_back_from_one_that_pins_is_tested(
    keywords: str, conditions: tuple[Condition, ...], tested: bool
) -> None:
    holder = able(unit("Holder", blade()), replace(PIN, conditions=conditions))
    runner = unit("Runner", blade(), count=2, keywords=keywords)
    battle = position(setup([runner], [holder]), {0: row(20, 22, 2), 1: row(beside(20, 0.5), 22)}, "movement")
    events = take(battle, Move(0, "fall_back", row(15, 22, 2)), *((1, 5) if tested else ()))
    assert bool(only(ev.CauseRolled, events)) is tested
    assert battle.state.units[0].standing == ([0] if tested else [0, 1])


@pytest.mark.parametrize(("shocked", "left"), [(True, []), (False, [0])])
def test_break_out_tests_of_a_battle_shocked_unit_may_be_harder(shocked: bool, left: list[int]) -> None:
    hard = replace(PIN, what="worsen break-out tests", conditions=(Condition("target shocked"),))
    what = setup([unit("Runner", blade())], [able(unit("Holder", blade()), PIN, hard)])
    battle = position(
        what, {0: row(20, 22), 1: row(beside(20, 0.5), 22)}, "movement", units={0: {"shocked": shocked}}
    )  # fmt: skip
    (rolled,) = only(ev.CauseRolled, take(battle, Move(0, "fall_back", row(15, 22)), 3))
    assert (rolled.needed, battle.state.units[0].standing) == (4 if shocked else 3, left)
    assert "subtract 1" in of_ability(Ability("Pin", effects=(hard,)))[0]


def test_both_are_said_in_words() -> None:
    assert "may move over models" in of_ability(Ability("Over", effects=(OVER,)))[0]
    assert "break" in of_ability(Ability("Pin", effects=(PIN,)))[0]
