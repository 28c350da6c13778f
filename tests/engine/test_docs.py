"""The rules page names tests that there are, and every keyword and ability that the engine knows."""

from __future__ import annotations

import re
from pathlib import Path

from highground.engine.effects import KNOWN_KEYWORDS
from highground.packs.vocabulary import UNIT_ABILITIES

HERE = Path(__file__).parent
DOCS = HERE.parents[1] / "docs"
RULES = (DOCS / "rules.md").read_text()


def test_every_test_that_the_rules_page_names_exists() -> None:
    named = re.findall(r"`((?:\w+/)*test_\w+\.py)(?:::(\w+))?`", RULES)
    assert len(named) == len(re.findall(r"`[^`]*test_[^`]*`", RULES)) > 150
    for file, name in named:
        source = (HERE / file if (HERE / file).is_file() else HERE.parent / file).read_text()
        assert re.search(rf"^def {name or 'test_'}", source, re.MULTILINE), f"{file} has no {name}"
        assert not name or f"\ndef {name}(" in source, f"{file} has no {name}"


def test_every_rule_with_a_name_is_on_the_page() -> None:
    rows = [line.lower() for line in RULES.splitlines() if line.startswith("| ")]
    for name in sorted(KNOWN_KEYWORDS | set(UNIT_ABILITIES)):
        assert any(re.match(rf"\| [^|]*\b{re.escape(name)}\b", row) for row in rows), name


def test_every_row_says_what_shows_it() -> None:
    for line in RULES.splitlines():
        if line.startswith("| ") and not line.startswith(("| Rule", "| Keyword", "| Ability")):
            assert re.search(r"`(?:\w+/)*test_\w+\.py", line.rpartition("| ")[2] or line), line


def test_the_engine_page_names_files_that_exist() -> None:
    page = (DOCS / "engine.md").read_text()
    files = re.findall(r"`((?:table/|steps/|events/)?\w+\.py)`", page)
    assert len(files) > 8
    for file in files:
        assert (DOCS.parent / "highground" / "engine" / file).is_file(), file
