"""Other games and other list builders: read as far as they go, with the reason why they can't fight."""

from __future__ import annotations

import json
from typing import Any

import pytest

from highground.rosters import RawProfile, Roster, RosterError, read_roster
from tests.rosters.builder import Tree, as_json, as_xml, force, profile, roster, rule, selection, settings


def read_json(value: Any) -> Roster:
    return read_roster(json.dumps(value).encode())


def models(found: Roster) -> list[tuple[str, int, list[tuple[str, int]]]]:
    return [
        (unit.name, unit.points, [(sheet.name, sheet.count) for sheet in unit.miniatures]) for unit in found.army.units
    ]


def old_unit(name: str = "Old guard") -> Tree:
    stats = profile(name, " Unit", M='6"', WS="3+", S="4", T="4", W="2", Save="3+")
    weapon = profile("Old gun", "Weapon", Range='24"', Type="Rapid Fire 1", S="User", AP="0", D="1")
    model = selection("Guard", "model", 4, selection("Old gun", "upgrade", 4, weapon))
    return selection(
        name, "unit", 1, stats, model, rule("Old oath"), selection("Warlord"), points=80, categories=["Troops"]
    )


def test_an_older_edition_gives_units_models_points_and_raw_profiles() -> None:
    tree = roster(old_unit(), system="28ec-711c-d87f-3aeb", gameSystemName="Old Game 9th Edition", points=80)
    found = read_roster(as_xml(tree))
    assert (found.edition, found.army.playable) == ("9e", False)
    assert "10th and 11th edition" in found.army.why_not
    assert "Old Game 9th Edition" in found.army.why_not
    assert models(found) == [("Old guard", 80, [("Guard", 4)])]
    (unit,) = found.army.units
    assert (unit.warlord, unit.role) == (True, "Troops")
    assert [(item.name, item.private) for item in unit.abilities] == [("Old oath", True)]
    stats, weapon = found.profiles[unit.uid]
    assert stats.kind == "Unit"
    expected = (("Range", '24"'), ("Type", "Rapid Fire 1"), ("S", "User"), ("AP", "0"), ("D", "1"))
    assert weapon == RawProfile("Old gun", "Weapon", expected, 4)


def test_units_that_are_upgrades_are_found_by_their_stat_line() -> None:
    hero = selection("Hero", "upgrade", 1, profile("Hero", "Unit", Move="6", Fight="4"), points=60)
    found = read_roster(as_json(roster(hero, settings("Battle Size"), system="x")))
    assert models(found) == [("Hero", 60, [("Hero", 1)])]


def test_units_below_a_warband_are_found() -> None:
    warband = selection("Warband", "upgrade", 1, selection("Captain", "model", 1), selection("Band", "unit", 6))
    assert models(read_roster(as_json(roster(warband, system="x")))) == [
        ("Captain", 0, [("Captain", 1)]),
        ("Band", 0, [("Band", 6)]),
    ]


def test_the_force_is_the_detachment_where_no_setting_names_one() -> None:
    found = read_roster(as_json(roster(forces=[force(old_unit(), name="Patrol")], system="x")))
    assert found.army.detachment == "Patrol"
    chosen = settings("Detachment", selection("Hold the Ford"))
    assert read_roster(as_json(roster(chosen, old_unit(), system="x"))).army.detachment == "Hold the Ford"


def test_a_selection_with_points_that_is_no_unit_is_reported() -> None:
    found = read_roster(
        as_json(roster(old_unit(), selection("Spell book", "upgrade", points=20), system="x", points=100))
    )
    assert found.army.points_computed == 100
    assert [item.code for item in found.report] == ["unit-unresolved"]


def test_points_that_do_not_add_up_are_reported() -> None:
    found = read_roster(as_json(roster(old_unit(), system="x", points=95)))
    assert (found.army.points_stated, found.army.points_computed) == (95, 80)
    assert [(item.code, item.severity) for item in found.report] == [("points-mismatch", "warning")]


# Army Forge

SHARE: dict[str, Any] = {
    "gameSystem": "gf",
    "listName": "River guard",
    "armyName": "River folk",
    "listPoints": 185,
    "units": [
        {
            "id": "u1",
            "name": "Rowers",
            "customName": "Old rowers",
            "cost": 150,
            "size": 5,
            "quality": 4,
            "defense": 5,
            "rules": [{"name": "Tough", "rating": 3}, {"name": "Slow", "label": "Slow"}],
            "loadout": [
                {"name": "Oar", "count": 5, "range": 0, "attacks": 2, "specialRules": []},
                {
                    "type": "ArmyBookItem",
                    "name": "Box",
                    "content": [
                        {
                            "name": "Bow",
                            "count": 2,
                            "range": 24,
                            "attacks": 1,
                            "specialRules": [{"name": "AP", "rating": "1"}],
                        }
                    ],
                },
            ],
            "selectedUpgrades": [
                {"option": {"uid": "o", "costs": [{"unitId": "other", "cost": 99}, {"unitId": "u1", "cost": 35}]}}
            ],
        }
    ],
}


