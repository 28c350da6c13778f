"""Abilities used after shooting or moving, at units that a weapon or miniature hit or that the unit moved over.

Also abilities that a miniature uses for itself, or that last as long as it is alive.
"""

from __future__ import annotations

from typing import Any

import pytest

from highground.engine import events as ev
from highground.engine.abilities import on_attacks, personal
from highground.engine.abilities.afflictions import TakeShockTest
from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.model import Ability, Use
from highground.engine.abilities.wounds import DealMortalWounds
from highground.engine.amount import Keyword
from highground.engine.battle import Battle
from highground.engine.choices import Move, RollDice, Shoot
from highground.engine.choices import Use as Used
from highground.engine.effects import Circumstances
from highground.engine.state import Shot, Window
from tests.engine.field import blade, join, one, position, refusal, row, setup, take, unit, weapon
from tests.values import replace

GUN, FLAMER = weapon("gun"), weapon("flamer")
AFTER = Use("activated", phases=("shooting",), window="shot", target="enemy", per="turn", count=-1)
BARE = ModifyAttack("save", change="no cover", role="defending", who="target", duration="phase")
OVER = Use("activated", turn="any", window="moved", target="enemy", per="turn", count=-1, over=True)
HURT = DealMortalWounds(1, who="target")


def shooters(use: Use, **values: Any) -> Battle:
    """Shooters (0) with a gun and a flamer, and two enemies (1, 2)."""
    mark = Ability("Mark", uid="mark", use=use, effects=(replace(BARE, **values),))
    team = replace(unit("Shooters", GUN, FLAMER), abilities=(mark,))
    what = setup([team], [unit("Foes", GUN), unit("Others", GUN)])
    return position(what, {0: row(20, 20), 1: row(30, 20), 2: row(30, 26)})


def fire(battle: Battle, *faces: int) -> None:
    take(battle, Shoot(0, (Shot("gun", 1), Shot("flamer", 2))))
    take(battle, RollDice(), *faces)


def test_only_a_unit_that_the_weapon_hit_may_be_picked() -> None:
    battle = shooters(replace(AFTER, weapon="flamer"))
    fire(battle, 3, 1, 3, 1)
    opened = battle.records[-1].events[-1]
    assert isinstance(opened, ev.AfterShotsOpened)
    assert [(each.weapon, each.bearers, each.target) for each in opened.hits] == [("gun", (0,), 1), ("flamer", (0,), 2)]
    assert refusal(battle, Used("mark", 0, (1,))).code == "wrong-use"
    take(battle, Used("mark", 0, (2,)))
    assert [each.kind for each in on_attacks.modifiers(battle.scene, 0, 2, GUN)] == ["no cover"]


def test_nothing_is_asked_where_the_weapon_missed() -> None:
    battle = shooters(replace(AFTER, weapon="flamer"))
    fire(battle, 3, 1, 2)
    assert not any(isinstance(frame, Window) for frame in battle.state.stack)


@pytest.mark.parametrize(("faces", "hit"), [((3, 1, 3, 1), True), ((3, 1, 1), False)])
def test_of_a_leader_its_own_hits_count(faces: tuple[int, ...], *, hit: bool) -> None:
    mark = Ability("Mark", uid="mark", use=replace(AFTER, of_model=True), effects=(BARE,))
    leader = replace(unit("Leader", FLAMER), abilities=(mark,), leads=("Band",))
    what = setup([unit("Band", GUN), leader], [unit("Foes", GUN), unit("Others", GUN)])
    battle = position(what, {0: row(20, 20), 1: row(20, 21.5), 2: row(30, 20), 3: row(30, 26)})
    join(battle, 1, 0)
    take(battle, Shoot(0, (Shot("gun", 2), Shot("flamer", 3))))
    take(battle, RollDice(), *faces)
    assert any(isinstance(frame, Window) for frame in battle.state.stack) == hit
    if hit:
        assert refusal(battle, Used("mark", 0, (2,))).code == "wrong-use"
        take(battle, Used("mark", 0, (3,)))


def test_what_is_tied_ends_with_its_user() -> None:
    battle = shooters(AFTER, tied=True)
    fire(battle, 3, 1, 3, 1)
    take(battle, Used("mark", 0, (2,)))
    assert on_attacks.modifiers(battle.scene, 0, 2, GUN)
    units = (replace(battle.state.units[0], wounds=(0,)), *battle.state.units[1:])
    battle.scene.rewind(replace(battle.state, units=units))
    assert on_attacks.modifiers(battle.scene, 0, 2, GUN) == ()


def flyers(end: tuple[float, float], *conditions: Condition, how: str = "move") -> Battle:
    """A flyer (0) that has moved, beside an enemy on its way (1) and one that is not (2)."""
    bombs = Ability("Bombs", uid="bombs", use=replace(OVER, conditions=conditions), effects=(HURT,))
    flyer = replace(unit("Flyer", GUN, keywords="vehicle, fly", movement=20), abilities=(bombs,))
    what = setup([flyer], [unit("Foes", blade(), wounds=2), unit("Others", blade(), wounds=2)])
    battle = position(what, {0: row(10, 20), 1: row(18, 20), 2: row(18, 30)}, "movement")
    take(battle, Move(0, how, (end,)))  # type: ignore[arg-type]
    return battle


