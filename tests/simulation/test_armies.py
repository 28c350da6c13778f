"""Armies and boards by what a user names them."""

from __future__ import annotations

from pathlib import Path

import pytest

from highground.engine.model import Ability
from highground.packs import army, load_pack
from highground.simulation.armies import ArmyError, public, resolve_army, resolve_layout
from tests.values import replace


def test_a_sample_army_by_slug_and_by_name() -> None:
    assert resolve_army("vow-2000") is resolve_army("The Long Watch") is army("vow-2000")


def test_what_is_neither_file_nor_army_is_shown_what_there_is() -> None:
    with pytest.raises(ArmyError, match=r"no roster file nowhere.ros, and no sample army .*fen-1000"):
        resolve_army("nowhere.ros")


def test_a_folder_is_no_roster(tmp_path: Path) -> None:
    with pytest.raises(ArmyError, match="is a folder"):
        resolve_army(str(tmp_path))


def test_a_file_that_is_no_roster_says_so(tmp_path: Path) -> None:
    file = tmp_path / "vow-2000"
    file.write_text("<html></html>")
    with pytest.raises(ArmyError, match="vow-2000: "):
        resolve_army(str(file))


def test_an_army_that_cannot_fight_says_why(shared_data: Path) -> None:
    file = next((shared_data / "rosters" / "AoS-4").iterdir())
    with pytest.raises(ArmyError, match=r"cannot fight: \w"):
        resolve_army(str(file))


def test_a_roster_file_gives_its_army(shared_data: Path) -> None:
    file = min((shared_data / "rosters" / "40k-10e").glob("*.ros*"))
    assert resolve_army(str(file)).units


def test_layouts_by_name() -> None:
    layouts = load_pack().layouts
    assert resolve_layout(None) is next(iter(layouts.values()))
    assert resolve_layout("weir-crossing") is layouts["weir-crossing"]
    with pytest.raises(ArmyError, match=r"no layout 'moon'. There are: broken-stair"):
        resolve_layout("moon")


def test_private_texts_are_left_out_and_nothing_else() -> None:
    sheet = army("vow-1000")
    shown, secret = Ability("Public", "all may read this"), Ability("Kept", "the owner's own", private=True)
    units = (replace(sheet.units[0], abilities=(shown, secret)), *sheet.units[1:])
    cleaned = public(replace(sheet, units=units, abilities=(secret,)))
    assert cleaned.units[0].abilities == (shown, replace(secret, text=""))
    assert cleaned.abilities == (replace(secret, text=""),)
    assert cleaned.units[1:] == sheet.units[1:]
