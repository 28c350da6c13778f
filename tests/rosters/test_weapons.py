"""Weapon profiles, firing modes, keywords, and the text that stands for numbers."""

from __future__ import annotations

import pytest

from highground.engine.model import Amount, Carried, Keyword, Weapon
from highground.rosters import Roster, read_roster
from highground.rosters.keywords import read_keywords
from highground.rosters.report import Report
from tests.rosters.builder import Tree, as_json, blade, gun, line, profile, roster, selection


def read(*inside: Tree, number: int = 1) -> Roster:
    return read_roster(as_json(roster(selection("Warden", "model", number, line(), *inside))))


def carried(*inside: Tree) -> tuple[Carried, ...]:
    return read(*inside).army.units[0].miniatures[0].weapons


def weapon(made: Tree) -> Weapon:
    (only,) = carried(selection("Gear", "upgrade", 1, made))
    return only.weapon


def codes(found: Roster) -> set[str]:
    return {item.code for item in found.report if "base sizes" not in item.message} - {
        "no-detachment",
        "points-missing",
        "abilities-counted",
    }


def test_a_gun_and_a_blade() -> None:
    rifle, knife = weapon(gun(D="D3+1")), weapon(blade(S="D6+6"))
    assert (rifle.range, rifle.attacks, rifle.skill, rifle.strength) == (24, Amount(plus=2), 3, Amount(plus=4))
    assert (rifle.ap, rifle.damage, rifle.melee) == (-1, Amount(1, 3, 1), False)
    assert (knife.range, knife.strength, knife.melee) == (0, Amount(1, 6, 6), True)


@pytest.mark.parametrize("kind", ["Ranged Weapons", "Old powers", ""])
def test_any_profile_with_these_values_is_a_weapon_whatever_its_type(kind: str) -> None:
    values = {"Range": '18"', "A": "d6", "BS": "3+", "S": "8", "AP": "-2", "D": "2d3"}
    made = weapon(profile("Storm call", kind, **values))
    assert (made.attacks, made.damage, made.range) == (Amount(1, 6), Amount(2, 3), 18)


def test_melee_is_reported_by_range_where_the_type_does_not_say() -> None:
    values = {"Range": "Melee", "A": "3", "WS": "3+", "S": "4", "AP": "0", "D": "1"}
    assert weapon(profile("Claw", "Strange things", **values)).melee


@pytest.mark.parametrize("text", ["N/A", "n/a", "-"])
def test_no_skill_hits_by_itself(text: str) -> None:
    assert weapon(gun(BS=text)).skill is None
    assert weapon(gun(BS="", keywords="Torrent")).skill is None


@pytest.mark.parametrize(("text", "ap"), [("0", 0), ("-", 0), ("-6", -6), ("–2", -2), ("4", -4)])
def test_each_spelling_of_armour_penetration(text: str, ap: int) -> None:
    assert weapon(gun(AP=text)).ap == ap


def test_a_lost_sign_is_reported() -> None:
    found = read(selection("Gear", "upgrade", 1, gun(AP="4")))
    assert codes(found) == {"value-guessed"}
    assert any("lost its sign" in item.message for item in found.report)
    assert not codes(read(selection("Gear", "upgrade", 1, gun(AP="0"))))


@pytest.mark.parametrize(("text", "inches"), [('24"', 24), ("18", 18), ('120"', 120)])
def test_each_spelling_of_range(text: str, inches: int) -> None:
    assert weapon(gun(Range=text)).range == inches


@pytest.mark.parametrize(
    "values",
    [{"A": "*"}, {"S": "User"}, {"AP": "*"}, {"D": ""}, {"BS": "x"}, {"BS": ""}, {"Range": "far"}, {"A": "D1000"}],
)
def test_what_cannot_be_read_stays_text(values: dict[str, str]) -> None:
    found = read(selection("Gear", "upgrade", 1, gun("Riddle", **values), gun("Plain gun")))
    (unit,) = found.army.units
    assert [item.weapon.name for item in unit.miniatures[0].weapons] == ["Plain gun"]
    assert [(a.name, a.location, a.private) for a in unit.abilities] == [("Riddle", "weapon", True)]
    assert codes(found) == {"weapon-unresolved"}


