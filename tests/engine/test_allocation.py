"""Who takes the wounds: the defender's choice of the first, and the attacker's of precision."""

from __future__ import annotations

from typing import Any

import pytest

from highground.engine import events as ev
from highground.engine.battle import Battle
from highground.engine.choices import Allocate, Fight, Place, RollDice, Shoot, Strike
from highground.engine.model import Terrain
from highground.engine.state import Shot
from highground.engine.steps.casualties import mortal_wounds
from tests.engine.field import (
    beside,
    blade,
    fight,
    join,
    miniatures,
    mixed,
    one,
    position,
    refusal,
    row,
    setup,
    take,
    unit,
    weapon,
)
from tests.values import replace

WALL = Terrain("building", ((26.0, 23.0), (28.0, 23.0), (28.0, 27.0), (26.0, 27.0)), height=5.0)

MARKSMEN = ((20.0, 24.0), (20.0, 25.5), (20.0, 38.0), (20.0, 39.5))
"""The last two look past the building at the captain."""


def squad(shots: str = "1", wounds: int = 1, **more: Any) -> Battle:
    """A gunner against a champion with a save of 2+ and three troopers with 5+."""
    champion = miniatures("Champion", 1, blade(), save=2, wounds=wounds)
    troopers = miniatures("Trooper", 3, blade(), save=5, wounds=wounds)
    what = setup([unit("Gunner", weapon("gun", shots, ap=-1))], [mixed("Squad", champion, troopers)])
    return position(what, {0: row(20, 22), 1: row(30, 20, 4)}, **more)


def slain(battle: Battle, *faces: int) -> tuple[int, ...]:
    take(battle, Shoot(0, (Shot("gun", 1),)))
    return tuple(sorted(one(ev.AttacksMade, take(battle, RollDice(), *faces)).slain))


def test_the_last_of_the_roster_falls_first_where_nobody_says_otherwise() -> None:
    assert slain(squad(), 5, 6, 1) == (3,)


@pytest.mark.parametrize(
    ("first", "face", "fallen"), [((1,), 5, (1,)), ((0,), 2, (0,)), ((0,), 3, ()), ((2, 0), 5, (2,))]
)
def test_the_defender_says_who_takes_the_first_wound(
    first: tuple[int, ...], face: int, fallen: tuple[int, ...]
) -> None:
    battle = squad()
    take(battle, Allocate(1, first))
    assert battle.state.units[1].falls == first
    assert slain(battle, 5, 6, face) == fallen


def test_the_save_is_that_of_who_was_chosen() -> None:
    """With the champion in front a 3 saves against AP -1, behind a trooper it does not."""
    battle = squad()
    take(battle, Allocate(1, (0,)))
    assert slain(battle.clone(), 5, 6, 3) == ()
    take(battle, Allocate(1, ()))
    assert slain(battle, 5, 6, 3) == (3,)


@pytest.mark.parametrize(
    ("bulls", "drovers", "falls", "toughness"),
    [(1, 1, (), 6), (1, 1, (0,), 6), (1, 1, (1,), 6), (1, 2, (), 3), (2, 1, (), 6)],
)
def test_attacks_meet_the_toughness_of_most_or_the_highest(
    bulls: int, drovers: int, falls: tuple[int, ...], toughness: int
) -> None:
    """Whoever is to fall first."""
    herd = mixed("Herd", miniatures("Bull", bulls, toughness=6), miniatures("Drover", drovers, toughness=3))
    what = setup([unit("Gunner", weapon("gun"))], [herd])
    places = {0: row(20, 22), 1: row(30, 20, bulls + drovers)}
    battle = position(what, places, units={1: {"falls": falls}})
    (volley,) = one(ev.ShotsDeclared, take(battle, Shoot(0, (Shot("gun", 1),)))).volleys
    assert volley.sequence.attack.toughness == toughness


def test_it_may_be_said_between_the_rolls() -> None:
    """The attacker is asked for the next roll; the defender has seen how many wounds there are."""
    battle = squad()
    take(battle, Shoot(0, (Shot("gun", 1),)))
    take(battle, RollDice("hit"), 5)
    take(battle, RollDice("wound"), 6)
    prompt = battle.ask()
    assert prompt is not None
    assert prompt.side == 0
    take(battle, Allocate(1, (0,)))
    assert battle.ask() == prompt
    take(battle, RollDice("save"), 3)
    take(battle, RollDice("damage"))
    assert one(ev.AttacksMade, take(battle, RollDice("fnp"))).slain == ()