def test_share_json_has_stats_of_its_own_kind() -> None:
    found = read_json(SHARE)
    assert (found.format, found.army.name, found.army.faction) == ("army-forge-json", "River guard", "River folk")
    assert "quality and defense" in found.army.why_not
    assert models(found) == [("Old rowers", 185, [("Rowers", 5)])]
    stats, oar, bow = found.profiles[found.army.units[0].uid]
    assert stats.characteristics == (("Quality", "4+"), ("Defense", "5+"), ("Rules", "Tough(3), Slow"))
    assert (oar.count, oar.characteristics) == (5, (("Range", "Melee"), ("Attacks", "2")))
    assert (bow.count, bow.characteristics) == (2, (("Range", '24"'), ("Attacks", "1"), ("Rules", "AP(1)")))
    assert found.report == ()


def test_a_download_holds_ids_only_and_says_what_to_upload() -> None:
    units = [{"id": "a1", "selectionId": "s", "customName": "Old rowers"}, {"id": "b2", "selectionId": "t"}]
    found = read_json(
        {"saveVersion": 3, "listPoints": 300, "gameSystem": "gff", "list": {"name": "River", "units": units}}
    )
    assert found.format == "army-forge-download"
    assert "Share as text" in found.army.why_not
    assert models(found) == [("Old rowers", 0, []), ("Unit 2", 0, [])]
    codes = [item.code for item in found.report]
    assert codes == ["unit-unresolved", "points-mismatch"]


def test_an_army_book_is_refused_with_what_to_upload() -> None:
    with pytest.raises(RosterError, match="army book, not an army list"):
        read_json({"name": "River folk", "units": [{"quality": 4}], "upgradePackages": []})


TEXT = """++ River guard - River folk [GF 500pts] ++

Old Captain [1] Q3+ D4+ | 75pts | Hero, Tough(3), Whistle(Take Aim)
CCW (A2, AP(1)), 2x Long Bow (24", A1, Blast(3))

2x Rowers [5] Q4+ D5+ | 90pts |
Oar (A1)

Broken | line
"""


def test_the_text_export_of_army_forge() -> None:
    found = read_roster(TEXT.encode())
    assert (found.format, found.army.name, found.army.points_computed) == (
        "army-forge-text",
        "River guard - River folk",
        255,
    )
    assert models(found)[1:] == [("Rowers", 90, [("Rowers", 5)]), ("Rowers", 90, [("Rowers", 5)])]
    stats, club, bow = found.profiles[found.army.units[0].uid]
    assert dict(stats.characteristics)["Rules"] == "Hero, Tough(3), Whistle(Take Aim)"
    assert (club.name, club.characteristics) == ("CCW", (("Values", "A2, AP(1)"),))
    assert (bow.name, bow.count, bow.characteristics) == ("Long Bow", 2, (("Values", '24", A1, Blast(3)'),))
    assert [(item.code, item.where) for item in found.report] == [("unit-unresolved", "line 9")]


# other text

APP = """River guard (250 points)

River folk
Battle of bridges (1000 points)

CHARACTERS

Old Captain (75 points)
  • Warlord
  • 1x Long bow
    1x Oar

OTHERS

Rowers (175 points)
  • 1x Bosun
    • 1x Oar
  • 9x Rower
    • 9x Oar
      1x Drum
"""
BLOCK = """++++++++++++++++++++
+ FACTION KEYWORD: Lowlands - River folk
+ DETACHMENT: Hold the Ford
+ TOTAL ARMY POINTS: 250pts
++++++++++++++++++++

Char1: 1x Old Captain (75 pts): Warlord, Long bow
Enhancement: Old bell (+15 pts)
10x Rowers (175 pts)
• 9x Rower
    8 with Oar
    1 with Drum
• 1x Bosun: Oar
"""


