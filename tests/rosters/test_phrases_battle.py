"""Sentences as the engine acts on them: what an imported ability does to attacks, moves and control in a battle."""

from __future__ import annotations

import pytest

from highground.engine.abilities import on_attacks, powers
from highground.engine.abilities.model import Ability
from highground.engine.battle import Battle
from highground.engine.model import Point, UnitSheet
from highground.rosters.phrases import KnownKeywords, read_text
from highground.rosters.units import GAME_KEYWORDS
from tests.engine.field import blade, position, row, setup, state_of, unit, weapon
from tests.values import replace

KNOWN = KnownKeywords(GAME_KEYWORDS)
RIFLE, BLADE = weapon("rifle"), blade()
NEAR: Point = (30.0, 22.0)


def sheet(name: str, text: str = "", keywords: str = "infantry") -> UnitSheet:
    made = unit(name, RIFLE, BLADE, count=5, keywords=keywords)
    if not text:
        return made
    reading = read_text(text, KNOWN)
    assert reading is not None
    return replace(made, abilities=(Ability("Knack", text, effects=reading.effects),))


def battle(text: str = "", theirs: str = "", keywords: str = "infantry", apart: float = 9.0) -> Battle:
    """Our unit 0 with the ability beside our unit 1, both so many inches from the enemy's unit 2."""
    x, y = NEAR
    what = setup([sheet("Wardens", text), sheet("Scouts")], [sheet("Foes", theirs, keywords)])
    return position(what, {0: row(x, y, 5), 1: row(x - 3, y, 5), 2: row(x + apart, y, 5)})


def found(fight: Battle, unit: int = 0, target: int = 2, melee: bool = False) -> list[tuple[str, str, int]]:
    arm = BLADE if melee else RIFLE
    return [(each.stage, each.kind, each.value) for each in on_attacks.modifiers(fight.scene, unit, target, arm)]


def test_attacks_of_the_unit_get_what_its_ability_says() -> None:
    fight = battle("Each time a model in this unit makes a ranged attack, add 1 to the Hit roll.")
    assert found(fight) == [("hit", "add", 1)]
    assert found(fight, melee=True) == []
    assert found(fight, unit=1) == []


@pytest.mark.parametrize(
    ("keywords", "expected"), [("monster", 1), ("vehicle", 1), ("monster, vehicle", 1), ("infantry", 0)]
)
def test_one_of_several_kinds_counts_once(keywords: str, expected: int) -> None:
    text = (
        "Each time a model in this unit makes an attack that targets a MONSTER or VEHICLE unit, add 1 to the Wound "
        "roll."
    )
    assert found(battle(text, keywords=keywords)) == [("wound", "add", 1)] * expected


def test_attacks_at_the_unit_suffer_what_its_ability_says() -> None:
    fight = battle(theirs="Each time an attack targets this unit, subtract 1 from that attack's Damage characteristic.")
    assert found(fight) == [("damage", "add", -1)]
    assert found(fight, unit=2, target=0) == []


@pytest.mark.parametrize(
    "text",
    [
        "In your Movement phase, if this unit Remains Stationary, until the end of the turn, ranged weapons equipped "
        "by models in this unit have the [LETHAL HITS] ability.",
        "Each time this unit Remains Stationary, until the end of the turn, ranged weapons equipped by models in this "
        "unit have the [LETHAL HITS] ability.",
        "Each time a model in this unit makes a ranged attack, if it Remained Stationary this turn, that attack has "
        "the [LETHAL HITS] ability.",
    ],
)
def test_who_stood_still_has_it_until_the_turn_ends_and_not_in_the_enemys(text: str) -> None:
    fight = battle(text)
    for active, moved, expected in ((0, "stationary", 1), (0, "moved", 0), (1, "", 0)):
        units = (replace(fight.state.units[0], moved=moved), *fight.state.units[1:])
        state_of(fight, active=active, units=units)
        assert len(on_attacks.armed(fight.scene, 0, 2, RIFLE).keywords) == expected


def test_an_aura_reaches_as_far_as_it_says() -> None:
    text = (
        'While an enemy unit is within 6" of this unit, each time a model in that unit makes an attack, subtract 1 '
        "from the Hit roll."
    )
    for apart, expected in ((6.0, [("hit", "add", -1)]), (9.0, [])):
        assert found(battle(theirs=text, apart=apart)) == expected


def test_friends_in_an_aura_move_and_hold_more() -> None:
    text = (
        'While a friendly INFANTRY unit is within 6" of this unit, add 2" to the Move characteristic of models in that '
        "unit."
    )
    fight = battle(text)
    assert [powers.added(fight.scene, each, "move") for each in (0, 1, 2)] == [2, 2, 0]


def test_weapons_get_keywords() -> None:
    fight = battle("Melee weapons equipped by models in this unit have the [LETHAL HITS] ability.")
    assert [str(each) for each in on_attacks.armed(fight.scene, 0, 2, BLADE).keywords] == ["lethal hits"]
    assert on_attacks.armed(fight.scene, 0, 2, RIFLE) is RIFLE


def test_permissions_hold_for_the_unit_alone() -> None:
    fight = battle("This unit is eligible to shoot and declare a charge in a turn in which it Advanced.")
    scene = fight.scene
    assert powers.permits(scene, 0, "advance and charge")
    assert powers.permits(scene, 0, "advance and shoot")
    assert not powers.permits(scene, 1, "advance and charge")


def test_the_wider_re_roll_holds_only_where_its_condition_does() -> None:
    text = (
        "Each time a model in this unit makes an attack, re-roll a Hit roll of 1. If the target of that attack is an "
        "enemy unit within range of an objective marker, you can re-roll the Hit roll instead."
    )
    for apart, expected in ((2.0, ["ones", "any"]), (15.0, ["ones"])):
        given = on_attacks.modifiers(battle(text, apart=apart).scene, 0, 2, RIFLE)
        assert [each.reroll for each in given] == expected