def test_bombs_hit_a_unit_that_it_moved_over() -> None:
    battle = flyers((27.0, 20.0))
    assert refusal(battle, Used("bombs", 0, (2,))).code == "wrong-use"
    take(battle, Used("bombs", 0, (1,)))
    assert sum(battle.state.units[1].wounds) == 1


@pytest.mark.parametrize("end", [(14.0, 20.0), (27.0, 22.8), (10.0, 28.0)])
def test_bombs_miss_a_unit_that_it_passed_by(end: tuple[float, float]) -> None:
    assert not any(isinstance(frame, Window) for frame in flyers(end).state.stack)


def heroes(*effects: Any, joined: bool = True) -> Battle:
    """A band (0) with a leader (1) that has something for itself, and an enemy beside them (2)."""
    glory = Ability("Glory", uid="glory", use=Use("activated", phases=("combat",), turn="any"), effects=effects)
    hero = replace(unit("Hero", blade(), keywords="infantry, character"), abilities=(glory,), leads=("Band",))
    what = setup([unit("Band", blade(), count=2), hero], [unit("Foes", blade(), wounds=9)])
    battle = position(what, {0: row(20, 20, 2), 1: row(20, 21.5), 2: row(21.5, 22.8)}, "combat")
    if joined:
        join(battle, 1, 0)
    return battle


def test_a_leader_has_for_itself_what_it_uses() -> None:
    more = ModifyAttack("attacks", 3, who="bearer", attacks="melee", duration="phase")
    keen = GainKeyword(Keyword("lethal hits"), who="bearer", attacks="melee", duration="phase")
    battle = heroes(more, keen)
    take(battle, Used("glory", 0))
    scene, now = battle.scene, Circumstances()
    assert on_attacks.modifiers(scene, 0, 2, blade()) == ()
    assert personal.any_personal(scene, 0)
    found = [personal.personal_modifiers(scene, 0, each, 2, blade(), now) for each in range(3)]
    assert [len(each) for each in found] == [0, 0, 2]
    assert next((each.stage, each.value) for each in found[2]) == ("attacks", 3)


def test_a_leader_on_its_own_has_it_too() -> None:
    battle = heroes(ModifyAttack("attacks", 3, who="bearer", attacks="melee", duration="phase"), joined=False)
    take(battle, Used("glory", 1))
    assert len(personal.personal_modifiers(battle.scene, 1, 0, 2, blade(), Circumstances())) == 1
    assert not personal.any_personal(battle.scene, 0)


@pytest.mark.parametrize(("face", "hurt", "tests"), [(1, True, False), (2, False, True)])
def test_one_die_says_what_comes_of_a_use(face: int, *, hurt: bool, tests: bool) -> None:
    risk = Ability(
        "Risk", uid="risk", use=Use("activated", phases=("combat",), turn="any", target="enemy", reach=6.0),
        effects=(DealMortalWounds(1, face_to=1), TakeShockTest(who="target", face_from=2)),
    )  # fmt: skip
    seer = replace(unit("Seer", blade(), wounds=3), abilities=(risk,))
    battle = position(setup([seer], [unit("Foes", blade())]), {0: row(20, 20), 1: row(22.5, 20)}, "combat")
    events = take(battle, Used("risk", 0, (1,)), face, *((3, 3) if tests else ()))
    assert one(ev.CauseRolled, events).dice == (face,)
    assert (sum(battle.state.units[0].wounds) == 2) == hurt


def miners() -> Battle:
    """Two miners (0), the second with a mine, and an enemy (1) that is nearer to the first."""
    use = Use("activated", phases=("combat",), turn="any", target="enemy", reach=3.0, of_model=True)
    mine = Ability("Mine", uid="mine", location="miniature", bearers=(1,), use=use, effects=(HURT,))
    team = replace(unit("Miners", blade(), count=2), abilities=(mine,))
    what = setup([team], [unit("Foes", blade(), wounds=3)])
    return position(what, {0: ((20.0, 20.0), (18.0, 20.0)), 1: row(24, 20)}, "combat")


def test_what_one_miniature_carries_reaches_from_where_it_stands() -> None:
    battle = miners()
    assert refusal(battle, Used("mine", 0, (1,))).code == "wrong-use"
    units = (replace(battle.state.units[0], places=((18.0, 20.0), (20.0, 20.0))), *battle.state.units[1:])
    battle.scene.rewind(replace(battle.state, units=units))
    take(battle, Used("mine", 0, (1,)))
    assert sum(battle.state.units[1].wounds) == 2


def test_what_one_miniature_carries_is_gone_with_it() -> None:
    battle = miners()
    units = (replace(battle.state.units[0], places=((20.0, 20.0),) * 2, wounds=(1, 0)), *battle.state.units[1:])
    battle.scene.rewind(replace(battle.state, units=units))
    assert refusal(battle, Used("mine", 0, (1,))).code == "wrong-use"
