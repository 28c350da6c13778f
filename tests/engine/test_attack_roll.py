"""Worked examples: a profile, its circumstances and a row of dice, and what comes of them.

The dice of each example stand in the order in which they are rolled: number of attacks, hits, hits re-rolled, hits that
criticals add, wounds, wounds re-rolled, saves, damage, feel no pain. Every die must be used.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
import pytest

from highground.engine.attack.roll import roll, roll_stage, start
from highground.engine.attack.rows import rows
from highground.engine.attack.sequence import STAGES, DamageDice, Sequence
from highground.engine.attack.terms import Attack, Pool, Target
from highground.engine.dice import Dice, GivenDice
from highground.engine.effects import Circumstances, Modifier
from highground.engine.errors import DiceError
from tests.engine.attack_helpers import OPEN, attack, blade, gun, pool_row, scripted, with_modifiers

INFANTRY = frozenset({"infantry"})
NEAR = Circumstances(half_range=True)


@dataclass(frozen=True)
class Example:
    """`wounds` take a save, `critical` ones are devastating; `lost` are the wounds that each miniature loses."""

    name: str
    attack: Attack
    target: Target
    dice: list[int]
    hits: int
    wounds: int
    lost: list[int]
    devastating: int = 0
    unsaved: int | None = None


def row(count: int, wounds: int, save: int, invuln: int | None = None, fnp: int | None = None) -> Target:
    return (Pool(wounds, save, invuln, fnp, count),)


EXAMPLES = [
    Example("a plain attack", attack(gun("4")), row(5, 1, 4), [3, 2, 6, 4, 4, 3, 6, 3, 4], 3, 2, [1, 0, 0, 0, 0]),
    Example("a natural 1 misses whatever helps", attack(gun("2", skill=2), circumstances=with_modifiers(
        Modifier("hit", "add", "aim", 1))), row(1, 2, 7), [1, 2, 4], 1, 1, [1]),
    Example("a critical hit hits whatever hinders", attack(gun("2", skill=6), circumstances=with_modifiers(
        Modifier("hit", "add", "dark", -1))), row(1, 2, 7), [6, 5, 4], 1, 1, [1]),
    Example("heavy, stationary: 3s hit with skill 4+", attack(gun("3", skill=4, keywords="heavy"),
        circumstances=Circumstances(stationary=True)), row(3, 1, 7), [3, 2, 6, 4, 4], 2, 2, [1, 1, 0]),
    Example("heavy, moved: they do not", attack(gun("3", skill=4, keywords="heavy")), row(3, 1, 7), [3, 2, 6, 4], 1, 1,
        [1, 0, 0]),
    Example("torrent needs no hit roll", attack(gun("D6", skill=None, keywords="torrent")), row(3, 1, 7),
        [4, 4, 3, 3, 6], 4, 2, [1, 1, 0]),
    Example("rapid fire: one more within half range", attack(gun("1", keywords="rapid fire 1"), 2, NEAR),
        row(4, 1, 7), [3, 3, 3, 1, 4, 4, 4], 3, 3, [1, 1, 1, 0]),
    Example("a weapon keeps one attack", attack(gun("1"), 2, with_modifiers(Modifier("attacks", "add", "gloom", -1))),
        row(4, 1, 7), [3, 3, 4, 4], 2, 2, [1, 1, 0, 0]),
    Example("each weapon keeps one attack when they are rolled", attack(gun("D3"), 2, with_modifiers(
        Modifier("attacks", "add", "gloom", -1))), row(4, 1, 7), [1, 3, 3, 3, 3, 4, 4, 4], 3, 3, [1, 1, 1, 0]),
    Example("rapid fire D3: each weapon rolls its own", attack(gun("1", keywords="rapid fire D3"), 2, NEAR),
        row(4, 1, 7), [1, 3, 3, 3, 1, 1, 1, 1, 4, 4], 2, 2, [1, 1, 0, 0]),
    Example("melta: more damage within half range", attack(gun(damage="D6", keywords="melta 2"), 1, NEAR),
        row(1, 12, 7), [5, 5, 4], 1, 1, [6]),
    Example("blast: two more against ten", attack(gun("D3", keywords="blast"), circumstances=Circumstances(
        target_models=10)), row(10, 1, 7), [1, 1, 2, 3, 4], 1, 1, [1] + [0] * 9),
    Example("lance after a charge: 3s wound", attack(blade(attacks="2", keywords="lance"), circumstances=Circumstances(
        charged=True)), row(2, 1, 7), [3, 3, 3, 2], 2, 1, [1, 0]),
    Example("twin-linked re-rolls failed wounds once", attack(gun("3", keywords="twin-linked")), row(3, 1, 7),
        [3, 3, 3, 4, 1, 3, 3, 5], 3, 2, [1, 1, 0]),
    Example("re-rolled hits of 1 only", attack(gun("3"), circumstances=with_modifiers(
        Modifier("hit", "reroll", "drill", reroll="ones"))), row(3, 1, 7), [1, 2, 5, 4, 4, 4], 2, 2, [1, 1, 0]),
    Example("re-rolled failures are those that the modifier makes", attack(gun("2"), circumstances=with_modifiers(
        Modifier("hit", "add", "dark", -1), Modifier("hit", "reroll", "drill", reroll="failed"))), row(3, 1, 7),
        [3, 4, 3, 4], 1, 1, [1, 0, 0]),
    Example("sustained hits 2: a 6 makes three hits", attack(gun("2", keywords="sustained hits 2")), row(5, 1, 7),
        [6, 2, 4, 4, 1], 3, 2, [1, 1, 0, 0, 0]),
    Example("sustained hits D3: each critical rolls", attack(gun("2", keywords="sustained hits D3")), row(5, 1, 7),
        [6, 6, 1, 3, 4, 4, 4, 1, 1, 1], 6, 3, [1, 1, 1, 0, 0]),
    Example("lethal hits: a 6 wounds by itself, and saves as usual", attack(gun("2", keywords="lethal hits"),
        toughness=8), row(2, 1, 3), [6, 5, 5, 2], 1, 1, [1, 0]),
    Example("lethal and sustained: the added hits roll to wound", attack(gun("1", keywords=
        "lethal hits, sustained hits 1")), row(3, 1, 7), [6, 4], 1, 2, [1, 1, 0]),
    Example("lethal and devastating: a lethal wound is never critical", attack(gun("2", keywords=
        "lethal hits, devastating wounds")), row(3, 1, 2), [6, 3, 6, 2], 1, 1, [1, 0, 0], devastating=1),
    Example("devastating wounds take no save and come last", attack(gun("2", damage="2", keywords=
        "devastating wounds")), (Pool(1, 3), Pool(3, 3)), [3, 3, 6, 4, 2], 2, 1, [1, 2], devastating=1),
    Example("devastating damage does not spill", attack(gun("1", damage="6", keywords="devastating wounds")),
        row(3, 2, 2), [3, 6], 1, 0, [2, 0, 0], devastating=1),
    Example("feel no pain works against devastating wounds", attack(gun("1", damage="3", keywords=
        "devastating wounds")), row(1, 5, 2, fnp=5), [3, 6, 5, 4, 6], 1, 0, [1], devastating=1),
    Example("anti-infantry 4+ makes 4s critical", attack(gun("2", strength=3, keywords=
        "anti-infantry 4+, devastating wounds"), circumstances=Circumstances(target_keywords=INFANTRY), toughness=6),
        row(2, 1, 2), [3, 3, 4, 3], 2, 0, [1, 0], devastating=1),
    Example("anti does nothing to others", attack(gun("2", strength=3, keywords="anti-vehicle 4+"),
        circumstances=Circumstances(target_keywords=INFANTRY), toughness=6), row(2, 1, 7), [3, 3, 4, 6], 2, 1, [1, 0]),
    Example("indirect without sight: 3s miss even with skill 2+", attack(gun("3", skill=2, keywords="indirect fire"),
        circumstances=Circumstances(indirect=True)), row(3, 1, 5), [3, 3, 4, 4, 4], 1, 1, [0, 0, 0], unsaved=0),
    Example("cover turns a 4+ into a 3+", attack(gun("2"), circumstances=Circumstances(cover=True)), row(2, 1, 4),
        [3, 3, 4, 4, 3, 2], 2, 2, [1, 0]),
    Example("ignores cover leaves it a 4+", attack(gun("2", keywords="ignores cover"), circumstances=Circumstances(
        cover=True)), row(2, 1, 4), [3, 3, 4, 4, 3, 4], 2, 2, [1, 0]),
    Example("an invulnerable save stands when armour is pierced", attack(gun("2", ap=-4)), row(2, 1, 3, invuln=5),
        [3, 3, 4, 4, 5, 4], 2, 2, [1, 0]),
    Example("no save possible, no dice rolled for it", attack(gun("1", ap=-4)), row(2, 1, 3), [3, 4], 1, 1, [1, 0]),
    Example("a natural 1 fails the best save", attack(gun("2")), row(2, 1, 2), [3, 3, 4, 4, 1, 2], 2, 2, [1, 0]),
    Example("damage does not spill from miniature to miniature", attack(gun("2", damage="3")), row(3, 2, 7),
        [3, 3, 4, 4], 2, 2, [2, 2, 0]),
    Example("the wounded miniature is first", attack(gun("2", damage="2")), pool_row([3, 1, 3], 7),
        [3, 3, 4, 4], 2, 2, [1, 2, 0]),
    Example("damage dice: one for each unsaved wound", attack(gun("2", damage="D3+1")), row(2, 3, 7),
        [3, 3, 4, 4, 1, 3], 2, 2, [3, 0]),
    Example("2D6 damage takes two dice a wound", attack(gun("1", damage="2D6")), row(1, 12, 7), [3, 4, 3, 4], 1, 1,
        [7]),
    Example("feel no pain: a die for each point", attack(gun("2", damage="2")), row(2, 2, 7, fnp=5),
        [3, 3, 4, 4, 5, 1, 1, 1], 2, 2, [2, 0]),
    Example("overkill is lost", attack(gun("4", damage="2")), row(1, 3, 7), [3, 3, 3, 3, 4, 4, 4, 4], 4, 4, [3]),
    Example("snap shots hit on 6s", attack(gun("3", skill=2), circumstances=Circumstances(snap=True)), row(3, 1, 7),
        [5, 6, 2, 4], 1, 1, [1, 0, 0]),
    Example("all together", attack(gun("3", skill=4, ap=-1, damage="2", keywords=
        "lethal hits, sustained hits 1, devastating wounds, twin-linked"), circumstances=with_modifiers(
        Modifier("hit", "reroll", "drill", reroll="failed"))), row(3, 2, 3, fnp=6),
        # hits 6 (lethal, one more), 2 -> 5, 1 -> 3; wounds 3 -> 6 (devastating), 5; saves 4+ for the lethal one and
        # the 5: 3 fails, 4 saves; damage 2 + 2, fnp 6+ ignores one point of the first
        [6, 2, 1, 5, 3, 3, 5, 6, 3, 4, 6, 1, 2, 3], 2, 2, [2, 0, 0], devastating=1),
]  # fmt: skip


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_worked_example(example: Example) -> None:
    result = scripted(example.attack, example.target, example.dice)
    assert result.hit is not None
    assert result.wound is not None
    assert result.save is not None
    assert result.hit.hits == example.hits
    assert (result.wound.wounds, result.wound.devastating) == (example.wounds, example.devastating)
    assert list(result.lost) == example.lost
    assert result.damage == sum(example.lost)
    if example.unsaved is not None:
        assert result.save.unsaved == example.unsaved


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_stage_by_stage_is_the_same_and_can_be_stored_between_stages(example: Example) -> None:
    dice = GivenDice(example.dice)
    sequence = start(example.attack, example.target)
    passed = []
    while sequence.stage != "complete":
        passed.append(sequence.stage)
        sequence = msgspec.json.decode(msgspec.json.encode(roll_stage(sequence, dice)), type=Sequence)
    dice.finish()
    assert tuple(passed) == STAGES[:-1]
    assert sequence == scripted(example.attack, example.target, example.dice)
    assert roll_stage(sequence, dice) is sequence


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_rows_tell_the_same_story(example: Example) -> None:
    result = scripted(example.attack, example.target, example.dice)
    table = rows(result)
    lost = [0] * len(result.lost)
    for each in table:
        if each.miniature is not None:
            lost[each.miniature] += each.final_damage or 0
    assert lost == list(result.lost)
    assert sum(each.slain for each in table) == result.slain
    assert result.hit is not None
    assert result.wound is not None
    assert sum(not each.added for each in table) == result.hit.attacks
    assert sum(each.wound_success for each in table) == result.wound.wounds + result.wound.devastating


def test_mixed_saves_are_resolved_wound_by_wound() -> None:
    """Two bodyguards without a save, then a captain with 2+ and feel no pain: save, damage, fnp, next wound."""
    target = (Pool(1, 7, count=2), Pool(4, 2, fnp=5))
    weapon = attack(gun("4", damage="D3"))
    hit_and_wound = [3, 3, 3, 3, 4, 4, 4, 4]
    # guards: no save, damage dice 1 and 2; captain: a save of 1 fails, damage die 3, fnp 5, 1, 1; then saves with a 2
    result = scripted(weapon, target, [*hit_and_wound, 1, 2, 1, 3, 5, 1, 1, 2])
    assert result.lost == (1, 1, 2)
    assert result.save is not None
    assert result.save.faces == (0, 0, 1, 2)
    assert result.save.unsaved == 3
    assert [each.save_needed for each in rows(result)] == [None, None, 2, 2]
    assert [each.damage for each in rows(result)] == [1, 2, 3, None]


def test_damage_dice_rerolled_wound_by_wound_keep_their_first_faces() -> None:
    """Two hits and wounds at miniatures with different saves, both failed; the first one's damage is rolled again."""
    again = with_modifiers(Modifier("damage", "reroll", "drill", reroll="ones"))
    target = (Pool(6, 5), Pool(6, 6))
    dice = GivenDice([6, 6, 6, 6, 1, 1, 4, 2, 5])
    found = roll(attack(gun("2", damage="D6"), circumstances=again), target, dice)
    assert found.wounding == DamageDice((4, 5), (4, 5), (1, 0))
    assert [(row.damage_faces, row.damage_first) for row in rows(found)] == [((4,), (1,)), ((5,), (0,))]


