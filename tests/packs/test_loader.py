"""A wrong pack fails at load, with the file and the place named."""

from __future__ import annotations

import shutil
import tomllib
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from highground.packs import PackError, load_pack, read_pack
from highground.packs.abilities import read_condition
from highground.packs.vocabulary import UNIT_ABILITIES, WEAPON_KEYWORDS, read_unit_ability, read_weapon_keyword


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with as_file(files("highground.packs") / "highground") as source:
        return Path(shutil.copytree(source, tmp_path / "pack"))


ROLLS = '["advance", "charge", "attacks", "hit", "wound", "save", "damage"]'


def change(file: Path, before: str, after: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1), encoding="utf-8")


def test_a_copy_in_another_folder_loads(folder: Path) -> None:
    assert read_pack(folder).army("fen-2000").faction == "Fenborn Host"


def test_a_rule_that_came_after_a_pack_has_the_products_sentence(folder: Path) -> None:
    file = folder / "pack.toml"
    lines = file.read_text(encoding="utf-8").splitlines()
    gone = [line for line in lines if line.startswith(('"lance" =', '"fights first" ='))]
    assert len(gone) == 2
    file.write_text("\n".join(line for line in lines if line not in gone), encoding="utf-8")
    read, ours = read_pack(folder), load_pack()
    assert read.weapon_keywords == ours.weapon_keywords
    assert read.abilities == ours.abilities


def test_a_rule_without_a_sentence_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WEAPON_KEYWORDS, "humming", "plain")
    with pytest.raises(PackError, match=r"pack.toml: weapon_keywords: 'humming' has no sentence"):
        read_pack(folder)


def test_the_products_own_pack_has_a_sentence_for_every_rule() -> None:
    raw = tomllib.loads((files("highground.packs") / "highground" / "pack.toml").read_text(encoding="utf-8"))
    assert raw["weapon_keywords"].keys() == WEAPON_KEYWORDS.keys()
    assert raw["abilities"].keys() == UNIT_ABILITIES.keys()


