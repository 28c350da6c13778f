"""Exact distributions worked out by hand, with the arithmetic in the test."""

from __future__ import annotations

from fractions import Fraction as Part
from math import comb

import pytest

from highground.engine.attack.chances import amount_pmf, attacks_pmf
from highground.engine.attack.exact import distribution, wound_counts
from highground.engine.attack.expected import expected, expected_slain
from highground.engine.attack.terms import Attack, Pool, Target
from highground.engine.effects import Modifier
from highground.engine.model import Amount
from tests.engine.attack_helpers import attack, gun, pool_row, with_modifiers

ONES = with_modifiers(Modifier("hit", "reroll", "drill", reroll="ones"))

# Every rule at once. Hit 4+, re-rolling 1s: critical 1/6 + 1/6 * 1/6 = 7/36, ordinary 2/6 + 1/6 * 2/6 = 14/36,
# missed 15/36. Wound 4+, re-rolling failures: critical 1/6 + 3/6 * 1/6 = 1/4, ordinary 2/6 + 3/6 * 2/6 = 1/2.
# Save 3+ at AP -1 is a 4+: 1/2 fail. So an ordinary hit harms (1/2 * 1/2 unsaved, 1/4 devastating) with 1/2. A critical
# one wounds by itself (lethal; harms with 1/2) and adds an ordinary hit (harms with 1/2): 0, 1, 2 harms with 1/4, 1/2,
# 1/4. Harms of one attack, in 144ths:
#   0: 15/36 + 14/36 * 1/2 + 7/36 * 1/4 = 95, 1: 14/36 * 1/2 + 7/36 * 1/2 = 42, 2: 7/36 * 1/4 = 7.
EVERYTHING = "lethal hits, sustained hits 1, devastating wounds, twin-linked"
HARMS = [Part(95, 144), Part(42, 144), Part(7, 144)]


def everything(attacks: str, damage: str) -> Attack:
    return attack(gun(attacks, skill=4, ap=-1, damage=damage, keywords=EVERYTHING), circumstances=ONES)


def check(what: Attack, target: Target, damage: dict[int, Part], slain: dict[int, Part]) -> None:
    """The distribution is this one, and the mean is the expected value."""
    assert sum(damage.values()) == sum(slain.values()) == 1
    found = distribution(what, target)
    for pmf, wanted in ((found.damage, damage), (found.slain, slain)):
        assert list(pmf) == pytest.approx([float(wanted.get(value, 0)) for value in range(len(pmf))], abs=1e-12)
        assert max(wanted) < len(pmf)
    assert expected(what, target) == pytest.approx(float(sum(value * chance for value, chance in damage.items())))
    assert expected_slain(what, target) == pytest.approx(float(sum(value * chance for value, chance in slain.items())))


def test_everything_at_once_on_one_wound_miniatures() -> None:
    none, one, two = HARMS
    check(everything("1", "1"), (Pool(1, 3, count=5),), {0: none, 1: one, 2: two}, {0: none, 1: one, 2: two})


def test_everything_at_once_with_overkill() -> None:
    """Damage 3 on miniatures with 2 wounds: one point of each harm is lost; on a lone one the second harm is, too."""
    none, one, two = HARMS
    check(everything("1", "3"), (Pool(2, 3, count=2),), {0: none, 2: one, 4: two}, {0: none, 1: one, 2: two})
    check(everything("1", "3"), (Pool(2, 3),), {0: none, 2: one + two}, {0: none, 1: one + two})


def test_everything_at_once_with_a_wounded_miniature_first() -> None:
    """Damage 2: the first harm takes the last wound of the wounded miniature, the second 2 of the next one's 3."""
    none, one, two = HARMS
    target = (Pool(1, 3), Pool(3, 3))
    check(everything("1", "2"), target, {0: none, 1: one, 3: two}, {0: none, 1: one + two})


def test_everything_at_once_against_feel_no_pain() -> None:
    """Damage 2 and fnp 5+: 0, 1, 2 points get through with 1/9, 4/9, 4/9; two harms: binomial with 4 points."""
    none, one, two = HARMS
    four = [comb(4, n) * Part(2, 3) ** n * Part(1, 3) ** (4 - n) for n in range(5)]
    damage = {0: none + one * Part(1, 9) + two * four[0], 1: one * Part(4, 9) + two * four[1]}
    damage[2] = one * Part(4, 9) + two * four[2]
    damage[3] = two * (four[3] + four[4])
    check(everything("1", "2"), (Pool(3, 3, fnp=5),), damage, {0: 1 - damage[3], 1: damage[3]})


