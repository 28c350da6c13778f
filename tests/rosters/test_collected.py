"""Every collected real roster: an army or a clear sentence, and the 10th edition's figures to the letter.

The files are players' own and never part of this repository; without them these tests skip.
"""

from __future__ import annotations

import csv
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, get_args

import pytest

from highground.engine.abilities.condition import ConditionKind
from highground.engine.abilities.effects import TYPES
from highground.rosters import Roster, RosterError, read_roster
from highground.rosters.coverage import coverage
from highground.rosters.show import to_json, to_text
from highground.rosters.weapons import FARTHEST
from tests.conftest import SHARED

# Files that hold no army, by a part of their path, and the sentence that says so.
REFUSED = {
    "@ebc6fbea.ros": "XML can't be read at line 2",
    "invalid_game_system.ros": "holds no units",
    "Test_Roster_old.ros": "holds no units",
    "__armybook_": "army book, not an army list",
}


@pytest.fixture(scope="session")
def collected() -> Path:
    folder = SHARED / "rosters"
    if not folder.is_dir():
        pytest.skip(f"all of this file needs the collected rosters in {folder}")
    return folder


@pytest.fixture(scope="session")
def read(collected: Path) -> dict[str, Roster | str]:
    """Each file's roster, or the sentence that refuses it."""
    found: dict[str, Roster | str] = {}
    for path in sorted(path for path in collected.glob("*/*") if path.is_file()):
        try:
            found[path.relative_to(collected).as_posix()] = read_roster(path.read_bytes(), path.stem)
        except RosterError as refusal:
            found[path.relative_to(collected).as_posix()] = str(refusal)
    return found


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def test_each_file_gives_an_army_or_its_sentence(read: dict[str, Roster | str]) -> None:
    assert read
    for name, roster in read.items():
        expected = next((sentence for part, sentence in REFUSED.items() if part in name), None)
        if expected is not None:
            assert isinstance(roster, str), name
            assert expected in roster, name
        else:
            assert isinstance(roster, Roster), f"{name}: {roster}"
            assert roster.army.units
            assert to_json(roster)["units"]
            assert to_text(roster)


def test_only_files_of_the_two_editions_can_fight(read: dict[str, Roster | str]) -> None:
    for name, roster in read.items():
        if isinstance(roster, Roster):
            assert roster.army.playable == name.startswith(("40k-10e/", "40k-11e/")), name
            assert bool(roster.army.why_not) != roster.army.playable, name


def test_stated_points_of_the_index_are_those_of_the_file(collected: Path, read: dict[str, Roster | str]) -> None:
    for row in rows(collected / "INDEX.tsv"):
        roster = read.get(row["file"])
        if row["points stated"] and isinstance(roster, Roster) and roster.format in {"ros", "rosz", "new-recruit-json"}:
            stated = float(row["points stated"])
            assert roster.army.points_stated == round(stated), row["file"]
            assert roster.army.points_computed == round(stated), row["file"]
            assert "points-mismatch" not in {item.code for item in roster.report}, row["file"]


def test_playable_armies_are_sound(read: dict[str, Roster | str]) -> None:
    for name, roster in read.items():
        if not isinstance(roster, Roster) or not roster.army.playable:
            continue
        uids = [unit.uid for unit in roster.army.units]
        assert len(uids) == len(set(uids)), name
        profiles = defaultdict(set)
        for unit in roster.army.units:
            assert unit.line_up, (name, unit.name)
            assert all(ability.private for ability in unit.abilities)
            for sheet in unit.miniatures:
                assert sheet.profile.wounds > 0
                assert sheet.profile.toughness > 0
                assert 20 <= sheet.base_mm <= 200
                for carried in sheet.weapons:
                    assert carried.count > 0
                    assert 0 <= carried.weapon.range <= FARTHEST
                    profiles[carried.weapon.uid].add(carried.weapon)
        assert all(len(weapons) == 1 for weapons in profiles.values()), name