def test_mixed_saves_stop_when_nobody_is_left_and_devastating_wounds_come_last() -> None:
    target = (Pool(1, 2), Pool(1, 7))
    weapon = attack(gun("3", keywords="devastating wounds"))
    # wounds 6 (devastating), 4, 4: the ordinary ones first. The first save fails, the second miniature has none:
    # nobody is left for the devastating wound.
    result = scripted(weapon, target, [3, 3, 3, 6, 4, 4, 1])
    assert result.lost == (1, 1)
    assert [(each.wound, each.miniature, each.wasted) for each in rows(result)] == [
        (6, None, True),
        (4, 0, False),
        (4, 1, False),
    ]


def test_different_feel_no_pain_is_rolled_per_wound() -> None:
    target = (Pool(2, 7), Pool(2, 7, fnp=4))
    result = scripted(attack(gun("3", damage="2")), target, [3, 3, 3, 4, 4, 4, 4, 1, 5, 3])
    assert result.losses is not None
    assert result.lost == (2, 2)
    assert result.losses.counts == (0, 2, 2)


def test_a_row_shows_every_die_of_its_attack() -> None:
    """Attack 1 critically hits and adds a hit; the added hit's wound is re-rolled into a critical."""
    weapon = attack(gun("2", ap=-1, damage="D3", keywords="sustained hits 1, twin-linked"))
    result = scripted(weapon, row(2, 3, 3, fnp=6), [6, 3, 5, 2, 4, 6, 3, 4, 2, 2, 1, 6, 1, 3])
    first, added, second = rows(result)
    assert (first.hit, first.critical_hit, first.wound, first.save, first.saved) == (6, True, 5, 3, False)
    assert (first.damage, first.damage_faces, first.fnp, first.final_damage) == (2, (2,), (6, 1), 1)
    assert (added.added, added.hit, added.wound_first, added.wound, added.critical_wound) == (True, None, 2, 6, True)
    assert (added.save, added.saved, added.damage) == (4, True, None)
    assert (second.hit, second.wound, second.save, second.damage, second.fnp) == (3, 4, 2, 1, (3,))