def test_strength_with_a_plus_is_read_and_said() -> None:
    found = read(selection("Gear", "upgrade", 1, gun(S="8+")))
    assert found.army.units[0].miniatures[0].weapons[0].weapon.strength == Amount(plus=8)
    assert codes(found) == {"value-guessed"}


# modes


def modes(*profiles: Tree) -> dict[str, str]:
    return {item.weapon.name: item.weapon.mode for item in carried(selection("Gear", "upgrade", 1, *profiles))}


def test_modes_of_one_weapon_share_their_stem() -> None:
    assert modes(gun("➤ Sun lance - low"), gun("➤ Sun lance - high", S="8"), gun("Pistol")) == {
        "Sun lance - low": "Sun lance",
        "Sun lance - high": "Sun lance",
        "Pistol": "",
    }


def test_a_mode_without_a_suffix_belongs_to_its_stem() -> None:
    found = modes(gun("➤ Howl"), gun("➤ Howl - wide", A="6"))
    assert found == {"Howl": "Howl", "Howl - wide": "Howl"}


def test_a_lone_arrow_is_no_choice() -> None:
    assert modes(gun("➤ Sun lance - low")) == {"Sun lance - low": ""}


def test_one_name_under_ranged_and_melee_is_two_weapons() -> None:
    found = carried(selection("Staff", "upgrade", 1, gun("Light staff"), blade("Light staff")))
    assert [(item.weapon.name, item.weapon.melee, item.weapon.mode) for item in found] == [
        ("Light staff", False, ""),
        ("Light staff", True, ""),
    ]
    assert len({item.weapon.uid for item in found}) == 2


def test_a_bundle_is_grouped_by_stem() -> None:
    bundle = [gun("Small tube"), gun("➤ Big tube - blast"), gun("➤ Big tube - bolt", A="1")]
    assert modes(*bundle) == {"Small tube": "", "Big tube - blast": "Big tube", "Big tube - bolt": "Big tube"}


def test_a_throw_and_two_strokes_of_one_spear() -> None:
    spear = [gun("Long spear"), blade("➤ Long spear - stab"), blade("➤ Long spear - sweep", A="8")]
    assert modes(*spear) == {"Long spear": "", "Long spear - stab": "Long spear", "Long spear - sweep": "Long spear"}


def test_modes_at_range_and_in_melee_are_two_choices() -> None:
    names = [f"➤ Moon - {name}" for name in ("a", "b", "c", "d")]
    found = modes(gun(names[0]), gun(names[1], A="6"), blade(names[2]), blade(names[3], A="6"))
    assert list(found.values()) == ["Moon", "Moon", "Moon (melee)", "Moon (melee)"]


def test_modes_may_come_from_two_selections_of_one_bearer() -> None:
    halves = [
        selection(name, "upgrade", 1, gun(f"➤ Sun lance - {name}", A=a)) for name, a in (("low", "1"), ("high", "2"))
    ]
    assert {item.weapon.mode for item in carried(*halves)} == {"Sun lance"}


# counts and names


def test_the_count_in_a_selections_name_counts_where_the_profile_lacks_it() -> None:
    (found,) = carried(selection("2 Hail launchers", "upgrade", 1, gun("Hail launcher")))
    assert found.count == 2


def test_the_count_in_a_name_is_not_counted_twice() -> None:
    wrapper = selection("2 spitters", "upgrade", 1, selection("Spitter", "upgrade", 2, gun("Spitter")))
    assert [item.count for item in carried(wrapper)] == [2]
    assert [item.count for item in carried(selection("2 guns", "upgrade", 2, gun("Gun")))] == [2]
    assert [item.count for item in carried(selection("9 tails", "upgrade", 1, blade("9 tails")))] == [1]


