"""Texts by which one of several things is picked, and sentences that say more of the attacks before them.

The wording is ours, its structure the usual one.
"""

from __future__ import annotations

import pytest

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.acts import IgnoreDamage
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import Permit
from highground.engine.abilities.model import Ability, Use
from highground.engine.abilities.wounds import HealOne
from highground.engine.amount import Amount
from highground.rosters.phrases import read_text
from highground.words.readings import of_use
from tests.rosters.phrase_cases import KNOWN
from tests.values import replace

FIGHT = "At the start of the Fight phase, select one of the following abilities"


def test_one_of_several_effects_is_picked_for_a_phase() -> None:
    reading = read_text(
        f"{FIGHT} for this unit to gain until the end of the phase: ■ Hawk's Eye: Each time a model in this unit makes"
        " an attack, re-roll a Hit roll of 1. ■ Bear's Hide: Each time an attack targets this unit, subtract 1 from the"
        " Wound roll.",
        KNOWN,
    )
    assert reading is not None
    assert reading.use == Use("selectable", phases=("combat",), turn="any", window="phase start", per="phase", count=1)
    assert reading.choices == (
        Ability("Hawk's Eye", effects=(ModifyAttack("hit", change="reroll", reroll="ones", duration="phase"),)),
        Ability("Bear's Hide", effects=(ModifyAttack("wound", -1, role="defending", duration="phase"),)),
    )


def test_choices_without_names_are_numbered() -> None:
    reading = read_text(
        "In your Command phase, select one of the following to apply to this model's unit until the end of the turn:"
        " ■ This model's unit is eligible to shoot in a turn in which it Advanced. ■ This model's unit is eligible to"
        " declare a charge in a turn in it which it Advanced.",
        KNOWN,
    )
    assert reading is not None
    assert reading.scope == "bearer"
    assert [each.name for each in reading.choices] == ["Choice 1", "Choice 2"]
    what = [effect for each in reading.choices for effect in each.effects]
    assert what == [Permit("advance and shoot", duration="turn"), Permit("advance and charge", duration="turn")]


ONES = ModifyAttack("hit", change="reroll", reroll="ones")
ANY = ModifyAttack("hit", change="reroll", reroll="any")
ATTACKS = "Each time a model in this unit makes an attack, re-roll a Hit roll of 1."


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        (
            f"{ATTACKS} If the target of that attack is the closest eligible target, you can re-roll the Hit roll"
            " instead.",
            (ONES, replace(ANY, conditions=(Condition("closest"),))),
        ),
        (
            f'{ATTACKS} While this unit is within 6" of one or more friendly THORN GUARD units, you can re-roll the Hit'
            " roll instead.",
            (ONES, replace(ANY, conditions=(Condition("near friend", 6, "thorn guard", own=True),))),
        ),
        (
            f"{ATTACKS} If such an attack targets a VEHICLE unit, you can re-roll the Hit roll instead.",
            (ONES, replace(ANY, conditions=(Condition("target keyword", name="vehicle"),))),
        ),
        (
            f"{ATTACKS} If this unit is below its Starting Strength, add 1 to the Wound roll as well.",
            (ONES, ModifyAttack("wound", 1, conditions=(Condition("below start"),))),
        ),
        (
            "Each time this model destroys an enemy unit it regains up to D3 lost wounds.",
            (HealOne(amount=Amount(1, 3), when="slew"),),
        ),
    ],
)
def test_what_is_said_more_of_the_attacks(text: str, effects: tuple[AnyEffect, ...]) -> None:
    reading = read_text(text, KNOWN)
    assert reading is not None
    assert reading.effects == effects


def test_dice_that_are_rerolled_in_other_words() -> None:
    reading = read_text(
        "Each time this model shoots or fights, while resolving those attacks, you can re-roll one Hit roll and you can"
        " re-roll one Wound roll.",
        KNOWN,
    )
    assert reading is not None
    uses = [each.use for each in (reading, *reading.parts) if each.use is not None]
    assert [each.rolls for each in uses] == [("hit",), ("wound",)]
    assert [of_use(each) for each in uses] == [
        f"Used once a phase in any shooting or combat phase, after its {roll} roll" for roll in ("hit", "wound")
    ]


def test_a_failed_save_may_come_to_nothing() -> None:
    reading = read_text(
        "Once per phase, when an attack is allocated to this model, and the saving throw is failed, you can change the"
        " Damage characteristic of that attack to 0.",
        KNOWN,
    )
    assert reading is not None
    assert reading.effects == (IgnoreDamage(),)


def test_an_enemy_in_sight_need_not_be_near() -> None:
    reading = read_text(
        "At the start of your Shooting phase, select one visible enemy VEHICLE unit. Until the end of the phase, each"
        " time a friendly model makes an attack that targets that unit, re-roll a Wound roll of 1.",
        KNOWN,
    )
    assert reading is not None
    assert reading.use is not None
    assert (reading.use.sight, reading.use.reach) == (True, 0.0)


@pytest.mark.parametrize(
    "text",
    [
        f"{FIGHT} for this unit to gain until the end of the phase: ■ Hawk's Eye: Each time a model in this unit makes"
        " an attack, re-roll a Hit roll of 1.",
        f"{FIGHT} for this unit to gain until the end of the phase: ■ Each time a model in this unit makes an attack,"
        " re-roll a Hit roll of 1. ■ This unit is hungry.",
        f'{FIGHT} for this unit to gain until the end of the phase: ■ This unit has the Scouts 6" ability. ■ Each time'
        " a model in this unit makes an attack, re-roll a Hit roll of 1.",
        f"{ATTACKS} While this unit is hungry, you can re-roll the Hit roll instead.",
        "At the start of your Shooting phase, select one enemy VEHICLE unit. Until the end of the phase, each time a"
        " friendly model makes an attack that targets that unit, re-roll a Wound roll of 1.",
    ],
)
def test_near_misses_stay_text(text: str) -> None:
    assert read_text(text, KNOWN) is None
