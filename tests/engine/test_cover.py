"""The benefit of cover for each miniature: from which attackers it has it, and which saves it improves."""

from __future__ import annotations

import pytest

from highground.engine import events as ev
from highground.engine.battle import Battle
from highground.engine.choices import RollDice, Shoot
from highground.engine.model import Point, Terrain
from highground.engine.state import Shot, Volley
from tests.engine.field import R, blade, one, position, setup, take, unit, weapon
from tests.values import replace

WOOD = Terrain("wood", ((30.0, 20.0), (34.0, 20.0), (34.0, 30.0), (30.0, 30.0)), height=3.0)
"""From x 30 to 34; y 20 to 30."""
RUIN = Terrain("ruin", ((24.0, 20.0), (26.0, 20.0), (26.0, 21.0), (24.0, 21.0)), height=5.0)


def firing(
    *targets: Point,
    shooters: tuple[Point, ...] = ((20.0, 25.0),),
    terrain: Terrain = WOOD,
    gun: str = "",
    wounds: int = 1,
) -> Battle:
    gunners = unit("Gunners", weapon("gun", "1", ap=-1, keywords=gun), count=len(shooters))
    what = setup([gunners], [unit("Target", blade(), count=len(targets), wounds=wounds)], terrain)
    return position(what, {0: shooters, 1: targets})


def volleys(battle: Battle) -> tuple[Volley, ...]:
    return one(ev.ShotsDeclared, battle.clone().answer(Shoot(0, (Shot("gun", 1),)))).volleys


@pytest.mark.parametrize(
    ("targets", "cover", "exposed"),
    [
        (((31.0, 22.0), (31.0, 24.0)), True, ()),
        (((28.0, 22.0), (28.0, 24.0)), False, ()),
        (((31.0, 22.0), (28.0, 22.0)), True, (1,)),
        (((28.0, 22.0), (31.0, 22.0)), True, (0,)),
        (((30.0 - R, 22.0), (28.0, 22.0)), True, (1,)),
        (((30.0 - R - 0.002, 22.0), (28.0, 22.0)), False, ()),
    ],
)
def test_who_stands_in_a_piece_has_cover_and_who_stands_before_it_has_none(
    targets: tuple[Point, ...], cover: bool, exposed: tuple[int, ...]
) -> None:
    (volley,) = volleys(firing(*targets))
    assert (volley.sequence.attack.cover, volley.exposed) == (cover, exposed)


def test_behind_a_piece_that_stands_between_there_is_cover() -> None:
    (volley,) = volleys(firing((36.0, 25.0), (36.0, 36.0)))
    assert (volley.sequence.attack.cover, volley.exposed) == (True, (1,)), "the second one's line passes it"


def test_each_save_is_that_of_the_miniature_that_takes_the_wound() -> None:
    """Two shots with AP -1 at saves of 4+: the one in the wood saves on 4, the one before it on 5."""
    battle = firing((31.0, 22.0), (28.0, 22.0), shooters=((20.0, 22.0), (20.0, 24.0)))
    take(battle, Shoot(0, (Shot("gun", 1),)))
    # Both hit and wound. The one in cover takes the first wound: 4 saves. It takes the second too: 3 fails.
    made = one(ev.AttacksMade, take(battle, RollDice(), 5, 5, 6, 6, 4, 3))
    assert made.slain == (0,)


def test_who_is_left_in_the_open_saves_without_cover() -> None:
    battle = firing((31.0, 22.0), (28.0, 22.0), shooters=((20.0, 22.0), (20.0, 24.0)))
    take(battle, Shoot(0, (Shot("gun", 1),)))
    # The first in cover fails with a 3; the other is in the open, where a 4 fails too.
    made = one(ev.AttacksMade, take(battle, RollDice(), 5, 5, 6, 6, 3, 4))
    assert made.slain == (0, 1)


def test_in_the_open_a_five_saves() -> None:
    battle = firing((31.0, 22.0), (28.0, 22.0), shooters=((20.0, 22.0), (20.0, 24.0)))
    take(battle, Shoot(0, (Shot("gun", 1),)))
    assert one(ev.AttacksMade, take(battle, RollDice(), 5, 5, 6, 6, 3, 5)).slain == (0,)


def test_stage_by_stage_comes_to_the_same() -> None:
    battle = firing((31.0, 22.0), (28.0, 22.0), shooters=((20.0, 22.0), (20.0, 24.0)))
    take(battle, Shoot(0, (Shot("gun", 1),)))
    take(battle, RollDice("hit"), 5, 5)
    take(battle, RollDice("wound"), 6, 6)
    take(battle, RollDice("save"), 3, 5)
    take(battle, RollDice("damage"))
    assert one(ev.AttacksMade, take(battle, RollDice("fnp"))).slain == (0,)


def test_the_wounded_one_takes_the_wound_though_another_has_cover() -> None:
    battle = firing((31.0, 22.0), (28.0, 22.0), wounds=2)
    hurt = replace(battle.state.units[1], wounds=(2, 1))
    battle.scene.rewind(replace(battle.state, units=(battle.state.units[0], hurt)))
    take(battle, Shoot(0, (Shot("gun", 1),)))
    assert one(ev.AttacksMade, take(battle, RollDice(), 5, 6, 4)).slain == (1,), "in the open a 4 fails"


def test_from_two_shooters_with_different_lines_there_are_two_volleys() -> None:
    """A ruin stands between the first shooter and the target; the second looks past it."""
    found = volleys(firing((30.0, 20.5), shooters=((20.0, 20.5), (20.0, 24.0)), terrain=RUIN))
    assert [(volley.bearers, volley.sequence.attack.cover) for volley in found] == [((0,), True), ((1,), False)]


def test_a_shooter_at_the_piece_shoots_past_it() -> None:
    (volley,) = volleys(firing((30.0, 20.5), shooters=((24.0 - R, 20.5),), terrain=RUIN))
    assert not volley.sequence.attack.cover


def test_ignores_cover_looks_at_nobodys() -> None:
    (volley,) = volleys(firing((31.0, 22.0), (28.0, 22.0), gun="ignores cover"))
    assert (volley.sequence.attack.cover, len(volley.sequence.target)) == (False, 1)


def test_a_save_of_three_or_better_gains_nothing_against_no_ap() -> None:
    what = setup([unit("Gunners", weapon("gun"))], [unit("Target", blade(), count=2, save=3)], WOOD)
    battle = position(what, {0: ((20.0, 25.0),), 1: ((31.0, 22.0), (28.0, 22.0))})
    take(battle, Shoot(0, (Shot("gun", 1),)))
    assert one(ev.AttacksMade, take(battle, RollDice(), 5, 6, 3)).slain == ()