def test_everything_at_once_twice() -> None:
    none, one, two = HARMS
    damage = {
        0: none**2,
        1: 2 * none * one,
        2: 2 * none * two + one**2,
        3: 2 * one * two + two**2,  # three wounds are all there is
    }
    check(everything("2", "1"), (Pool(1, 3, count=3),), damage, damage)


def test_stage_means_of_everything_at_once() -> None:
    """Hits 14/36 + 2 * 7/36 = 28/36; ordinary hits roll: 21/36 * 3/4 wounds, and 7/36 lethal; harms (42 + 14) / 144."""
    stages = distribution(everything("6", "1"), (Pool(1, 3, count=30),)).stages
    assert stages.attacks == 6
    assert stages.hits == pytest.approx(6 * 28 / 36)
    assert stages.wounds == pytest.approx(6 * (21 / 36 * 3 / 4 + 7 / 36))
    assert stages.unsaved == pytest.approx(6 * 56 / 144)
    assert stages.damage == pytest.approx(6 * 56 / 144)


def test_sustained_hits_with_dice() -> None:
    """Hit 4+, no wound roll that fails to matter: wound 2+, 5/6 a hit. A critical (1/6) makes 2, 3 or 4 hits."""
    what = attack(gun(skill=4, strength=8, keywords="sustained hits D3"))
    wound = Part(5, 6)
    damage = {n: Part(0) for n in range(5)}
    damage[0] += Part(1, 2)
    for chance, hits in [(Part(2, 6), 1), (Part(1, 18), 2), (Part(1, 18), 3), (Part(1, 18), 4)]:
        for n in range(hits + 1):
            damage[n] += chance * comb(hits, n) * wound**n * (1 - wound) ** (hits - n)
    check(what, (Pool(1, 7, count=9),), damage, damage)


def test_dice_for_attacks_are_rolled_by_each_weapon() -> None:
    """Two torrents of D3 attacks, wounds on 4+: 2 to 6 attacks with 1, 2, 3, 2, 1 ninths."""
    damage = {n: Part(0) for n in range(7)}
    for attacks, ninths in zip(range(2, 7), (1, 2, 3, 2, 1), strict=True):
        for n in range(attacks + 1):
            damage[n] += Part(ninths, 9) * comb(attacks, n) / 2**attacks
    check(attack(gun("D3", skill=None, keywords="torrent"), 2), (Pool(1, 7, count=9),), damage, damage)


def test_dice_for_damage_stop_at_the_miniature() -> None:
    """D6 damage on a miniature with 4 wounds, wounded by 1 in 2 torrent attacks; 4, 5 and 6 take all four."""
    what = attack(gun("1", skill=None, damage="D6", keywords="torrent"))
    damage = {0: Part(1, 2), 1: Part(1, 12), 2: Part(1, 12), 3: Part(1, 12), 4: Part(3, 12)}
    check(what, (Pool(4, 7, count=2),), damage, {0: Part(3, 4), 1: Part(1, 4)})


def test_damage_is_at_least_1_after_modifiers() -> None:
    """D3 - 2: 1, 1, 1."""
    less = with_modifiers(Modifier("damage", "add", "plate", -2))
    what = attack(gun("1", skill=None, damage="D3", keywords="torrent"), circumstances=less)
    check(what, (Pool(4, 7),), {0: Part(1, 2), 1: Part(1, 2)}, {0: Part(1)})