@pytest.mark.parametrize("text", [APP, BLOCK])
def test_text_exports_give_units_points_and_models(text: str) -> None:
    found = read_roster(text.encode(), "Saturday")
    assert (found.format, found.army.playable) == ("text", False)
    assert "no stat lines" in found.army.why_not
    assert (found.army.faction, found.army.points_stated, found.army.points_computed) == ("River folk", 250, 250)
    (captain, first), (rowers, second) = [(name, dict(inside)) for name, _, inside in models(found)]
    assert (captain, first, rowers, second) == ("Old Captain", {"Old Captain": 1}, "Rowers", {"Bosun": 1, "Rower": 9})
    assert [unit.warlord for unit in found.army.units] == [True, False]
    assert found.army.name == ("River guard" if text is APP else "Saturday")


def losses(text: str) -> list[tuple[str, str]]:
    return [(each.code, each.message) for each in read_roster(text.encode()).report]


@pytest.mark.parametrize("text", [APP, BLOCK])
def test_a_text_list_without_sheets_says_what_is_missing(text: str) -> None:
    missing = "no data sheet of that name is on your shelf, so it can't be set up."
    captain = "Long bow, Oar" if text is APP else "Long bow"
    assert losses(text) == [
        ("sheet-missing", f"Old Captain: {missing} It holds {captain}."),
        ("sheet-missing", f"Rowers: {missing} It holds Oar, Drum."),
    ]
    assert "on your shelf. Upload any roster that has these units" in read_roster(text.encode()).army.why_not


def test_units_that_a_text_list_does_not_price_are_reported() -> None:
    text = (
        "+ DETACHMENT: Hold the Ford\n\nRowers (100 points)\n\n5x Lamp bearers\nsome remark of mine\n\n"
        "OTHER DATASHEETS\n\nSkiff (50 points)\n"
    )
    assert losses(text)[:3] == [
        ("unit-unknown", "'5x Lamp bearers' has no points in brackets, so it was not read as a unit."),
        ("line-unread", "'some remark of mine' is neither a unit nor its gear."),
        ("points-unstated", "The list states no total; its units add up to 150 points."),
    ]
    with pytest.raises(RosterError, match=r"each unit needs its points in brackets"):
        read_roster(b"5x Lamp bearers\n5x Rowers\n")


# other builders


def test_a_list_of_the_old_world_builder() -> None:
    core = {
        "name_en": "Rowers",
        "points": 10,
        "strength": 8,
        "command": [{"name_en": "Drum", "points": 6, "active": True}],
    }
    core["armor"] = [{"name_en": "Coat", "points": 1, "active": True, "perModel": True}, {"points": 3}]
    hero = {"name_en": "Old Captain", "points": 75, "items": [{"selected": [{"points": 20}]}]}
    found = read_json({"name": "River", "game": "old", "army": "river-folk", "characters": [hero], "core": [core]})
    assert found.format == "old-world-builder-json"
    assert models(found) == [("Old Captain", 95, [("Old Captain", 1)]), ("Rowers", 94, [("Rowers", 8)])]


def test_a_list_of_rosterizer() -> None:
    def asset(item: str, quantity: int = 1, points: int = 0, *inside: dict[str, Any], **more: Any) -> dict[str, Any]:
        assets = {"included": list(inside), **more}
        name = item.partition("§")[2]
        return {
            "item": item,
            "name": name,
            "quantity": quantity,
            "stats": {"Points": {"value": points}},
            "assets": assets,
        }

    captain = asset("Unit§Old Captain", 1, 75, asset("Enhancement§Bell", 1, 15), traits=[{"name": "Warlord"}])
    rowers = asset("Unit§Rowers", 1, 100, asset("Model§Rower", 9), asset("Model§Bosun"))
    top = asset("Roster§Roster", 1, 190, asset("Faction§River folk"), asset("Detachment§Ford"), captain, rowers)
    found = read_json({"snapshot": {**top, "name": "River"}, "rulebook": {"game": "Some game"}})
    assert (found.army.faction, found.army.detachment, found.army.points_stated) == ("River folk", "Ford", 190)
    assert models(found) == [
        ("Old Captain", 90, [("Old Captain", 1)]),
        ("Rowers", 100, [("Rower", 9), ("Bosun", 1)]),
    ]
    assert (found.army.units[0].warlord, [each.code for each in found.report]) == (True, ["sheet-missing"] * 2)


def test_a_roster_without_any_profile_says_to_export_with_them() -> None:
    found = read_roster(
        as_json(roster(selection("Rowers", "unit", 1, selection("Rower", "model", 4)), gameSystemName=""))
    )
    assert not found.army.playable
    assert "with its profiles" in found.army.why_not
    assert models(found) == [("Rowers", 0, [("Rower", 4)])]
