"""Wordings that nothing was tuned on, written for the purpose: each says the same as a plain sentence, and no more."""

from __future__ import annotations

import pytest

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.acts import RollAgain
from highground.engine.abilities.afflictions import RolledWounds, TableStep, TakeShockTest
from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import AddToControl, AddToLeadership, Permit
from highground.engine.abilities.model import Use
from highground.engine.abilities.resources import ChangePrice, CloseIn, DenyArrival, SnapHits, TurnDie
from highground.engine.abilities.wounds import GainPoints
from highground.engine.amount import Amount, Keyword
from highground.engine.effects import Stage
from highground.rosters.characteristics import change_of
from highground.rosters.phrases import KnownKeywords, read_text
from tests.values import replace

KNOWN = KnownKeywords(
    frozenset({"infantry", "vehicle", "monster", "character", "fly"}),
    frozenset({"ashen wardens"}),
    frozenset({"sun lance"}),
    miniatures=frozenset({"banner bearer"}),
)
LED, CLOSEST, CHARGED = Condition("leading"), Condition("closest"), Condition("charged")
STEADY: tuple[Stage, ...] = ("skill", "hit")
LETHAL = GainKeyword(Keyword("lethal hits"), attacks="ranged")
FIGHTERS, SLOWER = Condition("own turn", negate=True), Condition("own turn")

