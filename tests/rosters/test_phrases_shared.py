"""Sentences that are put together from small parts: what says the same is read the same, what lacks a part is not."""

from __future__ import annotations

import pytest

from highground.engine.abilities.acts import RollAgain
from highground.engine.abilities.afflictions import ArriveNear, TakeShockTest
from highground.engine.abilities.condition import Condition
from highground.rosters.phrases import read_text
from tests.rosters.phrase_cases import KNOWN

LED = "While the bearer is leading a unit,"
SAME = [
    (
        "Each time this model makes an attack, it can ignore any or all modifiers to the Hit roll and the Ballistic"
        " Skill characteristic of that attack.",
        "Each time this model makes an attack, it can ignore any or all modifiers to that attack's Ballistic Skill"
        " characteristic and any or all modifiers to the Hit roll.",
    ),
    (
        "Each time a model in a unit makes a melee attack that targets this unit, subtract 1 from the Hit roll.",
        "Each time a melee attack targets this unit, subtract 1 from the Hit roll.",
    ),
    (
        "In your Movement phase, if this unit Remains Stationary, until the end of the turn, its ranged weapons have"
        " the [HEAVY] ability.",
        "If this unit Remained Stationary this turn, ranged weapons equipped by models in this unit have the [HEAVY]"
        " ability.",
    ),
    (
        "Each time this unit falls back, you can roll one D6: on a 3+, this unit can shoot this turn.",
        "Each time this unit falls back, roll one D6: on a 3+, it is eligible to shoot in a turn in which it fell"
        " back.",
    ),
    (
        "Each time this unit is targeted with a Stratagem, roll one D6: on a 5+, you gain 1CP.",
        "Each time you select this unit as the target of a Stratagem, you can roll one D6: on a 5+, you gain 1CP.",
    ),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_says_the_same_is_read_the_same(one: str, other: str) -> None:
    assert read_text(one, KNOWN) == read_text(other, KNOWN) is not None


def test_those_who_are_weak_take_a_harder_test_at_any_moment() -> None:
    reading = read_text(
        'At the end of the Fight phase, each enemy unit within 6" of this unit must take a Battle-shock test,'
        " subtracting 1 from the result if that enemy unit is below Half-strength.",
        KNOWN,
    )
    weak = Condition("below half")
    assert reading is not None
    assert reading.effects == (
        TakeShockTest(-1, who="enemies within", reach=6.0, conditions=(weak,), when="combat end"),
        TakeShockTest(
            who="enemies within", reach=6.0, conditions=(Condition("below half", negate=True),), when="combat end"
        ),
    )


def test_the_bearer_leads_as_this_model_does() -> None:
    dives = read_text(
        f"{LED} when that unit is set up on the battlefield using the Deep Strike ability, it can use this ability. If"
        ' it does, that unit can be set up anywhere on the battlefield that is more than 5" away from all enemy models,'
        " but until the end of the turn, that unit is not eligible to declare a charge.",
        KNOWN,
    )
    again = read_text(f"{LED} each time that unit is selected to fight, you can re-roll one wound roll.", KNOWN)
    assert dives is not None
    assert again is not None
    assert dives.effects == (ArriveNear(5, anywhere=True, conditions=(Condition("leading"),)),)
    assert again.effects == (RollAgain(),)
    assert (dives.scope, again.scope) == ("bearer", "bearer")


@pytest.mark.parametrize(
    "text",
    [
        "Each time this unit falls back, it can shoot this turn.",  # that it may always is said in other words
        "Each time this unit is destroyed by a melee attack, if it has not fought this phase, do not remove it from"
        " play. That model can fight after the attacking unit has finished making its attacks, and is then removed from"
        " play.",
        "Each time this unit is selected to shoot, you can re-roll one hit roll or one wound roll and one damage roll.",
        "You can change the damage characteristic of one attack allocated to this model to 0.",
        'At the start of the Fight phase, each enemy unit within 6" of that unit must take a Battle-shock test.',
        'Each time an enemy unit within 6" of that unit fails a Battle-shock test, it suffers D3 mortal wounds.',
        "Select one of the abilities below. Until the end of the phase, this unit has that ability: [HEAVY]; [BLAST]",
    ],
)
def test_what_lacks_a_part_stays_text(text: str) -> None:
    assert read_text(text, KNOWN) is None
