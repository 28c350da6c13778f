"""Wordings that joined later, each in words of our own: what they come to, and that the engine does it."""

from __future__ import annotations

import re

import pytest

from highground.engine import choices as ch
from highground.engine.abilities import AnyEffect, on_attacks, powers
from highground.engine.abilities.acts import IgnoreDamage, RollAgain
from highground.engine.abilities.afflictions import (
    AddToToughness,
    MarkUnit,
    RolledWounds,
    TableStep,
    TakeShockTest,
    Withdraw,
)
from highground.engine.abilities.attacks import AddToRange, GainKeyword, ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import AllowReroll, PassShock, Permit, StrikeWhenFallen
from highground.engine.abilities.model import Ability, Use
from highground.engine.abilities.resources import ChangePrice, CloseIn
from highground.engine.abilities.wounds import DealMortalWounds, GainPoints, HealOne
from highground.engine.amount import Amount, Keyword
from highground.packs.ability_checks import effect_problems, use_problems
from highground.rosters import phrases_rewrites
from highground.rosters.phrases import KnownKeywords, Reading, Scope, read_text
from highground.rosters.phrases_text import sentences
from highground.rosters.phrases_use_effects import THIS
from tests.engine.field import blade, position, row, setup, take, unit, weapon
from tests.rosters.phrase_cases import READ
from tests.rosters.test_phrases import NEAR_MISSES
from tests.rosters.test_phrases_battle import BLADE, RIFLE, battle, found
from tests.rosters.test_phrases_wordings import SAME
from tests.values import replace

KNOWN = KnownKeywords(
    frozenset({"infantry", "vehicle", "monster", "character", "fly", "transport"}),
    frozenset({"ashen wardens"}),
    frozenset({"sun lance"}),
    lone=frozenset({"vehicle"}),
)
D3 = Amount(1, 3)
CHARGED, LED, ENGAGED = Condition("charged"), Condition("leading"), Condition("engaged", negate=True)


def again(stage: str, *conditions: Condition, reroll: str = "any") -> AnyEffect:
    return ModifyAttack(stage, change="reroll", reroll=reroll, conditions=conditions)  # type: ignore[arg-type]


