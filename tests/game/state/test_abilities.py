"""Abilities, stratagems and effects as the panels list them, and their use by uuid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from highground.engine import choices as ch
from highground.engine.abilities.afflictions import TakeShockTest
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import AddToMove
from highground.engine.abilities.model import Ability, Use
from highground.engine.abilities.wounds import DealMortalWounds
from highground.engine.amendments import AmendRoll
from highground.engine.amount import Amount
from highground.engine.errors import Refusal
from highground.engine.model import Setup, UnitSheet
from highground.engine.record import Given
from highground.game.commands import answers
from highground.game.match.match import Control, Match
from highground.game.state import abilities
from highground.game.state.dice_view import dice_view
from highground.game.state.offers import hand_words
from tests.engine import field
from tests.values import replace

STEADY = Ability("Steady Aim", "Add 1.", uid="steady", effects=(ModifyAttack("hit", 1),))
RALLY = Ability(
    "Rally", "Pick a unit.", uid="rally", location="army",
    use=Use("stratagem", cost=1, phases=("shooting",), target="friend"),
    effects=(AddToMove(2, duration="turn"),),
)  # fmt: skip
HEX = Ability(
    "Hex", "Aim it.", uid="hex", use=Use("activated", phases=("shooting",), target="enemy", reach=18.0),
    effects=(AddToMove(-2, who="target", duration="turn"),),
)  # fmt: skip
STANCE = Ability(
    "Stance", "Choose.", uid="stance", use=Use("selectable", phases=("shooting",), count=-1),
    choices=(
        Ability("Low", uid="low", effects=(AddToMove(-1, duration="turn"),)),
        Ability("High", uid="high", effects=(AddToMove(1, duration="turn"),)),
    ),
)  # fmt: skip
SECRET = Ability("Rite", "Words of the roster's owner.", private=True, by_hand=True)
WOUNDED = Ability(
    "Last Stand", "When half are gone.", uid="last", effects=(AddToMove(1, conditions=(Condition("below half"),)),)
)


def sheet(name: str, *own: Ability) -> UnitSheet:
    return replace(field.unit(name, field.weapon("gun"), count=3), abilities=own)


def setup() -> Setup:
    made = field.setup([sheet("Wardens", STEADY, HEX, STANCE, SECRET, WOUNDED)], [sheet("Raiders")])
    return replace(made, stratagems=(RALLY,))


def match(cp: int = 1, phase: Any = "shooting") -> Match:
    places = {0: field.row(20.0, 20.0, 3), 1: field.row(field.beside(20.0, 10.0), 20.0, 3)}
    battle = field.position(setup(), places, phase)
    blue, red = battle.state.armies
    field.state_of(battle, armies=(replace(blue, cp=cp), red))
    return Match(battle, "g", (Control(), Control()))


def named(listed: Sequence[Any], name: str) -> Any:
    return next(each for each in listed if each["name"] == name)


def test_an_ability_is_reported_with_its_place_its_kind_and_its_effects() -> None:
    """ABIL rows of the entity: id, location, meta, effects."""
    game = match()
    shown = abilities.abilities(game, frozenset({0}))
    steady, hexed, stance = (named(shown, name) for name in ("Steady Aim", "Hex", "Stance"))
    assert steady["location"] == {
        "type": "unit", "army_uuid": game.cast.army_uuids[0], "army_name": "Blue",
        "unit_uuid": game.cast.unit_uuids[0], "unit_name": "Wardens",
    }  # fmt: skip
    assert steady["overall_active"]
    assert steady["meta"]["type"] == "triggered"
    (effect,) = steady["effects"]
    assert (effect["effect_type"], effect["remaining_casts"], effect["is_triggered"]) == ("roll", -1, True)
    assert hexed["meta"]["activated_ability"]
    assert (stance["is_selectable"], [each["name"] for each in stance["choosable_abilities"]]) == (
        True,
        ["Low", "High"],
    )
    assert [each["description"] for each in stance["choosable_abilities"]] == ["move -1", "move +1"]
    assert not any(each["name"] == "Rally" for each in shown)
    rally = named(abilities.stratagems(game, frozenset({0})), "Rally")
    assert (rally["meta"]["cost"], rally["location"]["type"]) == (1, "army")


def test_dice_that_are_counted_are_not_shown_as_a_sum() -> None:
    """Six dice, a mortal wound for each 4 or more, are not as many wounds as six dice show."""
    pots = Ability("Pots", "Throw.", uid="pots", effects=(DealMortalWounds(amount=Amount(6, 6), on=4, who="target"),))
    made = replace(setup(), stratagems=(replace(RALLY, effects=pots.effects),))
    battle = field.position(made, {0: field.row(20.0, 20.0, 3), 1: field.row(40.0, 20.0, 3)}, "shooting")
    (effect,) = abilities.stratagems(Match(battle, "g", (Control(), Control())), frozenset({0}))[0]["effects"]
    assert effect["effect_value"] == "mortal wounds 1 for each 4+ on 6D6"
    assert effect["description"].startswith("The target: suffers 6D6 mortal wounds")


def test_private_text_is_for_its_commander() -> None:
    game = match()
    assert named(abilities.abilities(game, frozenset({0})), "Rite")["description"] == SECRET.text
    assert named(abilities.abilities(game, frozenset({1})), "Rite")["description"] == ""


@pytest.mark.parametrize(("phase", "cp", "check"), [("command", 1, "time_check"), ("shooting", 0, "action_check")])
def test_what_is_not_at_work_says_which_check_fails(phase: Any, cp: int, check: str) -> None:
    game = match(cp, phase)
    rally = named(abilities.stratagems(game, frozenset({0})), "Rally")
    assert not rally["overall_active"]
    assert not rally["trigger_conditions"][check]
    assert rally["why_not"].endswith(".")


def test_targets_are_units_to_use_it_on_or_to_aim_at() -> None:
    game, blue = match(), frozenset({0})
    listed = abilities.abilities(game, blue)
    (foe,) = abilities.targets(game, named(listed, "Hex")["id"], blue)
    assert (foe["name"], foe["target_type"], foe["distance"]) == ("Raiders", "enemy unit", 10.0)
    rally = named(abilities.stratagems(game, frozenset({0})), "Rally")
    (friend,) = abilities.targets(game, rally["id"], blue)
    assert (friend["name"], friend["target_type"], friend["distance"]) == ("Wardens", "unit", None)
    with pytest.raises(Refusal) as caught:
        abilities.targets(game, "x", blue)
    assert caught.value.code == "unknown-ability"


# OPEN-13
def test_abilities_are_used_by_their_uuid() -> None:
    game = match()
    wardens, raiders = game.cast.unit_uuids
    rally = named(abilities.stratagems(game, frozenset({0})), "Rally")
    answers.activate(game, rally["id"], [wardens])
    assert game.battle.state.armies[0].cp == 0
    listed = abilities.abilities(game, frozenset({0}))
    answers.activate(game, named(listed, "Hex")["id"], [raiders])
    stance = named(listed, "Stance")
    answers.activate(game, stance["id"], [], stance["choosable_abilities"][1]["uuid"])
    assert named(abilities.abilities(game, frozenset({0})), "Stance")["selected"] == "High"
    blue, red = abilities.active_effects(game)
    (unit,) = blue["units"]
    assert sorted(each["name"] for each in unit["effects"]) == ["High", "Rally"]
    assert [each["name"] for each in red["units"][0]["effects"]] == ["Hex"]
    with pytest.raises(Refusal) as caught:
        answers.activate(game, named(listed, "Steady Aim")["id"])
    assert caught.value.code == "not-usable"


def test_what_a_unit_would_have_and_has_not_is_reported_with_the_reason() -> None:
    game = match()
    (unit,) = abilities.active_effects(game)[0]["units"]
    last = named(unit["inactive_effects"], "Last Stand")
    assert not last["trigger_conditions"]["action_check"]
    assert "below half" in last["why_not"]


def test_what_may_be_used_again_is_active_though_what_it_began_has_ended() -> None:
    game = match()
    stance = named(abilities.abilities(game, frozenset({0})), "Stance")
    answers.activate(game, stance["id"], [], stance["choosable_abilities"][0]["uuid"])
    field.state_of(game.battle, active_effects=())
    again = named(abilities.abilities(game, frozenset({0})), "Stance")
    assert (again["overall_active"], again["trigger_conditions"]["expiration_check"]) == (True, False)
    assert "Stance" in abilities.army_powers(game, 0)["castable_triggered"]
    answers.activate(game, again["id"], [], again["choosable_abilities"][1]["uuid"])


HIT = {"kind": "roll", "stage": "hit", "value": 1}


def test_what_players_see_to_is_switched_on_and_off_by_uuid() -> None:
    game = match()
    rite = named(abilities.abilities(game, frozenset({0})), "Rite")
    assert (rite["by_hand"], rite["switched_on"]) == (True, [])
    answers.by_hand(game, rite["id"], True, [HIT])
    (on,) = named(abilities.abilities(game, frozenset({0})), "Rite")["switched_on"]
    assert (on["effect_type"], on["by_army"], on["unit_name"]) == ("roll", "Blue", rite["location"]["unit_name"])
    answers.by_hand(game, rite["id"], False)
    assert named(abilities.abilities(game, frozenset({0})), "Rite")["switched_on"] == []
    answers.by_hand(game, rite["id"], True, [HIT], game.cast.unit_uuids[1])
    (on,) = named(abilities.abilities(game, frozenset({0})), "Rite")["switched_on"]
    assert on["unit_name"] == game.cast.units[1]


def test_a_charge_that_fell_short_lies_on_the_table_and_is_moved_once_its_dice_are_turned() -> None:
    """Only its unit and its faces are given: the target of the charge is known."""
    game = match(phase="charge")
    unit, foe = game.cast.unit_uuids
    game.answer(ch.Charge(0, (1,)), Given((1, 2)))
    (roll,) = dice_view(game)["rolls"]
    assert (roll["roll"], roll["unit_uuid"], roll["faces"]) == ("charge", unit, [1, 2])
    agreed = named(abilities.abilities(game, frozenset({0})), "By hand")
    answers.by_hand(game, agreed["id"], True, (), unit, [{"amend": "roll", "roll": "charge", "faces": [6, 6]}])
    assert game.battle.state.units[0].charged
    assert dice_view(game)["rolls"] == []
    with pytest.raises(Refusal, match="no-roll"):
        answers.by_hand(game, agreed["id"], True, (), foe, [{"amend": "roll", "roll": "charge"}])


def test_a_test_of_an_earlier_phase_is_over() -> None:
    game = match(phase="command")
    game.answer(ch.ByHand("by-hand", effects=(TakeShockTest(),), target=0), Given((1, 1)))
    (roll,) = dice_view(game)["rolls"]
    assert (roll["roll"], roll["faces"]) == ("battle-shock", [1, 1])
    game.answer(ch.End())
    game.answer(ch.Advance())
    game.answer(ch.Advance())
    assert game.battle.state.phase == "movement"
    assert dice_view(game)["rolls"] == []


@pytest.mark.parametrize(
    ("amended", "words"),
    [
        (AmendRoll("charge"), "its charge roll made again"),
        (AmendRoll("battle-shock", (0, 6)), "its battle-shock test: a die rolled again and 6"),
    ],
)
def test_a_roll_that_is_offered_to_be_put_right_is_said(amended: AmendRoll, words: str) -> None:
    game = match()
    said = hand_words(game, 0, ch.ByHand("by-hand", target=0, amend=(amended,)))
    assert said == f"{game.cast.units[0]}: {words}"


@pytest.mark.parametrize(
    ("name", "effects", "code"),
    [
        ("Rite", [{"kind": "fly"}], "unreadable-effect"),
        ("Rite", [], "no-effects"),
        ("Steady Aim", [HIT], "not-by-hand"),
    ],
)
def test_what_cannot_be_switched_is_refused_with_a_sentence(name: str, effects: list[Any], code: str) -> None:
    game = match()
    found = named(abilities.abilities(game, frozenset({0})), name)
    with pytest.raises(Refusal) as caught:
        answers.by_hand(game, found["id"], True, effects)
    assert caught.value.code == code
    assert game.battle.state.active_effects == ()


def test_a_side_that_is_not_asked_switches_what_is_its_own() -> None:
    made = setup()
    red = replace(made.armies[1], abilities=(replace(SECRET, location="army"),))
    places = {0: field.row(20.0, 20.0, 3), 1: field.row(field.beside(20.0, 10.0), 20.0, 3)}
    battle = field.position(replace(made, armies=(made.armies[0], red)), places, "shooting")
    game = Match(battle, "g", (Control(), Control()))
    every = abilities.abilities(game, frozenset({1}))
    (theirs,) = [e for e in every if (e["name"], e["location"]["type"]) == (SECRET.name, "army")]
    answers.by_hand(game, theirs["id"], True, [HIT])
    assert [active.side for active in game.battle.state.active_effects] == [1]
    assert game.maker(0) == 1
