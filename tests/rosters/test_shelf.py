"""Lists of names that are filled in from a shelf of data sheets, line by line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from benchmarks.coverage_catalogues import by_kind, fates, figures
from highground.engine.model import UnitSheet
from highground.rosters import Roster, RosterError, read_roster
from highground.rosters.naming import key, nearest
from highground.rosters.read import as_file, open_roster
from highground.rosters.shelf import KnownSheet, Shelf, merged
from highground.rosters.tree import from_json
from highground.rosters.typed import TypedLine, TypedWeapon, typed_sheet
from tests.rosters.builder import (
    Tree,
    ability,
    as_json,
    as_xml,
    blade,
    force,
    gun,
    line,
    roster,
    rule,
    selection,
    settings,
    squad,
)


def captain() -> Tree:
    bell = selection("Old bell", "upgrade", 1, ability("Old bell", "It rings."), points=15, entryGroupId="g")
    return selection(
        "Ford Captain",
        "model",
        1,
        line("Ford Captain", w="5"),
        selection("Long bow", "upgrade", 1, gun("Long bow", Range='30"')),
        selection("Oar", "upgrade", 1, blade("Oar")),
        ability("Leader", "This model can be attached to the following units:\n- Warden squad"),
        bell,
        points=75,
        categories=["Character", "Faction: Ashen Wardens"],
    )


def wardens() -> Tree:
    sergeant = selection(
        "Warden Sergeant",
        "model",
        1,
        selection("Thorn rifle", "upgrade", 1, gun()),
        selection("Trench blade", "upgrade", 1, blade()),
    )
    heavy = selection(
        "Warden w/ bog cannon",
        "model",
        1,
        selection("Bog cannon", "upgrade", 1, gun("➤ Bog cannon - quick"), gun("➤ Bog cannon - slow", S="9")),
        selection("Trench blade", "upgrade", 1, blade()),
    )
    return squad("Warden squad", 4, sergeant, heavy, rule('Scouts 6"'), points=100)


def taught(*units: Tree) -> list[KnownSheet]:
    detachment = settings("Detachment", selection("Hold the Ford", "upgrade", 1, rule("Ford oath", "A text.")))
    data = as_xml(roster(forces=[force(detachment, *units, rules=[rule("Ashen creed", "Another text.")])]))
    return open_roster(data).learned("Border watch")


SHELF = Shelf(taught(wardens(), captain()))

OFFICIAL = """River guard (2,000 Points)

Ashen Wardens
Strike Force (2,000 Points)
Hold the Ford

ATTACHED UNITS
ATTACHED UNIT 1

Ford Captain (90 Points)
• Attached as: Leader (Character)
  • Warlord
  • 1x Long bow
    1x Oar
  • Enhancement: Old bell

Warden Squad (100 Points)
• Attached as: Bodyguard (Battleline)
  • 1x Warden Sergeant
    • 1x Thorn rifle
      1x Trench blade
  • 9x Warden
    • 2x Bog cannon
      7x Thorn rifle
      9x Trench blade

OTHER DATASHEETS

Warden Squad (100 Points)
  • 1x Warden Sergeant
    ◦ 1x Thorn rifle
  • 4x Warden
    ◦ 4x Thorn rifle

Exported with App Version: v1.40.0 (1), Data Version: v1
"""
TOURNAMENT = """+++++++++++++++++++++++
+ FACTION KEYWORD: Lowlands - Ashen Wardens
+ DETACHMENT: Hold the Ford (Ford oath)
+ TOTAL ARMY POINTS: 290pts
+ WARLORD: Char1: Ford Captain
+ ENHANCEMENT: Old bell (on Char1: Ford Captain)
+++++++++++++++++++++++

Char1: 1x Ford Captain (90 pts): Long bow, Oar
Enhancement: Old bell (+15 pts)
10x Warden Squad (100 pts)
• 9x Warden
    7 with Thorn rifle, Trench blade
    2 with Bog cannon, Trench blade
