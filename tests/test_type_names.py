"""A type's name means one thing in the whole package.

`NAMES` are the names that several modules define, most of them for what the engine and the API say of one thing. A new
name has to be one that nobody uses yet; a name that only one module has left goes from the list.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "highground"
NAMES = """
Answer Army Ask Attacks Box Call Carried Chances Changes Charges Check Count Difference Earned Ending Figure
Finding FirstTurn Floats Given Ground Group How Json Level Line Losses Marker Message Missing Moment Moved Named
Nothing Offer Phase PhaseName Picture Place Placed Places Points Profile Rate RawProfile Read Refusal Rolled
Room RoundPoints Said Scope Seat Shape Side Spot Stage StatLine Step Subscription Tally Target Thing Token
UnitSheet Use Who Window Wins
"""
SHARED = frozenset(NAMES.split())


def types_of(path: Path) -> Iterator[str]:
    """The public classes and type aliases of a module."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign) and isinstance(
            node.value, ast.Subscript | ast.BinOp | ast.Name | ast.Attribute
        ):
            yield from (each.id for each in node.targets if isinstance(each, ast.Name) and not each.id.isupper())


def test_a_type_has_a_name_of_its_own() -> None:
    names = Counter(name for path in PACKAGE.rglob("*.py") for name in types_of(path) if name[0].isupper())
    twice = {name for name, count in names.items() if count > 1}
    assert sorted(twice - SHARED) == []
    assert sorted(SHARED - twice) == [], "only one module is left that has it"
