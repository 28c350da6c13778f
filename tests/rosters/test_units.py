"""Units: model groups, counts, mixed loadouts, stat lines, names and keywords."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from highground.engine.model import ArmySheet, UnitSheet
from highground.rosters import Roster, read_roster
from highground.words.bases import base_size
from tests.rosters.builder import (
    Tree,
    as_json,
    as_xml,
    blade,
    force,
    gun,
    line,
    profile,
    roster,
    rule,
    selection,
    settings,
    squad,
)


def read(*units: Tree, **more: Any) -> Roster:
    return read_roster(as_json(roster(*units, **more)))


def army(*units: Tree) -> ArmySheet:
    return read(*units).army


def codes(found: Roster) -> list[str]:
    """The findings but for those that each of these small rosters has."""
    common = {"no-detachment", "points-missing", "abilities-counted"}
    return [item.code for item in found.report if "base sizes" not in item.message and item.code not in common]


def held(unit: UnitSheet) -> list[tuple[str, int, dict[str, int]]]:
    """Each sheet as (name, miniatures, weapons with the count on each miniature)."""
    return [
        (sheet.name, sheet.count, {carried.weapon.name: carried.count for carried in sheet.weapons})
        for sheet in unit.miniatures
    ]


def test_a_top_level_model_is_a_unit_of_one() -> None:
    (unit,) = army(selection("Captain", "model", 1, line("Captain", w="5"), blade())).units
    assert held(unit) == [("Captain", 1, {"Trench blade": 1})]
    assert unit.miniatures[0].profile.wounds == 5


def test_counts_are_absolute_and_never_multiplied() -> None:
    leader = selection("Sergeant", "model", 1, selection("Bell", "upgrade", 2, blade("Bell")))
    men = selection("Warden", "model", 4, selection("Twin gun", "upgrade", 8, gun("Twin gun")))
    (unit,) = army(selection("Squad", "unit", 1, line(), leader, men)).units
    assert held(unit) == [("Sergeant", 1, {"Bell": 2}), ("Warden", 4, {"Twin gun": 2})]


def test_models_below_upgrades_are_found() -> None:
    men = selection("Nine wardens", "upgrade", 1, selection("Warden", "model", 9))
    (unit,) = army(selection("Squad", "unit", 1, line(), men)).units
    assert held(unit) == [("Warden", 9, {})]


def test_a_unit_without_models_counts_by_its_own_number() -> None:
    (unit,) = army(selection("Swarm", "unit", 3, line(), selection("Bite", "upgrade", 3, blade("Bite")))).units
    assert held(unit) == [("Swarm", 3, {"Bite": 1})]


def test_models_that_are_upgrades_are_reported_by_their_stat_lines() -> None:
    parts = [selection(name, "upgrade", 2, line(name), selection("Bite", "upgrade", 2, blade())) for name in ("A", "B")]
    (unit,) = army(selection("Pair", "unit", 1, *parts)).units
    assert held(unit) == [("A", 2, {"Trench blade": 1}), ("B", 2, {"Trench blade": 1})]


def test_equal_names_with_other_loadouts_stay_apart() -> None:
    one = selection("Warden", "model", 3, selection("Rifle", "upgrade", 3, gun("Rifle")))
    other = selection("Warden", "model", 1, selection("Flamer", "upgrade", 1, gun("Flamer")))
    (unit,) = army(selection("Squad", "unit", 1, line(), one, other)).units
    assert held(unit) == [("Warden", 3, {"Rifle": 1}), ("Warden", 1, {"Flamer": 1})]


def test_mixed_loadouts_are_dealt_one_gun_each() -> None:
    guns = [selection(name, "upgrade", number, gun(name)) for name, number in (("Long", 6), ("Hot", 2), ("Loud", 2))]
    fists = [selection(name, "upgrade", number, blade(name)) for name, number in (("Fist", 8), ("Saw", 2))]
    found = read(selection("Squad", "unit", 1, line(), selection("Veteran", "model", 10, *guns, *fists)))
    assert held(found.army.units[0]) == [
        ("Veteran", 6, {"Long": 1, "Fist": 1}),
        ("Veteran", 2, {"Hot": 1, "Fist": 1}),
        ("Veteran", 2, {"Loud": 1, "Saw": 1}),
    ]
    assert codes(found) == ["value-guessed"]


def test_a_missing_number_is_one_for_a_unit_and_everybody_for_gear() -> None:
    men = selection("Warden", "model", 4, selection("Rifle", "upgrade", None, gun("Rifle")))
    found = read(selection("Squad", "unit", None, line(), men))
    assert held(found.army.units[0]) == [("Warden", 4, {"Rifle": 1})]
    assert "all of them were taken" in found.report[0].message


def test_counts_below_zero_take_away_models_of_the_same_name() -> None:
    def men(number: int) -> Tree:
        return selection("Warden", "model", number, selection("Rifle", "upgrade", number, gun("Rifle")))

    found = read(selection("Squad", "unit", 1, line(), men(-5), men(5), selection("Warden with bell", "model", 2)))
    assert held(found.army.units[0]) == [("Warden with bell", 2, {})]
    assert "below zero" in found.report[0].message


def test_wrappers_without_a_profile_are_looked_into() -> None:
    wrapper = selection(
        "Rifle, pistol", "upgrade", 4, *(selection(n, "upgrade", 4, gun(n)) for n in ("Rifle", "Pistol"))
    )
    (unit,) = army(selection("Squad", "unit", 1, line(), selection("Warden", "model", 4, wrapper))).units
    assert held(unit) == [("Warden", 4, {"Rifle": 1, "Pistol": 1})]


def test_a_weapon_of_the_unit_goes_to_one_of_the_largest_group() -> None:
    turret = selection("Turret", "upgrade", 1, gun("Turret gun"))
    sergeant = selection("Sergeant", "model", 1, selection("Pistol", "upgrade", 1, gun("Pistol")))
    men = selection("Warden", "model", 4, selection("Rifle", "upgrade", 4, gun("Rifle")))
    found = read(selection("Squad", "unit", 1, line(), sergeant, men, turret))
    assert held(found.army.units[0]) == [
        ("Sergeant", 1, {"Pistol": 1}),
        ("Warden", 1, {"Rifle": 1, "Turret gun": 1}),
        ("Warden", 3, {"Rifle": 1}),
    ]
    assert codes(found) == ["bearer-unknown"]


def test_a_weapon_of_the_unit_that_is_there_for_all_is_everybodys() -> None:
    knives = selection("Knives", "upgrade", 10, blade("Knife"))
    groups = [selection(name, "model", number) for name, number in (("Sergeant", 1), ("Warden", 4))]
    found = read(selection("Squad", "unit", 1, line(), *groups, knives))
    assert held(found.army.units[0]) == [("Sergeant", 1, {"Knife": 2}), ("Warden", 4, {"Knife": 2})]
    assert codes(found) == []


def test_profiles_on_the_unit_itself_arm_only_those_without_such_a_weapon() -> None:
    men = selection("Warden", "model", 3, selection("Rifle", "upgrade", 3, gun("Rifle")))
    found = read(selection("Squad", "unit", 1, line(), gun("Ghost rifle"), blade("Boots"), men))
    (unit,) = found.army.units
    assert held(unit) == [("Warden", 3, {"Rifle": 1, "Boots": 1})]
    assert [ability.name for ability in unit.abilities if ability.location == "weapon"] == ["Ghost rifle"]
    assert codes(found) == ["bearer-unknown", "bearer-unknown"]


# stat lines


def toughness(*inside: Tree) -> list[int]:
    (unit,) = army(selection("Squad", "unit", 1, *inside)).units
    return [sheet.profile.toughness for sheet in unit.miniatures]


def test_a_models_own_line_beats_the_units() -> None:
    own = selection("Bell bearer", "model", 1, line("Bell bearer", t="7"))
    assert toughness(line(t="4"), selection("Warden", "model", 3), own) == [4, 7]


def test_the_only_line_of_a_unit_serves_all() -> None:
    assert toughness(selection("Warden", "model", 3, line(t="5")), selection("Sergeant", "model", 1)) == [5, 5]


def test_a_line_is_found_by_its_name_even_misspelt() -> None:
    models = [selection("Hound", "model", 2), selection("Handler in armour", "model", 1)]
    lines = [line("Hounds", t="3"), line("Handler in armor", t="6"), line("Handlers cart", t="8")]
    assert toughness(*lines, *models) == [3, 6]


def test_without_any_likeness_the_first_line_is_taken_and_said() -> None:
    found = read(selection("Squad", "unit", 1, line("Aaa", t="3"), line("Bbb", t="6"), selection("Warden", "model", 1)))
    assert found.army.units[0].miniatures[0].profile.toughness == 3
    assert any(item.code == "value-guessed" and "'Aaa'" in item.message for item in found.report)


def test_untidy_values_are_read() -> None:
    dirty = profile("Warden", "Unit", M='20+"', T=" 4", SV="2", W="3*", LD="7", OC="-")
    stats = army(selection("Warden", "model", 1, dirty)).units[0].miniatures[0].profile
    assert (stats.movement, stats.toughness, stats.save, stats.wounds) == (20, 4, 2, 3)
    assert (stats.leadership, stats.objective_controlled) == (7, 0)


@pytest.mark.parametrize(("text", "inches"), [('6"', 6), ("5+", 5), ('20"+', 20), ("10", 10), ("-", 0)])
def test_each_spelling_of_movement_is_read(text: str, inches: int) -> None:
    assert army(selection("Warden", "model", 1, line(m=text))).units[0].miniatures[0].profile.movement == inches


def test_a_unit_without_a_line_is_left_out_of_the_battle_but_not_of_the_points() -> None:
    found = read(squad("Warden squad", points=100), selection("Ghost", "model", 1, blade(), points=50), points=150)
    assert [unit.name for unit in found.army.units] == ["Warden squad"]
    assert [unit.name for unit in found.left_out] == ["Ghost"]
    assert found.army.points_computed == 150
    assert found.army.playable
    assert codes(found) == ["stats-missing", "unit-unresolved"]


@pytest.mark.parametrize("stats", [{"t": "-"}, {"w": "*"}, {"w": "0"}])
def test_a_line_without_toughness_or_wounds_counts_as_missing(stats: dict[str, str]) -> None:
    found = read(squad(), selection("Ghost", "model", 1, line(**stats)))
    assert [unit.name for unit in found.left_out] == ["Ghost"]


# names, ids, keywords


def test_equal_names_get_letters_and_the_players_own_name_wins() -> None:
    units = army(squad("Wardens"), squad("Wardens"), squad("Wardens", customName="Anna's own")).units
    assert [unit.name for unit in units] == ["Wardens A", "Wardens B", "Anna's own"]


def test_an_id_that_stands_twice_is_made_unique_and_reported() -> None:
    found = read(squad("One", id="x"), squad("Two", id="x"))
    assert [unit.uid for unit in found.army.units] == ["x", "x-2"]
    assert "duplicate-id" in codes(found)


def test_reading_twice_gives_the_same_ids() -> None:
    data = as_xml(roster(squad("One"), squad("Two", id="")))
    assert read_roster(data) == read_roster(data)


def test_keywords_are_split_from_factions_and_list_roles() -> None:
    names = ["Other Datasheets", "Infantry", "Fly", "Faction: Ashen Wardens", "Old Guard", "Fly"]
    (unit,) = army(squad(categories=names)).units
    assert unit.role == "Other Datasheets"
    assert unit.keywords == ("infantry", "fly", "old guard")
    assert unit.faction_keywords == ("ashen wardens",)
    assert army(squad(categories=["Character"])).units[0].keywords == ("character",)


def test_the_warlord_is_marked() -> None:
    units = army(squad("One"), selection("Captain", "model", 1, line(), selection("Warlord"))).units
    assert [unit.warlord for unit in units] == [False, True]


def test_points_are_the_sum_of_the_whole_selection() -> None:
    gear = selection("Relic", "upgrade", 1, points=15)
    (unit,) = army(squad("Wardens", 5, gear, points=100)).units
    assert unit.points == 115


def test_other_costs_are_no_points() -> None:
    unit = squad("Wardens", points=80)
    unit["costs"] += [{"name": "Detachment Points", "value": 3}, {"name": " PL", "value": "5.0"}]
    assert army(unit).units[0].points == 80


@pytest.mark.parametrize("inside", [[], [settings("Detachment")], [settings("Battle Size", selection("Small"))]])
def test_a_roster_without_a_detachment_says_so(inside: list[Tree]) -> None:
    found = read(*inside, squad())
    assert found.army.detachment == ""
    assert [item.severity for item in found.report if item.code == "no-detachment"] == ["info"]
    chosen = read(settings("Detachment Choice", selection("Hold the Ford")), squad())
    assert (chosen.army.detachment, [item.code for item in chosen.report]) == ("Hold the Ford", ["value-guessed"])


def test_a_file_without_points_says_so() -> None:
    unit = selection("Warden", "model", 1, line())
    assert "points-missing" in [item.code for item in read(unit).report]
    assert "points-missing" not in [item.code for item in read(squad()).report]


@pytest.mark.parametrize("name", ["pts", " pts", "Pts", "Point(s)", "points"])
def test_each_spelling_of_points_counts(name: str) -> None:
    unit = squad("Wardens")
    unit["costs"] = [{"name": name, "value": "70.0"}]
    assert army(unit).units[0].points == 70


@pytest.mark.parametrize(
    ("keywords", "base"),
    [
        (["Infantry"], "32 mm"),
        (["Infantry", "Character"], "40 mm"),
        (["Mounted"], "42 x 75 mm oval"),
        (["Cavalry"], "42 x 75 mm oval"),
        (["Vehicle"], "80 x 115 mm rectangular"),
        (["Vehicle", "Walker"], "60 mm"),
        (["Vehicle", "Aircraft", "Fly"], "90 x 120 mm oval"),
        (["Vehicle", "Titanic", "Walker"], "110 x 170 mm oval"),
        (["Fortification", "Vehicle"], "100 x 130 mm rectangular"),
        (["Monster"], "80 mm"),
        (["Monster", "Fly"], "70 x 105 mm oval"),
        (["Monster", "Towering"], "110 x 170 mm oval"),
        (["Swarm"], "40 mm"),
        ([], "32 mm"),
    ],
)
def test_base_sizes_are_guessed_from_keywords_and_said(keywords: list[str], base: str) -> None:
    found = read(squad(categories=["Other", *keywords]))
    assert {str(base_size(sheet)) for sheet in found.army.units[0].miniatures} == {base}
    (said,) = [item for item in found.report if "base sizes" in item.message]
    assert (said.code, said.severity, said.where) == ("value-guessed", "info", "roster/forces[0]/Warden squad")
    assert f"; {base} was taken" in said.message


def test_bikes_are_known_by_name_and_a_round_base_has_no_length() -> None:
    (bikes,) = army(squad("Outrider Bikes", categories=["Other"])).units[0].miniatures
    assert (bikes.base_mm, bikes.length_mm, bikes.rectangular) == (42.0, 75.0, msgspec.UNSET)
    (foot,) = army(squad("Outriders on foot", categories=["Other"])).units[0].miniatures
    assert (foot.length_mm, foot.rectangular) == (msgspec.UNSET, msgspec.UNSET)


def test_findings_say_where() -> None:
    model = selection("Warden", "model", 2, selection("Odd gun", "upgrade", 2, gun("Odd gun", AP="*")))
    unit = selection("Squad", "unit", 1, line(), model)
    found = read(forces=[force(squad()), force(unit)])
    (odd,) = [item for item in found.report if item.code == "weapon-unresolved"]
    assert odd.where.startswith("roster/forces[1]/Squad")


def test_rules_of_the_unit_are_its_abilities() -> None:
    (unit,) = army(squad("Wardens", 5, rule("Ancient oath", "They swear."))).units
    assert ("Ancient oath", "They swear.", True) in [(a.name, a.text, a.private) for a in unit.abilities]


@pytest.mark.parametrize("m", ['20+"', '60"'])
def test_aircraft_that_can_hover_do_so(m: str) -> None:
    skiff = selection(
        "Sky skiff", "model", 1, line("Sky skiff", m=m), rule("Hover", "It may hang in the air."), gun(),
        categories=["Vehicle", "Fly", "Aircraft"],
    )  # fmt: skip
    found = read(skiff)
    (unit,) = found.army.units
    assert unit.keywords == ("vehicle", "fly")
    assert [each.profile.movement for each in unit.miniatures] == [20]
    assert [each.by_hand for each in unit.abilities] == [False]
    assert any("Sky skiff hovers: it moves 20 inches" in item.message for item in found.report)


def test_aircraft_without_it_stay_aircraft() -> None:
    (unit,) = army(
        selection("Kite", "model", 1, line("Kite", m='20+"'), gun(), categories=["Vehicle", "Aircraft"])
    ).units
    assert (unit.keywords, unit.miniatures[0].profile.movement) == (("vehicle", "aircraft"), 20)
