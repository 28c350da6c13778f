"""Attacks whose critical rolls pierce better or find leaders: the dice, the rows and the exact odds."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from highground.engine.attack.again import fell_short, reroll_die, rerollable
from highground.engine.attack.apart import resolve_apart
from highground.engine.attack.chances import mean
from highground.engine.attack.definition import define, explain_save
from highground.engine.attack.exact import distribution
from highground.engine.attack.expected import expected, expected_slain
from highground.engine.attack.roll import roll, roll_stage, start
from highground.engine.attack.rows import rows
from highground.engine.attack.terms import Attack, Pool, Target
from highground.engine.dice import Dice, GivenDice
from highground.engine.effects import Circumstances, Modifier
from tests.engine.attack_helpers import attack, gun, scripted, with_modifiers
from tests.engine.test_attack_agree import ROLLS, assert_mean, circumstances, modifiers, weapons
from tests.values import replace

PIERCE = Modifier("wound", "pierce", "keen edge", -2)
KEEN = Modifier("hit", "pierce", "keen eye", -1)
SNIPE = Modifier("wound", "precise", "sniper")
SQUAD = Pool(1, 4, count=4)
LEADER = Pool(3, 3, sought=True)


def test_a_critical_wound_meets_a_worse_save() -> None:
    what = attack(gun("4", ap=-1), circumstances=with_modifiers(PIERCE))
    # All hit. A 6 wounds critically: its save of 4+ needs 7, so no die is rolled for it; the others need 5+.
    found = scripted(what, (SQUAD,), [3, 3, 3, 3, 4, 6, 5, 3, 5, 4])
    assert found.save is not None
    assert (found.save.faces, found.save.unsaved) == ((5, 0, 4), 2)
    table = rows(found)
    assert [each.kind for each in table] == [0, 1, 0, 0]
    assert [each.save_needed for each in table] == [5, None, 5, None]
    assert [each.saved for each in table] == [True, False, False, None]
    assert found.lost == (1, 1, 0, 0)


def test_a_critical_hit_pierces_with_its_own_wound_alone() -> None:
    what = attack(gun("1", keywords="sustained hits 1"), circumstances=with_modifiers(KEEN))
    found = scripted(what, (SQUAD,), [6, 4, 4, 4, 4])
    assert [(each.added, each.kind, each.save_needed, each.saved) for each in rows(found)] == [
        (False, 2, 5, False), (True, 0, 4, True),
    ]  # fmt: skip
    lethal = attack(gun("1", keywords="lethal hits"), circumstances=with_modifiers(KEEN))
    assert [(each.lethal, each.save_needed) for each in rows(scripted(lethal, (SQUAD,), [6, 5]))] == [(True, 5)]


def test_both_add_up_and_are_named() -> None:
    what = attack(gun("1"), circumstances=with_modifiers(PIERCE, KEEN))
    assert [what.ap_of(kind) for kind in range(4)] == [0, -2, -1, -3]
    save = explain_save(what, Pool(1, 2), 3)
    assert str(save) == "5+: save 2+, keen eye +1, keen edge +2"
    assert str(what.wound) == "4+: strength 4 against 4 4+, keen edge AP -2 on a critical"


def test_the_odds_of_a_small_attack_are_those_worked_out_by_hand() -> None:
    what = attack(gun("1", skill=None), circumstances=with_modifiers(PIERCE))
    # 4+ wounds: two sixths meet the save of 4+, one sixth one of 6+.
    assert expected(what, (SQUAD,)) == pytest.approx(2 / 6 * 1 / 2 + 1 / 6 * 5 / 6)
    found = distribution(what, (SQUAD,))
    assert found.stages.unsaved == pytest.approx(found.stages.damage)
    snipe = attack(gun("1", skill=None, ap=-6), circumstances=with_modifiers(SNIPE))
    assert distribution(snipe, (SQUAD, LEADER)).slain == pytest.approx((1 - 1 / 3, 1 / 3, 0, 0, 0, 0))
    twice = attack(gun("2", skill=None, ap=-6, damage="3"), circumstances=with_modifiers(SNIPE))
    # One miniature falls with each wound: of two wounds a sixth of each is the leader's, once.
    assert distribution(twice, (SQUAD, LEADER)).slain == pytest.approx((1 / 4, 1 / 2, 1 / 4, 0, 0, 0))
    lost = distribution(twice, (SQUAD, LEADER)).damage
    assert lost[1] == pytest.approx(2 * 1 / 2 * 1 / 3)
    assert lost[3] == pytest.approx(2 * 1 / 2 * 1 / 6)
    assert lost[4] == pytest.approx(2 * 1 / 6 * 1 / 3 + 1 / 36)


def test_a_critical_wound_finds_the_leader_and_the_others_do_not() -> None:
    what = attack(gun("3", ap=-6, damage="2"), circumstances=with_modifiers(SNIPE))
    found = scripted(what, (SQUAD, LEADER), [3, 3, 3, 6, 4, 6])
    assert found.lost == (1, 0, 0, 0, 3)
    assert [(each.miniature, each.final_damage, each.slain) for each in rows(found)] == [
        (4, 2, False), (0, 1, True), (4, 1, True),
    ]  # fmt: skip
    plain = scripted(what, (SQUAD, Pool(3, 3)), [3, 3, 3, 6, 4, 6])
    assert plain.lost == (1, 1, 1, 0, 0)


def test_devastating_ones_find_the_leader_last() -> None:
    what = attack(gun("2", damage="2", keywords="devastating wounds"), circumstances=with_modifiers(SNIPE))
    found = scripted(what, (SQUAD, LEADER), [3, 3, 6, 4, 2])
    assert found.lost == (1, 0, 0, 0, 2)
    assert [(each.miniature, each.save) for each in rows(found)] == [(4, None), (0, 2)]


def test_a_single_save_is_rerolled_against_its_own_number() -> None:
    what = attack(gun("3"), circumstances=with_modifiers(PIERCE))
    sequence = start(what, (SQUAD,))
    dice = GivenDice([3, 3, 3, 6, 4, 4, 5, 5, 3, 6])
    for _ in range(3):
        sequence = roll_stage(sequence, dice)
    assert sequence.save is not None
    assert (sequence.save.faces, sequence.save.unsaved) == ((5, 5, 3), 2)
    assert fell_short(sequence, "save") == (0, 2)
    again, face = reroll_die(sequence, "save", 0, dice)
    assert again.save is not None
    assert (face, again.save.unsaved, again.save.first) == (6, 1, (5, 0, 0))
    assert rerollable(again, "save") == (1, 2)
    sharper = attack(gun("3", ap=-1), circumstances=with_modifiers(PIERCE))
    none = start(sharper, (SQUAD,))
    dice = GivenDice([3, 3, 3, 6, 4, 4, 5, 4])
    for _ in range(3):
        none = roll_stage(none, dice)
    assert rerollable(none, "save") == (1, 2)


edges = st.one_of(
    st.builds(Modifier, st.sampled_from(["hit", "wound"]), st.just("pierce"), st.just("y"), st.integers(-3, -1)),
    st.builds(Modifier, st.sampled_from(["hit", "wound"]), st.just("precise"), st.just("y")),
)
edged = st.builds(
    lambda weapon, count, what, more, toughness: define(
        weapon, count, replace(what, modifiers=what.modifiers + tuple(more)), toughness
    ),
    weapons,
    st.integers(1, 3),
    circumstances,
    st.lists(edges, min_size=1, max_size=3),
    st.integers(2, 8),
)
some = st.builds(
    Pool,
    st.integers(1, 4),
    st.sampled_from([2, 3, 4, 5, 6, 7]),
    st.sampled_from([None, None, 4, 5]),
    st.sampled_from([None, None, 4, 6]),
    st.integers(1, 3),
    sought=st.booleans(),
)
targets = st.lists(some, min_size=1, max_size=3).map(tuple)


@settings(max_examples=120)
@given(edged, targets)
def test_rolled_exact_and_expected_agree(what: Attack, target: Target) -> None:
    found = distribution(what, target)
    results = [roll(what, target, Dice(11, number)) for number in range(ROLLS)]
    assert_mean([result.damage for result in results], found.damage)
    assert_mean([result.slain for result in results], found.slain)
    assert expected(what, target) == pytest.approx(mean(found.damage), abs=1e-9)
    assert expected_slain(what, target) == pytest.approx(mean(found.slain), abs=1e-9)
    assert sum(found.damage) == pytest.approx(1, abs=1e-12)
    unsaved = [r.save.unsaved + r.wound.devastating for r in results if r.save and r.wound]
    if len({pool.sought for pool in target}) == 1 and sum(pool.count for pool in target) == 1:
        assert abs(fmean(unsaved) - found.stages.unsaved) <= 5 * stdev(unsaved) / sqrt(ROLLS) + 20 / ROLLS


@settings(max_examples=150)
@given(edged, targets, st.integers(0, 1 << 30))
def test_rows_add_up_to_the_result(what: Attack, target: Target, seed: int) -> None:
    result = roll(what, target, Dice(seed, 0))
    table = rows(result)
    lost = [0] * len(result.lost)
    for each in table:
        if each.miniature is not None:
            lost[each.miniature] += each.final_damage or 0
    assert tuple(lost) == result.lost
    assert sum(each.slain for each in table) == result.slain
    assert sum(len(each.fnp) for each in table) == len(result.losses.faces if result.losses else ())
    sequence, dice = start(what, target), Dice(seed, 0)
    while sequence.stage != "complete":
        sequence = roll_stage(sequence, dice)
    assert sequence == result


@settings(max_examples=40)
@given(weapons, circumstances, st.lists(modifiers, max_size=2), targets)
def test_the_two_exact_ways_say_the_same(
    weapon: Any, what: Circumstances, more: list[Modifier], target: Target
) -> None:
    """One kind of miniature, whose wounds are counted together; the same with two kinds that differ in name alone."""
    pool = replace(target[0], sought=False)
    sharp = replace(what, modifiers=(*what.modifiers, *more, PIERCE, KEEN, SNIPE))
    found = define(weapon, 2, sharp, 4)
    together, apart = distribution(found, (pool,)), resolve_apart(found, (pool,))
    assert together.damage == pytest.approx(apart.damage, abs=1e-9)
    assert together.slain == pytest.approx(apart.slain, abs=1e-9)
