"""No function is over 60 lines and no file over 600; the linter of the web app sees to its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("highground", "tests", "benchmarks", "scripts", "training")
LONGEST_FILE = 600
LONGEST_FUNCTION = 60


def too_long(path: Path) -> Iterator[str]:
    text = path.read_text()
    name = path.relative_to(ROOT)
    if text.count("\n") > LONGEST_FILE:
        yield f"{name}: {text.count(chr(10))} lines"
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > LONGEST_FUNCTION:
                yield f"{name}:{node.lineno} {node.name}: {lines} lines"


def test_functions_and_files_stay_short() -> None:
    assert [
        each for source in SOURCES for path in sorted((ROOT / source).rglob("*.py")) for each in too_long(path)
    ] == []
