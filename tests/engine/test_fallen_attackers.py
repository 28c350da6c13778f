"""Who falls between declaring attacks and rolling them attacks no more; a leader that is left still may."""

from __future__ import annotations

from typing import Any

from highground.engine import events as ev
from highground.engine.abilities.model import Ability
from highground.engine.abilities.model import Use as Using
from highground.engine.abilities.wounds import DealMortalWounds
from highground.engine.battle import Battle
from highground.engine.choices import Fight, Pass, Place, RollDice, Shoot, Strike, Use
from highground.engine.model import UnitSheet, Weapon
from highground.engine.prompts import PickPrompt, RollPrompt
from highground.engine.state import Resolving, Shot
from tests.engine.field import beside, blade, fight, join, one, only, position, row, setup, take, unit, weapon
from tests.values import replace

SPITED = Use("spite", 2, (0,))


def spiteful(window: str, wounds: int = 1) -> UnitSheet:
    """A foe that answers attacks with mortal wounds before they are rolled."""
    use = Using("activated", turn="any", window=window, target="enemy")  # type: ignore[arg-type]
    spite = Ability("Spite", uid="spite", effects=(DealMortalWounds(wounds, who="target"),), use=use)
    return replace(unit("Foe", blade("knife"), count=2, wounds=3), abilities=(spite,))


def led(phase: Any, window: str, arm: Weapon, sword: Weapon, gap: float, guards: int = 1, wounds: int = 1) -> Battle:
    """Blue guards and the captain that leads them, and the foe so far away."""
    captain = replace(unit("Captain", sword, keywords="infantry, character", wounds=2), leads=("Guard",))
    what = setup([unit("Guard", arm, count=guards), captain], [spiteful(window, wounds)])
    places = {0: row(20, 22, guards), 1: row(20, 20.5), 2: row(beside(20, gap), 21, 2)}
    battle = position(what, places, phase, units={0: {"charged": phase == "combat"}})
    join(battle, 1, 0)
    return battle


def struck(guards: int = 1, wounds: int = 1, keywords: str = "") -> Battle:
    """They have declared blows with clubs and an axe."""
    arms = blade("club", keywords=keywords), blade("axe", attacks="2", skill=2, strength=8, ap=-6)
    battle = fight(led("combat", "fight targeted", *arms, gap=0.5, guards=guards, wounds=wounds))
    take(battle, Fight(0))
    take(battle, Place())
    take(battle, Strike((Shot("club", 2), Shot("axe", 2))))
    return battle


def test_a_leader_whose_unit_falls_before_it_struck_is_picked_to_fight_on_its_own() -> None:
    battle = struck()
    events = take(battle, SPITED)
    assert one(ev.LeaderLeft, events) == ev.LeaderLeft(1, 0, ready=True)
    assert not only(ev.AttacksMade, events)
    take(battle, Place())
    assert battle.ask() == PickPrompt(0, ("fight",), (1,))
    take(battle, Fight(1))
    take(battle, Place())
    take(battle, Strike((Shot("axe", 2),)))
    attacks = one(ev.AttacksMade, take(battle, RollDice(), 6, 6, 6, 6))
    assert (attacks.unit, attacks.sequence.damage) == (1, 2)


def test_a_leader_whose_unit_falls_by_its_own_blows_has_struck_with_it() -> None:
    battle = struck(keywords="hazardous")
    take(battle, Pass())
    left = one(ev.LeaderLeft, take(battle, RollDice(), 1, 1, 1, 1))
    assert not left.ready
    assert battle.state.units[1].fought


def test_a_leader_whose_unit_falls_before_it_shot_may_shoot() -> None:
    battle = led("shooting", "targeted", weapon("rifle"), weapon("pistol"), gap=8)
    take(battle, Shoot(0, (Shot("rifle", 2), Shot("pistol", 2))))
    events = take(battle, SPITED)
    assert one(ev.LeaderLeft, events).ready
    assert one(ev.UnitShot, events).unit == 0
    assert not battle.state.units[1].shot
    take(battle, Shoot(1, (Shot("pistol", 2),)))
    frame = battle.state.top
    assert isinstance(frame, Resolving)
    assert [each.weapon for each in frame.volleys] == ["pistol"]


def test_of_some_who_fall_the_others_attack() -> None:
    battle = struck(guards=3)
    take(battle, SPITED)
    frame = battle.state.top
    assert isinstance(frame, Resolving)
    living = tuple(i for i, wounds in enumerate(battle.state.units[0].wounds) if wounds)
    assert sorted(i for each in frame.volleys for i in each.bearers) == sorted(living)
    assert isinstance(battle.ask(), RollPrompt)


def test_attacks_end_where_nobody_is_left_to_make_them() -> None:
    battle = struck(wounds=3)
    events = take(battle, SPITED)
    assert {each.unit for each in only(ev.UnitDestroyed, events)} == {0, 1}
    assert one(ev.StrikesMade, events).unit == 0
    assert not any(isinstance(each, Resolving) for each in battle.state.stack)
