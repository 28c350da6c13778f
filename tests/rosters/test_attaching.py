"""Units that leaders join as they join another: the leaders' sheets are read with them."""

from __future__ import annotations

import pytest

from highground.engine.model import Ability, UnitSheet
from highground.rosters.attaching import with_welcome
from highground.rosters.phrases import Reading, read_text
from tests.engine.field import unit
from tests.rosters.phrase_cases import KNOWN
from tests.values import replace

LIKE = "If a CHARACTER unit from your army with the Leader ability can be attached to a FEN BAND, it can be attached to"
TEXT = f"{LIKE} this unit instead."


def army(text: str, *, keywords: str = "infantry character", leads: str = "Fen Bands") -> list[UnitSheet]:
    leader = replace(unit("Captain"), keywords=tuple(keywords.split()), leads=(leads,))
    return [leader, replace(unit("Marsh Guard"), abilities=(Ability("Welcome", text),)), unit("Fen Band")]


def led(units: list[UnitSheet]) -> tuple[str, ...]:
    return with_welcome(units, {each.uid: each.name for each in units})[0].leads


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT.replace("CHARACTER unit", "model"),
        TEXT.replace("CHARACTER unit", "Captain model"),
        TEXT.replace("CHARACTER unit", "Baker or Captain model"),
        TEXT.replace("a FEN BAND", "a Reed Band or a Fen Band unit"),
        f"{TEXT} It is cold here.",
    ],
)
def test_who_may_join_another_may_join_it(text: str) -> None:
    assert led(army(text)) == ("Fen Bands", "Marsh Guard")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (TEXT, {"keywords": "infantry"}),
        (TEXT, {"leads": "Reed Band"}),
        (TEXT.replace("CHARACTER unit", "Baker model"), {}),
        (TEXT.replace("ability can", "ability (excluding CAPTAINS) can"), {}),
        ("If a CHARACTER unit is near, it can be attached to this unit instead.", {}),
    ],
)
def test_others_may_not(text: str, values: dict[str, str]) -> None:
    units = army(text, **values)
    assert led(units) == units[0].leads


def test_it_is_no_effect_in_a_battle() -> None:
    assert read_text(TEXT, KNOWN) == Reading()
    assert read_text("A CHARACTER unit can be attached to this unit.", KNOWN) is None