def test_different_saves_in_turn_then_devastating_wounds() -> None:
    """Two torrent attacks, wound 4+, devastating: nothing 1/2, ordinary 1/3, devastating 1/6 each.

    First A (no save), then B (2+), one wound each. One wound: A falls, 2 * 1/2 * 1/2. Two ordinary: A falls, B fails
    1 in 6. An ordinary and a devastating one: the ordinary takes A, the devastating B. Two devastating: both.
    """
    what = attack(gun("2", skill=None, keywords="torrent, devastating wounds"))
    both = Part(1, 9) * Part(1, 6) + 2 * Part(1, 3) * Part(1, 6) + Part(1, 36)
    slain = {0: Part(1, 4), 1: Part(3, 4) - both, 2: both}
    check(what, (Pool(1, 7), Pool(1, 2)), slain, slain)
    # The other way round an ordinary wound meets the 2+ first: it stays without effect 5 times in 6.
    ordinary, mixed, devastating = Part(1, 9), 2 * Part(1, 3) * Part(1, 6), Part(1, 36)
    none = Part(1, 4) + 2 * Part(1, 2) * Part(1, 3) * Part(5, 6) + ordinary * Part(25, 36)
    both = ordinary * Part(1, 6) + mixed * Part(1, 6) + devastating
    slain = {0: none, 1: 1 - none - both, 2: both}
    check(what, (Pool(1, 2), Pool(1, 7)), slain, slain)


def test_saves_can_be_re_rolled() -> None:
    """A 4+ save that re-rolls failures fails 1 in 4; the wound comes 1 time in 2."""
    again = with_modifiers(Modifier("save", "reroll", "ward", reroll="failed"))
    what = attack(gun("1", skill=None, keywords="torrent"), circumstances=again)
    check(what, (Pool(1, 4),), {0: Part(7, 8), 1: Part(1, 8)}, {0: Part(7, 8), 1: Part(1, 8)})


def test_binomial_without_special_rules() -> None:
    """20 attacks, 3+, 4+, save 4+: each harms with 2/3 * 1/2 * 1/2 = 1/6."""
    counts = wound_counts(attack(gun("2", ap=-1), 10), 0.5)
    wanted = [comb(20, n) * (1 / 6) ** n * (5 / 6) ** (20 - n) for n in range(21)]
    assert counts.tolist() == pytest.approx(wanted, abs=1e-14)


def test_amounts_add_up() -> None:
    assert amount_pmf((Amount(plus=2),)) == (0, 0, 1)
    assert amount_pmf((Amount(2, 3, 1),)) == pytest.approx((0, 0, 0, 1 / 9, 2 / 9, 3 / 9, 2 / 9, 1 / 9))
    assert amount_pmf((Amount(1, 3, -2),)) == pytest.approx((2 / 3, 1 / 3))
    assert sum(amount_pmf((Amount(1, 6), Amount(1, 3)))) == pytest.approx(1)


def test_a_weapon_keeps_one_attack() -> None:
    less = with_modifiers(Modifier("attacks", "add", "gloom", -2))
    assert attacks_pmf(attack(gun("D3"), circumstances=less)) == pytest.approx((0, 1))
    assert attacks_pmf(attack(gun("D6"), circumstances=less)) == pytest.approx((0, 3 / 6, 1 / 6, 1 / 6, 1 / 6))
    for arm in (gun("2"), gun("D3")):
        crowd = pool_row([1] * 9, 5)
        assert expected(attack(arm, 3, less), crowd) == pytest.approx(expected(attack(gun("1"), 3), crowd))
    assert attack(gun("0"), circumstances=less).attack_range == (0, 0)


def test_large_targets_are_not_kept_in_memory() -> None:
    """900 wounds: the streamed chain agrees with the mean of far fewer attacks, which cannot kill them all."""
    what = attack(gun("10", damage="D6"), 10)
    found = distribution(what, (Pool(30, 7, count=30),))
    assert sum(found.damage) == pytest.approx(1)
    small = distribution(what, (Pool(30, 7, count=17),))  # 510 wounds, kept
    assert found.damage[:400] == pytest.approx(small.damage[:400], abs=1e-12)


def test_nothing_to_attack_or_to_attack_with() -> None:
    assert distribution(attack(gun()), ()).damage == (1.0,)
    assert expected(attack(gun()), ()) == 0
    empty = distribution(attack(gun(), weapons=0), (Pool(2, 3),))
    assert empty.damage == (1.0, 0.0, 0.0)
    assert empty.stages.attacks == 0


def test_expected_never_exceeds_what_the_target_has() -> None:
    what = attack(gun("20", strength=8, ap=-6, damage="6", keywords="torrent"), 20)
    assert expected(what, (Pool(3, 3, count=2),)) <= 6
    assert expected_slain(what, (Pool(3, 3, count=2),)) <= 2