def test_the_wounded_one_comes_first_all_the_same() -> None:
    battle = squad(wounds=2, units={1: {"wounds": (2, 1, 2, 2)}})
    take(battle, Allocate(1, (0,)))
    assert slain(battle, 5, 6, 1) == (1,)


def test_after_the_first_has_fallen_the_next_of_the_order_follows() -> None:
    battle = squad("3")
    take(battle, Allocate(1, (2, 1)))
    assert slain(battle, 5, 5, 5, 6, 6, 6, 1, 1, 1) == (1, 2, 3)
    other = squad("2")
    take(other, Allocate(1, (2, 1)))
    assert slain(other, 5, 5, 6, 6, 1, 1) == (1, 2)


def test_mortal_wounds_follow_the_order_too() -> None:
    battle = squad()
    take(battle, Allocate(1, (1,)))
    mortal_wounds(battle.scene, 1, 1, "test", None)
    assert battle.state.units[1].wounds == (1, 0, 1, 1)


def test_who_is_not_there_cannot_be_chosen() -> None:
    battle = squad(units={1: {"wounds": (1, 1, 1, 0)}})
    for first in ((3,), (4,), (-1,), (1, 1)):
        assert refusal(battle, Allocate(1, first)).code == "no-such-miniatures"
    assert refusal(battle, Allocate(7)).code == "no-such-unit"


def test_the_choice_may_be_taken_back() -> None:
    battle = squad()
    take(battle, Allocate(1, (0,)))
    battle.undo()
    assert battle.state.units[1].falls == ()
    assert slain(battle, 5, 6, 1) == (3,)


def chain(shots: str = "1", champion: int = 0) -> Battle:
    """A gunner against five in a row, the last of the roster in its middle; champions are at one end."""
    squad = mixed(
        "Squad",
        *[miniatures("Champion", champion, blade(), save=7)][: bool(champion)],
        miniatures("Trooper", 5 - champion, blade(), save=7),
    )
    spots = row(30, 18, 5, 2.8)
    what = setup([unit("Gunner", weapon("gun", shots))], [squad])
    return position(what, {0: row(20, 22), 1: (spots[0], spots[1], spots[3], spots[4], spots[2])})


@pytest.mark.parametrize(("shots", "fallen"), [("1", (3,)), ("2", (2, 3)), ("3", (2, 3, 4)), ("5", (0, 1, 2, 3, 4))])
def test_who_falls_leaves_the_rest_in_coherency(shots: str, fallen: tuple[int, ...]) -> None:
    """Not the one in the middle, though it is the last of the roster."""
    count = int(shots)
    assert slain(chain(shots), *[5] * count, *[6] * count) == fallen


def test_who_falls_is_the_same_where_dice_are_rolled_stage_by_stage() -> None:
    battle = chain("2")
    take(battle, Shoot(0, (Shot("gun", 1),)))
    take(battle, RollDice("hit"), 5, 5)
    take(battle, RollDice("wound"), 6, 6)
    for stage in ("save", "damage"):
        take(battle, RollDice(stage))
    assert sorted(one(ev.AttacksMade, take(battle, RollDice("fnp"))).slain) == [2, 3]


def test_a_player_s_own_order_is_kept_whatever_comes_of_it() -> None:
    battle = chain()
    take(battle, Allocate(1, (4,)))
    assert slain(battle, 5, 6) == (4,)


def test_another_kind_of_miniature_falls_rather_than_the_one_between() -> None:
    """Champions stand at both ends, and the only trooper in the middle."""
    assert slain(chain(champion=4), 5, 6) == (3,)
    assert slain(chain(champion=2), 5, 6) == (3,)


def test_a_leader_does_not_fall_for_his_unit() -> None:
    """One of three guards between the others and the captain, who is as easily hurt as they are."""
    captain = replace(unit("Captain", blade(), keywords="infantry, character", save=7), leads=("Guard",))
    guard = unit("Guard", blade(), count=2, save=7)
    what = setup([guard, captain], [unit("Gunner", weapon("gun"))])
    spots = row(30, 18, 3, 2.8)
    battle = position(what, {0: (spots[0], spots[1]), 1: (spots[2],), 2: row(20, 22)}, "command")
    join(battle, 1, 0)
    battle.scene.rewind(replace(battle.state, phase="shooting", active=1))
    take(battle, Shoot(2, (Shot("gun", 0),)))
    assert one(ev.AttacksMade, take(battle, RollDice(), 5, 6)).slain == (0,)


