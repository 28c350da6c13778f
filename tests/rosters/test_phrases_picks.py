"""Texts by which one of several named abilities is picked, what is used before either act, and tables by target."""

from __future__ import annotations

import pytest

from highground.engine.abilities.afflictions import RolledWounds, TableStep
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.model import Ability, Use
from highground.engine.amount import Amount
from highground.engine.model import Carried, UnitSheet
from highground.rosters.effects import with_effects
from highground.rosters.phrases import Reading, read_text
from highground.rosters.phrases_use_effects import THIS
from highground.rosters.report import Report
from tests.engine.field import unit, weapon
from tests.rosters.phrase_cases import KNOWN
from tests.values import replace

CHARGE = "Each time this unit ends a Charge move, select one enemy unit within Engagement Range of it and roll"
VEHICLE, MONSTER = Condition("keyword", name="vehicle"), Condition("keyword", name="monster")
NO_VEHICLE, NO_MONSTER = (replace(each, negate=True) for each in (VEHICLE, MONSTER))
PICK = (
    "At the start of the Fight phase, select one of the following abilities for this unit to gain until the end of the"
)
HIT = Ability("Heron's Eye", effects=(ModifyAttack("hit", 1, duration="phase"),))
DODGE = Ability("Eel's Way", effects=(ModifyAttack("hit", -1, role="defending", duration="phase"),))
SCORED = (
    "In your Shooting phase, after this model has shot, if one or more of those attacks made with its bog cannon "
    "scored a hit against an enemy INFANTRY unit, that unit must take a Battle-shock test."
)


def table(least: int, wounds: Amount, *conditions: Condition, count: int = 1) -> RolledWounds:
    return RolledWounds((TableStep(least, wounds),), count=count, who="target", conditions=conditions)


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        (
            f"{CHARGE} three D6, adding 1 to each result if that enemy unit is a MONSTER or VEHICLE: for each 5+, that "
            "enemy unit suffers 1 mortal wound.",
            [
                table(4, Amount(plus=1), MONSTER, count=3),
                table(4, Amount(plus=1), NO_MONSTER, VEHICLE, count=3),
                table(5, Amount(plus=1), NO_MONSTER, NO_VEHICLE, count=3),
            ],
        ),
        (
            f"{CHARGE} one D6, adding 2 to the result if that unit is not a VEHICLE: on a 4+, that enemy unit suffers "
            "D3 mortal wounds.",
            [table(2, Amount(1, 3), NO_VEHICLE), table(4, Amount(1, 3), VEHICLE)],
        ),
        (
            f"{CHARGE} one D6: on a 2+, that enemy unit suffers D3 mortal wounds, or 2D3 mortal wounds instead if it "
            "is a VEHICLE unit.",
            [table(2, Amount(2, 3), VEHICLE), table(2, Amount(1, 3), NO_VEHICLE)],
        ),
    ],
)
def test_some_targets_suffer_more(text: str, tables: list[RolledWounds]) -> None:
    reading = read_text(text, KNOWN)
    assert reading is not None
    assert list(reading.effects) == tables


def test_one_of_several_named_abilities_is_picked() -> None:
    text = (
        f"{PICK} phase: \u25a0 Heron's Eye: Each time a model in this unit makes an attack, add 1 to the Hit roll. "
        "\u25a0 Eel's Way: Each time an attack targets this unit, subtract 1 from the Hit roll."
    )
    use = Use("selectable", phases=("combat",), turn="any", window="phase start", per="phase")
    assert read_text(text, KNOWN) == Reading(use=use, choices=(HIT, DODGE))


@pytest.mark.parametrize(("often", "together"), [("Each time", ""), ("Once per turn, when", THIS)])
def test_what_is_used_before_either_act_is_two_uses(often: str, together: str) -> None:
    text = (
        f"{often} this unit is selected to shoot or fight, it can use this ability. If it does, until the end of the "
        "phase, each time a model in this unit makes an attack, you can re-roll the Wound roll."
    )
    reading = read_text(text, KNOWN)
    assert reading is not None
    assert len(reading.parts) == 1
    uses = [each.use for each in (reading, *reading.parts) if each.use is not None]
    assert [(each.phases, each.conditions, each.counts_with) for each in uses] == [
        (("shooting",), (Condition("to shoot"),), together),
        (("combat",), (Condition("to fight"),), together),
    ]


def read_with(*cannons: int) -> Ability:
    arms = [Carried(weapon("bog cannon", mode=""), count) for count in cannons]
    sheet: UnitSheet = replace(unit("Walker", *arms), abilities=(Ability("Mire", SCORED),))
    return with_effects(sheet, KNOWN, set(), "here", Report()).abilities[0]


def test_all_that_a_weapon_hit_is_one_enemy_where_there_is_one_such_weapon() -> None:
    found = read_with(1)
    assert found.use is not None
    assert found.use.weapon == "bog cannon"
    assert found.use.aimed == ((Condition("keyword", name="infantry"),),)
    assert read_with(2).by_hand
    assert read_with(1, 1).by_hand


@pytest.mark.parametrize(
    "text",
    [
        f"{CHARGE} one D6, adding 1 to the result if it rains: on a 4+, that enemy unit suffers D3 mortal wounds.",
        f"{CHARGE} one D6, adding 2 to the result if that unit is a VEHICLE: on a 1, that enemy unit suffers 1 mortal "
        "wound; on a 2+, that enemy unit suffers D3 mortal wounds.",
        f"{CHARGE} one D6: on a 2+, that enemy unit suffers D3 mortal wounds, or 6 mortal wounds instead if it "
        "is late.",
        SCORED.replace("made with its bog cannon ", ""),
        SCORED.replace("bog cannon", "moon lance"),
        f"{PICK} phase: \u25a0 Heron's Eye: Each time a model in this unit makes an attack, add 1 to the Hit roll.",
        f"{PICK} phase: \u25a0 Heron's Eye: Each time a model in this unit makes an attack, it hums. \u25a0 Eel's Way: "
        "Each time an attack targets this unit, subtract 1 from the Hit roll.",
        f"{PICK} moon: \u25a0 Heron's Eye: Each time a model in this unit makes an attack, add 1 to the Hit roll. "
        "\u25a0 Eel's Way: Each time an attack targets this unit, subtract 1 from the Hit roll.",
        "Each time this unit is selected to shoot or fight, it sings.",
        "Each time this unit is selected to shoot or fight, you can re-roll the Wound roll until the end of the phase.",
    ],
)
def test_what_is_in_doubt_stays_text(text: str) -> None:
    assert read_text(text, KNOWN) is None
