"""What a text gives to some miniatures of a unit alone, to who leads it, or lets a unit pass; and what stays text."""

from __future__ import annotations

import pytest

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.afflictions import AddToChargesAt
from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import AddToCharge, FightFirst, Permit
from highground.engine.abilities.grants import GiveRule
from highground.engine.amount import Keyword
from highground.rosters.phrases import KnownKeywords, Scope, read_text
from tests.rosters.builder import ability, line, selection
from tests.rosters.test_phrases_rosters import named, read
from tests.values import replace

KNOWN = KnownKeywords(
    frozenset({"infantry", "vehicle", "monster", "character", "psyker", "reed guard", "titanic"}),
    frozenset({"ashen wardens"}),
    frozenset({"bog cannon"}),
    miniatures=frozenset({"reed singer", "bog drummer"}),
)
LEADING = Condition("leading")
GRIT = ModifyAttack("fnp", 4, "set", role="defending")
OF_CHARACTERS = Condition("miniature keyword", name="character")
FREE = Condition("engaged", negate=True)
MOVES = "Each time this unit makes a Normal, Advance or Fall Back move, it can move"

READ: list[tuple[str, Scope, str, tuple[AnyEffect, ...]]] = [
    ("This unit's Reed Singer model has the Feel No Pain 4+ ability.", "holder", "reed singer", (GRIT,)),
    (
        "While this unit contains one or more Bog Drummer models, this unit's Reed Singer model has the Feel No Pain 4+"
        " ability.",
        "holder",
        "reed singer",
        (replace(GRIT, conditions=(Condition("contains", name="bog drummer"),)),),
    ),
    (
        "CHARACTER models in this unit have the Feel No Pain 4+ ability.",
        "unit",
        "",
        (replace(GRIT, conditions=(OF_CHARACTERS,)),),
    ),
    (
        "While a CHARACTER model is leading this unit, that CHARACTER model has the Feel No Pain 4+ ability.",
        "unit",
        "",
        (replace(GRIT, conditions=(OF_CHARACTERS,)),),
    ),
    (
        "Each time a Reed Singer model in this unit makes an attack, add 1 to the Hit roll.",
        "holder",
        "reed singer",
        (ModifyAttack("hit", 1),),
    ),
    (
        "While this model is leading a unit, models in that unit have the Deep Strike ability.",
        "bearer",
        "",
        (GiveRule("deep strike", conditions=(LEADING,)),),
    ),
    (
        "While this model is leading a unit, unless that unit starts the battle embarked within a Transport, models in"
        ' that unit have the Scouts 7" ability.',
        "bearer",
        "",
        (GiveRule("scouts", 7, conditions=(LEADING,)),),
    ),
    (
        "If this model is attached to a REED GUARD unit during the Declare Battle Formations step, it gains the Deep"
        ' Strike and Scouts 6" abilities.',
        "holder",
        "",
        tuple(
            replace(each, conditions=(LEADING, Condition("keyword", name="reed guard")))
            for each in (GiveRule("deep strike"), GiveRule("scouts", 6))
        ),
    ),
    (
        "While this model is leading a unit, it has the Fights First ability.",
        "holder",
        "",
        (GiveRule("fights first", conditions=(LEADING,)),),
    ),
    (
        "While this model is leading a unit, that unit has the Fights First ability.",
        "bearer",
        "",
        (FightFirst(conditions=(LEADING,)),),
    ),
    (f"{MOVES} over models.", "unit", "", (Permit("pass over models"),)),
    (
        f'{MOVES} through models (excluding TITANIC models) and terrain features that are 4" or less in height.',
        "unit",
        "",
        (Permit("pass over smaller models"),),
    ),
    (
        f"{MOVES} through models and terrain features. When doing so, it can move within Engagement Range of enemy"
        " models, but cannot end that move within Engagement Range of them, and any Desperate Escape test is"
        " automatically passed.",
        "unit",
        "",
        (Permit("pass over models"), Permit("pass through walls"), Permit("break out safely")),
    ),
    (
        "Each time this unit makes a Normal or Advance move, it can move over friendly MONSTER and VEHICLE models as if"
        " they were not there.",
        "unit",
        "",
        (Permit("pass over friends", conditions=(FREE,)),),
    ),
    (
        "Each time a model in this unit makes a Normal, Advance, Fall Back or Charge move, it can move horizontally"
        " through terrain features.",
        "unit",
        "",
        (Permit("charge through walls"),),
    ),
    (
        "Each time this unit makes a Normal, Advance, Fall Back or Charge move, ignore any vertical distance when"
        " determining the total distance models in this unit can be moved during that move.",
        "unit",
        "",
        (Permit("climb freely"),),
    ),
    (f'{MOVES} over terrain features that are 4" or less in height.', "unit", "", ()),
    (
        "Enemy units cannot use the Fire Overwatch Stratagem to shoot at this unit.",
        "unit",
        "",
        (Permit("unwatched"),),
    ),
    (
        "This model does not suffer the penalty to its Hit rolls for making ranged attacks while enemy units are within"
        " Engagement Range of it.",
        "holder",
        "",
        (Permit("shoot while engaged"),),
    ),
    (
        "When making ranged attacks with its bog cannon, this model can target enemy units within Engagement Range of"
        " it (provided no other friendly units are also within Engagement Range of that enemy unit).",
        "holder",
        "",
        (Permit("blast while engaged", conditions=(Condition("weapon", name="bog cannon"),)),),
    ),
    (
        "Each time an enemy unit declares a charge, if one or more units with this ability are selected as a target of"
        " that charge, subtract 2 from the Charge roll.",
        "unit",
        "",
        (AddToChargesAt(-2),),
    ),
    (
        "Each time this unit declares a charge, if one or more targets of that charge have the MONSTER keyword, add 2"
        " to the Charge roll.",
        "unit",
        "",
        (AddToCharge(2, conditions=(Condition("target keyword", name="monster"),)),),
    ),
    (
        "Each time this unit declares a charge that targets one or more units below Starting Strength, add 1 to the"
        " Charge roll.",
        "unit",
        "",
        (AddToCharge(1, conditions=(Condition("target below start"),)),),
    ),
    (
        "Melee weapons equipped by models in this unit have an Attacks characteristic of 6 and the [LANCE] ability.",
        "unit",
        "",
        (
            ModifyAttack("attacks", 6, "set", attacks="melee"),
            GainKeyword(Keyword("lance"), attacks="melee"),
        ),
    ),
    (
        "Change the Armour Penetration characteristic of ranged weapons equipped by models in this unit to -2.",
        "unit",
        "",
        (ModifyAttack("ap", -2, "set", attacks="ranged"),),
    ),
    (
        "In your Shooting phase, each time a model in this unit makes a ranged attack that targets a MONSTER model, you"
        " can re-roll the Hit roll.",
        "unit",
        "",
        (
            ModifyAttack(
                "hit",
                change="reroll",
                reroll="any",
                attacks="ranged",
                conditions=(Condition("target keyword", name="monster"), Condition("own turn")),
            ),
        ),
    ),
    (
        "Each time a model in this unit makes an attack that targets an enemy unit, re-roll a Hit roll of 1 and, if"
        " that unit is within range of an objective marker you do not control, you can re-roll the Hit roll instead.",
        "unit",
        "",
        (
            ModifyAttack("hit", change="reroll", reroll="ones"),
            ModifyAttack("hit", change="reroll", reroll="any", conditions=(Condition("target objective"),)),
        ),
    ),
    (
        "Each time a model in this unit makes an attack that targets a MUDBORN unit, add 1 to the Hit roll.",
        "unit",
        "",
        (ModifyAttack("hit", 1, conditions=(Condition("target keyword", name="mudborn"),)),),
    ),
    (
        "Each time a model in this unit makes an attack, re-roll a Hit roll of 1. If the target of that attack does not"
        " have the MUDBORN keyword, you can re-roll the Hit roll instead.",
        "unit",
        "",
        (
            ModifyAttack("hit", change="reroll", reroll="ones"),
            ModifyAttack(
                "hit",
                change="reroll",
                reroll="any",
                conditions=(Condition("target keyword", name="mudborn", negate=True),),
            ),
        ),
    ),
    (
        "Each time a model in this unit makes an attack that targets a unit below its Starting Strength, add 1 to the"
        " Hit roll. If that target is Below Half-strength, add 1 to the Hit roll and add 1 to the Wound roll instead.",
        "unit",
        "",
        (
            ModifyAttack("hit", 1, conditions=(Condition("target below start"),)),
            ModifyAttack("wound", 1, conditions=(Condition("target below start"), Condition("target below half"))),
        ),
    ),
]