def test_the_tenth_editions_units_are_those_expected(collected: Path, read: dict[str, Roster | str]) -> None:
    expected = defaultdict(list)
    for row in rows(collected / "expected_10e_units.tsv"):
        expected[row["file"]].append(row)
    assert expected
    for name, units in expected.items():
        roster = read[name]
        assert isinstance(roster, Roster)
        shown = to_json(roster)["units"]
        assert [unit["name"] for unit in shown] == [" ".join(row["unit"].split()) for row in units]
        for unit, row in zip(shown, units, strict=True):
            assert sum(model["count"] for model in unit["models"]) == int(row["models"]), (name, row["unit"])
            assert unit["points"] == int(row["points"]), (name, row["unit"])
            assert unit["warlord"] == bool(row["warlord"]), (name, row["unit"])
            ours, theirs = _carried(unit), _expected_weapons(row)
            assert not ours - theirs, (name, row["unit"])
            # The one difference: weapons that hang on the unit itself, for models that it turns into when it loses
            # some. Nobody carries them at the start, so they are kept as text, with a finding that names them.
            uncarried = {weapon for weapon, _ in theirs - ours}
            assert uncarried == _said_to_be_uncarried(roster, unit), (name, row["unit"])
            assert uncarried <= {ability["name"] for ability in unit["abilities"]}


def _said_to_be_uncarried(roster: Roster, unit: dict[str, Any]) -> set[str]:
    prefix, suffix = "No model carries ", ", so the profiles are kept as text."
    messages = [item.message for item in roster.report if item.where.endswith(f"/{unit['name']}")]
    lists = [text.removeprefix(prefix).removesuffix(suffix) for text in messages if text.startswith(prefix)]
    return {name for names in lists for name in names.split(", ")}


def _carried(unit: dict[str, Any]) -> Counter[tuple[str, str]]:
    counts: Counter[tuple[str, str]] = Counter()
    for model in unit["models"]:
        for kind in ("ranged", "melee"):
            for weapon in model[f"{kind}_weapons"]:
                counts[weapon["name"], kind] += weapon["count"] * model["count"]
    return counts


def _expected_weapons(row: dict[str, str]) -> Counter[tuple[str, str]]:
    counts: Counter[tuple[str, str]] = Counter()
    for part in filter(None, row["weapon_profiles_with_counts"].split("; ")):
        match = re.match(r"(\d+)x (.*) \[(.*)\]$", part)
        assert match is not None
        # A third kind of table holds powers that are used at range.
        counts[match[2].lstrip("➤ ").rstrip("* "), "melee" if match[3] == "Melee" else "ranged"] += int(match[1])
    return +counts


def test_the_tenth_editions_stat_lines_are_those_expected(collected: Path, read: dict[str, Roster | str]) -> None:
    keys = ("movement", "toughness", "save", "wounds", "leadership", "objective_controlled")
    seen: Counter[str] = Counter()
    for row in rows(collected / "expected_10e_units.tsv"):
        roster = read[row["file"]]
        assert isinstance(roster, Roster)
        unit = to_json(roster)["units"][seen[row["file"]]]
        seen[row["file"]] += 1
        lines = {
            tuple(int(value) if value else 0 for value in found)
            for found in re.findall(
                r"M(\d*)\S* T(\d+) SV(\d)\+? W(\d+) LD(\d+)\+? OC(\d+)", row["unit_profiles"].replace("-", "")
            )
        }
        for model in unit["models"]:
            values = tuple(model[key] for key in keys)
            assert values in lines or (not lines and unit["left_out"]), (row["file"], row["unit"], values)


def test_the_same_bytes_give_the_same_roster(collected: Path, read: dict[str, Roster | str]) -> None:
    for name, roster in read.items():
        if name.startswith("40k-10e/") and isinstance(roster, Roster):
            path = collected / name
            assert read_roster(path.read_bytes(), path.stem) == roster


def test_how_much_of_the_tenth_editions_rosters_the_engine_acts_on(read: dict[str, Roster | str]) -> None:
    """Holds what was reached; `benchmarks/coverage_rosters.py` prints the figures."""
    rosters = [roster for name, roster in read.items() if name.startswith("40k-10e/") and isinstance(roster, Roster)]
    if not rosters:
        pytest.skip("no rosters of the tenth edition here")
    found = coverage(rosters)
    known, unknown = found.keywords[True].occurrences, found.keywords[False].occurrences
    effects = found.count("effects", "stat line")
    others = found.count("effects", "stat line", "nothing in battle", "by hand", "unknown")
    assert known / (known + unknown) >= 0.98
    assert not found.count("core by hand").occurrences
    assert effects.occurrences / others.occurrences >= 0.5


def test_every_effect_that_was_read_is_one_that_the_engine_knows(read: dict[str, Roster | str]) -> None:
    for roster in read.values():
        for unit in roster.army.units if isinstance(roster, Roster) else ():
            for ability in unit.abilities:
                assert not (ability.by_hand and (ability.effects or ability.rule)), ability.name
                for effect in ability.effects:
                    assert effect.kind in TYPES
                    assert all(condition.kind in get_args(ConditionKind) for condition in effect.conditions)
                    assert effect.fault() is None, ability.name
