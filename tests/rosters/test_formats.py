"""The same army from each file format, distinguished by content."""

from __future__ import annotations

import json
from collections.abc import Callable

import msgspec
import pytest

from highground.rosters import Roster, RosterError, read_roster
from tests.rosters.builder import (
    ELEVENTH,
    TENTH,
    Tree,
    ability,
    as_json,
    as_rosz,
    as_xml,
    force,
    line,
    roster,
    selection,
    settings,
    squad,
    zipped,
)

WRITERS: dict[str, Callable[[Tree], bytes]] = {"ros": as_xml, "rosz": as_rosz, "new-recruit-json": as_json}


def sample() -> Tree:
    return roster(
        settings("Detachment", selection("Hold the Ford")),
        squad("Warden squad", 5, ability("Steady & “calm”", "They do not run.\n■ Ever."), id="a1"),
        squad("Warden squad", 10, id="a2", points=190),
        points=290,
    )


def same(one: Roster, other: Roster) -> bool:
    return msgspec.structs.replace(one, format="") == msgspec.structs.replace(other, format="")


@pytest.mark.parametrize("written_as", WRITERS)
def test_each_format_gives_the_same_army(written_as: str) -> None:
    read = read_roster(WRITERS[written_as](sample()))
    assert read.format == written_as
    assert same(read, read_roster(as_xml(sample())))
    assert read.army.points_computed == read.army.points_stated == 290
    assert read.army.detachment == "Hold the Ford"
    assert [(unit.uid, unit.name, len(unit.line_up)) for unit in read.army.units] == [
        ("a1", "Warden squad A", 5),
        ("a2", "Warden squad B", 10),
    ]


def test_the_name_of_a_file_decides_nothing() -> None:
    read = read_roster(as_xml(sample()), "list.rosz")
    assert read.format == "ros"
    assert read_roster(as_json(sample()), "list.ros").format == "new-recruit-json"


def test_the_file_name_serves_where_the_roster_has_none() -> None:
    tree = sample()
    tree["name"] = ""
    assert read_roster(as_xml(tree), "Saturday").army.name == "Saturday"
    assert read_roster(as_xml(tree), "lists/old\\My v1.2 list.ROSZ").army.name == "My v1.2 list"
    assert read_roster(as_xml(tree), "-").army.name == "Roster"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize("written_as", ["ros", "new-recruit-json"])
def test_byte_order_marks_are_read(encoding: str, written_as: str) -> None:
    data = WRITERS[written_as](sample()).decode().encode(encoding)
    assert same(read_roster(data), read_roster(as_xml(sample())))


def test_a_roster_object_without_its_envelope_is_read() -> None:
    assert same(read_roster(json.dumps(sample()).encode()), read_roster(as_xml(sample())))


def test_the_header_may_stand_outside_the_roster_object() -> None:
    data = json.dumps({"generatedBy": "https://newrecruit.eu", "roster": sample()}).encode()
    assert read_roster(data).writer == "New Recruit"


def test_in_an_archive_the_first_roster_member_is_read_whatever_its_path() -> None:
    data = zipped(as_xml(sample()), "../../etc/passwd.ROS", **{"notes.txt": b"hello"})
    assert len(read_roster(data).army.units) == 2


def test_in_an_archive_a_single_member_of_any_name_is_read() -> None:
    assert len(read_roster(zipped(as_xml(sample()), "list")).army.units) == 2
    assert read_roster(zipped(as_json(sample()), "list.json")).army.playable


@pytest.mark.parametrize(
    ("stats", "system", "name", "edition"),
    [
        ({}, TENTH, "x", "10e"),
        ({"insv": "4+"}, TENTH, "x 10th Edition", "11e"),
        ({}, ELEVENTH, "x", "11e"),
        ({}, "unheard-of", "x", "10e"),
    ],
)
def test_the_shape_of_stat_lines_beats_the_header(stats: dict[str, str], system: str, name: str, edition: str) -> None:
    unit = selection("Warden", "model", 1, line(**stats))
    assert read_roster(as_json(roster(unit, system=system, gameSystemName=name))).edition == edition


@pytest.mark.parametrize(
    ("system", "name", "edition"),
    [
        ("28ec-711c-d87f-3aeb", "Old Game 9th Edition", "9e"),
        ("28ec-711c-d87f-3aeb", "Old Game 8th Edition", "8e"),
        ("e51d-b1a3-75fc-dc3g", "Other Game", "aos4"),
        ("e51d-b1a3-75fc-dc33", "Other Game", "aos2-3"),
        ("", "Some 9th Edition", "9e"),
        ("", "Something", ""),
    ],
)
def test_without_such_lines_the_id_then_the_name_shows(system: str, name: str, edition: str) -> None:
    unit = selection("Warden", "model")
    read = read_roster(as_json(roster(unit, system=system, gameSystemName=name)))
    assert read.edition == edition
    assert not read.army.playable
    assert "stat lines" in read.army.why_not


@pytest.mark.parametrize(
    ("attributes", "writer"),
    [
        ({}, "BattleScribe 2.03"),
        ({"generatedBy": "https://newrecruit.eu"}, "New Recruit"),
        ({"id": "40kapp-export"}, "40k.app"),
        ({"generatedBy": "List Forge"}, "List Forge"),
    ],
)
def test_the_writing_program_is_named(attributes: Tree, writer: str) -> None:
    assert read_roster(as_xml(roster(squad(), **attributes))).writer == writer


def test_old_files_with_units_below_categories_and_points_as_attributes_are_read() -> None:
    unit = '<selection name="Old squad" type="unit" number="3" points="55.0"><profiles><profile name="Old" '
    unit += 'profileTypeName="Unit"><characteristics><characteristic name="Speed" value="4"/></characteristics>'
    unit += "</profile></profiles></selection>"
    data = f'<roster name="Old" points="55.0"><forces><force><categories><category name="c"><selections>{unit}'
    data += "</selections></category></categories></force></forces></roster>"
    read = read_roster(data.encode())
    assert (read.army.points_stated, read.army.points_computed) == (55, 55)
    assert read.army.units[0].miniatures[0].count == 3
    assert read.profiles[read.army.units[0].uid][0].characteristics == (("Speed", "4"),)


def test_nested_forces_are_walked() -> None:
    inner = force(squad("Inner squad"), catalogue="Hill Clans")
    data = as_xml(roster(forces=[force(squad("Outer squad"), forces=[inner])]))
    army = read_roster(data).army
    assert [unit.name for unit in army.units] == ["Outer squad", "Inner squad"]
    assert army.faction == "Ashen Wardens + Hill Clans"


@pytest.mark.parametrize("tree", [roster(), roster(settings("Battle Size")), roster(forces=[])])
def test_a_roster_without_units_is_a_sentence(tree: Tree) -> None:
    with pytest.raises(RosterError, match="holds no units"):
        read_roster(as_xml(tree))
