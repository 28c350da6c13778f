"""Texts about what is used, what is aimed at, what happens by itself, and the conditions that joined later.

The wording is ours, its structure the usual one. `DOUBTFUL` are near misses: they must stay text.
"""

from __future__ import annotations

import pytest

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.acts import StepBack
from highground.engine.abilities.afflictions import (
    AddToNerve,
    AddToToughness,
    MarkUnit,
    Rally,
    RolledWounds,
    SetControl,
    SetLeadership,
    TableStep,
    TakeShockTest,
    Withdraw,
)
from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import AddToMove, FightFirst, Hide
from highground.engine.abilities.model import Use
from highground.engine.abilities.wounds import GainPoints, ReturnMiniatures
from highground.engine.amount import Amount, Keyword
from highground.rosters.phrases import KnownKeywords, Reading, Scope, read_text
from highground.rosters.phrases_use_effects import THIS
from tests.rosters.phrase_cases import KNOWN, LEADING
from tests.values import replace

ARMED = KnownKeywords(KNOWN.own | {"fly"}, KNOWN.shared, frozenset({"sun lance"}))
SHOT = "In your Shooting phase, after this unit has shot, select one enemy unit hit by one or more of those attacks."
TEST = "That unit must take a Battle-shock test"
D3 = Amount(1, 3)
TESTED = (TakeShockTest(who="target"),)


def use(window: str = "", phase: str = "", **values: object) -> Use:
    plain = Use("activated", phases=(phase,) if phase else (), window=window, per="phase")  # type: ignore[arg-type]
    return replace(plain, **values)


AFTER = use("shot", "shooting", target="enemy", per="turn", count=-1)
CHARGED = use("charged", "charge", turn="any", target="enemy", reach=1.0, per="turn", count=-1)
MARKED = Condition("target marked", name=THIS)

USES: list[tuple[str, tuple[AnyEffect, ...], Use, Scope]] = [
    (f"{SHOT} {TEST}.", TESTED, AFTER, "unit"),
    (f"{SHOT} {TEST}, subtracting 1 from the result.", (TakeShockTest(-1, who="target"),), AFTER, "unit"),
    (
        f"{SHOT} Until the start of your next turn, that enemy unit is dazzled. While a unit is dazzled, each time a "
        "model in that unit makes an attack, subtract 1 from the Hit roll.",
        (ModifyAttack("hit", -1, who="target", duration="until your next turn"),),
        AFTER,
        "unit",
    ),
    (
        f"{SHOT} Until the end of your opponent's next turn, that unit is mired. While a unit is mired, subtract 2\" "
        "from that unit's Move characteristic.",
        (AddToMove(-2, who="target", duration="until your next turn"),),
        AFTER,
        "unit",
    ),
    (
        "In your Shooting phase, after this unit has shot, select one enemy unit (excluding MONSTER and VEHICLE units) "
        f"that was hit by one or more of those attacks. {TEST}.".replace(" that was hit", " hit"),
        TESTED,
        replace(
            AFTER,
            aimed=(tuple(Condition("keyword", name=name, negate=True) for name in ("monster", "vehicle")),),
        ),
        "unit",
    ),
    (
        f"{SHOT} Until the end of the turn, each time a friendly THORN GUARD model makes an attack that targets that "
        "unit, that attack has the [LETHAL HITS] ability.",
        (
            MarkUnit(THIS, who="target", duration="turn"),
            GainKeyword(
                Keyword("lethal hits"), who="army", duration="turn",
                conditions=(Condition("keyword", name="thorn guard"), MARKED),
            ),
        ),
        AFTER,
        "unit",
    ),
    (
        "Each time this unit ends a Charge move, select one enemy unit within Engagement Range of it and roll one D6: "
        "on a 2-5, that enemy unit suffers D3 mortal wounds; on a 6, that enemy unit suffers D3+3 mortal wounds.",
        (RolledWounds((TableStep(2, D3), TableStep(6, Amount(1, 3, 3))), who="target"),),
        CHARGED,
        "unit",
    ),
    (
        "Each time this unit ends a Charge move, select one enemy unit within Engagement Range of this unit, then roll "
        "one D6 for each model in this unit that is within Engagement Range of that enemy unit: for each 4+, that "
        "enemy unit suffers 1 mortal wound (to a maximum of 6 mortal wounds).",
        (RolledWounds((TableStep(4, Amount(plus=1)),), "each engaged miniature", most=6, who="target"),),
        CHARGED,
        "unit",
    ),
    (
        "Once per battle, at the start of the Fight phase, this unit can use this ability. If it does, until the end "
        "of the phase, this unit has the Fights First ability.",
        (FightFirst(duration="phase"),),
        use("phase start", "combat", turn="any", per="battle"),
        "unit",
    ),
    (
        'At the end of your Movement phase, select one enemy unit within 12" of and visible to this model. Until the '
        "start of your next Movement phase, subtract 1 from the Toughness characteristic of models in that unit.",
        (AddToToughness(-1, who="target", duration="until your next movement phase"),),
        use("phase end", "movement", target="enemy", reach=12.0, sight=True, of_model=True),
        "bearer",
    ),
    (
        "At the end of your opponent's turn, if this unit is not within Engagement Range of one or more enemy units, "
        "you can remove it from the battlefield and place it into Strategic Reserves.",
        (Withdraw(),),
        use("phase end", "combat", turn="enemy"),
        "unit",
    ),
    (
        'Once per turn, when an enemy unit ends a Normal, Advance or Fall Back move within 9" of this unit, if this '
        'unit is not within Engagement Range of one or more enemy units, it can make a Normal move of up to D6".',
        (StepBack(),),
        use("enemy moved", turn="any", target="enemy", reach=9.0, per="turn"),
        "unit",
    ),
    (
        "Once per battle, at the start of any phase, you can select one friendly THORN GUARD unit that is "
        'Battle-shocked and within 12" of this model. That unit is no longer Battle-shocked.',
        (Rally(who="target"),),
        use(
            "phase start", turn="any", target="ally", reach=12.0, of_model=True, per="battle",
            aimed=((Condition("keyword", name="thorn guard"), Condition("shocked")),),
        ),
        "bearer",
    ),
    (
        "In your Shooting phase, one model from your army with this ability can use it. If it does, select one enemy "
        f'INFANTRY unit within 18" of that model. {TEST}.',
        TESTED,
        use(
            "", "shooting", target="enemy", reach=18.0, of_model=True, shared=True,
            aimed=((Condition("keyword", name="infantry"),),),
        ),
        "bearer",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "effects", "used", "scope"), USES)
