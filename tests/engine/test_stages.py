"""Attacks rolled stage by stage, at once, and something of both: the same kind of result, whatever falls on the way."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from highground.engine import events as ev
from highground.engine.attack.sequence import STAGES
from highground.engine.battle import Battle
from highground.engine.choices import RollDice, Shoot
from highground.engine.events import Event
from highground.engine.model import UnitSheet, Weapon
from highground.engine.prompts import RollPrompt
from highground.engine.record import Given
from highground.engine.state import Resolving, Shot
from tests.engine.field import (
    BLUE,
    beside,
    blade,
    miniatures,
    mixed,
    one,
    only,
    position,
    refusal,
    row,
    setup,
    take,
    unit,
    weapon,
)
from tests.values import replace

FIVE = STAGES[:5]


def declared(foe: UnitSheet, *arms: Weapon, count: int = 1, more: Sequence[UnitSheet] = ()) -> Battle:
    """A blue unit has declared all its weapons at the red unit 10 inches away; further red units stand beside it."""
    what = setup([unit("Shooters", *arms, count=count)], [foe, *more])
    places = {0: row(20, 22, count), 1: row(beside(20, 10), 22, len(foe.line_up))}
    places.update({2 + i: row(beside(20, 12), 22 + 2 * i) for i in range(len(more))})
    battle = position(what, places, "shooting")
    battle.answer(Shoot(0, tuple(Shot(arm.uid, 1) for arm in arms)))
    return battle


def staged(battle: Battle, *faces: Sequence[int]) -> list[Event]:
    """Roll the stages one by one, each with its own faces."""
    found: list[Event] = []
    for stage, dice in zip(FIVE, faces, strict=True):
        found += take(battle, RollDice(stage), *dice)
    return found


TOUGH = unit("Tough", blade(), count=3, wounds=2, fnp=5)


def test_five_stages_end_as_one_roll_does() -> None:
    gun = weapon("gun", "4", ap=-1, damage="2")
    slow, fast = declared(TOUGH, gun), declared(TOUGH, gun)
    stages = ((6, 3, 3, 2), (4, 5, 1), (4, 4), (), (5, 1, 2, 2))
    events = staged(slow, *stages)
    whole = take(fast, RollDice(), *(face for dice in stages for face in dice))
    assert one(ev.AttacksMade, events) == one(ev.AttacksMade, whole)
    assert only(ev.UnitShot, events) == only(ev.UnitShot, whole)
    assert slow.state == replace(fast.state, events=fast.state.events + 5), "one event more for each stage"
    # Two wounds of two damage: one point ignored, so the second wound slays and its last point is gone.
    assert one(ev.AttacksMade, events).lost == ((2, 2),)


def test_each_stage_is_asked_for_and_shows_how_far_the_attacks_have_come() -> None:
    battle = declared(TOUGH, weapon("gun", "2"))
    for stage, dice, following in zip(FIVE, [(3, 3), (4, 4), (1, 1), (), (1, 1)], STAGES[1:], strict=True):
        assert battle.ask() == RollPrompt(BLUE, ("roll",), (0,), 0, stage=stage, why="shooting")
        event = one(ev.StageRolled, take(battle, RollDice(stage), *dice))
        assert (event.stage, event.next_stage) == (stage, following)
        if following != "complete":
            frame = battle.state.top
            assert isinstance(frame, Resolving)
            assert (frame.stage, frame.volleys) == (following, event.volleys)
    assert battle.state.units[1].wounds == (2, 2, 0)


def test_the_rest_can_be_rolled_at_once_from_any_stage() -> None:
    stages = [(6, 3), (4, 4), (1, 1), (), (1, 1)]
    ends = []
    for at in range(6):
        battle = declared(TOUGH, weapon("gun", "2"))
        for stage, dice in list(zip(FIVE, stages, strict=True))[:at]:
            events = take(battle, RollDice(stage), *dice)
        if at < 5:
            events = take(battle, RollDice(), *(face for dice in stages[at:] for face in dice))
        ends.append((one(ev.AttacksMade, events).lost, battle.state.units))
    assert all(end == ends[0] for end in ends)


@pytest.mark.parametrize("wrong", ["wound", "fnp", "complete", "charge", ""])
def test_stages_come_in_order(wrong: str) -> None:
    refused = refusal(declared(TOUGH, weapon("gun")), RollDice(wrong))
    assert refused.code == "wrong-stage"
    assert "'hit'" in refused.sentence


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ((3,), "Hit needs 2 dice, not 1."),
        ((), "Hit needs 2 dice, not 0."),
        ((3, 3, 3), "Too many dice for the roll: 1 left over."),
        ((3, 7), "Hit: a die of 6 sides cannot show 7."),
        ((0, 3), "Hit: a die of 6 sides cannot show 0."),
    ],
)
def test_dice_from_outside_must_fit_the_roll(faces: tuple[int, ...], sentence: str) -> None:
    battle = declared(TOUGH, weapon("gun", "2"))
    refused = refusal(battle, RollDice("hit"), Given(faces))
    assert (refused.code, refused.sentence) == ("wrong-dice", sentence)
    take(battle, RollDice("hit"), 3, 3)


def test_dice_of_a_choice_that_rolls_none_are_refused() -> None:
    what = setup([unit("Shooters", weapon("gun"))], [unit("Foe", blade())])
    battle = position(what, {0: row(20, 22), 1: row(30, 22)}, "shooting")
    assert refusal(battle, Shoot(0), Given((4,))).code == "wrong-dice"


def test_the_ledger_shows_dice_from_outside_from_rolled_ones() -> None:
    battle = declared(TOUGH, weapon("gun", "2"))
    battle.answer(RollDice("hit"), Given((6, 2), "camera"))
    battle.answer(RollDice())
    camera, rolled = (battle.records[i].dice for i in (-2, -1))
    assert [(each.purpose, each.faces, each.source) for each in camera] == [("hit", (6, 2), "camera")]
    assert {each.source for each in rolled} == {"rolled"}


def test_two_volleys_at_one_target_do_not_slay_anybody_twice() -> None:
    """The second volley's wounds go to those that the first has left."""
    foe = unit("Crowd", blade(), count=3)
    guns = (weapon("gun", "2"), weapon("carbine", "2"))
    battle = declared(foe, *guns)
    events = staged(battle, (3, 3, 3, 3), (4, 4, 4, 4), (1, 1, 1, 1), (), ())
    made = only(ev.AttacksMade, events)
    assert [event.lost for event in made] == [((2, 1), (1, 1)), ((0, 1),)]
    assert one(ev.UnitDestroyed, events) == ev.UnitDestroyed(1, 0)
    other = declared(foe, *guns)
    whole = take(other, RollDice(), 3, 3, 4, 4, 1, 1, 3, 3, 4, 4, 1, 1)
    assert [event.lost for event in only(ev.AttacksMade, whole)] == [event.lost for event in made]


