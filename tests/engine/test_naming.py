"""Refusals name a unit as it is shown: numbered among those of its name, with the leaders that are with it."""

from __future__ import annotations

from highground.engine.battle import Battle
from highground.engine.choices import Charge, Shoot
from highground.engine.naming import names_alone, numbered
from highground.engine.state import Shot
from tests.engine.field import beside, blade, join, position, refusal, row, setup, state_of, unit, weapon
from tests.values import replace


def field(phase: str) -> Battle:
    """Blue shooters, two red units of one name, the second of them far away, and its captain."""
    foes = [unit("Runners", blade(), count=2), unit("Runners", blade()), unit("Captain", blade(), rules="leader")]
    what = setup([unit("Shooters", weapon("gun", reach=12), blade())], foes)
    places = {0: row(6, 22), 1: row(beside(6, 8), 22, 2), 2: row(beside(6, 30), 30), 3: row(beside(6, 30), 33)}
    return position(what, places, phase)  # type: ignore[arg-type]


def test_units_of_one_name_are_numbered() -> None:
    assert numbered(["A", "B", "A", "A"]) == ["A 1", "B", "A 2", "A 3"]
    assert names_alone(field("charge").setup) == ("Shooters", "Runners 1", "Runners 2", "Captain")


def test_refusals_about_targets_say_which_of_two_units_is_meant() -> None:
    shot = refusal(field("shooting"), Shoot(0, (Shot("gun", 2),)))
    assert (shot.code, "Runners 2" in shot.sentence) == ("out-of-weapon-range", True)
    charge = refusal(field("charge"), Charge(0, (2,)))
    assert (charge.code, "Runners 2" in charge.sentence) == ("out-of-range", True)


def test_a_leader_is_named_with_its_unit_while_it_lives() -> None:
    battle = field("charge")
    join(battle, 3, 2)
    assert battle.scene.called(2) == "Runners 2 + Captain"
    assert "Runners 2 + Captain" in refusal(battle, Charge(0, (2,))).sentence
    led = battle.state.units[2]
    fallen = replace(led, wounds=(*led.wounds[:-1], 0))
    state_of(battle, units=(*battle.state.units[:2], fallen, battle.state.units[3]))
    assert battle.scene.called(2) == "Runners 2"