def test_what_is_used_is_read_with_its_time_and_its_aim(
    text: str, effects: tuple[AnyEffect, ...], used: Use, scope: Scope
) -> None:
    assert read_text(text, KNOWN) == Reading(effects, scope=scope, use=used)


@pytest.mark.parametrize(("text", "effects"), [(text, effects) for text, effects, _, _ in USES])
def test_what_is_used_means_something_to_the_engine(text: str, effects: tuple[AnyEffect, ...]) -> None:
    assert all(effect.fault() is None for effect in effects), text


IN_UNIT = "Each time a model in this unit makes an attack"
ALONE: list[tuple[str, tuple[AnyEffect, ...], Scope]] = [
    (
        f"{IN_UNIT} that targets a unit below its Starting Strength, add 1 to the Hit roll.",
        (ModifyAttack("hit", 1, conditions=(Condition("target below start"),)),),
        "unit",
    ),
    (
        f"{IN_UNIT}, add 1 to the Hit roll if this unit is below its Starting Strength, and add 1 to the Wound roll as "
        "well if this unit is Below Half-strength.",
        (
            ModifyAttack("hit", 1, conditions=(Condition("below start"),)),
            ModifyAttack("wound", 1, conditions=(Condition("below half"),)),
        ),
        "unit",
    ),
    (
        f"{IN_UNIT} with a sun lance that targets a unit that can Fly, add 1 to the Hit roll.",
        (
            ModifyAttack(
                "hit", 1, conditions=(Condition("weapon", name="sun lance"), Condition("target keyword", name="fly"))
            ),
        ),
        "unit",
    ),
    (
        f"{IN_UNIT}, a Critical Hit is scored on an unmodified Hit roll of 5+, instead of only on a 6.",
        (ModifyAttack("hit", 5, change="critical"),),
        "unit",
    ),
    (
        f"{IN_UNIT} that targets a unit that contains 10 or more models, that attack has the [LANCE], [PRECISION] and "
        "[LETHAL HITS] abilities.",
        tuple(
            GainKeyword(Keyword(name), conditions=(Condition("target size", 10),))
            for name in ("lance", "precision", "lethal hits")
        ),
        "unit",
    ),
    (
        "While this unit is within range of one or more objective markers you control, models in this unit have a 5+ "
        "invulnerable save.",
        (
            ModifyAttack(
                "save", 5, change="invulnerable", role="defending", conditions=(Condition("holds objective"),)
            ),
        ),
        "unit",
    ),
    (
        'While an enemy unit is within 6" of this unit, each time that unit takes a Battle-shock or Leadership test, '
        "subtract 1 from the result.",
        (AddToNerve(-1, leadership=True, who="enemies within", reach=6.0),),
        "unit",
    ),
    ("Add 1 to the Toughness characteristic of models in this unit.", (AddToToughness(1),), "unit"),
    ("Models in this unit have a Leadership characteristic of 5+.", (SetLeadership(5),), "unit"),
    ("Models in this unit have an Objective Control characteristic of 3.", (SetControl(3),), "unit"),
    (
        'This unit cannot be targeted by ranged attacks unless the attacking model is within 18".',
        (Hide(18),),
        "unit",
    ),
    (
        "While this model is leading a THORN GUARD unit, models in that unit have the Feel No Pain 5+ ability.",
        (
            ModifyAttack(
                "fnp", 5, change="set", role="defending",
                conditions=(LEADING, Condition("keyword", name="thorn guard")),
            ),
        ),
        "bearer",
    ),
    (
        "At the start of the Fight phase, each enemy unit within Engagement Range of one or more units from your army "
        "with this ability must take a Battle-shock test, subtracting 1 from the result.",
        (TakeShockTest(-1, who="enemies within", reach=1.0, when="combat start"),),
        "unit",
    ),
    (
        "Each time you target the bearer's unit with a Stratagem, roll one D6: on a 5+, you gain 1CP.",
        (GainPoints(1, 5, when="stratagem"),),
        "bearer",
    ),
    (
        "While this model is leading a unit, in your Command phase, you can return up to D3 destroyed Bodyguard models "
        "to that unit.",
        (ReturnMiniatures(amount=D3, when="command start", conditions=(LEADING,)),),
        "bearer",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "effects", "scope"), ALONE)