def test_equal_weapons_of_two_selections_are_added_up() -> None:
    pair = [selection("Left gun", "upgrade", 1, gun("Gun")), selection("Right gun", "upgrade", 1, gun("Gun"))]
    assert [item.count for item in carried(*pair)] == [2]


def test_names_lose_their_decoration() -> None:
    assert weapon(gun("➤ Sun  lance*")).name == "Sun lance"


def test_the_same_profile_is_one_weapon_for_the_whole_army() -> None:
    units = [selection(name, "model", 1, line(), selection("Gear", "upgrade", 1, gun())) for name in ("One", "Two")]
    army = read_roster(as_json(roster(*units))).army
    uids = [unit.miniatures[0].weapons[0].weapon.uid for unit in army.units]
    assert uids[0] == uids[1]
    assert weapon(gun()).uid == uids[0] != weapon(gun(A="3")).uid


# keywords


def keywords(text: str) -> tuple[Keyword, ...]:
    return read_keywords(text, "", Report())


@pytest.mark.parametrize(
    "name",
    [
        "assault",
        "heavy",
        "torrent",
        "twin-linked",
        "pistol",
        "lethal hits",
        "devastating wounds",
        "blast",
        "precision",
        "hazardous",
        "indirect fire",
        "ignores cover",
        "lance",
        "extra attacks",
        "one shot",
        "psychic",
    ],
)
def test_plain_keywords(name: str) -> None:
    assert keywords(f" {name.upper()} ") == (Keyword(name),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Twin linked", Keyword("twin-linked")),
        ("Rapid Fire 1", Keyword("rapid fire", Amount(plus=1))),
        ("rapid fire d3", Keyword("rapid fire", Amount(1, 3))),
        ("Rapid Fire D6+3", Keyword("rapid fire", Amount(1, 6, 3))),
        ("Sustained Hits D3", Keyword("sustained hits", Amount(1, 3))),
        ("Melta 4", Keyword("melta", Amount(plus=4))),
        ("Anti-INFANTRY 4+", Keyword("anti", Amount(plus=4), "infantry")),
        ("Anti vehicle 3+", Keyword("anti", Amount(plus=3), "vehicle")),
        ("Anti-FLY 2", Keyword("anti", Amount(plus=2), "fly")),
        ("anti-epic hero 5+", Keyword("anti", Amount(plus=5), "epic hero")),
        ("[Lethal Hits]", Keyword("lethal hits")),
        ("Cleave 2", Keyword("cleave", Amount(plus=2))),
        ("Close-quarters", Keyword("close-quarters")),
        ("Bog snare", Keyword("bog snare")),
    ],
)
def test_each_spelling_of_a_keyword(text: str, expected: Keyword) -> None:
    assert keywords(text) == (expected,)


@pytest.mark.parametrize("text", ["", "-", " - ", "–", ","])
def test_no_keywords(text: str) -> None:
    assert keywords(text) == ()


def test_keywords_are_split_and_each_kept_once() -> None:
    assert [word.name for word in keywords("Blast, Heavy ,blast, Melta 2")] == ["blast", "heavy", "melta"]


def test_two_targets_of_anti_are_two_keywords() -> None:
    assert [word.target for word in keywords("Anti-monster/vehicle 4+")] == ["monster", "vehicle"]


@pytest.mark.parametrize("text", ["Bog snare", "Cleave 2", "Close-quarters"])
def test_unknown_keywords_are_reported(text: str) -> None:
    assert codes(read(selection("Gear", "upgrade", 1, gun(keywords=text)))) == {"unknown-keyword"}


def test_known_keywords_are_not_reported() -> None:
    text = "Anti-fly 4+, Melta 2, Blast, Rapid Fire 1, Sustained Hits 1, Twin linked"
    assert codes(read(selection("Gear", "upgrade", 1, gun(keywords=text)))) == set()


def test_a_value_that_is_missing_is_guessed_and_said() -> None:
    report = Report()
    assert read_keywords("Sustained Hits", "", report) == (Keyword("sustained hits", Amount(plus=1)),)
    assert [item.code for item in report.findings] == ["value-guessed"]
