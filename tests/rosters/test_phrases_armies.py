"""Sentences about all units of an army, an enemy that all are set on, and 'that unit' where it is one's own."""

from __future__ import annotations

import pytest

from highground.engine.abilities import AnyEffect, on_attacks, powers
from highground.engine.abilities.afflictions import MarkUnit
from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import AddToMove, Permit
from highground.engine.abilities.model import Ability
from highground.engine.amount import Keyword
from highground.engine.choices import Advance, Pass, Use
from highground.rosters import read_roster
from highground.rosters.phrases import Reading, read_text
from highground.rosters.phrases_use_effects import THIS
from tests.engine.field import blade, position, row, setup, take, unit
from tests.rosters.builder import ability, as_json, roster, squad
from tests.rosters.phrase_cases import KNOWN
from tests.values import replace

GUARD = Condition("keyword", name="thorn guard")
LOW = Condition("below half")
LED = Condition("leading")

OF_ARMIES: list[tuple[str, list[AnyEffect]]] = [
    (
        "Each time an ASHEN WARDENS model from your army makes an attack, re-roll a Hit roll of 1.",
        [ModifyAttack("hit", change="reroll", reroll="ones")],
    ),
    (
        "Each time a THORN GUARD model from your army makes a melee attack, if it made a Charge move this turn, add 1 "
        "to the Wound roll.",
        [ModifyAttack("wound", 1, attacks="melee", conditions=(GUARD, Condition("charged")))],
    ),
    (
        "If your Army Faction is ASHEN WARDENS, ASHEN WARDENS units from your army are eligible to shoot and declare a "
        "charge in a turn in which they Advanced.",
        [Permit("advance and shoot"), Permit("advance and charge")],
    ),
    (
        "Each time a THORN GUARD unit from your army ends a Charge move, until the end of the turn, melee weapons "
        "equipped by models in that unit have the [LANCE] ability.",
        [GainKeyword(Keyword("lance"), attacks="melee", conditions=(GUARD, Condition("charged")))],
    ),
    (
        'Add 2" to the Move characteristic of THORN GUARD models from your army.',
        [AddToMove(2, conditions=(GUARD,))],
    ),
    (
        "Each time a ranged attack targets a THORN GUARD unit from your army, subtract 1 from the Hit roll.",
        [ModifyAttack("hit", -1, role="defending", attacks="ranged", conditions=(GUARD,))],
    ),
    (
        "Ranged weapons equipped by ASHEN WARDENS models from your army have the [IGNORES COVER] ability.",
        [GainKeyword(Keyword("ignores cover"), attacks="ranged")],
    ),
]


@pytest.mark.parametrize(("text", "effects"), OF_ARMIES, ids=[text for text, _ in OF_ARMIES])
def test_what_all_units_of_an_army_have(text: str, effects: list[AnyEffect]) -> None:
    assert read_text(text, KNOWN) == Reading(tuple(replace(each, who="army") for each in effects), army=True)


@pytest.mark.parametrize(
    "text",
    [
        "Each time a RIVER FOLK model from your army makes an attack, re-roll a Hit roll of 1.",
        "Each time a THORN GUARD model from your army makes an attack, it sings.",
        "THORN GUARD models from your army have the Deep Strike ability.",
        "Each time a THORN GUARD model from your army makes an attack, add 1 to the Hit roll. It also sings.",
        "Each time a THORN GUARD model from your army makes an attack, add 1 to the Hit roll. This model has a 4+ "
        "invulnerable save.",
        "Each time a THORN GUARD unit from your army is destroyed, you gain 1CP.",
    ],
)
def test_what_is_in_doubt_is_left_alone(text: str) -> None:
    assert read_text(text, KNOWN) is None


SET_ON = (
    "at the start of your Command phase, select one unit from your opponent's army. Until the start of your next "
    "Command phase, each time a model from your army with this ability makes an attack that targets that unit, you can "
    "re-roll the Hit roll."
)


def test_an_army_is_set_on_one_enemy_and_another_each_round() -> None:
    found = read_text(f"If your Army Faction is ASHEN WARDENS, {SET_ON}", KNOWN)
    assert found is not None
    assert found.army
    assert found.use is not None
    assert (found.use.window, found.use.target, found.use.per) == ("phase start", "enemy", "phase")
    marked = Condition("target marked", name=THIS)
    assert found.effects == (
        MarkUnit(THIS, who="target", duration="until your next command phase"),
        ModifyAttack(
            "hit", change="reroll", reroll="any", who="army", conditions=(marked,),
            duration="until your next command phase",
        ),
    )  # fmt: skip