SAME: list[tuple[str, tuple[AnyEffect, ...]]] = [
    (
        'While a friendly ASHEN WARDENS unit or INFANTRY unit is within 6" of this model, each time a model in that'
        " unit makes an attack, re-roll a Hit roll of 1.",
        (ModifyAttack("hit", change="reroll", reroll="ones", who="friends within", reach=6.0),),
    ),
    (
        'While a friendly ASHEN WARDENS unit or SKYBORN unit is within 6" of this model, each time a model in that'
        " unit makes an attack, re-roll a Hit roll of 1.",
        (),
    ),
    (
        "Each time a model in this unit makes an attack with a ranged weapon, you can ignore any or all modifiers to"
        " the Wound roll and any or all modifiers to the Ballistic Skill characteristic of that weapon.",
        (),
    ),
    (
        "Each time a model in this unit makes an attack with a ranged weapon, you can ignore any or all modifiers to"
        " the Hit roll and any or all modifiers to the Ballistic Skill characteristic of that weapon.",
        tuple(ModifyAttack(stage, change="steady", attacks="ranged") for stage in STEADY),
    ),
    (
        "Each time a ranged attack targets this unit, models in it have the Benefit of Cover against that attack.",
        (ModifyAttack("save", 1, change="cover", role="defending", attacks="ranged"),),
    ),
    (
        "Each time an enemy unit (excluding MONSTER and VEHICLE units) within Engagement Range of this unit Falls Back,"
        " models in that unit must take Desperate Escape tests.",
        (
            Permit(
                "pin",
                conditions=(
                    Condition("target keyword", name="monster", negate=True),
                    Condition("target keyword", name="vehicle", negate=True),
                ),
            ),
        ),
    ),
    (
        "Each time this model makes a Normal, Advance or Fall Back move, it can move over enemy models as if they were"
        " not there.",
        (Permit("pass over models"),),
    ),
    (
        "In your Movement phase, if this unit Remains Stationary, until the end of the turn, ranged weapons equipped by"
        " models in this unit have the [LETHAL HITS] ability.",
        (replace(LETHAL, conditions=(Condition("stationary"), Condition("own turn"))),),
    ),
    (
        "Each time this unit Piles In or Consolidates, models in it can move up to 6\" instead of up to 3\".",
        (CloseIn(6),),
    ),
    (
        "Each time a model in this unit targets an enemy unit with a ranged attack, add 1 to the Hit roll.",
        (ModifyAttack("hit", 1, attacks="ranged"),),
    ),
    (
        "Each time this model's unit makes an attack that targets the closest eligible enemy unit, re-roll a"
        " Hit roll of 1.",
        (ModifyAttack("hit", change="reroll", reroll="ones", conditions=(CLOSEST,)),),
    ),
    (
        "Each time a model in this unit makes an attack that targets a unit within half range, improve the Armour "
        "Penetration of that attack by 1.",
        (ModifyAttack("ap", -1, conditions=(Condition("half range"),)),),
    ),
    (
        "Each time a model in this unit makes a melee attack, if it charged this turn, improve the Strength and Damage "
        "characteristics of that attack by 1.",
        (
            ModifyAttack("strength", 1, attacks="melee", conditions=(CHARGED,)),
            ModifyAttack("damage", 1, attacks="melee", conditions=(CHARGED,)),
        ),
    ),
    (
        "Each time a model in this unit makes an attack that targets a unit that cannot FLY, you can re-roll"
        " the Damage roll.",
        (
            ModifyAttack(
                "damage", change="reroll", reroll="any",
                conditions=(Condition("target keyword", name="fly", negate=True),),
            ),
        ),
    ),
    (
        "Improve the Ballistic Skill characteristic of ranged weapons equipped by models in this unit by 1.",
        (ModifyAttack("skill", 1, attacks="ranged"),),
    ),
    (
        "While this unit contains a Banner Bearer model, improve the Leadership and Objective Control"
        " characteristics of "
        "models in this unit by 1.",
        (
            AddToLeadership(1, conditions=(Condition("contains", name="banner bearer"),)),
            AddToControl(1, conditions=(Condition("contains", name="banner bearer"),)),
        ),
    ),
    (
        "Each time this unit is selected to shoot, until the end of the phase, ranged weapons equipped by"
        " models in this "
        "unit have the [LETHAL HITS] ability.",
        (LETHAL,),
    ),
    (
        "Each time this unit Remains Stationary, until the end of the turn, ranged weapons equipped by"
        " models in this unit "
        "gain the [LETHAL HITS] ability.",
        (replace(LETHAL, conditions=(Condition("stationary"), Condition("own turn"))),),
    ),
    (
        "Each time a model in this unit makes an attack, unless this unit is Battle-shocked, add 1 to the Wound roll.",
        (ModifyAttack("wound", 1, conditions=(Condition("shocked", negate=True),)),),
    ),
    (
        "Each time a model in this unit makes a Pile-in or Consolidation move, that model can move up to 5\""
        " instead of up "
        'to 3".',
        (CloseIn(5),),
    ),
    ('Enemy units set up from Reserves cannot be set up within 10" of this unit.', ()),
    (
        'Enemy units that are set up on the battlefield from Reserves cannot be set up within 10" of this unit.',
        (DenyArrival(10),),
    ),
    (
        "Each time you target this unit with the Fire Overwatch Stratagem, hits are scored on unmodified Hit"
        " rolls of 4+ "
        "while resolving that Stratagem.",
        (SnapHits(4),),
    ),
    (
        "You can target this unit with the Heroic Intervention or Counter-offensive Stratagems for 0CP.",
        (ChangePrice("intervention", free=True), ChangePrice("counter", free=True)),
    ),
    (
        "Once per turn, you can target this unit with the Grenade Stratagem for 0CP, even if you have"
        " already used that "
        "Stratagem on a different unit this phase.",
        (ChangePrice("grenades", free=True, again=True, per="turn"),),
    ),
    (
        "Each time this unit destroys an enemy unit, roll one D6: on a 5+, you gain 1CP.",
        (GainPoints(1, 5, when="slew"),),
    ),
    (
        "Each time a unit disembarks from this Transport after it has made a Normal move, that unit is"
        " eligible to declare "
        "a charge this turn.",
        (Permit("disembark and charge"),),
    ),
    (
        "Each time this unit ends a Charge move, each enemy unit within Engagement Range of this unit must take a "
        "Battle-shock test, subtracting 1 from the result.",
        (TakeShockTest(-1, who="enemies within", reach=1.0, when="charged"),),
    ),
    (
        'At the end of your Movement phase, roll one D6 for every enemy unit within 6" of this unit: on a 2-5, that '
        "unit suffers 1 mortal wound; on a 6, that unit suffers D3 mortal wounds.",
        (
            RolledWounds(
                (TableStep(2, Amount(plus=1)), TableStep(6, Amount(1, 3))),
                who="enemies within", reach=6.0, conditions=(FIGHTERS,), when="movement end",
            ),
        ),
    ),
    (
        "In the Battle-shock step of your opponent's Command phase, if an enemy unit that is below its"
        " Starting Strength is "
        'within 6" of this unit, that unit must take a Battle-shock test.',
        (
            TakeShockTest(
                who="enemies within", reach=6.0, when="shock step",
                conditions=(SLOWER, Condition("below start"), Condition("below half", negate=True)),
            ),
        ),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "effects"), SAME)
def test_another_wording_comes_to_the_same(text: str, effects: tuple[AnyEffect, ...]) -> None:
    reading = read_text(text, KNOWN)
    if not effects:
        assert reading is None
        return
    assert reading is not None
    assert reading.effects == effects


def test_one_die_a_turn_is_rerolled_or_turned() -> None:
    again = read_text(
        "Once per turn, you can re-roll one Hit roll, one Wound roll or one saving throw made for this unit.", KNOWN
    )
    use = Use("activated", turn="any", window="rolled", rolls=("hit", "wound", "save"), per="turn", count=1)
    assert again is not None
    assert (again.effects, again.use) == ((RollAgain(),), use)
    turned = read_text(
        "Once per battle round, after a Hit roll or a saving throw is made for this unit, you can change the"
        " result of that "
        "roll to a 6.", KNOWN,
    )  # fmt: skip
    assert turned is not None
    assert turned.effects == (TurnDie(6),)
    assert turned.use == replace(use, rolls=("hit", "save"), per="round")


