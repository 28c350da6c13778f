"""Texts of which some is said of a model and some of its unit, and whose state an 'if' asks.

The sentences are ours. What is in doubt stays text.
"""

from __future__ import annotations

import pytest

from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import AddToControl
from highground.engine.abilities.model import Ability
from highground.rosters.effects import with_effects
from highground.rosters.phrases import KnownKeywords, read_text
from highground.rosters.report import Report
from tests.engine.field import blade, unit
from tests.values import replace

KNOWN = KnownKeywords(frozenset({"infantry", "vehicle", "monster", "character"}), frozenset({"ashen wardens"}))
CREWED = replace(KNOWN, lone=frozenset({"vehicle"}))
LEADING = "While this model is leading a unit,"
THEIRS = "each time a model in that unit makes an attack,"
OURS = "each time a model in this unit makes an attack,"
MINE = "each time this model makes an attack,"


def made_of(text: str, *, leads: bool = True, count: int = 1) -> list[Ability]:
    sheet = replace(unit("Champion", blade(), count=count), abilities=(Ability("Glory", text),))
    return list(with_effects(replace(sheet, leads=("Band",) if leads else ()), KNOWN, (), "", Report()).abilities)


def had(text: str, *, leads: bool = True) -> set[tuple[str, str, bool]]:
    """Who has what, and whether it is had while leading only."""
    return {
        (each.who, each.words(), Condition("leading") in each.conditions)
        for ability in made_of(text, leads=leads)
        for each in ability.effects
    }


def test_the_unit_that_is_led_has_what_is_its_own_beside_what_is_its_leaders() -> None:
    assert had(f"{LEADING} {THEIRS} add 1 to the Hit roll. Each time this model makes an attack, add 1 to the Wound"
               " roll.") == {("self", "hit add", True), ("bearer", "wound add", False)}  # fmt: skip
    assert had(f"{LEADING} weapons equipped by models in that unit have the [LETHAL HITS] ability. Melee weapons"
               " equipped by this model have the [LANCE] ability.") == {
        ("self", "lethal hits", True), ("bearer", "lance", False),
    }  # fmt: skip
    turned = f"Each time this model makes an attack, add 1 to the Wound roll. {LEADING} {THEIRS} add 1 to the Hit roll."
    assert had(turned) == {("self", "hit add", True), ("bearer", "wound add", False)}


def test_a_whole_unit_has_what_is_said_of_it_beside_what_is_a_models() -> None:
    text = f"{OURS.capitalize()} add 1 to the Hit roll. {MINE.capitalize()} add 1 to the Wound roll."
    assert had(text) == {("self", "hit add", False), ("self", "hit add", True), ("bearer", "wound add", False)}
    assert had(text, leads=False) == {("self", "hit add", False), ("self", "wound add", False)}


@pytest.mark.parametrize(
    "text",
    [
        f"{LEADING} {THEIRS[:-1]} that targets an enemy unit within 6\", re-roll a Hit roll of 1.",
        f"{LEADING} {THEIRS} if the target is within 6\", add 1 to the Hit roll.",
        f"{OURS} add 1 to the Hit roll and, if this model is below Half-strength, add 1 to the Wound roll.",
        f"While this model is within range of an objective marker, {OURS} add 1 to the Hit roll.",
        "In your Shooting phase, once per battle, if this model is not within Engagement Range of any enemy units,"
        " until the end of the phase, ranged weapons equipped by models in this unit have the [LETHAL HITS] ability.",
    ],
)  # fmt: skip
def test_what_mixes_a_leader_and_its_unit_in_one_sentence_stays_text(text: str) -> None:
    assert made_of(text)[0].by_hand