HELD: list[tuple[str, tuple[AnyEffect, ...], Scope]] = [
    (
        'Add 6" to the Range characteristic of ranged weapons equipped by models in this unit.',
        (AddToRange(6),),
        "unit",
    ),
    (
        "While this unit is within range of an objective marker, this unit automatically passes Battle-shock tests.",
        (PassShock(conditions=(Condition("on objective"),)),),
        "unit",
    ),
    (
        "If this unit made a Charge move this turn, melee weapons equipped by models in this unit have the [LANCE]"
        " ability.",
        (GainKeyword(Keyword("lance"), attacks="melee", conditions=(CHARGED,)),),
        "unit",
    ),
    (
        "Each time a model in this unit makes an attack, you can re-roll the Hit roll and re-roll the Wound roll.",
        (again("hit"), again("wound")),
        "unit",
    ),
    (
        "Each time a model in this unit makes an attack with a sun lance against a unit that can FLY, re-roll a"
        " Wound roll of 1.",
        (
            again(
                "wound", Condition("weapon", name="sun lance"), Condition("target keyword", name="fly"), reroll="ones"
            ),
        ),
        "unit",
    ),
    (
        "Each time a model in this unit makes an attack that targets a unit with the FLY keyword, you can re-roll the"
        " Hit roll.",
        (again("hit", Condition("target keyword", name="fly")),),
        "unit",
    ),
    (
        "Each time a model in this unit makes an attack that targets a unit containing 4 or fewer models, you can"
        " re-roll the Hit roll.",
        (again("hit", Condition("target size", 5, negate=True)),),
        "unit",
    ),
    (
        "Each time a model in this unit makes an attack that targets an enemy unit that is not within range of an"
        " objective marker, you can re-roll the Hit roll.",
        (again("hit", Condition("target on objective", negate=True)),),
        "unit",
    ),
    (
        "Each time a model in this unit makes an attack that targets a unit within range of an objective marker your"
        " opponent controls, you can re-roll the Hit roll.",
        (again("hit", Condition("target on its objective")),),
        "unit",
    ),
    (
        "Each time a model in this unit makes a ranged attack, if a Critical Wound is scored, improve the Armour"
        " Penetration characteristic of that attack by 2.",
        (ModifyAttack("wound", -2, change="pierce", attacks="ranged"),),
        "unit",
    ),
    (
        "Each time a model in this unit makes an attack, if a Critical Hit is scored, that attack has the [PRECISION]"
        " ability.",
        (ModifyAttack("hit", change="precise"),),
        "unit",
    ),
    (
        "Each time an attack targets this unit, an unmodified Wound roll of 1-3 fails, irrespective of any abilities"
        " that the weapon or the model making the attack may have.",
        (ModifyAttack("wound", 3, change="fails", role="defending"),),
        "unit",
    ),
    (
        "Each time a ranged attack is allocated to a model in this unit, re-roll a saving throw of 1.",
        (ModifyAttack("save", change="reroll", reroll="ones", role="defending", attacks="ranged"),),
        "unit",
    ),
    (
        "Each time this unit declares a charge that targets a MONSTER unit, you can re-roll the Charge roll.",
        (AllowReroll("charge", conditions=(Condition("target keyword", name="monster"),)),),
        "unit",
    ),
    (
        "This unit can be set up in the Reinforcements step of your first, second or third Movement phase, regardless"
        " of any mission rules.",
        (Permit("arrive early"),),
        "unit",
    ),
    (
        'Each time a model in this unit makes a Pile-in or Consolidation move, it can move up to 5" instead of up to'
        ' 3" so long as it ends that move closer to the closest enemy model.',
        (CloseIn(5),),
        "unit",
    ),
    (
        "Each time a model in this unit is destroyed by a melee attack, if that model has not fought this phase, roll"
        " one D6: on a 3+, do not remove that model from play; that destroyed model can fight after the attacking"
        " unit has finished making its attacks, and is then removed from play.",
        (StrikeWhenFallen(3),),
        "unit",
    ),
    (
        "Each time this model destroys an enemy unit, it regains up to D3 lost wounds.",
        (HealOne(amount=D3, when="slew"),),
        "holder",
    ),
    (
        'Each time an enemy unit within 6" of this unit fails a Battle-shock test, that unit suffers D3 mortal wounds.',
        (DealMortalWounds(amount=D3, who="target", reach=6.0, when="enemy shock failed"),),
        "unit",
    ),
    (
        "While this model is leading a unit, each time that unit is targeted with a Stratagem, roll one D6: on a 5+,"
        " you gain 1CP.",
        (GainPoints(1, 5, when="stratagem", conditions=(LED,)),),
        "bearer",
    ),
    (
        "Once per battle round, when this unit is targeted with a Stratagem, reduce the CP cost of that use of that"
        " Stratagem by 1CP.",
        (ChangePrice(value=-1, per="round"),),
        "unit",
    ),
    (
        "This unit can be targeted with the Heroic Intervention Stratagem for 0CP.",
        (ChangePrice("intervention", free=True),),
        "unit",
    ),
]


@pytest.mark.parametrize(("text", "effects", "scope"), HELD)
def test_what_holds(text: str, effects: tuple[AnyEffect, ...], scope: Scope) -> None:
    assert read_text(text, KNOWN) == Reading(effects, scope=scope)
    assert not [problem for each in effects for problem in effect_problems(each, None, "unit")]


def act(window: str, *phases: str, **values: object) -> Use:
    plain = Use("activated", phases=phases, window=window, per="phase")  # type: ignore[arg-type]
    return replace(plain, **values)