def test_a_volley_whose_target_fell_before_rolls_nothing() -> None:
    foe = unit("Crowd", blade(), count=1)
    battle = declared(foe, weapon("gun"), weapon("carbine", "3"))
    events = take(battle, RollDice(), 3, 4, 1)
    assert len(only(ev.AttacksMade, events)) == 1
    assert battle.state.stack == ()


MIXED = mixed(
    "Mixed",
    miniatures("Leader", 1, blade(), wounds=2, save=2, invuln=4),
    miniatures("Grunt", 2, blade(), wounds=1, save=6, invuln=6),
)


def test_a_target_with_different_saves_is_resolved_wound_by_wound() -> None:
    battle = declared(MIXED, weapon("gun", "4"))
    events = staged(battle, (3, 3, 3, 3), (4, 4, 4, 4), (5, 6, 2, 1), (), ())
    # 6+ for the grunts: 5 slays one, 6 saves, 2 slays the other; 2+ for the leader: 1 wounds it.
    assert one(ev.AttacksMade, events).lost == ((2, 1), (1, 1), (0, 1))
    whole = declared(MIXED, weapon("gun", "4"))
    made = one(ev.AttacksMade, take(whole, RollDice(), 3, 3, 3, 3, 4, 4, 4, 4, 5, 6, 2, 1))
    assert made == one(ev.AttacksMade, events)


