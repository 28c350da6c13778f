"""What units are given always: keywords, what a named weapon has, what single miniatures and leaders bring."""

from __future__ import annotations

import pytest

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.afflictions import AddToNerve, TakeShockTest
from highground.engine.abilities.attacks import AddToRange, GainKeyword, ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import (
    AddToAdvance,
    AddToCharge,
    AddToControl,
    AddToLeadership,
    AllowReroll,
    Hide,
    NameUnit,
    Permit,
)
from highground.engine.amount import Amount, Keyword
from highground.rosters.phrases import KnownKeywords, Scope, read_text

KNOWN = KnownKeywords(
    frozenset(
        {"infantry", "vehicle", "monster", "character", "fly", "psyker", "smoke", "grenades", "marsh hound", "keeper"}
    ),
    frozenset({"ashen wardens"}),
    frozenset({"sun lance", "fen blade", "bog cannon", "rake and hook"}),
    miniatures=frozenset({"banner bearer", "reed singer"}),
    lone=frozenset({"marsh hound"}),
)
HOUND = Condition("keyword", name="marsh hound")
LED = Condition("leading")


def against(name: str, negate: bool = False) -> Condition:
    return Condition("target keyword", name=name, negate=negate)


def with_weapon(name: str) -> Condition:
    return Condition("weapon", name=name)


def near(name: str) -> Condition:
    return Condition("near friend", 3, name, own=True)