• 1x Warden Sergeant: Thorn rifle, Trench blade
5x Warden Squad (100 pts)
• 4x Warden: 4 with Thorn rifle
• 1x Warden Sergeant: Thorn rifle
"""
NAMED = """River guard [290 points]
Ashen Wardens
Battle Size: Strike Force (2000 point limit)

Detachments: Hold the Ford

Ford Captain [90 points]
    • Warlord
    • Long bow, Oar and Old bell [+15 points]

Warden Squad [100 points]
    • 1 Warden Sergeant with Thorn rifle and Trench blade
    • 7 Wardens with Thorn rifle and Trench blade
    • 2 Wardens with Bog cannons and Trench blade

Warden Squad [100 points]
    • 1 Warden Sergeant with Thorn rifle
    • 4 Wardens with Thorn rifle
"""


def held(unit: UnitSheet) -> list[tuple[str, int, dict[str, int]]]:
    return [
        (sheet.name, sheet.count, {each.weapon.name: each.count for each in sheet.weapons}) for sheet in unit.miniatures
    ]


def codes(found: Roster) -> set[str]:
    return {each.code for each in found.report if each.severity != "info"}


@pytest.mark.parametrize("text", [OFFICIAL, TOURNAMENT, NAMED], ids=["official", "tournament", "named"])
def test_a_text_list_fights_once_its_units_are_on_the_shelf(text: str) -> None:
    found = read_roster(text.encode(), "Saturday", SHELF)
    assert (found.army.playable, found.left_out, found.missing, found.format) == (True, (), (), "text")
    leader, first, second = found.army.units
    assert (leader.points, first.points, second.points, found.army.points_computed) == (90, 100, 100, 290)
    assert held(leader) == [("Ford Captain", 1, {"Long bow": 1, "Oar": 1})]
    assert leader.warlord
    assert ("Old bell", "Enhancement: Old bell") in {(each.name, each.source) for each in leader.abilities}
    assert sum(count for _, count, _ in held(first)) == 10
    assert sum(count for _, count, arms in held(first) if "Bog cannon - quick" in arms) == 2
    assert [(name.removesuffix("s"), count) for name, count, _ in held(second)] in (
        [("Warden Sergeant", 1), ("Warden", 4)],
        [("Warden", 4), ("Warden Sergeant", 1)],
    )
    assert first.miniatures[0].profile.toughness == 4
    assert "scouts" in first.rules
    assert {"Ford oath", "Ashen creed"} == {each.name for each in found.army.abilities}
    assert codes(found) <= {"points-mismatch"}


def test_every_unit_says_what_was_chosen() -> None:
    found = read_roster(OFFICIAL.encode(), "", SHELF)
    assert [each.message for each in found.report if each.code == "sheet-chosen"] == [
        "Ford Captain: the sheet is from the roster 'Border watch'. 2 of 2 things that it holds were found.",
        "Warden Squad: the sheet is from the roster 'Border watch'. 5 of 5 things that it holds were found.",
        "Warden Squad: the sheet is from the roster 'Border watch'. 2 of 2 things that it holds were found.",
    ]


def test_an_attached_leader_has_joined_its_unit() -> None:
    found = read_roster(OFFICIAL.encode(), "", SHELF)
    assert found.attached == {found.army.units[0].uid: found.army.units[1].uid}
    strangers = OFFICIAL.replace("Warden Squad (100 Points)\n•", "Eels (9 Points)\n•")
    shelf = Shelf([*taught(wardens(), captain()), typed_sheet("Eels", "Ashen Wardens", LINE, [BOW])])
    found = read_roster(strangers.encode(), "", shelf)
    assert (found.attached, "leader-mismatch" in codes(found)) == ({}, True)


LINE = TypedLine(6, 4, 4, 2, 7, 1, invuln=5)
BOW = TypedWeapon("Reed bow", '18"', "2", "4+", "3", "-1", "D3", "Rapid Fire 1")


def test_what_is_not_on_the_shelf_is_said_and_can_be_typed() -> None:
    text = (
        "River guard (120 points)\n\nAshen Wardens\n\nRowers (70 points)\n  • 5x Rower\n    • 5x Reed bow\n\n"
        "Warden squad (50 points)\n  • 1x Warden\n    • 1x Frost horn\n"
    )
    found = read_roster(text.encode(), "", SHELF)
    assert found.army.playable
    assert [unit.name for unit in found.left_out] == ["Rowers"]
    rowers, squad_ = found.missing
    assert (rowers.name, rowers.sheet, rowers.gear) == ("Rowers", True, ("Reed bow",))
    assert (squad_.name, squad_.sheet, squad_.gear) == ("Warden squad", False, ("Frost horn",))
    messages = [each.message for each in found.report if each.code in {"sheet-missing", "gear-missing"}]
    assert messages == [
        "Rowers: no data sheet of that name is on your shelf, so it can't be set up. It holds Reed bow.",
        "Warden squad: its sheet has no Frost horn; who carries it goes without.",
    ]
    typed = [typed_sheet("Rowers", "Ashen Wardens", LINE, [BOW], ["infantry"])]
    found = read_roster(text.encode(), "", Shelf([*taught(wardens()), *typed]))
    assert (found.left_out, [each.name for each in found.missing]) == ((), ["Warden squad"])
    (sheet,) = found.army.units[0].miniatures
    assert (sheet.profile.invuln, sheet.profile.wounds, str(sheet.weapons[0].weapon.damage)) == (5, 2, "D3")


def test_typed_weapons_are_added_to_the_sheet_that_there_is() -> None:
    (old,) = (sheet for sheet in taught(wardens()) if sheet.kind == "unit")
    new = merged(old, typed_sheet("Warden squad", "Ashen Wardens", None, [BOW]))
    text = "A (10 points)\n\nAshen Wardens\n\nWarden squad (10 points)\n  • 1x Warden\n    • 1x Reed bow\n"
    (unit,) = read_roster(text.encode(), "", Shelf([new])).army.units
    assert held(unit) == [("Warden", 1, {"Reed bow": 1})]


def test_a_weapon_of_another_sheet_is_borrowed_and_said() -> None:
    text = "A (10 points)\n\nAshen Wardens\n\nFord Captain (10 points)\n  • 1x Thorn rifle\n"
    found = read_roster(text.encode(), "", SHELF)
    assert held(found.army.units[0]) == [("Ford Captain", 1, {"Thorn rifle": 1})]
    assert codes(found) == {"gear-borrowed"}


def test_names_that_are_nearly_right_are_taken_and_said() -> None:
    text = "A (10 points)\n\nAshen Wardens\n\nFord Captian (10 points)\n  • 1x Long-bow\n"
    found = read_roster(text.encode(), "", SHELF)
    assert (found.army.units[0].name, held(found.army.units[0])[0][2]) == ("Ford Captian", {"Long bow": 1})
    assert codes(found) == {"sheet-chosen"}
    assert key("Shas’vre w/ Ion Rifles") == key("shasvre WITH ion rifle")
    assert nearest("frost horn", ["oar", "long bow"]) is None


def bare_json(*units: Tree) -> bytes:
    """New Recruit's JSON as it is exported without profiles."""

    def stripped(tree: Tree) -> Tree:
        kept = {name: value for name, value in tree.items() if name not in {"profiles", "rules"}}
        return {**kept, "selections": [stripped(each) for each in tree.get("selections", [])]}

    return as_json(roster(*(stripped(unit) for unit in units), gameSystemName="Some Game", system=""))