@pytest.mark.parametrize(
    "text",
    [
        f"{OURS[:-1]} that targets an enemy unit within 6\", re-roll a Hit roll of 1.",
        f"{OURS} add 1 to the Hit roll and, if this model is below Half-strength, add 1 to the Wound roll.",
        f"While this model is within range of an objective marker, {OURS} add 1 to the Hit roll.",
    ],
)  # fmt: skip
def test_a_single_model_counts_as_its_own_unit(text: str) -> None:
    (alone,) = made_of(text, leads=False)
    assert {each.who for each in alone.effects} == {"self"}
    assert made_of(text)[0].by_hand
    assert made_of(text, leads=False, count=3)[0].by_hand


def test_what_is_a_models_alone_is_still_its_own() -> None:
    assert had(f"{MINE[:-1]} that targets an enemy unit within 6\", add 1 to the Hit roll.") == {
        ("bearer", "hit add", False)
    }  # fmt: skip
    more = f"{MINE} add 1 to the Hit roll. If this model charged this turn, add 1 to the Wound roll as well."
    assert had(more) == {("bearer", "hit add", False), ("bearer", "wound add", False)}


AURA = 'While an enemy unit is within 6" of this model,'
FELL = Condition("below half")


@pytest.mark.parametrize(
    "text",
    [
        f"{AURA} {THEIRS} subtract 1 from the Hit roll and, if that enemy unit is Below Half-strength, subtract 1 from"
        " the Wound roll as well.",
        f"{AURA} {THEIRS} subtract 1 from the Hit roll and subtract 1 from the Wound roll if that unit is Below"
        " Half-strength.",
        f"{AURA} {THEIRS} subtract 1 from the Hit roll. If that enemy unit is Below Half-strength, subtract 1 from the"
        " Wound roll as well.",
        f"{AURA} {THEIRS} subtract 1 from the Hit roll. If that unit is Below Half-strength, subtract 1 from the"
        " Wound roll as well.",
    ],
)
def test_an_aura_asks_the_enemy_in_it(text: str) -> None:
    reading = read_text(text, KNOWN)
    assert reading is not None
    always = ModifyAttack("hit", -1, who="enemies within", reach=6.0)
    assert reading.effects == (always, replace(always, stage="wound", conditions=(FELL,)))


def test_of_an_enemy_that_was_hit_it_asks_the_same() -> None:
    reading = read_text(
        "In your Shooting phase, after this unit has shot, select one enemy unit hit by one or more of those attacks."
        f" Until the end of the turn, {THEIRS} if that enemy unit is Below Half-strength, subtract 1 from the Hit"
        " roll.",
        KNOWN,
    )
    assert reading is not None
    assert reading.effects == (ModifyAttack("hit", -1, who="target", conditions=(FELL,), duration="turn"),)


def test_the_target_is_the_one_that_is_shot_at() -> None:
    reading = read_text(f"{AURA} {THEIRS} if the target is Below Half-strength, subtract 1 from the Hit roll.", KNOWN)
    assert reading is not None
    assert [each.conditions for each in reading.effects] == [(Condition("target below half"),)]


@pytest.mark.parametrize(
    "text",
    [
        f"{AURA} {THEIRS} if that enemy unit is within range of an objective marker you control, subtract 1 from the"
        " Hit roll.",
        f"{AURA} {THEIRS} if that enemy unit is within Engagement Range of one or more enemy units, subtract 1 from the"
        " Hit roll.",
        f"{AURA} {THEIRS} if that enemy unit is a VEHICLE, subtract 1 from the Hit roll.",
        f"{AURA} {THEIRS[:-1]} that targets an INFANTRY unit, if that unit is Below Half-strength, subtract 1 from the"
        " Hit roll.",
        f"{AURA} {THEIRS[:-1]} that targets an INFANTRY unit, subtract 1 from the Hit roll. If that unit is Below"
        " Half-strength, subtract 1 from the Wound roll as well.",
        f"{AURA} {THEIRS} subtract 1 from the Hit roll. If that unit is a VEHICLE, subtract 1 from the Wound roll as"
        " well.",
        f"{LEADING} {THEIRS} add 1 to the Hit roll. If that unit is a VEHICLE, add 1 to the Wound roll as well.",
        # the least that is left
        "In your Shooting phase, after this unit has shot, select one enemy unit hit by one or more of those attacks."
        " Until the end of the turn, that unit is dazzled. While a unit is dazzled, subtract 1 from the Objective"
        " Control characteristic of models in that unit (to a minimum of 1).",
        # units that are not on the table yet
        "At the start of the battle, select one unit from your opponent's army. Until the end of the battle, each time"
        " a model in this unit makes an attack that targets that unit, you can re-roll the Hit roll.",
        "At the start of the battle, select one unit from your opponent's army. Each time a model in this unit makes "
        "an attack that targets that unit, that attack has the [PRECISION] ability.",
        "At the start of the battle, select one enemy unit. Until the end of the battle, each time a model in this unit"
        " makes an attack that targets that unit, re-roll a Wound roll of 1.",
    ],
)
def test_near_misses_stay_text(text: str) -> None:
    assert read_text(text, KNOWN) is None