def test_what_works_by_itself(text: str, effects: tuple[AnyEffect, ...], scope: Scope) -> None:
    assert read_text(text, ARMED) == Reading(effects, scope=scope)


DOUBTFUL = [
    # a condition that has no word leaves all of it
    f"{SHOT} If that unit is on fire, {TEST[0].lower()}{TEST[1:]}.",
    f"{SHOT[:-1]} made with a sun lance. {TEST}.",
    f"{SHOT} {TEST}, subtracting 1 from the result if it is a DREAD unit.",
    f"{SHOT} {TEST}. If that test is failed, that unit hums.",
    f"{SHOT} Until the end of the phase, that unit is dazzled.",
    f"{SHOT} Until the end of the phase, that unit is dazzled. While a unit is dizzy, subtract 1 from the Hit roll.",
    f"{SHOT} Until the moon rises, that unit cannot have the Benefit of Cover.",
    f'{SHOT} {TEST}. Select one enemy unit within 6" of this unit.',
    # whose use it is, and when
    f"In your opponent's Shooting phase, after this unit has shot, select one enemy unit. {TEST}.",
    f'At the start of the Charge phase, select one enemy unit within 6" of this unit. {TEST}.',
    f'Once per battle, select one enemy unit within 6" of this unit. {TEST}.',
    f'At the start of the Fight phase, if the moon is full, select one enemy unit within 6" of this unit. {TEST}.',
    f'At the start of the Fight phase, select two enemy units within 6" of this unit. {TEST}.',
    f'At the start of the Fight phase, select one enemy Skyborn unit within 6" of this unit. {TEST}.',
    "At the start of the Fight phase, this unit can use this ability. Until the end of the phase, this unit has the "
    "Fights First ability.",
    "At the start of the Fight phase, until the end of the phase, this unit has the Fights First ability once.",
    # tables with gaps, or without an end
    "Each time this unit ends a Charge move, select one enemy unit within Engagement Range of it and roll one D6: on a "
    "2-3, that enemy unit suffers D3 mortal wounds; on a 5+, that enemy unit suffers 3 mortal wounds.",
    "Each time this unit ends a Charge move, select one enemy unit within Engagement Range of it and roll one D6, "
    "adding 1 to the result if it is noon: on a 4+, that enemy unit suffers D3 mortal wounds.",
    # leaving the table
    "At the end of your opponent's turn, you can remove this unit from the battlefield and place it into Strategic "
    "Reserves.",
    "At the end of your opponent's turn, if this unit is not within Engagement Range of one or more enemy units, you "
    "can remove it from the battlefield and set it up again.",
    # what may be in the stat line already
    "Add 1 to the Toughness characteristic of the bearer.",
    "Add 4\" to the bearer's Move characteristic.",
    # by itself
    f"{IN_UNIT} with a moon lance, add 1 to the Hit roll.",
    f"{IN_UNIT}, add 1 to the Hit roll if the moon is full.",
    "At the start of the Fight phase, each enemy unit that is afraid must take a Battle-shock test.",
    "Each time you target this unit with a Stratagem, roll one D6: on a 5+, you gain 2CP.",
    "In your Command phase, you can return D3 destroyed models to this unit.",
    'While this unit is within 6" of one or more friendly units, models in this unit have the Stealth ability.',
]


@pytest.mark.parametrize("text", DOUBTFUL)
def test_what_is_in_doubt_stays_text(text: str) -> None:
    assert read_text(text, KNOWN) is None


@pytest.mark.parametrize("text", [text for text, _, _, _ in USES])
@pytest.mark.parametrize("more", ["Then it rains.", "If it does, you lose 1CP.", "This costs one command point."])
def test_a_sentence_more_leaves_all_of_it(text: str, more: str) -> None:
    assert read_text(f"{text} {more}", KNOWN) is None