def test_a_roster_exported_without_profiles_says_so_and_is_filled_in() -> None:
    data = bare_json(wardens(), captain())
    alone = read_roster(data)
    assert not alone.army.playable
    assert "The file has no profiles" in alone.army.why_not
    found = read_roster(data, "", SHELF)
    assert (found.army.playable, found.missing, found.edition) == (True, (), "10e")
    squad_, leader = found.army.units
    assert sum(sheet.count for sheet in squad_.miniatures) == 6
    assert (leader.points, held(leader)[0][2]) == (90, {"Long bow": 1, "Oar": 1})


def test_rosterizer_is_filled_in_with_the_usual_weapons_where_it_names_none() -> None:
    unit = {"item": "Unit§Warden squad", "name": "Warden squad", "stats": {"Points": {"value": 100}}}
    models: list[dict[str, Any]] = [{"item": "Model§Warden", "name": "Warden", "quantity": 4}]
    asset = {**unit, "assets": {"included": models}}
    value = {"rulebook": {"game": "Some Game"}, "snapshot": {"name": "River", "assets": {"included": [asset]}}}
    found = read_roster(json.dumps(value).encode(), "", SHELF)
    assert held(found.army.units[0]) == [("Warden", 4, {"Thorn rifle": 1, "Trench blade": 1})]