AIMED = {"target": "enemy", "reach": 12.0}
USED: list[tuple[str, tuple[AnyEffect, ...], Use, Scope]] = [
    (
        "Once per battle, at the end of your Command phase, this unit can use this ability. If it does, roll one D6"
        ' for each enemy unit within 9" of this unit: on a 2-5, that enemy unit suffers 1 mortal wound; on a 6, that'
        " enemy unit suffers D3 mortal wounds.",
        (RolledWounds((TableStep(2, Amount(plus=1)), TableStep(6, D3)), who="enemies within", reach=9.0),),
        act("phase end", "command", per="battle"),
        "unit",
    ),
    (
        "Once per battle, at the start of the Fight phase, this unit can use this ability. If it does, each enemy unit"
        ' (excluding VEHICLE units) within 6" of this unit must take a Battle-shock test, subtracting 1 from the roll'
        " when it does so.",
        (
            TakeShockTest(
                -1, who="enemies within", reach=6.0, conditions=(Condition("keyword", name="vehicle", negate=True),)
            ),
        ),
        act("phase start", "combat", turn="any", per="battle"),
        "unit",
    ),
    (
        "Once per turn, at the start of your Command, Shooting or Charge phase, you can select one enemy unit within"
        ' 12" of this unit. That unit must take a Battle-shock test.',
        (TakeShockTest(who="target"),),
        act("phase start", "command", "shooting", "charge", per="turn", **AIMED),
        "unit",
    ),
    (
        'At the end of your opponent\'s turn, if this unit is within 6" of one or more battlefield edges and is not'
        " within Engagement Range of any enemy units, you can remove it from the battlefield and place it into"
        " Strategic Reserves.",
        (Withdraw(),),
        act("phase end", "combat", turn="enemy", conditions=(Condition("near edge", 6),)),
        "unit",
    ),
    (
        "In your Shooting phase, after this unit has shot, select one enemy unit hit by one or more of those attacks."
        " Until the end of the phase, each time a friendly model that disembarked from this TRANSPORT this turn makes"
        " an attack that targets that enemy unit, you can re-roll the Wound roll.",
        (
            MarkUnit(THIS, who="target", duration="phase"),
            ModifyAttack(
                "wound", change="reroll", reroll="any", who="army", duration="phase",
                conditions=(Condition("marked by transport", name=THIS),),
            ),
        ),
        act("shot", "shooting", target="enemy", per="turn", count=-1),
        "unit",
    ),
    (
        'In your Command phase, select one friendly INFANTRY unit within 12" of this unit. Until the start of your'
        " next Command phase that unit is steeled. While a unit is steeled, add 1 to the Toughness characteristic of"
        " models in that unit.",
        (AddToToughness(1, who="target", duration="until your next command phase"),),
        act(
            "", "command", target="ally", reach=12.0, aimed=((Condition("keyword", name="infantry"),),)
        ),
        "unit",
    ),
    (
        'In your Command phase, select one friendly INFANTRY unit within 12" of this unit. Until the start of your'
        " next Command phase, that unit is eligible to declare a charge in a turn in which it Fell Back.",
        (Permit("fall back and charge", who="target", duration="until your next command phase"),),
        act("", "command", target="ally", reach=12.0, aimed=((Condition("keyword", name="infantry"),),)),
        "unit",
    ),
    (
        'In your Command phase, you can select one friendly VEHICLE model within 3" of this unit. That model regains'
        " up to D3 lost wounds and, until the start of your next Command phase, each time that model makes an attack,"
        " add 1 to the Hit roll.",
        (
            HealOne(amount=D3, who="target"),
            ModifyAttack("hit", 1, who="target", duration="until your next command phase"),
        ),
        act("", "command", target="ally", reach=3.0, aimed=((Condition("keyword", name="vehicle"),),)),
        "unit",
    ),
    (
        "Each time this unit is selected to shoot, you can re-roll one Hit roll or one Wound roll.",
        (RollAgain(),),
        act("rolled", "shooting", turn="any", rolls=("hit", "wound")),
        "unit",
    ),
    (
        "Once per battle round, when a saving throw is failed for this model, you can change the Damage characteristic"
        " of that attack to 0.",
        (IgnoreDamage(),),
        act("wounded", turn="any", per="round"),
        "holder",
    ),
    (
        "Twice per battle, after an attack has been allocated to this model, you can change the Damage characteristic"
        " of that attack to 0.\n\nDesigner’s Note: Place two Decoy tokens next to the unit, removing one each time this"
        " ability has been used.",
        (IgnoreDamage(),),
        act("wounded", turn="any", per="battle", count=2),
        "holder",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "effects", "use", "scope"), USED)