@pytest.mark.parametrize(("text", "scope", "part", "effects"), READ)
def test_what_it_comes_to(text: str, scope: Scope, part: str, effects: tuple[AnyEffect, ...]) -> None:
    reading = read_text(text, KNOWN)
    assert reading is not None
    assert (reading.scope, reading.part, reading.effects) == (scope, part, effects)


STAYS = [
    # no such miniature, and no keyword of one kind
    "This unit's Reed Dancer model has the Feel No Pain 4+ ability.",
    "CHARACTER PSYKER models in this unit have the Feel No Pain 4+ ability.",
    # what single miniatures of a kind cannot have
    "Each time an attack targets this unit's CHARACTER models, subtract 1 from the Hit roll.",
    "CHARACTER models in this unit have the Fights First ability.",
    # of two kinds at once
    "This unit's Reed Singer model has the Feel No Pain 4+ ability and models in this unit have the Feel No Pain 5+"
    " ability.",
    # core rules that come too late
    "While this unit is Below Half-strength, models in this unit have the Deep Strike ability.",
    'While a friendly ASHEN WARDENS unit is within 6" of this unit, that unit has the Infiltrators ability.',
    "While this model is leading a unit, models in that unit have the Scouts ability.",
    # ways
    "Each time this unit makes a Charge move, it can move over models.",
    "Each time this unit makes a Normal, Advance, Fall Back or Charge move, it can move over models.",
    f"{MOVES} over enemy VEHICLE models.",
    "When doing so, it can move within Engagement Range of enemy models, but cannot end that move within Engagement"
    " Range of them.",
    "Add 1 to Charge rolls made for this unit. When doing so, it can move within Engagement Range of enemy models, but"
    " cannot end that move within Engagement Range of them.",
    "Each time this unit makes a Normal or Advance move, ignore any vertical distance when determining the total"
    " distance models in this unit can be moved during that move.",
    # shots
    "Enemy units cannot shoot at this unit.",
    "When making ranged attacks with its mud cannon, this model can target enemy units within Engagement Range of it"
    " (provided no other friendly units are also within Engagement Range of that enemy unit).",
    "In your Shooting phase, each time a model in this unit makes an attack, add 1 to the Hit roll.",
    # what is put in the place of a characteristic, and cannot be
    "Melee weapons equipped by models in this unit have an Armour Penetration characteristic of 2.",
    "Melee weapons equipped by models in this unit have a Weapon Skill characteristic of 2.",
    "Change the Attacks and Strength characteristics of melee weapons equipped by models in this unit to 6.",
    # charges
    "Each time an enemy unit declares a charge, subtract 2 from the Charge roll.",
    # a slip of the pen, or a kind that is not in capitals
    "Each time a model in this unit makes an attack that targets a MOSNTER unit, add 1 to the Hit roll.",
    "Each time a model in this unit makes an attack that targets a Mudborn unit, add 1 to the Hit roll.",
    'While a friendly MUDBORN unit is within 6" of this unit, add 1 to Charge rolls made for that unit.',
]


