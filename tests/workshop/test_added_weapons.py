"""Weapons that a rule set adds to miniatures: who carries them, battles with them, and what is refused."""

from __future__ import annotations

import copy
import json
from typing import Any

import msgspec
import pytest

from highground.engine import events as ev
from highground.engine import log
from highground.engine.choices import RollDice, Shoot
from highground.engine.model import Ability, ArmySheet, UnitSheet
from highground.engine.state import Shot
from highground.packs import load_pack
from highground.rosters import read_roster
from highground.workshop import RuleSetError, applied, read_rule_set
from highground.workshop.reading import read_unit
from highground.workshop.rule_sets import schema
from highground.workshop.saying import of_unit
from tests.engine.field import army, beside, blade, miniatures, mixed, one, position, row, setup, take, unit, weapon
from tests.engine.invariants import check_state
from tests.engine.random_play import play_random
from tests.values import replace
from tests.workshop.sets import Json, rule_set, upload

LANCE = {"name": "Bog lance", "range": 12, "attacks": "2", "skill": 3, "strength": "8", "ap": -3, "damage": "D6+1",
         "keywords": ["Melta 2"]}  # fmt: skip


def carrying(*weapons: Json, name: str = "Guard", **more: Any) -> Json:
    return rule_set(units=[{"name": name, "carries": list(weapons), **more}])


def armed(sheet: UnitSheet, *weapons: Json, **more: Any) -> UnitSheet:
    (found,) = applied(army("Blue", [sheet]), [read_rule_set(carrying(*weapons, **more))]).units
    return found


def arms(sheet: UnitSheet) -> list[tuple[int, list[str]]]:
    return [(group.count, [each.weapon.name for each in group.weapons]) for group in sheet.miniatures]


GUARD = mixed("Guard", miniatures("Serf", 2, weapon("bow")), miniatures("Knight", 3, weapon("bow"), blade("oar")))


def test_all_of_a_unit_carry_it_or_those_of_a_name() -> None:
    assert arms(armed(GUARD, LANCE)) == [(2, ["Bow", "Bog lance"]), (3, ["Bow", "Oar", "Bog lance"])]
    assert arms(armed(GUARD, LANCE | {"model": "knights"})) == [(2, ["Bow"]), (3, ["Bow", "Oar", "Bog lance"])]
    assert armed(GUARD, LANCE, name="Another") == GUARD
    lance = armed(GUARD, LANCE | {"count": 2}).miniatures[0].weapons[-1]
    assert lance.count == 2
    assert (str(lance.weapon.damage), lance.weapon.ap, str(lance.weapon.keywords[0])) == ("D6+1", -3, "melta 2")


def test_who_has_an_enhancement_carries_it_and_the_line_up_stays() -> None:
    bell = Ability("Old bell", source="Enhancement: Old bell", bearers=(3,))
    belled = replace(GUARD, abilities=(bell,))
    found = armed(belled, LANCE | {"enhancement": "Old Bell"})
    assert arms(found) == [(2, ["Bow"]), (1, ["Bow", "Oar"]), (1, ["Bow", "Oar", "Bog lance"]), (1, ["Bow", "Oar"])]
    assert [each.name for each in found.line_up] == [each.name for each in GUARD.line_up]
    assert armed(GUARD, LANCE | {"enhancement": "Old bell"}) == GUARD
    captain = replace(unit("Guard", blade()), abilities=(replace(bell, bearers=()),))
    assert arms(armed(captain, LANCE | {"enhancement": "Old bell"})) == [(1, ["Blade", "Bog lance"])]


def test_the_enhancement_of_a_roster_is_found() -> None:
    roster = read_roster(upload(), "list.ros")
    rules = read_rule_set(carrying(LANCE | {"enhancement": "Old bell"}, name="Ford Captain"))
    after = applied(roster.army, [rules], roster.datasheets)
    captain = next(each for each in after.units if each.name == "Ford Captain")
    assert [names[-1] for _, names in arms(captain)] == ["Bog lance"]


def test_it_takes_the_place_of_a_weapon_of_its_name() -> None:
    once = armed(GUARD, LANCE | {"name": "bow", "strength": "6"})
    assert arms(once) == [(2, ["bow"]), (3, ["Oar", "bow"])]
    assert str(once.miniatures[0].weapons[0].weapon.strength) == "6"
    assert armed(once, LANCE | {"name": "bow", "strength": "6"}) == once


def test_modes_of_one_weapon_are_chosen_from() -> None:
    wide, narrow = LANCE | {"name": "Lance - wide"}, LANCE | {"name": "Lance - narrow", "damage": "4"}
    both = armed(unit("Guard", weapon("bow")), wide, narrow)
    assert [(each.weapon.name, each.weapon.mode) for each in both.miniatures[0].weapons] == [
        ("Bow", ""), ("Lance - wide", "Lance"), ("Lance - narrow", "Lance"),
    ]  # fmt: skip
    alone = armed(unit("Guard"), wide)
    assert [each.weapon.mode for each in alone.miniatures[0].weapons] == [""]
    assert [each.weapon.mode for each in armed(alone, narrow).miniatures[0].weapons] == ["Lance", "Lance"]
    struck = armed(unit("Guard"), *(each | {"range": 0} for each in (wide, narrow)))
    assert {each.weapon.mode for each in struck.miniatures[0].weapons} == {"Lance (melee)"}