def test_a_keyword_is_picked_before_the_unit_shoots() -> None:
    text = (
        "Each time this unit is selected to shoot, select one of the following abilities: [LETHAL HITS];"
        " [HEAVY]. Until the "
        "end of the phase, ranged weapons equipped by models in this unit have that ability."
    )
    reading = read_text(text, KNOWN)
    assert reading is not None
    assert reading.use is not None
    assert (reading.use.kind, reading.use.per, reading.use.conditions) == (
        "selectable",
        "phase",
        (Condition("to shoot"),),
    )
    assert [choice.effects for choice in reading.choices] == [
        (replace(LETHAL, duration="phase"),),
        (replace(LETHAL, keyword=Keyword("heavy"), duration="phase"),),
    ]


def test_a_later_sentence_says_more_of_the_same_attacks() -> None:
    text = (
        "Each time a model in this unit makes a melee attack that targets a unit below its Starting"
        " Strength, re-roll a Hit "
        "roll of 1. If that target is Below Half-strength, you can re-roll the Hit roll instead."
    )
    below, half = Condition("target below start"), Condition("target below half")
    ones = ModifyAttack("hit", change="reroll", reroll="ones", attacks="melee", conditions=(below,))
    reading = read_text(text, KNOWN)
    assert reading is not None
    assert reading.effects == (ones, replace(ones, reroll="any", conditions=(below, half)))
    assert read_text(text.replace("re-roll the Hit roll instead", "re-roll the Wound roll instead"), KNOWN) is None


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("Add 1 to the bearer's Wounds characteristic.", (True, (("wounds", 1),))),
        (
            'The bearer has a Save characteristic of 3+ and a Move characteristic of 8".',
            (False, (("save", 3), ("movement", 8))),
        ),
        ("Add 1 to the bearer's Wounds characteristic if it has not moved.", None),
    ],
)
def test_what_changes_a_stat_line_for_good(text: str, change: tuple[bool, tuple[tuple[str, int], ...]] | None) -> None:
    found = change_of(text)
    assert (None if found is None else (found.added, found.fields)) == change


def _hit(value: int = 1, **fields: object) -> tuple[AnyEffect, ...]:
    return (ModifyAttack("hit", value, **fields),)  # type: ignore[arg-type]


ROLLS: list[tuple[str, tuple[AnyEffect, ...]]] = [
    ("While this model is leading a unit, add 1 to that unit’s Hit rolls.", _hit(conditions=(LED,))),
    ("While this model is leading a unit, add 1 to Hit rolls made by that unit.", _hit(conditions=(LED,))),
    ("Add 1 to Hit rolls made for attacks made by models in this unit.", _hit()),
    ("Add 1 to the Hit rolls of models in this unit.", _hit()),
    ("Add 1 to this unit's Hit and Wound rolls.", (*_hit(), ModifyAttack("wound", 1))),
    ("Add 1 to this unit's Hit rolls and add 1 to this unit's Wound rolls.", (*_hit(), ModifyAttack("wound", 1))),
    ("Add 1 to the bearer's unit's Wound rolls.", (ModifyAttack("wound", 1),)),
    ("Add 1 to this unit's melee Hit rolls.", _hit(attacks="melee")),
    ("Add 1 to Hit rolls for ranged attacks made by this unit.", _hit(attacks="ranged")),
    ("Add 1 to this unit's Hit rolls if it charged this turn.", _hit(conditions=(CHARGED,))),
    ("Subtract 1 from Hit rolls made against this unit.", _hit(-1, role="defending")),
    (
        "Subtract 1 from Hit rolls for ranged attacks that target this unit.",
        _hit(-1, role="defending", attacks="ranged"),
    ),
    ("Re-roll Hit rolls of 1 made by this unit.", _hit(0, change="reroll", reroll="ones")),
    ("You can re-roll this unit's Wound rolls.", (ModifyAttack("wound", change="reroll", reroll="any"),)),
    (
        "While an enemy unit is within 9\" of this unit, subtract 1 from that unit's Hit rolls.",
        _hit(-1, who="enemies within", reach=9.0),
    ),
    (
        'In your Command phase, select one friendly INFANTRY unit within 6" of this model. Until the start of your next'
        " Command phase, add 1 to that unit's Hit rolls.",
        _hit(who="target", duration="until your next command phase"),
    ),
    ("Add 1 to Hit rolls for this unit's ranged attacks.", _hit(attacks="ranged")),
    ("Add 1 to that unit's Hit rolls.", ()),
    ("Add 1 to Hit rolls made for this unit.", ()),
    ("Add 1 to this unit's Hit rolls of 4.", ()),
    ("Add 1 to this unit's Hit rolls made with pistols.", ()),
    ("Re-roll this unit's Hit rolls.", ()),
    ("Each time this unit is selected to shoot, add 1 to this unit's Hit rolls.", ()),
]
"""Rolls that are said to be somebody's; the last ones are not understood, and must not be half understood."""


@pytest.mark.parametrize(("text", "effects"), ROLLS)
def test_rolls_may_be_said_to_be_somebodys(text: str, effects: tuple[AnyEffect, ...]) -> None:
    found = read_text(text, KNOWN)
    assert (found.effects if found else ()) == effects
