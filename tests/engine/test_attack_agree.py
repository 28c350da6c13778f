"""The three drivers agree for random profiles, keywords, circumstances and targets.

Rolled against exact: how far the mean of `ROLLS` attacks may be from the exact one follows from the exact variance by
Bernstein's inequality, which also covers rare large results. Seeds are fixed, so a test that passes keeps passing.
"""

from __future__ import annotations

from math import log, sqrt
from statistics import fmean, stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from highground.engine.attack.chances import Pmf, mean
from highground.engine.attack.definition import define
from highground.engine.attack.exact import distribution
from highground.engine.attack.expected import expected, expected_slain
from highground.engine.attack.roll import roll
from highground.engine.attack.rows import rows
from highground.engine.attack.terms import Attack, Pool, Target
from highground.engine.dice import Dice
from highground.engine.effects import Circumstances, Modifier, parse_keyword
from highground.engine.model import Amount, Weapon

ROLLS = 1000
DOUBT = log(2e8)  # -log of the chance that a right driver is called wrong, both sides

KEYWORDS = [
    "heavy", "torrent", "twin-linked", "lethal hits", "sustained hits 1", "sustained hits 2", "sustained hits D3",
    "devastating wounds", "anti-infantry 4+", "anti-infantry 2+", "anti-vehicle 2+", "blast", "melta 2", "rapid fire 1",
    "rapid fire D3", "indirect fire", "ignores cover", "lance", "pistol", "hazardous",
]  # fmt: skip

amounts = st.sampled_from(["1", "2", "3", "D3", "D6", "D3+1", "2D3"])
weapons = st.builds(
    lambda attacks, skill, strength, ap, damage, keywords, reach: Weapon(
        "gun",
        "gun",
        reach,
        Amount.parse(attacks),
        skill,
        Amount(plus=strength),
        ap,
        Amount.parse(damage),
        tuple(parse_keyword(word) for word in keywords),
    ),
    amounts,
    st.sampled_from([2, 3, 4, 5, 6, None]),
    st.integers(2, 10),
    st.integers(-4, 0),
    amounts,
    st.lists(st.sampled_from(KEYWORDS), max_size=5, unique=True),
    st.sampled_from([0, 24]),
)
rerolls = st.sampled_from(["ones", "failed", "any"])
modifiers = st.one_of(
    st.builds(Modifier, st.sampled_from(["hit", "wound", "save"]), st.just("add"), st.just("x"), st.integers(-2, 2)),
    st.builds(
        lambda stage, again: Modifier(stage, "reroll", "x", reroll=again),
        st.sampled_from(["hit", "wound", "save"]),
        rerolls,
    ),
    st.builds(Modifier, st.sampled_from(["hit", "wound"]), st.just("critical"), st.just("x"), st.integers(4, 6)),
    st.builds(Modifier, st.just("damage"), st.just("add"), st.just("x"), st.integers(-2, 1)),
    st.just(Modifier("damage", "halve", "x")),
    st.just(Modifier("fnp", "set", "x", 5)),
    st.just(Modifier("save", "invulnerable", "x", 5)),
    st.just(Modifier("save", "armour", "x", 1)),
)
flags = st.booleans()
circumstances = st.builds(
    Circumstances,
    stationary=flags,
    charged=flags,
    half_range=flags,
    cover=flags,
    indirect=flags,
    engaged=flags,
    snap=flags,
    target_models=st.integers(1, 12),
    target_keywords=st.sampled_from([frozenset(), frozenset({"infantry"}), frozenset({"vehicle"})]),
    target_rules=st.sampled_from([frozenset(), frozenset({"stealth"})]),
    modifiers=st.lists(modifiers, max_size=3).map(tuple),
)
pools = st.builds(
    Pool,
    st.integers(1, 5),
    st.sampled_from([2, 3, 4, 5, 6, 7]),
    st.sampled_from([None, None, 4, 5]),
    st.sampled_from([None, None, 4, 6]),
    st.integers(1, 4),
)
uniform = pools.map(lambda pool: (pool,))
wounded = pools.map(lambda pool: (Pool(1, pool.save, pool.invuln, pool.fnp), pool))
mixed = st.lists(pools, min_size=2, max_size=3).map(tuple)
attacks = st.builds(define, weapons, st.integers(1, 4), circumstances, st.integers(2, 8))


def assert_mean(rolled: list[int], pmf: Pmf) -> None:
    """Bernstein: P(|mean - m| >= t) <= 2 exp(-n t^2 / (2 v + 2 b t / 3)), solved for t at the doubt allowed."""
    middle = mean(pmf)
    variance = sum((value - middle) ** 2 * chance for value, chance in enumerate(pmf))
    reach = len(pmf) - 1
    linear = reach * DOUBT / (3 * ROLLS)
    allowed = linear + sqrt(linear**2 + 2 * variance * DOUBT / ROLLS) + 1e-9
    assert abs(sum(rolled) / ROLLS - middle) <= allowed


@settings(max_examples=120)
@given(attacks, st.one_of(uniform, wounded, mixed))
def test_rolled_exact_and_expected_agree(what: Attack, target: Target) -> None:
    found = distribution(what, target)
    results = [roll(what, target, Dice(11, number)) for number in range(ROLLS)]
    assert_mean([result.damage for result in results], found.damage)
    assert_mean([result.slain for result in results], found.slain)
    assert expected(what, target) == pytest.approx(mean(found.damage), abs=1e-9)
    assert expected_slain(what, target) == pytest.approx(mean(found.slain), abs=1e-9)
    possible = {value for value, chance in enumerate(found.damage) if chance > 0}
    assert {result.damage for result in results} <= possible


@settings(max_examples=150)
@given(attacks, st.one_of(uniform, wounded, mixed))
def test_a_distribution_is_one(what: Attack, target: Target) -> None:
    found = distribution(what, target)
    total = sum(pool.wounds * pool.count for pool in target)
    assert len(found.damage) == total + 1
    assert min(found.damage) >= 0
    assert sum(found.damage) == pytest.approx(1, abs=1e-12)
    assert sum(found.slain) == pytest.approx(1, abs=1e-12)
    assert found.stages.damage == pytest.approx(mean(found.damage))
    assert 0 <= expected(what, target) <= total


@settings(max_examples=150)
@given(attacks, st.one_of(uniform, mixed), st.integers(0, 1 << 30))
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


@settings(max_examples=60)
@given(attacks, uniform)
def test_stage_means_are_those_of_the_dice(what: Attack, target: Target) -> None:
    """Hits, wounds and unsaved wounds of many rolls: within five standard errors, and a bit for rare ones."""
    stages = distribution(what, target).stages
    results = [roll(what, target, Dice(13, number)) for number in range(ROLLS)]
    hits = [r.hit.hits + r.hit.lethal for r in results if r.hit]
    wounds = [r.wound.wounds + r.wound.devastating for r in results if r.wound]
    unsaved = [r.save.unsaved + r.wound.devastating for r in results if r.save and r.wound]
    for rolled, exact in ((hits, stages.hits), (wounds, stages.wounds), (unsaved, stages.unsaved)):
        allowed = 5 * stdev(rolled) / sqrt(ROLLS) + 20 / ROLLS
        assert abs(fmean(rolled) - exact) <= allowed
