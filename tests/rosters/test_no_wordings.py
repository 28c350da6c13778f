"""No publisher's text stands in the code that reads rules: its patterns spell out a few words each, not whole rules.

What is longer is either put together from small parts that other sentences have too, or known by its fingerprint.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import highground.rosters

MOST = 120
"""Letters that one pattern spells out at most: a clause or two."""
FOLDER = Path(highground.rosters.__file__).parent
MODULES = sorted(path for path in FOLDER.glob("*.py") if path.stem != "__init__")
_parser: Any = importlib.import_module("re._parser")
_constants: Any = importlib.import_module("re._constants")


def spelt(pattern: str) -> int:
    """The letters, spaces and signs of the longest text that a pattern asks for word by word; names and numbers apart.

    Of alternatives the longest counts, and what may be left out or repeated once.
    """
    return _longest(_parser.parse(re.sub(r"\\\d", "", pattern)))


def _longest(parts: Any) -> int:
    inner: dict[Any, Callable[[Any], int]] = {
        _constants.BRANCH: lambda it: max(_longest(each) for each in it[1]),
        _constants.SUBPATTERN: lambda it: _longest(it[3]),
        _constants.MAX_REPEAT: lambda it: _longest(it[2]),
        _constants.MIN_REPEAT: lambda it: _longest(it[2]),
        _constants.ASSERT: lambda it: _longest(it[1]),
        _constants.LITERAL: lambda it: 1,
    }
    return sum(inner[kind](it) for kind, it in parts if kind in inner)


def patterns(path: Path) -> Iterator[tuple[str, str]]:
    """Where they stand, and each: compiled ones, and every text in the module's code, put together as it is there.

    Docstrings are left out, and sentences for people: these begin with a capital.
    """
    module = vars(importlib.import_module(f"highground.rosters.{path.stem}"))
    yield from ((name, each.pattern) for name, each in module.items() if _of_text(each))
    for node in _texts(ast.parse(path.read_text())):
        text = _worth(node, module)
        if not text[:1].isupper():
            yield f"line {node.lineno}", text


def _of_text(each: object) -> bool:
    return isinstance(each, re.Pattern) and isinstance(each.pattern, str)


def _texts(node: ast.AST) -> Iterator[ast.expr]:
    """The texts below it that are no docstrings, those that are joined as one."""
    if isinstance(node, ast.JoinedStr | ast.BinOp) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        yield node
    elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        for each in ast.iter_child_nodes(node):
            yield from _texts(each)


def _worth(node: ast.expr, module: dict[str, object]) -> str:
    """What it comes to; without what only the function around it knows."""
    try:
        worth = eval(compile(ast.Expression(node), "text", "eval"), dict(module))
    except Exception:
        parts = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
        return "".join(each for each in parts if isinstance(each, str))
    return worth if isinstance(worth, str) else ""


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_pattern_spells_out_a_rule(path: Path) -> None:
    long = []
    for where, pattern in patterns(path):
        try:
            length = spelt(pattern)
        except re.error:
            length = len(pattern)  # no pattern, or half of one
        if length > MOST:
            long.append((where, length, pattern[:60]))
    assert long == []


def test_the_longest_way_through_a_pattern_counts() -> None:
    assert spelt("one (?:two|three)( four)?") == len("one three four")
    assert spelt(r"on a (?P<face>[2-6])\+, \d+ of (?P<names>[a-z]+)") == len("on a +,  of ")
