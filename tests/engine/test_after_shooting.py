"""What a unit may do once it has shot: move again, or mark an enemy that it hit."""

from __future__ import annotations

from typing import Any

import pytest

from highground.engine import events as ev
from highground.engine.abilities import on_attacks
from highground.engine.abilities.acts import GrantMove
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.model import Ability, Use
from highground.engine.amount import Amount
from highground.engine.battle import Battle
from highground.engine.choices import Pass, Place, RollDice, Shoot
from highground.engine.choices import Use as Used
from highground.engine.prompts import Prompt
from highground.engine.state import Shot
from highground.engine.steps import charge
from tests.engine.field import one, only, position, refusal, row, setup, take, unit, weapon
from tests.values import replace

GUN = weapon("gun", "2")
SHOT = Use("activated", phases=("shooting",), window="shot", per="turn", count=-1)
SLIP = Ability("Slip", uid="slip", use=SHOT, effects=(GrantMove(6),))
LAST = Ability("Last", uid="last", use=SHOT, effects=(GrantMove(6, last=True),))
BARE = ModifyAttack("save", change="no cover", role="defending", who="target", duration="phase")
MARK = Ability("Mark", uid="mark", use=replace(SHOT, target="enemy"), effects=(BARE,))
HIT, MISSED = (3, 2, 1), (2, 2)
"""One hit that does not wound; none at all."""


def field(ability: Ability, **mine: Any) -> Battle:
    """Shooters (0) with the ability, their friends (1), and two enemies (2, 3)."""
    shooters = replace(unit("Shooters", GUN), abilities=(ability,))
    what = setup([shooters, unit("Friends", GUN)], [unit("Foes", GUN), unit("Others", GUN)])
    places = {0: row(20, 20), 1: row(20, 30), 2: row(30, 20), 3: row(30, 26)}
    return position(what, places, units={0: mine})


def shot(battle: Battle, *faces: int, by: int = 0) -> Prompt:
    take(battle, Shoot(by, (Shot("gun", 2),)))
    take(battle, RollDice(), *faces)
    prompt = battle.ask()
    assert prompt is not None
    return prompt


def test_a_unit_that_has_shot_may_move() -> None:
    battle = field(SLIP)
    assert shot(battle, *MISSED).why == "shot"
    assert one(ev.MoveGranted, take(battle, Used("slip", 0))).limit == 6.0
    prompt = battle.ask()
    assert prompt is not None
    assert (prompt.kinds, prompt.why, prompt.limit) == (("place",), "move", 6.0)
    assert refusal(battle, Place(((20.0, 26.1),))).code == "too-far"
    moved = one(ev.UnitMoved, take(battle, Place(((20.0, 25.0),))))
    assert (moved.how, moved.distance) == ("moved", 5.0)
    mine = battle.state.units[0]
    assert (mine.moved, mine.charge_tried, mine.shot) == ("moved", False, True)


def test_how_far_it_moves_may_be_rolled() -> None:
    rolled = Ability("Dash", uid="dash", use=SHOT, effects=(GrantMove(amount=Amount(1, 6, 1)),))
    battle = field(rolled)
    shot(battle, *MISSED)
    assert one(ev.MoveGranted, take(battle, Used("dash", 0), 4)).limit == 5.0


@pytest.mark.parametrize(("places", "tried"), [(((20.0, 15.0),), True), (None, False)])
def test_after_a_last_move_it_does_not_charge(places: Any, *, tried: bool) -> None:
    battle = field(LAST)
    shot(battle, *MISSED)
    take(battle, Used("last", 0))
    take(battle, Place(places))
    assert battle.state.units[0].charge_tried == tried
    assert (charge.why_not(battle.scene, battle.state.units[0]) is not None) == tried


def test_who_advanced_has_still_advanced() -> None:
    assault = replace(SLIP, effects=(*SLIP.effects,))
    runners = replace(unit("Runners", weapon("gun", "2", keywords="assault")), abilities=(assault,))
    what = setup([runners], [unit("Foes", GUN)])
    battle = position(what, {0: row(20, 20), 1: row(30, 20)}, units={0: {"moved": "advanced"}})
    take(battle, Shoot(0, (Shot("gun", 1),)))
    take(battle, RollDice(), *MISSED)
    take(battle, Used("slip", 0))
    take(battle, Place(((20.0, 22.0),)))
    assert battle.state.units[0].moved == "advanced"


def test_only_the_unit_that_has_shot_may_and_only_if_it_shot() -> None:
    battle = field(SLIP)
    assert shot(battle, *MISSED, by=1).why == ""
    other = field(SLIP)
    assert only(ev.WindowOpened, take(other, Shoot(0))) == []


def test_an_enemy_that_was_hit_is_marked_until_the_phase_ends() -> None:
    battle = field(MARK)
    assert shot(battle, *HIT).why == "shot"
    assert refusal(battle, Used("mark", 0, (3,))).code == "wrong-use"
    take(battle, Used("mark", 0, (2,)))
    assert [m.kind for m in on_attacks.modifiers(battle.scene, 1, 2, GUN)] == ["no cover"]
    assert on_attacks.modifiers(battle.scene, 1, 3, GUN) == ()


def test_nobody_is_marked_who_was_not_hit() -> None:
    assert shot(field(MARK), *MISSED).why == ""
    battle = field(MARK)
    shot(battle, *HIT)
    take(battle, Pass())
    assert battle.state.active_effects == ()