def test_rows_of_a_sequence_on_its_way() -> None:
    sequence = start(attack(gun("2")), row(2, 1, 4))
    assert rows(sequence) == []
    dice = GivenDice([3, 1, 4, 2])
    sequence = roll_stage(sequence, dice)
    assert [(each.hit, each.hit_success, each.wound) for each in rows(sequence)] == [(3, True, None), (1, False, None)]
    sequence = roll_stage(roll_stage(sequence, dice), dice)
    assert [(each.wound, each.save, each.damage) for each in rows(sequence)] == [(4, 2, None), (None, None, None)]


def test_every_die_is_in_the_ledger() -> None:
    dice = Dice(7, 1)
    result = roll(attack(gun("D6", damage="D3", keywords="twin-linked"), 5), row(10, 2, 5, fnp=5), dice)
    purposes = [(entry.purpose, entry.source) for entry in dice.ledger]
    assert purposes == [
        ("attacks", "rolled"),
        ("hit", "rolled"),
        ("wound", "rolled"),
        ("wound", "re-rolled"),
        ("save", "rolled"),
        ("damage", "rolled"),
        ("fnp", "rolled"),
    ]
    assert result.hit is not None
    assert dice.ledger[1].faces == result.hit.faces


def test_missing_dice_are_refused() -> None:
    with pytest.raises(DiceError):
        scripted(attack(gun("2")), row(1, 1, 7), [3])
    with pytest.raises(DiceError):
        scripted(attack(gun("2")), row(1, 1, 7), [3, 1, 4, 4])


def test_nobody_to_hit_and_nothing_to_hit_with() -> None:
    assert scripted(attack(gun("1")), (), [3, 4]).damage == 0
    assert scripted(attack(gun("1"), weapons=0), row(1, 1, 7), []).lost == (0,)
    assert Circumstances() == OPEN


def test_pool_row_puts_the_wounded_first_and_leaves_out_the_dead() -> None:
    assert pool_row([2, 1, 0, 2], 3, fnp=5) == (Pool(1, 3, fnp=5), Pool(2, 3, fnp=5, count=2))