@pytest.mark.parametrize(
    ("file", "before", "after", "place", "problem"),
    [
        ("pack.toml", "licence =", "license =", "", "unknown field `license`"),
        ("pack.toml", '"lance" =', '"lanse" =', "weapon_keywords", "lan"),
        ("factions/basalt-vow.toml", "strength = 4", "power = 4", "weapons.slate-rifle", "unknown field `power`"),
        ("factions/basalt-vow.toml", "rapid fire 1", "quick fire 1", "weapons.slate-rifle.keywords", "quick fire 1"),
        ("factions/basalt-vow.toml", "rapid fire 1", "rapid fire", "weapons.slate-rifle.keywords", "rapid fire D3"),
        ("factions/basalt-vow.toml", "anti-infantry 3+", "anti-ghost 3+", "weapons.longshadow-rifle", "'ghost'"),
        ("factions/basalt-vow.toml", '"firing deck 2"', '"gun deck 2"', "units.ox-carrier.abilities", "gun deck 2"),
        ("factions/basalt-vow.toml", '["infantry", "fly"]', '["infantry", "flyer"]', "units.bellows-squad", "'flyer'"),
        ("factions/basalt-vow.toml", '"kiln-hammer"]', '"hammer"]', "units.cinder-guard", "unknown weapon 'hammer'"),
        ("factions/basalt-vow.toml", 'attacks = "D6"', 'attacks = "a few"', "weapons.bellows.attacks", "'a few'"),
        ("factions/fenborn-host.toml", "ap = -1", "ap = 1", "weapons.", "ap is zero or negative"),
        ("factions/fenborn-host.toml", "name =", "name", "", "after a key"),
        ("armies/vow-2000.toml", "points = ", "points = 1", "points", "are stated"),
        ("armies/vow-2000.toml", '"vowkeeper"', '"oathkeeper"', "units[0]", "unknown unit 'oathkeeper'"),
        ("armies/vow-2000.toml", "Warden = 9", "Warden = 19", "units[2]", "4 to 9 are allowed"),
        ("armies/vow-2000.toml", "grinder = 1", "grinder = 3", "units[2]", "3 of option 'grinder'"),
        ("armies/vow-2000.toml", "grinder = 1", "cannon = 1", "units[2]", "no option 'cannon'"),
        ("armies/vow-2000.toml", "warlord = true", "", "units", "exactly one unit is the warlord"),
        ("armies/vow-2000.toml", "slate-column", "lead-column", "detachment", "unknown detachment"),
        ("layouts/weir-crossing.toml", "[60, 34]", "[61, 34]", "zone.South Bank", "off the board"),
        ("layouts/weir-crossing.toml", 'twin = "Forge Building"', "", "terrain.Mill Building", "needs a name"),
        ("layouts/weir-crossing.toml", "location = [30, 22]", "location = [30, 23]", "objectives.Weir Stone", "twin"),
        ("missions/stake-the-valley.toml", "turn_cap", "turncap", "", "unknown field `turncap`"),
        ("factions/basalt-vow.toml", 'stage = "wound"', 'stage = "dodge"', "army.paid-in-full", "'dodge'"),
        (
            "factions/basalt-vow.toml",
            'change = "reroll"',
            'change = "sustained"',
            "army.paid-in-full.effects[1]",
            "knows",
        ),
        ("factions/basalt-vow.toml", 'reroll = "ones"', 'reroll = "twos"', "army.paid-in-full", "'twos'"),
        ("factions/basalt-vow.toml", '"below half", ', '"half asleep", ', "army.paid-in-full", "unknown condition"),
        (
            "factions/basalt-vow.toml",
            "fall back and shoot",
            "fly and shoot",
            "abilities.wheel-away",
            "'fly and shoot' is no",
        ),
        ("factions/basalt-vow.toml", '"keyword infantry"', '"keyword ghost"', "abilities.warm-ash", "'ghost'"),
        ("factions/basalt-vow.toml", ", reach = 6 },", " },", "abilities.keepers-word.effects[1]", "'reach' goes with"),
        (
            "factions/basalt-vow.toml",
            'keyword = "sustained hits 1", attacks = "ranged", conditions = ["target keyword infantry"]',
            'keyword = "hazardous", attacks = "ranged", conditions = ["target keyword infantry"]',
            "abilities.ray-chamber.choices[2].effects[0]",
            "before there is a target",
        ),
        (
            "factions/basalt-vow.toml",
            'amount = "D3" }',
            'amount = "D3", when = "command end" }',
            "abilities",
            "needs a duration",
        ),
        (
            "factions/basalt-vow.toml",
            '"sticky" }',
            '"sticky", when = "command end" }',
            "abilities.bought",
            "a duration",
        ),
        ("factions/basalt-vow.toml", '"below half", ', '"near friend 0", ', "army.paid-in-full", "unknown condition"),
        ("factions/basalt-vow.toml", '"sticky" }', '"sticky", value = 1 }', "abilities.bought-ground", "means nothing"),
        ("factions/basalt-vow.toml", '"charge", value = 1', '"charge"', "abilities.falling-hammer", "needs a value"),
        (
            "factions/basalt-vow.toml",
            '"charge", value = 1',
            '"fixed_advance"',
            "abilities.falling-hammer",
            "'fixed_advance' needs a value",
        ),
        (
            "factions/basalt-vow.toml",
            '"charge", value = 1',
            '"fixed_advance", value = -1',
            "abilities.falling-hammer",
            "'fixed_advance' needs a value",
        ),
        (
            "factions/basalt-vow.toml",
            ', who = "target", duration = "phase"',
            ', who = "target"',
            "abilities.chalk-mark",
            "duration",
        ),
        (
            "factions/basalt-vow.toml",
            '["wheel-away"]',
            '["wheel"]',
            "units.kestrel-riders.own",
            "unknown ability 'wheel'",
        ),
        (
            "factions/basalt-vow.toml",
            '"set-in-stone", ',
            '"set-in-clay", ',
            "detachments.slate-column",
            "'set-in-clay'",
        ),
        (
            "factions/fenborn-host.toml",
            'who = "army" },',
            'who = "self" },',
            "army.water-rises.effects[0]",
            "by itself",
        ),
        (
            "factions/fenborn-host.toml",
            '"steadfast" }',
            '"steadfast", duration = "turn" }',
            "abilities.nothing",
            "no duration",
        ),
        ("stratagems.toml", 'window = "rolled"', 'window = "tumbled"', "stratagems.second-throw", "'tumbled'"),
        ("stratagems.toml", f"rolls = {ROLLS}, ", "", "stratagems.second-throw", "'rolls' goes with"),
        (
            "stratagems.toml",
            'window = "before pick"',
            'window = "before shock"',
            "stratagems.cut-in.effects[0]",
            "needs the window",
        ),
        ("stratagems.toml", 'phases = ["combat"]', 'phases = ["fight"]', "stratagems.cut-in", "'fight'"),
        ("stratagems.toml", '["infantry"]', '["infantries"]', "stratagems.faces-to-the-ground.use", "'infantries'"),
        ("stratagems.toml", "amount = ", "quantity = ", "stratagems.fire-pots", "unknown field `quantity`"),
        ("stratagems.toml", "on = 4", "on = 7", "stratagems.fire-pots.effects[0]", "'on' is 2 to 6"),
        ("stratagems.toml", 'kind = "steadfast"', 'kind = "join_unit"', "stratagems.stand-firm", "cannot give"),
        ("stratagems.toml", "reach = 6 ", "reach = 16 ", "stratagems.meet-them.effects[0]", "a charge reaches 12"),
        ("secondaries.toml", '"wounded units"', '"sleepy units"', "secondaries.thin-the-line", "'sleepy units'"),
        (
            "secondaries.toml",
            "points = 3\neach = 2",
            "points = 9\neach = 2",
            "secondaries.empty-chairs",
            "points 1 to the cap",
        ),
        ("secondaries.toml", 'keyword = "character"', 'keyword = "ghost"', "secondaries.cut-the-head-off", "'ghost'"),
        ("factions/basalt-vow.toml", "length = 115\n", "", "units.ox-carrier.models.Ox Carrier", "needs a length"),
        ("factions/basalt-vow.toml", "length = 75", "length = 40", "units.kestrel-riders", "longer than it is wide"),
        ("bases.toml", "length = 170", "length = 110", "bases, row 1", "longer than it is wide"),
        ("bases.toml", "height = 9", "heigth = 9", "", "unknown field `heigth`"),
        (
            "layouts/granary-yard.toml",
            "floors = [3, 6]",
            "floors = [6, 3]",
            "terrain.Threshing Building.floors",
            "each higher than the last",
        ),
    ],
)
def test_wrong_file_is_named(folder: Path, file: str, before: str, after: str, place: str, problem: str) -> None:
    change(folder / file, before, after)
    with pytest.raises(PackError) as caught:
        read_pack(folder)
    assert caught.value.file == file
    assert caught.value.place.startswith(place)
    assert str(caught.value).startswith(file)
    assert problem in str(caught.value)


