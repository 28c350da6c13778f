"""The page on packs lists what a pack may give."""

from __future__ import annotations

import re
from pathlib import Path

from highground.engine.abilities.effects import TYPES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "packs.md"


def test_every_kind_of_effect_has_its_row() -> None:
    table = PAGE.read_text().split("| effect `kind` |")[1].split("\n\n")[0]
    listed = [kind for row in table.split("\n")[2:] for kind in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert sorted(listed) == sorted(TYPES.keys() - {"join_unit"})
