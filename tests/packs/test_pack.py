"""The embedded pack: it loads, its armies add up, and it uses every rule that the engine must know."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

import msgspec
import pytest

from highground.engine.effects import KNOWN_KEYWORDS
from highground.engine.model import ArmySheet, MiniatureSheet, UnitSheet, Weapon
from highground.packs import army, load_pack
from highground.packs.vocabulary import UNIT_ABILITIES, WEAPON_KEYWORDS
from highground.words.bases import base_size

PACK = load_pack()
UNITS = [unit for sheet in PACK.armies.values() for unit in sheet.units]
BIG = [sheet for slug, sheet in PACK.armies.items() if slug.endswith("-2000")]


def miniatures(units: list[UnitSheet]) -> Iterator[MiniatureSheet]:
    for unit in units:
        yield from unit.miniatures


def weapons() -> Iterator[Weapon]:
    for miniature in miniatures(UNITS):
        for carried in miniature.weapons:
            yield carried.weapon


def test_loads_once_and_names_itself() -> None:
    assert load_pack("highground") is load_pack("highground")
    assert (PACK.uid, PACK.version) == ("highground", "1.3.0")
    assert set(PACK.armies) == {"fen-1000", "fen-2000", "vow-1000", "vow-2000"}
    assert list(PACK.layouts) == [
        "broken-stair",
        "granary-yard",
        "long-dyke",
        "salt-terraces",
        "sunken-quarter",
        "three-kilns",
        "weir-crossing",
    ]
    assert (files("highground.packs") / "LICENSE").read_text(encoding="utf-8").count("CC0") == 1


def test_sample_armies_use_every_weapon_keyword() -> None:
    used = {keyword.name for weapon in weapons() for keyword in weapon.keywords}
    assert used == set(WEAPON_KEYWORDS), "a weapon of a sample army in the pack's factions has each"


def test_the_engine_acts_on_every_weapon_keyword_that_a_pack_may_use() -> None:
    assert set(WEAPON_KEYWORDS) == set(KNOWN_KEYWORDS)


def test_sustained_hits_come_with_a_number_and_with_dice() -> None:
    values = {str(k.value) for weapon in weapons() for k in weapon.keywords if k.name == "sustained hits"}
    assert values == {"1", "D3"}


def test_anti_keywords_name_keywords_that_units_have() -> None:
    targets = {k.target for weapon in weapons() for k in weapon.keywords if k.name == "anti"}
    assert targets == {"infantry", "monster", "vehicle"}
    assert targets <= {keyword for unit in UNITS for keyword in unit.keywords}


def test_sample_armies_use_every_unit_ability() -> None:
    assert {rule for unit in UNITS for rule in unit.rules} == set(UNIT_ABILITIES)
    assert any(miniature.profile.invuln for miniature in miniatures(UNITS))


def test_firing_modes_stand_side_by_side_on_one_bearer() -> None:
    modes = [
        [carried.weapon.mode for carried in miniature.weapons if carried.weapon.mode] for miniature in miniatures(UNITS)
    ]
    assert {mode for found in modes for mode in found} == {
        "Colossus Fists",
        "Ember Chant",
        "Pillar Cannon",
        "Tide Song",
    }
    assert all(len(found) == 2 and found[0] == found[1] for found in modes if found)


@pytest.mark.parametrize("slug", PACK.armies)
def test_points_and_sizes(slug: str) -> None:
    sheet = PACK.armies[slug]
    size = int(slug.rsplit("-", 1)[1])
    assert sheet.points_stated == sheet.points_computed == sum(unit.points for unit in sheet.units)
    assert abs(sheet.points_computed - size) <= 0.02 * size
    assert sum(unit.warlord for unit in sheet.units) == 1
    assert len({unit.uid for unit in sheet.units}) == len(sheet.units)


@pytest.mark.parametrize("sheet", BIG, ids=lambda sheet: sheet.name)
def test_big_armies_are_of_a_size_to_play(sheet: ArmySheet) -> None:
    assert 11 <= len(sheet.units) <= 14
    assert 40 <= sum(len(unit.line_up) for unit in sheet.units) <= 80


@pytest.mark.parametrize("faction", PACK.factions)
def test_factions_have_every_kind_of_unit(faction: str) -> None:
    units = PACK.factions[faction].raw.units.values()
    assert 9 <= len(units) <= 12
    roles = {unit.role for unit in units}
    assert {"character", "battleline", "elite", "fast", "transport", "tank", "artillery"} <= roles
    assert {"walker", "monster"} & roles


@pytest.mark.parametrize("unit", {unit.name: unit for unit in UNITS}.values(), ids=lambda unit: unit.name)
def test_stats_are_in_range(unit: UnitSheet) -> None:
    assert len(unit.name) <= 22
    assert unit.role == "character" or unit.leads == ()
    for miniature in unit.miniatures:
        profile = miniature.profile
        assert 5 <= profile.movement <= 14
        assert 3 <= profile.toughness <= 12
        assert 2 <= profile.save <= 6
        assert 1 <= profile.wounds <= 16
        assert 5 <= profile.leadership <= 8
        assert 0 <= profile.objective_controlled <= 5
        assert 25 <= miniature.base_mm <= 120
        assert any(carried.weapon.melee for carried in miniature.weapons)


def test_every_unit_kind_stands_in_a_sample_army() -> None:
    kinds = {unit.name for faction in PACK.factions.values() for unit in faction.raw.units.values()}
    assert kinds == {unit.name for unit in UNITS}


def test_leaders_name_units_that_there_are() -> None:
    names = {unit.name for unit in UNITS}
    assert all(set(unit.leads) <= names and unit.leads for unit in UNITS if "leader" in unit.rules)


def test_feel_no_pain_reaches_the_profile() -> None:
    colossus = next(unit for unit in UNITS if unit.name == "Mire Colossus")
    assert colossus.line_up[0].profile.fnp == 5
    assert str(colossus.rules["feel no pain"].value) == "5"


def test_options_replace_weapons_of_some_miniatures() -> None:
    wardens = army("vow-2000").units[2]
    assert [(group.name, group.count) for group in wardens.miniatures] == [
        ("Warden Captain", 1),
        ("Warden", 7),
        ("Warden (Furnace Beam)", 1),
        ("Warden (Grinder)", 1),
    ]
    assert [c.weapon.name for c in wardens.miniatures[2].weapons] == ["Oath Pistol", "Slate Gauntlets", "Furnace Beam"]
    assert wardens.points == 20 + 9 * 19 + 5 + 5


@pytest.mark.parametrize("name", ["vow-2000", "VOW-2000", "The Long Watch", " the long watch "])
def test_army_is_found_by_slug_or_name(name: str) -> None:
    assert army(name) is PACK.armies["vow-2000"]


def test_army_that_is_not_there_lists_those_that_are() -> None:
    with pytest.raises(LookupError, match=r"no sample army 'vow'.*fen-1000 \(The Spring Tide\)"):
        army("vow")
    with pytest.raises(LookupError, match=r"no layout 'moon'.*weir-crossing"):
        PACK.layout("moon")
    with pytest.raises(LookupError, match=r"no rules pack 'nothing'.*highground"):
        load_pack("nothing")


def test_mission() -> None:
    mission = PACK.mission("Stake the Valley")
    assert (mission.per_objective, mission.first_round, mission.turn_cap, mission.total_cap) == (5, 2, 15, 50)


@pytest.mark.parametrize(
    ("keywords", "wounds", "name", "size"),
    [
        (["Infantry", "Battleline"], 1, "Rifleman", "28 mm"),
        (["Infantry"], 2, "Veteran", "32 mm"),
        (["Infantry", "Character"], 5, "Captain", "40 mm"),
        (["Mounted"], 3, "Rider", "42 x 75 mm oval"),
        (["Monster"], 16, "Great Beast", "100 x 140 mm oval"),
        (["Vehicle"], 11, "Tank", "80 x 115 mm rectangular"),
        (["Vehicle", "Walker"], 8, "Walker", "80 mm"),
        (["Vehicle"], 1, "Gun Drone", "25 mm"),
        ([], 1, "", "32 mm"),
    ],
)
def test_base_sizes(keywords: list[str], wounds: int, name: str, size: str) -> None:
    assert str(PACK.base(keywords, wounds, name)) == size


@pytest.mark.parametrize(
    ("unit", "size"),
    [
        ("Keystone", "85 x 125 mm rectangular"),
        ("Ox Carrier", "80 x 115 mm rectangular"),
        ("Heron Lancers", "42 x 75 mm oval"),
        ("Kestrel Riders", "42 x 75 mm oval"),
        ("Mire Colossus", "100 x 140 mm oval"),
        ("Plinth Strider", "90 mm"),
    ],
)
def test_vehicles_and_riders_of_the_sample_armies_have_long_bases(unit: str, size: str) -> None:
    assert {str(base_size(each)) for found in UNITS if found.name == unit for each in found.miniatures} == {size}


def test_a_round_base_is_written_down_as_before_there_were_others() -> None:
    """So the fingerprint of a battle without long bases stays what it was."""
    for sheet in (each for unit in UNITS for each in unit.miniatures if not each.base.long):
        assert not {"length_mm", "rectangular"} & msgspec.to_builtins(sheet).keys()