def test_a_unit_without_a_stat_line_borrows_that_of_the_shelf() -> None:
    broken = selection("Ford Captain", "model", 1, selection("Oar", "upgrade", 1, blade("Oar")), points=75)
    data = as_json(roster(wardens(), broken))
    assert [unit.name for unit in read_roster(data).left_out] == ["Ford Captain"]
    read = open_roster(data).read(SHELF)
    assert (read.roster.left_out, read.roster.army.units[1].miniatures[0].profile.wounds) == ((), 5)
    assert read.filled is not None
    assert read_roster(read.filled).army == read.roster.army


@pytest.mark.parametrize("text", [OFFICIAL, TOURNAMENT])
def test_what_was_filled_in_reads_the_same_without_the_shelf(text: str) -> None:
    read = open_roster(text.encode()).read(SHELF)
    assert read.filled is not None
    again = read_roster(read.filled)
    assert (again.army.units, again.attached) == (read.roster.army.units, read.roster.attached)
    assert as_file(from_json(json.loads(read.filled)["roster"])) == read.filled


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        ("5x Terminator Squad (100 pts)\n• 1x Terminator Sergeant: Oar\n• 4x Terminator\n", 5),
        ("Terminator Squad (100 pts)\n  • 5x Terminator\n  • 5x Oar\n", 5),
        ("5x Terminator Squad (100 pts): Oar\n", 5),
        ("5x Terminator Squad (100 pts)\n• 1x Oar\n", 5),
    ],
)
def test_all_models_of_a_squad_are_counted(lines: str, count: int) -> None:
    (unit,) = read_roster(lines.encode()).army.units
    assert sum(sheet.count for sheet in unit.miniatures) == count


def test_a_model_that_is_named_among_the_gear_is_one_by_the_sheet() -> None:
    text = "A (10 points)\n\nAshen Wardens\n\nWarden squad (10 points)\n  • 1x Warden Sergeant\n  • 5x Thorn rifle\n"
    found = read_roster(text.encode(), "", SHELF)
    assert [(name, count) for name, count, _ in held(found.army.units[0])] == [("Warden Sergeant", 1)]


DATA_FILE = """<?xml version="1.0"?><catalogue id="c" name="Lowlands - Ashen Wardens"
 gameSystemId="sys-352e-adc2-7639-d6a9" xmlns="http://www.battlescribe.net/schema/catalogueSchema"><sharedSelectionEntries>
<selectionEntry id="u" name="Warden squad" type="unit"><infoLinks><infoLink name="Scouts" type="rule" targetId="other">
<modifiers><modifier type="append" field="name" value="6&quot;"/></modifiers></infoLink>
<infoLink name="Line" type="profile" targetId="p"/></infoLinks>
<categoryLinks><categoryLink name="Infantry" primary="true"/></categoryLinks>
<selectionEntryGroups><selectionEntryGroup name="5 Wardens"><selectionEntries>
<selectionEntry id="m" name="Warden" type="model"><entryLinks>
<entryLink name="Thorn rifle" type="selectionEntry" targetId="w"/>
<entryLink name="loop" type="selectionEntry" targetId="m"/>
</entryLinks></selectionEntry></selectionEntries></selectionEntryGroup></selectionEntryGroups></selectionEntry>
<selectionEntry id="w" name="Thorn rifle" type="upgrade"><profiles>
<profile name="Thorn rifle" typeName="Ranged Weapons">
<characteristics><characteristic name="Range">24"</characteristic><characteristic name="A">2</characteristic>
<characteristic name="BS">3+</characteristic><characteristic name="S">4</characteristic>
<characteristic name="AP">-1</characteristic><characteristic name="D">1</characteristic>
<characteristic name="Keywords">-</characteristic></characteristics></profile></profiles></selectionEntry>
</sharedSelectionEntries><sharedProfiles><profile id="p" name="Warden" typeName="Unit"><characteristics>
<characteristic name="M">6"</characteristic><characteristic name="T">4</characteristic>
<characteristic name="SV">3+</characteristic><characteristic name="W">2</characteristic>
<characteristic name="LD">6+</characteristic><characteristic name="OC">1</characteristic></characteristics></profile>
</sharedProfiles></catalogue>"""