def test_mortal_wounds_leave_the_rest_in_coherency_too() -> None:
    battle = chain()
    mortal_wounds(battle.scene, 1, 2, "test", None)
    assert battle.state.units[1].wounds == (1, 1, 0, 0, 1)


def led(*, gun: str = "precision", shooters: int = 1, hidden: bool = False, phase: Any = "shooting") -> Battle:
    """Marksmen at x 20 against two guards and the captain that leads them, who may stand behind a building."""
    captain = replace(unit("Captain", blade(), keywords="infantry, character", wounds=2, save=7), leads=("Guard",))
    guard = unit("Guard", blade(), count=2, save=7)
    gunners = unit(
        "Marksmen", weapon("rifle", "2", damage="2", keywords=gun), blade("knife", keywords=gun), count=shooters
    )
    what = setup([guard, captain], [gunners], WALL)
    guards, place, marksmen = row(30, 19, 2, 2.0), (30.0, 22.5), row(20, 22, shooters)
    if hidden:
        guards, place, marksmen = row(30, 20.5, 2, 2.0), (30.0, 24.5), MARKSMEN[:shooters]
    battle = position(what, {0: guards, 1: (place,), 2: marksmen}, "command")
    join(battle, 1, 0)
    battle.scene.rewind(replace(battle.state, phase=phase, active=1))
    return battle


def shot_at(battle: Battle, shot: Shot, *faces: int) -> tuple[int, ...]:
    take(battle, Shoot(2, (shot,)))
    return tuple(sorted(one(ev.AttacksMade, take(battle, RollDice(), *faces)).slain))


def test_precise_shots_go_to_the_leader() -> None:
    assert shot_at(led(), Shot("rifle", 0), 6, 1, 6) == (2,)


def test_the_attacker_may_decline_precision() -> None:
    """The guard who falls is the one that does not stand between the other and the captain."""
    assert shot_at(led(), Shot("rifle", 0, precise=False), 6, 1, 6) == (0,)


def test_what_is_left_after_the_leader_goes_on_to_the_unit() -> None:
    assert shot_at(led(), Shot("rifle", 0), 6, 6, 6, 6) == (1, 2)


def test_a_leader_out_of_sight_is_not_found() -> None:
    battle = led(hidden=True)
    assert any(battle.scene.lane(2, 0).sees), "the guards are seen"
    assert shot_at(battle, Shot("rifle", 0), 6, 1, 6) == (1,)


def test_each_shooter_needs_its_own_sight_of_the_leader() -> None:
    battle = led(hidden=True, shooters=4)
    declared = one(ev.ShotsDeclared, take(battle, Shoot(2, (Shot("rifle", 0),))))
    assert sorted((volley.precise, volley.bearers) for volley in declared.volleys) == [((), (0, 1)), ((2,), (2, 3))]


def test_precision_without_a_leader_changes_nothing() -> None:
    battle = squad()
    assert one(ev.ShotsDeclared, take(battle, Shoot(0, (Shot("gun", 1, precise=False),)))).volleys[0].precise == ()


@pytest.mark.parametrize(("precise", "fallen"), [(True, (2,)), (False, (1,))])
def test_precise_blows_may_be_declined_too(precise: bool, fallen: tuple[int, ...]) -> None:
    captain = replace(unit("Captain", blade(), keywords="infantry, character", save=7), leads=("Guard",))
    what = setup(
        [unit("Guard", blade(), count=2, save=7), captain], [unit("Duellist", blade("foil", keywords="precision"))]
    )
    x = beside(20, 0.5)
    battle = position(what, {0: row(20, 22, 2), 1: row(20, 20.5), 2: row(x, 22)}, "command")
    join(battle, 1, 0)
    battle.scene.rewind(replace(battle.state, active=1))
    fight(battle)
    first = battle.ask()
    assert first is not None
    for _ in range(20):
        prompt = battle.ask()
        assert prompt is not None
        if "strike" in prompt.kinds and prompt.unit == 2:
            break
        battle.answer(_plain(battle, prompt))
    take(battle, Strike((Shot("foil", 0, precise=precise),)))
    assert one(ev.AttacksMade, take(battle, RollDice(), 6, 6)).slain == fallen


def _plain(battle: Battle, prompt: Any) -> Any:
    if "fight" in prompt.kinds:
        return Fight(prompt.units[0])
    if "strike" in prompt.kinds:
        return Strike((Shot("blade", 2, (0,)),))
    return RollDice() if "roll" in prompt.kinds else Place()