@pytest.mark.parametrize("pierce", [0, -4])
def test_mixed_saves_wait_for_the_losses_of_the_volley_before(pierce: int) -> None:
    """All need 4+ against one weapon; the other finds different saves. Whichever is first, nobody falls twice."""
    foe = mixed(
        "Odd",
        miniatures("Shield", 2, blade(), save=7, invuln=4),
        miniatures("Plate", 2, blade(), save=4),
    )
    first, second = weapon("gun", "2", ap=pierce), weapon("carbine", "3", ap=-4 - pierce)
    battle = declared(foe, first, second)
    events: list[Event] = []
    while isinstance(battle.state.top, Resolving):
        events += battle.answer(RollDice(battle.state.top.stage))
    made = only(ev.AttacksMade, events)
    slain = [miniature for event in made for miniature in event.slain]
    assert len(slain) == len(set(slain))
    assert all(wounds in (0, 1) for wounds in battle.state.units[1].wounds)


def test_mixed_saves_after_an_even_volley_with_typed_dice() -> None:
    foe = mixed("Odd", miniatures("Shield", 1, blade(), save=7, invuln=4), miniatures("Plate", 2, blade(), save=4))
    battle = declared(foe, weapon("gun", "2"), weapon("carbine", "2", ap=-4))
    take(battle, RollDice("hit"), 3, 3, 3, 3)
    take(battle, RollDice("wound"), 4, 4, 4, 4)
    take(battle, RollDice("save"), 1, 1)
    take(battle, RollDice("damage"))
    # The plates fell to the first volley; the shield saves one wound of the second and not the other.
    events = take(battle, RollDice("fnp"), 4, 3)
    assert [event.lost for event in only(ev.AttacksMade, events)] == [((2, 1), (1, 1)), ((0, 1),)]


def test_a_demise_waits_until_all_attacks_have_landed() -> None:
    """The first volley's victim explodes amid its own unit, whose others the second volley has already hit."""
    foe = unit("Powder", blade(), count=3, rules="deadly demise 1")
    for stages in (True, False):
        battle = declared(foe, weapon("gun"), weapon("carbine"))
        if stages:
            for stage, dice in zip(FIVE[:4], [(3, 3), (4, 4), (1, 1), ()], strict=True):
                take(battle, RollDice(stage), *dice)
            events = take(battle, RollDice("fnp"), 6, 1, 1)
        else:
            events = take(battle, RollDice(), 3, 4, 1, 3, 4, 1, 6, 1, 1)
        assert [event.slain for event in only(ev.AttacksMade, events)] == [(2,), (1,)]
        assert one(ev.WoundsLost, events).slain == (0,)
        assert [event.happened for event in only(ev.CauseRolled, events)] == [True, False, False]
        assert one(ev.UnitDestroyed, events) == ev.UnitDestroyed(1, 1)
        assert battle.state.units[1].wounds == (0, 0, 0)


def test_a_demise_may_take_a_unit_that_another_volley_has_thinned() -> None:
    foe = unit("Powder", blade(), rules="deadly demise 1")
    what = setup([unit("Shooters", weapon("gun"), count=2)], [foe, unit("Pair", blade(), count=2)])
    battle = position(what, {0: row(20, 22, 2), 1: row(30, 22), 2: row(33, 22, 2)}, "shooting")
    battle.answer(Shoot(0, (Shot("gun", 1, (0,)), Shot("gun", 2, (1,)))))
    events = take(battle, RollDice(), 3, 4, 1, 3, 4, 1, 6)
    assert [event.unit for event in only(ev.UnitDestroyed, events)] == [1, 2]
    assert one(ev.WoundsLost, events).by == 1