@pytest.mark.parametrize("text", STAYS)
def test_it_stays_text(text: str) -> None:
    assert read_text(text, KNOWN) is None


def test_a_circle_may_be_about_one_of_the_miniatures() -> None:
    text = (
        "While a friendly ASHEN WARDENS unit is within 6\" of this unit's Reed Singer model, add 1 to Charge rolls made"
        " for that unit."
    )
    reading = read_text(text, KNOWN)
    assert reading is not None
    assert (reading.scope, reading.part) == ("holder", "reed singer")
    assert reading.effects == (AddToCharge(1, who="friends within", reach=6.0),)


def test_a_use_is_measured_from_the_miniature_that_is_named() -> None:
    """And may come up to twice, with a note for the table behind it."""
    text = (
        "Up to twice per battle, at the start of the Fight phase, select one enemy unit within 6\" of this unit's Reed"
        " Singer model. That unit must take a Battle-shock test.\nDesigner's Note: *Place a song token next to the"
        " unit, removing it once this ability has been used.*"
    )
    reading = read_text(text, KNOWN)
    assert reading is not None
    assert reading.use is not None
    assert (reading.part, reading.use.of_model, reading.use.per, reading.use.count) == (
        "reed singer",
        True,
        "battle",
        2,
    )


def test_a_state_may_have_a_name_of_several_words() -> None:
    text = (
        "In your Shooting phase, after this model has shot, select one INFANTRY unit hit by one or more of those"
        " attacks made with its bog cannon. Until the start of your next turn, that unit is filled with dread. While a"
        " unit is filled with {}, subtract 2 from Charge rolls made for it."
    )
    reading = read_text(text.format("dread"), KNOWN)
    assert reading is not None
    assert reading.effects == (AddToCharge(-2, who="target", duration="until your next turn"),)
    assert read_text(text.format("mirth"), KNOWN) is None


def band(text: str, *names: str) -> tuple[tuple[str, tuple[int, ...]], ...] | None:
    """What a band of miniatures with these names has by a text; None where it stays text."""
    groups = (selection(name, "model", 1) for name in names)
    found = named(read(selection("Band", "unit", 1, line(), ability("Song", text), *groups)).army.units[0], "Song")
    return None if found.by_hand else tuple((each.who, found.bearers) for each in found.effects)


def test_it_hangs_on_the_miniatures_that_are_named() -> None:
    text = "While this unit contains a Bog Drummer, this unit's Reed Singer model has the Feel No Pain 4+ ability."
    assert band(text, "Bog Drummer", "Reed Singer") == (("bearer", (1,)),)
    assert band(text, "Reed Singer", "Mud Piper") is None


def test_what_only_a_whole_unit_can_have_is_not_one_miniatures() -> None:
    assert band("Add 1 to Charge rolls made for this unit's Reed Singer model.", "Bog Drummer", "Reed Singer") is None


def test_which_of_several_miniatures_are_characters_no_sheet_says() -> None:
    text = "CHARACTER models in this unit have the Feel No Pain 4+ ability."
    groups = (selection(name, "model", 1) for name in ("Reed Singer", "Bog Drummer"))
    words = selection("Band", "unit", 1, line(), ability("Song", text), *groups)
    assert not named(read(words).army.units[0], "Song").by_hand
    leading = {**words, "categories": [{"id": "c", "name": "Character", "entryId": "c", "primary": False}]}
    assert named(read(leading).army.units[0], "Song").by_hand