def test_a_data_file_puts_a_whole_faction_on_the_shelf() -> None:
    opened = open_roster(DATA_FILE.encode(), "wardens.cat")
    sheets = opened.learned(opened.name)
    assert [(sheet.kind, sheet.name, sheet.source) for sheet in sheets] == [("unit", "Warden squad", "data file")]
    with pytest.raises(RosterError, match=r"data file with 1 data sheets, not a roster"):
        opened.read()
    text = "A (10 points)\n\nAshen Wardens\n\nWarden squad (10 points)\n  • 5x Warden\n    • 5x Thorn rifle\n"
    (unit,) = read_roster(text.encode(), "", Shelf(sheets)).army.units
    assert held(unit) == [("Warden", 5, {"Thorn rifle": 1})]
    assert (unit.keywords, "scouts" in unit.rules) == (("infantry",), True)


ABILITIES = """<profile name="{name}" typeName="Abilities"><characteristics>
<characteristic name="Description">{text}</characteristic></characteristics></profile>"""


def test_abilities_of_a_data_file_are_counted_as_those_of_rosters_are(tmp_path: Path) -> None:
    texts = {
        "Steady": "Each time a model in this unit makes a ranged attack, add 1 to the Hit roll.",
        "Odd": "The lights over the ford go out.",
    }
    profiles = "".join(ABILITIES.format(name=name, text=text) for name, text in texts.items())
    sheet = f'<selectionEntry id="u" name="Warden squad" type="unit"><profiles>{profiles}</profiles>'
    path = tmp_path / "wardens.cat"
    path.write_text(DATA_FILE.replace('<selectionEntry id="u" name="Warden squad" type="unit">', sheet))
    assert figures(fates([path])) == (
        "1 of 2 occurrences are effects (50.0%); 1 of 2 different ones are effects (50.0%)"
    )


def test_what_many_units_of_a_data_file_have_is_counted_as_a_rule_of_their_army(tmp_path: Path) -> None:
    text = "Each time a model in this unit makes a ranged attack, add 1 to the Hit roll."
    shared = ABILITIES.format(name="Sharp", text=text)
    profiles = [shared + ABILITIES.format(name="Odd", text="Lights go out."), shared, "", "", "", ""]
    before, entry, after = re.split(r'(<selectionEntry id="u".*)(?=<selectionEntry id="w")', DATA_FILE, flags=re.DOTALL)
    units = [
        entry.replace('id="u"', f'id="u{number}"')
        .replace("Warden squad", f"Squad {number}")
        .replace('type="unit">', f'type="unit"><profiles>{inside}</profiles>')
        for number, inside in enumerate(profiles)
    ]
    path = tmp_path / "wardens.cat"
    path.write_text(before + "".join(units) + after)
    assert by_kind(fates([path])) == (
        "of rules of armies 2 of 2 occurrences are effects (100.0%); "
        "of data sheets 0 of 1 occurrences are effects (0.0%)"
    )


def test_a_data_file_of_another_game_or_without_sheets_is_refused() -> None:
    other = DATA_FILE.replace("sys-352e-adc2-7639-d6a9", "elsewhere").encode()
    with pytest.raises(RosterError, match="of another game"):
        open_roster(other)
    empty = b'<catalogue name="Empty" gameSystemId="sys-352e-adc2-7639-d6a9"/>'
    with pytest.raises(RosterError, match="holds no data sheets of its own"):
        open_roster(empty)
