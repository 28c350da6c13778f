"""The page on packs lists what a pack may give."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from highground.engine.abilities.effects import NEVER_GIVEN, TYPES
from highground.engine.effects import KNOWN_KEYWORDS
from highground.engine.effects.records import KINDS
from highground.engine.model import SecondaryKind

PAGE = Path(__file__).resolve().parents[2] / "docs" / "packs.md"


def test_every_kind_of_effect_has_its_row() -> None:
    table = PAGE.read_text().split("| effect `kind` |")[1].split("\n\n")[0]
    listed = [kind for row in table.split("\n")[2:] for kind in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert sorted(listed) == sorted(TYPES.keys() - NEVER_GIVEN), f"each has one row in {PAGE.name}"


def test_every_weapon_keyword_is_listed() -> None:
    quoted = PAGE.read_text().split("Keywords are lower case:")[1].split("\n\n")[1].replace("\n> ", " ").strip("> ")
    listed = {re.split(r" [D\d]|-vehicle", each.strip(" `"))[0] for each in quoted.split(",")}
    assert listed == KNOWN_KEYWORDS, f"each is in the line of keywords in {PAGE.name}"


def test_every_change_of_a_stage_is_listed() -> None:
    (line,) = re.findall(r"^- `stage` and `change`: (.*?)^- ", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    missing = [change for changes in KINDS.values() for change in changes if not re.search(rf"\b{change}\b", line)]
    assert missing == []


def test_every_kind_of_secondary_mission_is_listed() -> None:
    section = PAGE.read_text().split("## Secondary missions")[1].split("\n## ")[0].replace("\n", " ")
    missing = [kind for kind in get_args(SecondaryKind) if kind not in section]
    assert missing == [], f"each is named in {PAGE.name}"