def test_it_is_shot_with_in_a_battle() -> None:
    shooters = armed(unit("Guard", weapon("bow"), count=2), LANCE | {"damage": "3", "keywords": []})
    what = setup([shooters], [unit("Foe", wounds=3)])
    battle = position(what, {0: row(20, 20, 2), 1: row(beside(20, 11), 20)})
    lance = shooters.miniatures[0].weapons[-1].weapon
    declared = one(ev.ShotsDeclared, take(battle, Shoot(0, (Shot(lance.uid, 1),))))
    assert [each.bearers for each in declared.volleys] == [(0, 1)]
    # Four attacks on 3+, one hit; strength 8 wounds on 2+; AP -3 leaves no save of 4+; three wounds are lost.
    made = one(ev.AttacksMade, take(battle, RollDice(), 3, 2, 2, 1, 2))
    assert (made.lost, made.slain) == (((0, 3),), (0,))


@pytest.mark.parametrize("seed", range(2))
def test_whole_battles_with_it_replay_as_they_were(seed: int) -> None:
    roster = read_roster(upload(), "list.ros")
    more = LANCE | {"range": 48}
    ours = applied(roster.army, [read_rule_set(carrying(more, name="Warden squad"))], roster.datasheets)
    pack = load_pack()
    battle = play_random(pack.setup(ours, pack.army("fen-1000")), seed, check_state)
    assert battle.state.completed
    again = log.replay(log.load(log.dump(log.log_of(battle))))
    assert again.digest() == battle.digest()
    uid = lance_of(ours)
    shot = {v.weapon for record in battle.records for e in record.events if isinstance(e, ev.ShotsDeclared)
            for v in e.volleys}  # fmt: skip
    assert uid in shot


def lance_of(sheet: ArmySheet) -> str:
    (found,) = {each.weapon.uid for unit in sheet.units for group in unit.miniatures for each in group.weapons
                if each.weapon.name == "Bog lance"}  # fmt: skip
    return found


def test_a_set_with_it_says_the_same_after_a_file() -> None:
    rules = read_rule_set(carrying(LANCE | {"model": "Serf", "enhancement": "Old bell", "count": 2}))
    assert read_rule_set(json.loads(msgspec.json.encode(rules))) == rules
    added = schema()["$defs"]["AddedWeapon"]
    assert set(added["required"]) == {"name", "attacks", "skill", "strength", "damage"}


BROKEN: dict[str, tuple[Json, str]] = {
    "nameless": ({"name": " "}, "A weapon that is added needs a name."),
    "no attacks": ({"attacks": ""}, "Weapon 'Bog lance': 'A' is still to be said."),
    "none at all": ({"damage": "0"}, "Weapon 'Bog lance': 'D' is at least 1."),
    "words": ({"strength": "lots"}, "'lots' is neither a number nor dice such as D6 or 2D3+1."),
    "odd dice": ({"damage": "D7"}, "Weapon 'Bog lance': 'D7' is neither a number nor dice such as D6 or 2D3+1."),
    "far": ({"range": 300}, "Weapon 'Bog lance': its range is 0 for melee, or up to 120 inches."),
    "unskilled": ({"skill": 1}, "Weapon 'Bog lance': its skill is 2 to 6, or 0 where it hits by itself."),
    "soft": ({"ap": 1}, "Weapon 'Bog lance': its armour penetration is zero or negative."),
    "too many": ({"count": 21}, "Weapon 'Bog lance': each carries 1 to 20 of it."),
    "none carried": ({"count": 0}, "Weapon 'Bog lance': each carries 1 to 20 of it."),
    "unknown field": ({"cost": 5}, "unknown field 'cost'"),
    "text for a number": ({"skill": "3+"}, "Expected 'int', got 'str', at units 1, carries 1, skill"),
    "keyword": ({"keywords": ["sharp"]}, "'sharp' is no known keyword"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_values_are_refused_with_a_sentence(name: str) -> None:
    values, why = BROKEN[name]
    with pytest.raises(RuleSetError) as caught:
        read_rule_set(carrying(LANCE | values))
    assert why in str(caught.value)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("field", ["attacks", "skill", "strength", "damage"])
def test_what_is_left_out_is_named_as_the_form_has_it(field: str) -> None:
    missing = copy.deepcopy(LANCE)
    del missing[field]
    label = {"attacks": "A", "skill": "Hit", "strength": "S", "damage": "D"}[field]
    with pytest.raises(RuleSetError, match=f"'{label}' is still to be said, at carries 1"):
        read_unit({"name": "Guard", "carries": [missing]})


def test_one_weapon_is_not_added_twice_to_the_same() -> None:
    with pytest.raises(RuleSetError, match="'bog lance' is added twice for the same miniatures"):
        read_rule_set(carrying(LANCE, LANCE | {"strength": "9"}))
    read_rule_set(carrying(LANCE | {"model": "Serf"}, LANCE | {"model": "Knight"}))


def test_it_is_said_in_words() -> None:
    change = read_unit({
        "name": "Guard",
        "weapons": [{"name": "Bow", "strength": "5", "skill": 0, "keywords": []}, {"name": "Oar"}],
        "models": [{"toughness": 5, "save": 3, "invuln": 0, "base_mm": 28.5}, {"name": "Serf", "fnp": 6}],
        "keywords": ["Grenades"],
        "carries": [LANCE, LANCE | {"name": "Pike", "range": 0, "keywords": [], "ap": 0, "count": 2, "model": "Serf",
                                    "enhancement": "Old bell"}],
    })  # fmt: skip
    assert of_unit(change) == [
        "Bow: hits by itself, S 5, no keywords",
        "All of the unit: T 5, Sv 3+, no invulnerable save, base 28.5 mm",
        "Serf: feel no pain 6+",
        "Each miniature also carries Bog lance: range 12 inches, A 2, hits on 3+, S 8, AP -3, D D6+1, [Melta 2]",
        "Each Serf with Old bell also carries 2 of Pike: melee, A 2, hits on 3+, S 8, AP 0, D D6+1",
        "The unit is GRENADES too",
    ]