def test_a_least_of_nothing_says_nothing() -> None:
    reading = read_text(
        "In your Shooting phase, after this unit has shot, select one enemy unit hit by one or more of those attacks."
        " Until the end of the turn, that unit is dazzled. While a unit is dazzled, subtract 1 from the Objective"
        " Control characteristic of models in that unit (to a minimum of 0).",
        KNOWN,
    )
    assert reading is not None
    assert reading.effects == (AddToControl(-1, who="target", duration="turn"),)


@pytest.mark.parametrize("who", ["this model", "this unit", "this model's unit"])
def test_a_charge_move_counts_in_any_turn(who: str) -> None:
    reading = read_text(
        f"Each time {who} ends a Charge move, select one enemy unit within Engagement Range of it and roll one D6: on a"
        " 3+, that enemy unit suffers D3 mortal wounds.",
        KNOWN,
    )
    assert reading is not None
    assert reading.use is not None
    assert (reading.use.phases, reading.use.turn, reading.use.window) == (("charge",), "any", "charged")


MENDS = 'In your Command phase, select one friendly VEHICLE model within 3" of this unit. That model regains up to D3'


@pytest.mark.parametrize(
    "more",
    [
        " and, until the start of your next Command phase, each time that model makes an attack, add 1 to the Hit"
        " roll.",
        ". Each model can only be selected for this ability once per turn.",
    ],
)
def test_what_one_model_has_its_unit_has_only_where_it_is_all_of_it(more: str) -> None:
    text = f"{MENDS} lost wounds{more}"
    assert read_text(text, KNOWN) is None
    assert read_text(text, CREWED) is not None


def test_one_model_of_several_may_be_mended() -> None:
    assert read_text(f"{MENDS} lost wounds.", KNOWN) is not None
    assert read_text(f"{MENDS.replace('VEHICLE', 'INFANTRY')} lost wounds.", CREWED) is None


@pytest.mark.parametrize(
    ("ignored", "stages"),
    [
        ("the Hit roll", ["hit"]),
        ("that attack's Ballistic Skill characteristic and any or all modifiers to the Hit roll", ["skill", "hit"]),
        (
            "that attack's Ballistic Skill or Weapon Skill characteristics and/or all modifiers to the Hit roll",
            ["skill", "hit"],
        ),
    ],
)
def test_what_worsens_the_skill_is_ignored_where_it_says_so(ignored: str, stages: list[str]) -> None:
    reading = read_text(f"{OURS} you can ignore any or all modifiers to {ignored}.", KNOWN)
    assert reading is not None
    assert [(each.stage, each.change) for each in reading.effects if isinstance(each, ModifyAttack)] == [
        (stage, "steady") for stage in stages
    ]


def test_what_befalls_enemies_near_a_model_is_not_measured_from_its_unit() -> None:
    text = 'At the end of your Movement phase, each enemy unit within 6" of this model must take a Battle-shock test.'
    assert made_of(text)[0].by_hand
    assert had(text, leads=False) == {("enemies within", "battle-shock test", False)}
    assert not made_of(text.replace("this model", "this model's unit"))[0].by_hand