def test_base_table_needs_a_last_resort(folder: Path) -> None:
    with (folder / "bases.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[bases]]\nkeywords = ["boat"]\nmm = 80\nheight = 2\n')
    with pytest.raises(PackError, match=r"bases\.toml: bases: the last row must apply"):
        read_pack(folder)


def test_weapon_keywords_are_read() -> None:
    assert str(read_weapon_keyword("anti-vehicle 4+")) == "anti-vehicle 4+"
    assert str(read_weapon_keyword("sustained hits D3")) == "sustained hits D3"
    assert read_weapon_keyword("heavy").value is None
    for wrong in ("heavy 1", "Heavy", "anti-vehicle", "sustained hits many", "melta", ""):
        with pytest.raises(ValueError, match=r"should be written|unknown weapon keyword"):
            read_weapon_keyword(wrong)


def test_conditions_are_read() -> None:
    for text in ("engaged", "not on objective", "target keyword vehicle", "not within 12", "weapon keyword heavy"):
        assert str(read_condition(text)) == text
    for wrong in ("", "keyword", "within", "within far", "on objectives", "not"):
        with pytest.raises(ValueError, match="unknown condition"):
            read_condition(wrong)


def test_unit_abilities_are_read() -> None:
    assert str(read_unit_ability("scouts 6")) == "scouts 6"
    assert str(read_unit_ability("deadly demise D3")) == "deadly demise D3"
    assert str(read_unit_ability("feel no pain 5+").value) == "5"
    for wrong in ("scouts", "feel no pain 7+", "stealthy", "firing deck D3"):
        with pytest.raises(ValueError, match=r"should be written|unknown ability rule"):
            read_unit_ability(wrong)
