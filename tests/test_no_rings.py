"""No two modules of the package need each other, directly or in a ring, not even inside functions."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def imports() -> dict[str, set[str]]:
    """The modules of the package with those that each imports."""
    files = {_name(file): file for file in (ROOT / "highground").rglob("*.py")}
    return {name: _imported(file, files) - {name} for name, file in files.items()}


def _name(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _imported(file: Path, known: dict[str, Path]) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names = {f"{node.module}.{each.name}" for each in node.names}
            found |= {name if name in known else node.module for name in names}
    return found & known.keys()


def test_no_module_needs_itself_by_way_of_others() -> None:
    graph = imports()
    assert len(graph) > 300
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        raise AssertionError(" -> ".join(reversed(error.args[1]))) from error