def test_it_is_left_alone_where_not_all_units_have_it() -> None:
    assert read_text(SET_ON, KNOWN) is None
    assert read_text(f"If your Army Faction is RIVER FOLK, {SET_ON}", KNOWN) is None


def test_however_many_units_have_the_text_the_army_has_it_once() -> None:
    text = f"If your Army Faction is ASHEN WARDENS, {SET_ON}"
    units = [
        squad(name, 1, ability("Grim Vow", text), categories=["Infantry", "Faction: Ashen Wardens"])
        for name in ("Warden squad", "Lamp squad")
    ]
    army = read_roster(as_json(roster(*units)), "list").army
    (vow,) = [each for each in army.abilities if each.use is not None]
    assert [effect.marks() for effect in vow.effects if effect.marks()] == ["grim vow"]
    assert all(effect.conditions[0].name == "grim vow" for effect in vow.effects[1:])
    assert not any(each.use or each.by_hand for sheet in army.units for each in sheet.abilities)


def test_what_units_and_their_army_both_say_counts_once() -> None:
    swift = Ability("Swift", effects=(AddToMove(2, who="army"),))
    wardens = [replace(unit(name, blade()), abilities=(swift,)) for name in ("One", "Other")]
    what = setup(wardens, [unit("Foe", blade())])
    blue = replace(what.armies[0], abilities=(swift,))
    places = {0: row(20, 22), 1: row(30, 22), 2: row(45, 22)}
    for armies in (what.armies, (blue, what.armies[1])):
        battle = position(replace(what, armies=armies), places, "movement")
        assert powers.added(battle.scene, 0, "move") == 2


ONES_OWN = [
    (
        "While this model is leading a unit, each time a model in that unit makes an attack, add 1 to the Hit roll. If "
        "that unit is also Below Half-strength, add 1 to the Wound roll as well.",
        (ModifyAttack("hit", 1, conditions=(LED,)), ModifyAttack("wound", 1, conditions=(LED, LOW))),
    ),
    (
        "While this model is leading a unit, each time a model in that unit makes a melee attack, add 1 to the Hit "
        "roll. If the target of that attack is Below Half-strength, add 1 to the Wound roll as well.",
        (
            ModifyAttack("hit", 1, attacks="melee", conditions=(LED,)),
            ModifyAttack("wound", 1, attacks="melee", conditions=(LED, Condition("target below half"))),
        ),
    ),
]


@pytest.mark.parametrize(("text", "effects"), ONES_OWN)
def test_that_unit_is_the_one_that_is_led(text: str, effects: tuple[AnyEffect, ...]) -> None:
    found = read_text(text, KNOWN)
    assert found is not None
    assert found.effects == effects


def test_in_battle_the_enemy_that_was_picked_is_hit_better_by_all() -> None:
    text = f"If your Army Faction is ASHEN WARDENS, {SET_ON}"
    units = [
        squad(name, 1, ability("Grim Vow", text), categories=["Infantry", "Faction: Ashen Wardens"])
        for name in ("Warden squad", "Lamp squad")
    ]
    blue = read_roster(as_json(roster(*units)), "list").army
    what = setup([unit("Stand-in", blade())], [unit("Foe", blade()), unit("Other", blade())])
    what = replace(what, armies=(blue, what.armies[1]))
    places = {0: row(20, 22), 1: row(24, 22), 2: row(40, 22), 3: row(40, 30)}
    battle = position(what, places, "combat", active=1, time="end")
    take(battle, Advance())
    (vow,) = [each for each in blue.abilities if each.use is not None]
    used = Use(vow.uid or vow.name, 0, (2,))
    while not battle.allows(used):
        take(battle, Pass())
    battle.answer(used)
    gun = battle.scene.sheets[0].line_up[0].weapons[0].weapon
    for shooter in (0, 1):
        assert [each.reroll for each in on_attacks.modifiers(battle.scene, shooter, 2, gun)] == ["any"]
        assert not on_attacks.modifiers(battle.scene, shooter, 3, gun)