def test_what_is_used(text: str, effects: tuple[AnyEffect, ...], use: Use, scope: Scope) -> None:
    assert read_text(text, KNOWN) == Reading(effects, scope=scope, use=use)
    assert not list(use_problems(use))
    assert not [problem for each in effects for problem in effect_problems(each, use, "unit")]


def test_one_die_of_each_kind_is_a_use_of_its_own() -> None:
    reading = read_text(
        "Each time this unit is selected to shoot or fight, you can re-roll one Hit roll and one Wound roll.", KNOWN
    )
    assert reading is not None
    assert reading.use is not None
    first, second = reading.use, reading.parts[0].use
    assert (first.phases, first.rolls) == (("shooting", "combat"), ("hit",))
    assert second == replace(first, rolls=("wound",))


def test_a_keyword_is_picked_for_a_weapon_that_is_named() -> None:
    reading = read_text(
        "In your Shooting phase, select one of the following abilities: [IGNORES COVER]; [LETHAL HITS]. Until the end"
        " of the phase, this model's sun lance has that ability.",
        KNOWN,
    )
    assert reading is not None
    assert reading.scope == "holder"
    assert [each.name for each in reading.choices] == ["Ignores Cover", "Lethal Hits"]
    lance = (Condition("weapon", name="sun lance"),)
    assert [effect.conditions for each in reading.choices for effect in each.effects] == [lance, lance]


TEXTS = [
    "Each time a model in this unit makes an attack, if a Critical Wound is scored, add 1 to the Hit roll.",
    "Each time a model in this unit makes an attack, an unmodified Wound roll of 1-3 fails.",
    "Each time a model in this unit makes an attack, re-roll a saving throw of 1.",
    "Each time a model in this unit makes an attack with a sling against a unit that can FLY, re-roll a Wound roll"
    " of 1.",
    "If this unit is hungry, melee weapons equipped by models in this unit have the [LANCE] ability.",
    "Each time this unit declares a charge, you can re-roll the Charge roll if it is late.",
    "Each time that unit is targeted with a Stratagem, roll one D6: on a 5+, you gain 1CP.",
    "Each time this unit destroys an enemy unit, it regains up to D3 lost wounds.",
    "At the end of your opponent's turn, if this unit is wholly within 6\" of any battlefield edge, you can remove it"
    " from the battlefield and place it into Strategic Reserves.",
    "Each time this unit is selected to shoot, you can re-roll one Hit roll or one Wound roll and one Damage roll.",
    'In your Command phase, select one friendly INFANTRY unit within 12" of this unit. Until the start of your next'
    " Command phase, that unit is steeled.",
    "The first time a saving throw is failed for this model in each battle round, change the Damage characteristic of"
    " that attack to 0.",
    "In your Shooting phase, select one of the following abilities: [IGNORES COVER]; [LETHAL HITS]. Until the end of"
    " the phase, this model's moon lance has that ability.",
    "Once per battle, at the end of your Command phase, this unit can use this ability. If it does, roll one D6 for"
    ' each hungry enemy unit within 9" of this unit: on a 2+, that enemy unit suffers 1 mortal wound.',
    "This unit is eligible to charge in a turn in which it Advanced provided it is closer to the closest enemy model.",
]


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_not_understood_stays_text(text: str) -> None:
    assert read_text(text, KNOWN) is None


def test_low_faces_fail_against_the_unit() -> None:
    fight = battle(theirs="Each time an attack targets this unit, an unmodified Wound roll of 1-3 fails.")
    assert found(fight) == [("wound", "fails", 3)]


