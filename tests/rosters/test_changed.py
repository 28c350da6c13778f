"""A sound roster with any of its values exchanged: read or refused, never anything else, and always sound."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from highground.rosters import RosterError, read_roster
from highground.rosters.show import to_json, to_text
from tests.rosters import builder as b

SHIELD = b.ability("Shield", "The bearer has a 4+ invulnerable save.")
WARDENS = b.selection(
    "Warden",
    "model",
    4,
    b.line(),
    b.selection("Thorn rifle", "upgrade", 3, b.gun("➤ Thorn - low"), b.gun("➤ Thorn - high", "Melta 2, Bog snare")),
    b.selection("2 Blades", "upgrade", 1, b.blade(), SHIELD),
)
TREE = b.roster(
    b.settings("Detachment", b.selection("Hold the Ford", "upgrade", 1, b.rule("Dug in"))),
    b.selection("Squad", "unit", 1, WARDENS, b.rule('Scouts 6"'), points=90, categories=["Infantry", "Faction: A"]),
    b.selection("Captain", "model", 1, b.line(insv="5+*"), b.ability("Leader", "■ SQUAD"), points=60),
    points=150,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values in a tree."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in inside for place in places(item, (*path, key)))]


PLACES = [place for place in places(TREE) if place]
ODD: st.SearchStrategy[Any] = st.sampled_from(
    [
        None,
        True,
        -1,
        0,
        2.5,
        10**12,
        "",
        "x",
        "*",
        "-",
        "7+",
        "D6+99",
        "Unit",
        "model",
        [],
        {},
        [[]],
        [None, 1],
        [{}],
        {"a": 1},
    ]
)


@settings(max_examples=400)
@given(st.lists(st.tuples(st.sampled_from(PLACES), ODD), min_size=1, max_size=4))
def test_any_exchanged_value_is_read_or_refused(changes: list[tuple[tuple[Any, ...], Any]]) -> None:
    tree = copy.deepcopy(TREE)
    for place, odd in changes:
        exchange(tree, place, copy.deepcopy(odd))
    try:
        found = read_roster(b.as_json(tree))
    except RosterError:
        return
    assert to_json(found)["name"] == found.army.name
    assert to_text(found)
    for unit in found.army.units:
        assert unit.line_up
        assert not found.army.playable or all(sheet.profile.wounds > 0 for sheet in unit.miniatures)


def exchange(tree: Any, place: tuple[Any, ...], odd: Any) -> None:
    for key in place[:-1]:
        if not isinstance(tree, (dict, list)) or (isinstance(tree, dict) and key not in tree) or not tree:
            return
        if isinstance(tree, list) and not (isinstance(key, int) and key < len(tree)):
            return
        tree = tree[key]
    if isinstance(tree, dict) or (isinstance(tree, list) and isinstance(place[-1], int) and place[-1] < len(tree)):
        tree[place[-1]] = odd


def test_the_roster_itself_is_read() -> None:
    army = read_roster(b.as_json(TREE)).army
    assert [(unit.name, len(unit.line_up)) for unit in army.units] == [("Squad", 4), ("Captain", 1)]
    assert army.units[1].leads == ("Squad",)