LETHAL, SUSTAINED = Keyword("lethal hits"), Keyword("sustained hits", Amount(plus=2))
READ: list[tuple[str, Scope, tuple[AnyEffect, ...]]] = [
    # keywords of units
    ("The bearer has the SMOKE keyword.", "bearer", (NameUnit("smoke"),)),
    (
        "The bearer’s unit has the SMOKE and GRENADES keywords.",
        "bearer",
        (NameUnit("smoke"), NameUnit("grenades")),
    ),
    ("This unit gains the PSYKER keyword.", "unit", (NameUnit("psyker"),)),
    # weapons by name
    (
        "This model's sun lance has the [LETHAL HITS] ability.",
        "holder",
        (GainKeyword(LETHAL, conditions=(with_weapon("sun lance"),)),),
    ),
    (
        "Fen blades equipped by models in this unit have the [LETHAL HITS] ability.",
        "unit",
        (GainKeyword(LETHAL, conditions=(with_weapon("fen blade"),)),),
    ),
    (
        "Add 2 to the Strength characteristic of this model's bog cannon and sun lance.",
        "holder",
        tuple(ModifyAttack("strength", 2, conditions=(with_weapon(each),)) for each in ("bog cannon", "sun lance")),
    ),
    (
        "Add 2 to the Attacks characteristic of this model's Rake and Hook.",
        "holder",
        (ModifyAttack("attacks", 2, conditions=(with_weapon("rake and hook"),)),),
    ),
    (
        "Each time this model makes a Charge move, until the end of the turn, its melee weapons have the"
        " [LETHAL HITS] ability.",
        "holder",
        (GainKeyword(LETHAL, attacks="melee", conditions=(Condition("charged"),)),),
    ),
    (
        "Each time this model ends a Charge move, until the end of the turn, its fen blade has the [LETHAL HITS]"
        " ability.",
        "holder",
        (GainKeyword(LETHAL, conditions=(Condition("charged"), with_weapon("fen blade"))),),
    ),
    # several targets
    (
        "Melee weapons equipped by models in this unit have the [SUSTAINED HITS 2] ability when targeting MONSTER or"
        " VEHICLE units.",
        "unit",
        (
            GainKeyword(SUSTAINED, attacks="melee", conditions=(against("monster"),)),
            GainKeyword(SUSTAINED, attacks="melee", conditions=(against("monster", True), against("vehicle"))),
        ),
    ),
    (
        "Ranged weapons equipped by models in this unit have the [LETHAL HITS] ability while targeting enemy units in"
        " range of one or more objective markers.",
        "unit",
        (GainKeyword(LETHAL, attacks="ranged", conditions=(Condition("target on objective"),)),),
    ),
    (
        "Weapons equipped by models in this unit have the [LETHAL HITS] ability when targeting units without the"
        " VEHICLE keyword.",
        "unit",
        (GainKeyword(LETHAL, conditions=(against("vehicle", True),)),),
    ),
    (
        "Each time a ranged attack made by a model in this unit targets an enemy INFANTRY unit, improve the Armour"
        " Penetration characteristic of that attack by 1.",
        "unit",
        (ModifyAttack("ap", -1, attacks="ranged", conditions=(against("infantry"),)),),
    ),
    # circles about single miniatures
    (
        "While a friendly MARSH HOUND model is within 6\" of this model, improve that MARSH HOUND model's Leadership"
        " characteristic by 1.",
        "holder",
        (AddToLeadership(1, who="friends within", reach=6.0, conditions=(HOUND,)),),
    ),
    (
        'While a friendly MARSH HOUND model is within 6" of this model, ranged weapons equipped by that model have the'
        " [LETHAL HITS] ability.",
        "holder",
        (GainKeyword(LETHAL, attacks="ranged", who="friends within", reach=6.0, conditions=(HOUND,)),),
    ),
    # who is near
    (
        'While this model is within 3" of one or more friendly KEEPER INFANTRY units, it has the Lone Operative'
        " ability.",
        "alone",
        (Hide(12, conditions=(near("keeper & infantry"),)),),
    ),
    (
        'While this model is within 3" of one or more friendly MARSH HOUND models, it has the Lone Operative ability.',
        "alone",
        (Hide(12, conditions=(near("marsh hound"),)),),
    ),
    # who leads
    (
        "While an ASHEN WARDENS CHARACTER is leading this unit, each time a model in this unit makes an attack, add 1"
        " to the Hit roll.",
        "unit",
        (ModifyAttack("hit", 1, conditions=(Condition("led by", name="character"),)),),
    ),
    (
        "While a KEEPER or PSYKER model is leading this unit, add 1 to the Objective Control characteristic of models"
        " in this unit.",
        "unit",
        (
            AddToControl(1, conditions=(Condition("led by", name="keeper"),)),
            AddToControl(
                1, conditions=(Condition("led by", name="keeper", negate=True), Condition("led by", name="psyker"))
            ),
        ),
    ),
    (
        "While this unit is leading a unit and contains a Banner Bearer model, each time a model in that unit makes a"
        " melee attack, add 1 to the Wound roll.",
        "unit",
        (ModifyAttack("wound", 1, attacks="melee", conditions=(LED, Condition("contains", name="banner bearer"))),),
    ),
    (
        "While this unit contains one or more Reed Singers, models in this unit have the Feel No Pain 5+ ability.",
        "unit",
        (
            ModifyAttack(
                "fnp", 5, change="set", role="defending", conditions=(Condition("contains", name="reed singer"),)
            ),
        ),
    ),
    # enemies that leave the fight, or enter it
    (
        "Each time an enemy unit (excluding MONSTERS and VEHICLES) within Engagement Range of one or more units from"
        " your army with this ability Falls Back, all models in that enemy unit must take Desperate Escape tests. When"
        " doing so, if that enemy unit is also Battle-shocked, subtract 1 from each of those tests.",
        "unit",
        (
            Permit("pin", conditions=(against("monster", True), against("vehicle", True))),
            Permit(
                "worsen break-out tests",
                conditions=(against("monster", True), against("vehicle", True), Condition("target shocked")),
            ),
        ),
    ),
    (
        "At the start of the Fight phase, each enemy unit in Engagement Range of one or more units with this ability"
        " must take a Battle-shock test, subtracting 2 from that test if that enemy unit is Below Half-strength.",
        "unit",
        (
            TakeShockTest(
                -2, who="enemies within", reach=1.0, conditions=(Condition("below half"),), when="combat start"
            ),
            TakeShockTest(
                who="enemies within",
                reach=1.0,
                conditions=(Condition("below half", negate=True),),
                when="combat start",
            ),
        ),
    ),
    (
        "At the start of the Fight phase, each enemy unit within Engagement Range of this unit must take a Battle-shock"
        " test subtracting 1 from that test when they do so.",
        "unit",
        (TakeShockTest(-1, who="enemies within", reach=1.0, when="combat start"),),
    ),
    # the nearest of all, and who an army is set on
    (
        "Each time a model in this unit makes a ranged attack that targets the closest enemy unit, add 1 to the Hit"
        " roll.",
        "unit",
        (ModifyAttack("hit", 1, attacks="ranged", conditions=(Condition("closest", own=True),)),),
    ),
    (
        "Each time a model in this unit makes an attack that targets your Grudge of the Fen target, add 1 to the Wound"
        " roll.",
        "unit",
        (ModifyAttack("wound", 1, conditions=(Condition("target marked", name="grudge of the fen"),)),),
    ),
    # standing still, and weapons of a kind
    (
        "Each time this unit Remains Stationary, until the start of your next Movement phase, ranged weapons equipped"
        " by models in this unit have the [LETHAL HITS] ability.",
        "unit",
        (GainKeyword(LETHAL, attacks="ranged", when="stood still", duration="until your next movement phase"),),
    ),
    (
        "In your Movement phase, if this model Remains Stationary, until the end of the turn, its ranged weapons have"
        " the [LETHAL HITS] ability.",
        "holder",
        (GainKeyword(LETHAL, attacks="ranged", conditions=(Condition("stationary"), Condition("own turn"))),),
    ),
    (
        'Each time an attack is made with this weapon, if the target is more than 18" from the bearer, an unmodified'
        " successful Hit roll of 4+ scores a Critical Hit.",
        "holder",
        (
            ModifyAttack(
                "hit",
                4,
                change="critical success",
                conditions=(Condition("weapon keyword", name="this weapon"), Condition("within", 18, negate=True)),
            ),
        ),
    ),
    # half of a weapon's range
    (
        "Ranged weapons equipped by models in this unit have the [SUSTAINED HITS 2] ability while targeting an enemy"
        " unit within half range.",
        "unit",
        (ModifyAttack("hit", 2, "sustained", attacks="ranged", conditions=(Condition("half range"),)),),
    ),
    (
        "Each time a model in this unit makes a ranged attack that targets a unit within half range, that attack has"
        " the [IGNORES COVER] ability.",
        "unit",
        (ModifyAttack("save", change="no cover", attacks="ranged", conditions=(Condition("half range"),)),),
    ),
    # what follows a charge of those that are led
    (
        "While this model is leading a unit, each time that unit ends a Charge move, until the end of the turn, add 1"
        " to the Strength characteristic of melee weapons equipped by models in that unit.",
        "bearer",
        (ModifyAttack("strength", 1, attacks="melee", conditions=(LED, Condition("charged"))),),
    ),
    (
        "Each time this model's unit makes a Charge move, until the end of the turn, melee weapons equipped by models"
        " in that unit have the [LETHAL HITS] ability.",
        "bearer",
        (GainKeyword(LETHAL, attacks="melee", conditions=(Condition("charged"),)),),
    ),
    (
        "While this model's unit is not Battle-shocked, add 1 to the Objective Control characteristic of models in that"
        " unit.",
        "bearer",
        (AddToControl(1, conditions=(Condition("shocked", negate=True),)),),
    ),
    (
        "While this model is leading a unit, each time that unit Remains Stationary, until the end of the turn, ranged"
        " weapons equipped by models in that unit have the [LETHAL HITS] ability.",
        "bearer",
        (GainKeyword(LETHAL, attacks="ranged", conditions=(LED, Condition("stationary"), Condition("own turn"))),),
    ),
    # states of targets and of those left out
    (
        "Each time a model in this unit makes a melee attack that targets a Battle-shocked unit, add 1 to the Hit"
        " roll.",
        "unit",
        (ModifyAttack("hit", 1, attacks="melee", conditions=(Condition("target shocked"),)),),
    ),
    (
        'While a friendly INFANTRY unit (excluding Battle-shocked units and KEEPER units) is within 6" of this unit,'
        " add 1 to the Objective Control characteristic of models in that unit.",
        "unit",
        (
            AddToControl(
                1,
                who="friends within",
                reach=6.0,
                conditions=(
                    Condition("keyword", name="infantry"),
                    Condition("keyword", name="keeper", negate=True),
                    Condition("shocked", negate=True),
                ),
            ),
        ),
    ),
    (
        'While an enemy unit (excluding MONSTERS) is within 3" of one or more units with this ability, subtract 1 from'
        " the Objective Control characteristic of models in that enemy unit.",
        "unit",
        (
            AddToControl(
                -1,
                who="enemies within",
                reach=3.0,
                conditions=(Condition("keyword", name="monster", negate=True),),
            ),
        ),
    ),
    (
        "Each time this unit declares a charge that targets one or more units that are within range of one or more"
        " objective markers, you can re-roll the Charge roll.",
        "unit",
        (AllowReroll("charge", conditions=(Condition("target on objective"),)),),
    ),
    # the same in other words
    (
        "Whenever a model in this unit makes a melee attack, add 1 to its Hit rolls.",
        "unit",
        (ModifyAttack("hit", 1, attacks="melee"),),
    ),
    (
        "Each time a model in this unit makes an attack, you can re-roll the Hit and Wound rolls.",
        "unit",
        tuple(ModifyAttack(each, change="reroll", reroll="any") for each in ("hit", "wound")),
    ),
    (
        'Each time an attack targets a friendly KEEPER unit within 3" of this unit, subtract 1 from the Hit roll.',
        "unit",
        (
            ModifyAttack(
                "hit",
                -1,
                role="defending",
                who="friends within",
                reach=3.0,
                conditions=(Condition("keyword", name="keeper"),),
            ),
        ),
    ),
    (
        'Each time a model in a friendly KEEPER unit within 6" of this unit makes a ranged attack, re-roll a Wound roll'
        " of 1.",
        "unit",
        (
            ModifyAttack(
                "wound",
                change="reroll",
                reroll="ones",
                attacks="ranged",
                who="friends within",
                reach=6.0,
                conditions=(Condition("keyword", name="keeper"),),
            ),
        ),
    ),
    ("Add 1 to Advance rolls and Charge rolls made for this unit.", "unit", (AddToAdvance(1), AddToCharge(1))),
    ("This unit can shoot in a turn in which it Fell Back.", "unit", (Permit("fall back and shoot"),)),
    ("This unit can declare a charge even if it Advanced this turn.", "unit", (Permit("advance and charge"),)),
    (
        "Each time a model in this unit makes a ranged attack, the target cannot have the Benefit of Cover against that"
        " attack.",
        "unit",
        (ModifyAttack("save", change="no cover", attacks="ranged"),),
    ),
    (
        "Each time an attack targets this unit, if this unit is within range of an objective marker, worsen the Armour"
        " Penetration characteristic of that attack by 1.",
        "unit",
        (ModifyAttack("ap", 1, role="defending", conditions=(Condition("on objective"),)),),
    ),
    (
        "Ranged weapons equipped by models in the bearer's unit have the IGNORES COVER ability.",
        "bearer",
        (GainKeyword(Keyword("ignores cover"), attacks="ranged"),),
    ),
    (
        "Improve the Weapon Skill characteristic of this unit's fen blades by 1.",
        "unit",
        (ModifyAttack("skill", 1, conditions=(with_weapon("fen blade"),)),),
    ),
    (
        'Add 6" to the Range characteristic of Melta weapons equipped by models in this unit.',
        "unit",
        (AddToRange(6, conditions=(Condition("weapon keyword", name="melta"),)),),
    ),
    (
        "Each time a model in this unit makes an attack that targets a unit that contains five or more models, add 1"
        " to the Hit roll.",
        "unit",
        (ModifyAttack("hit", 1, conditions=(Condition("target size", 5),)),),
    ),
    # more of the same instead
    (
        'Add 1 to Advance and Charge rolls made for this unit. While this unit is within 6" of one or more friendly'
        " KEEPER units, add 2 to Advance and Charge rolls made for this unit instead.",
        "unit",
        (
            AddToAdvance(1),
            AddToCharge(1),
            AddToAdvance(1, conditions=(Condition("near friend", 6, "keeper", own=True),)),
            AddToCharge(1, conditions=(Condition("near friend", 6, "keeper", own=True),)),
        ),
    ),
    (
        "Each time a model in this unit makes an attack, add 1 to the Wound roll. If that target is Below"
        " Half-strength, add 3 to the Wound roll instead.",
        "unit",
        (ModifyAttack("wound", 1), ModifyAttack("wound", 2, conditions=(Condition("target below half"),))),
    ),
    (
        "Models in this unit have the Feel No Pain 6+ ability. While this unit is Below Half-strength, models in this"
        " unit have the Feel No Pain 5+ ability instead.",
        "unit",
        (
            ModifyAttack("fnp", 6, change="set", role="defending"),
            ModifyAttack("fnp", 5, change="set", role="defending", conditions=(Condition("below half"),)),
        ),
    ),
    (
        "Each time a model in this unit makes an attack, that attack has the [LETHAL HITS] ability if this unit is"
        " below its Starting Strength, or the [SUSTAINED HITS 2] ability if this unit is Below Half-strength.",
        "unit",
        (
            GainKeyword(LETHAL, conditions=(Condition("below start"),)),
            GainKeyword(SUSTAINED, conditions=(Condition("below half"),)),
        ),
    ),
    (
        "Each time a model in this unit makes an attack that targets a MONSTER or VEHICLE, add 1 to the Hit roll.",
        "unit",
        (
            ModifyAttack("hit", 1, conditions=(against("monster"),)),
            ModifyAttack("hit", 1, conditions=(against("monster", True), against("vehicle"))),
        ),
    ),
    # which unit is meant
    (
        "While this model is leading a unit, each time a model in that unit makes an attack that targets a unit that is"
        " below its Starting Strength, you can re-roll the Hit roll. If that unit is Below Half-strength, you can"
        " re-roll the Wound roll as well.",
        "bearer",
        (
            ModifyAttack("hit", change="reroll", reroll="any", conditions=(LED, Condition("target below start"))),
            ModifyAttack(
                "wound",
                change="reroll",
                reroll="any",
                conditions=(LED, Condition("target below start"), Condition("target below half")),
            ),
        ),
    ),
    # conditions behind, circles by their units
    (
        "Models in this unit have the Feel No Pain 5+ ability while this unit is within range of an objective marker"
        " you control.",
        "unit",
        (ModifyAttack("fnp", 5, change="set", role="defending", conditions=(Condition("holds objective"),)),),
    ),
    (
        "Add 1 to Charge rolls made for this unit if this unit is Below Half-strength.",
        "unit",
        (AddToCharge(1, conditions=(Condition("below half"),)),),
    ),
    (
        'Improve the Leadership characteristic of models in friendly KEEPER units within 6" of this unit by 1.',
        "unit",
        (AddToLeadership(1, who="friends within", reach=6.0, conditions=(Condition("keyword", name="keeper"),)),),
    ),
    (
        'Models in friendly units within 6" of this unit have the Feel No Pain 6+ ability.',
        "unit",
        (ModifyAttack("fnp", 6, change="set", role="defending", who="friends within", reach=6.0),),
    ),
    (
        "Each time a model in this unit makes an attack that targets an enemy unit, if that enemy unit is"
        " Battle-shocked, add 1 to the Hit roll.",
        "unit",
        (ModifyAttack("hit", 1, conditions=(Condition("target shocked"),)),),
    ),
    (
        "While this model is leading a unit, each time a model in that unit makes an attack, if the target is within"
        " range of an objective marker, re-roll a Wound roll of 1.",
        "bearer",
        (ModifyAttack("wound", change="reroll", reroll="ones", conditions=(LED, Condition("target on objective"))),),
    ),
    # other wordings
    (
        "This unit has a 6+ invulnerable save against ranged attacks, and 4+ invulnerable save against melee attacks.",
        "unit",
        (
            ModifyAttack("save", 6, change="invulnerable", role="defending", attacks="ranged"),
            ModifyAttack("save", 4, change="invulnerable", role="defending", attacks="melee"),
        ),
    ),
    (
        'While an enemy unit is within 6" of this unit, each time a Battle-shock or Leadership test is taken for that'
        " unit, subtract 1 from that test.",
        "unit",
        (AddToNerve(-1, leadership=True, who="enemies within", reach=6.0),),
    ),
    (
        "You can re-roll Leadership and Battle-shock tests for this unit.",
        "unit",
        (AllowReroll("battle-shock"), AllowReroll("leadership")),
    ),
    (
        'While a friendly ASHEN WARDENS unit is within 6" of this unit, improve the Armour Penetration of melee weapons'
        " in that unit by 1.",
        "unit",
        (ModifyAttack("ap", -1, attacks="melee", who="friends within", reach=6.0),),
    ),
    (
        "Each time a model in this unit makes an attack, on a Critical Wound, that attack has the [PRECISION] ability.",
        "unit",
        (ModifyAttack("wound", change="precise"),),
    ),
    ("This unit is eligible to declare a chare in a turn which it Advanced.", "unit", (Permit("advance and charge"),)),
]


@pytest.mark.parametrize(("text", "scope", "effects"), READ)
def test_it_is_given(text: str, scope: Scope, effects: tuple[AnyEffect, ...]) -> None:
    reading = read_text(text, KNOWN)
    assert reading is not None
    assert (reading.effects, reading.scope) == (effects, scope)
    assert all(each.fault() is None for each in effects)