def test_a_critical_wound_pierces() -> None:
    text = (
        "Each time a model in this unit makes a ranged attack, if a Critical Wound is scored, improve the Armour"
        " Penetration characteristic of that attack by 1."
    )
    assert found(battle(text)) == [("wound", "pierce", -1)]
    assert found(battle(text), melee=True) == []


def test_a_charge_is_rolled_again_at_what_is_named_alone() -> None:
    text = "Each time this unit declares a charge that targets a MONSTER unit, you can re-roll the Charge roll."
    for keywords, expected in (("monster", True), ("infantry", False)):
        assert powers.rerolls(battle(text, keywords=keywords).scene, 0, "charge", (2,)) is expected


def test_what_holds_after_a_charge_holds_only_then() -> None:
    text = (
        "If this unit made a Charge move this turn, melee weapons equipped by models in this unit have the [LANCE]"
        " ability."
    )
    assert on_attacks.armed(battle(text).scene, 0, 2, BLADE).keywords == BLADE.keywords
    assert on_attacks.armed(battle(text).scene, 0, 2, RIFLE) is RIFLE


@pytest.mark.parametrize(("gap", "struck"), [(5.0, 1), (12.0, 0)])
def test_a_table_is_rolled_for_every_enemy_nearby(gap: float, struck: int) -> None:
    text = (
        "Once per battle, in your Command phase, this unit can use this ability. If it does, roll one D6"
        ' for each enemy unit within 9" of this unit: on a 2+, that enemy unit suffers 1 mortal wound.'
    )
    reading = read_text(text, KNOWN)
    assert reading is not None
    storm = Ability("Storm", uid="storm", effects=reading.effects, use=reading.use)
    mine = replace(unit("Storm", weapon("gun"), count=1), abilities=(storm,))
    fight = position(
        setup([mine], [unit("Foe", blade(), wounds=3)]), {0: row(20, 22), 1: row(21.3 + gap, 22)}, "command"
    )
    if struck:
        take(fight, ch.Use("storm", 0), 4)
    else:
        take(fight, ch.Use("storm", 0))
    assert sum(fight.state.units[1].wounds) == 3 - struck


ALL_REWRITES = (*phrases_rewrites._SAME, *phrases_rewrites._WORDINGS)


def test_no_wording_is_passed_over_for_a_word_that_it_needs_not() -> None:
    plain = [(re.compile(pattern), same) for pattern, same in ALL_REWRITES]
    known = [*(a for a, *_ in HELD), *(a for a, *_ in USED), *(a for a, *_ in SAME), *(a for a, _ in READ)]
    every = [*TEXTS, *known, *NEAR_MISSES]
    for sentence in (part for text in every for part in sentences(text)):
        whole = sentence
        for pattern, same in plain:
            whole = pattern.sub(same, whole)
        assert phrases_rewrites.brought_together(sentence) == whole


@pytest.mark.parametrize(
    ("pattern", "word"),
    [
        (r"re-?roll", "roll"),
        (r"\bgains? the", "gain"),
        ("one|two", ""),
        (r"(?:a|b) charge", " charge"),
        (r"[a-z ]+? unit", " unit"),
        (r"with \[it\]", "with "),
    ],
)
def test_the_word_that_a_pattern_needs(pattern: str, word: str) -> None:
    assert phrases_rewrites.needed(pattern) == word


def test_ranged_weapons_reach_farther() -> None:
    fight = battle('Add 6" to the Range characteristic of ranged weapons equipped by models in this unit.')
    assert on_attacks.armed(fight.scene, 0, 2, RIFLE).range == RIFLE.range + 6
    assert on_attacks.armed(fight.scene, 0, 2, BLADE) is BLADE


def test_a_steadfast_unit_passes_its_tests() -> None:
    scene = battle("This unit automatically passes Battle-shock tests.").scene
    assert powers.passes_shock(scene, 0)
    assert not powers.passes_shock(scene, 1)
