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
        assert any(re.match(rf"\| [^|]*\b{re.escape(name)}\b", row) for row in rows), f"{name} has no row in rules.md"


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


def test_the_engine_page_names_functions_and_classes_that_exist() -> None:
    """A name after a path, such as `steps/dispatch.answer`, is defined in that module; any other is found somewhere."""
    page = re.sub(r"```.*?```", "", (DOCS / "engine.md").read_text(), flags=re.DOTALL)
    package = DOCS.parent / "highground"
    sources = {file.relative_to(package).with_suffix(""): file.read_text() for file in package.rglob("*.py")}
    placed = [
        each for each in re.findall(r"`((?:\w+/)+\w+)\.(\w+)(?:\([^`]*\))?`", page) if each[1] not in {"py", "md"}
    ]
    assert len(placed) > 20
    for module, name in placed:
        (source,) = [text for at, text in sources.items() if at in {Path(module), Path("engine", module)}]
        assert re.search(rf"^ *(?:def|class) {name}\b|^{name}\b", source, re.MULTILINE), f"{module} has no {name}"
    known = {word for source in sources.values() for word in re.findall(r"\w+", source)}
    known |= {part for at in sources for part in at.parts}
    words = set(re.findall(r"`(?:\w+\.)?([A-Za-z_]+)(?:\([^`]*\))?`", page))
    assert len(words) > 100
    assert sorted(words - known - {"md", "py"}) == []
