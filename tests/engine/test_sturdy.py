"""Defensive effects that single miniatures have for themselves, whatever unit they are in."""

from __future__ import annotations

import pytest

from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine.abilities import AnyEffect
from highground.engine.abilities.afflictions import RolledWounds, TableStep
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.model import Ability, Use
from highground.engine.amount import Amount
from highground.engine.battle import Battle
from highground.engine.state import Shot
from highground.engine.steps.armament import mark_of
from tests.engine.field import blade, join, one, position, row, setup, take, unit, weapon
from tests.values import replace

WARD = ModifyAttack("save", 4, "invulnerable", role="defending")
GRIT = ModifyAttack("fnp", 5, "set", role="defending")
PSYCHIC = Condition("weapon keyword", name="psychic")


def led(*effects: AnyEffect, words: str = "", body: AnyEffect | None = None) -> Battle:
    """A guard of two, led by a captain of two wounds that has the effects, and a gunner whose shots nothing saves."""
    captain = replace(
        unit("Captain", blade(), keywords="infantry, character", wounds=2, save=7),
        leads=("Guard",),
        abilities=(Ability("Charm", effects=effects),),
    )
    guard = unit("Guard", blade(), count=2, save=7)
    if body is not None:
        guard = replace(guard, abilities=(Ability("Care", effects=(body,)),))
    gun = weapon("gun", "3", strength=8, keywords=words)
    places = {0: row(20, 22, 2), 1: row(21.5, 22), 2: row(35, 22)}
    battle = position(setup([guard, captain], [unit("Foe", gun)]), places, active=1)
    join(battle, 1, 0)
    return battle


def shot_at(battle: Battle, *faces: int) -> dict[int, int]:
    """Wounds lost of three shots, by the miniature."""
    take(battle, ch.Shoot(2, (Shot("gun", 0),)))
    return dict(one(ev.AttacksMade, take(battle, ch.RollDice(), *faces)).lost)


def test_a_leader_alone_has_its_save() -> None:
    """Both guards fall without a save; only then the captain rolls for its own, and makes it."""
    battle = led(replace(WARD, who="bearer"))
    assert shot_at(battle, 3, 3, 3, 3, 3, 3, 4) == {0: 1, 1: 1}


def test_a_leader_alone_has_its_feel_no_pain() -> None:
    battle = led(replace(GRIT, who="bearer"))
    assert shot_at(battle, 3, 3, 3, 3, 3, 3, 5) == {0: 1, 1: 1}


@pytest.mark.parametrize(("words", "lost"), [("psychic", {0: 1, 1: 1}), ("", {0: 1, 1: 1, 2: 1})])
def test_it_may_hold_against_psychic_attacks_alone(words: str, lost: dict[int, int]) -> None:
    battle = led(replace(GRIT, who="bearer", conditions=(PSYCHIC,)), words=words)
    faces = (3, 3, 3, 3, 3, 3, 5) if words else (3, 3, 3, 3, 3, 3)
    assert shot_at(battle, *faces) == lost


def test_it_may_hold_while_it_leads_alone() -> None:
    battle = led(replace(WARD, who="bearer", conditions=(Condition("leading"),)))
    assert [pool.invuln for pool in mark_of(battle.scene, 0).target] == [None, 4]


def test_a_unit_may_have_it_for_its_characters() -> None:
    """An effect on characters in the guard's unit does not apply to the guards themselves."""
    battle = led(body=replace(GRIT, conditions=(Condition("miniature keyword", name="character"),)))
    assert [(pool.count, pool.fnp) for pool in mark_of(battle.scene, 0).target] == [(2, None), (1, 5)]


def test_mortal_wounds_meet_it_too() -> None:
    """Two go to the guards; the third is the captain's, whose die shows a 5."""
    burst = Ability(
        "Burst",
        uid="burst",
        effects=(RolledWounds((TableStep(1, Amount(plus=3)),), who="target"),),
        use=Use("activated", phases=("shooting",), target="enemy", reach=24.0),
    )
    battle = led(replace(GRIT, who="bearer"))
    foe = replace(battle.setup.armies[1].units[0], abilities=(burst,))
    armies = (battle.setup.armies[0], replace(battle.setup.armies[1], units=(foe,)))
    places = {0: row(20, 22, 2), 1: row(21.5, 22), 2: row(35, 22)}
    battle = position(replace(battle.setup, armies=armies), places, active=1)
    join(battle, 1, 0)
    hurt = one(ev.WoundsLost, take(battle, ch.Use("burst", 2, (0,)), 3, 5))
    assert dict(hurt.lost) == {0: 1, 1: 1}


def test_who_uses_it_has_it_for_itself_until_the_phase_ends() -> None:
    shield = Ability(
        "Shield",
        uid="shield",
        effects=(replace(WARD, who="bearer", duration="phase"),),
        use=Use("activated", phases=("shooting",)),
    )
    battle = led()
    captain = replace(battle.setup.armies[0].units[1], abilities=(shield,))
    armies = (replace(battle.setup.armies[0], units=(battle.setup.armies[0].units[0], captain)), battle.setup.armies[1])
    places = {0: row(20, 22, 2), 1: row(21.5, 22), 2: row(35, 22)}
    battle = position(replace(battle.setup, armies=armies), places)
    join(battle, 1, 0)
    assert mark_of(battle.scene, 0).target[-1].invuln is None
    take(battle, ch.Use("shield", 0))
    assert [pool.invuln for pool in mark_of(battle.scene, 0).target] == [None, 4]
