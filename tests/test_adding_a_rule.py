"""The page on adding a rule: each of its changes, made in a copy of the sources, does what the page says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "adding-a-rule.md"


READ_PACK = "from highground.packs import load_pack\nload_pack()\n"
FILES = {".py", ".toml", ".md", ".json"}
PAPERS = ("rules.md", "packs.md")
"""Pages that the tests look at."""


class Section(NamedTuple):
    name: str
    files: list[str]
    change: str
    check: str
    left: list[str]
    """The tests that fail until the rule is everywhere."""


def sections() -> list[Section]:
    found = []
    for part in PAGE.read_text().split("\n## ")[1:]:
        files = re.findall(
            r"`(highground/[^`]+)`", next(line for line in part.split("\n") if line.startswith("Files: "))
        )
        change, check = (re.findall(rf"```{kind}\n(.*?)```", part, re.DOTALL)[0] for kind in ("diff", "python"))
        rows = [line for line in part.split("\n") if line.startswith("| ")]
        left = [test for row in rows for test in re.findall(r"`(tests/[^`]+::[^`]+)`", row)]
        found.append(Section(part.split("\n")[0], files, change, check, left))
    return found


def run(what: list[str], where: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "HIGHGROUND_PLAIN": "1", "PYTHONPATH": str(where)}
    return subprocess.run(what, cwd=where, env=env, input=text, capture_output=True, text=True, check=False)


def copied(where: Path) -> None:
    """A copy of the sources and of the tests that the page names."""
    code = shutil.ignore_patterns("__pycache__", "vision", "*.onnx")
    shutil.copytree(ROOT / "highground", where / "highground", ignore=code)
    others = shutil.ignore_patterns("__pycache__", "golden", "server", "vision", "simulation")
    shutil.copytree(ROOT / "tests", where / "tests", ignore=others)
    shutil.copy(ROOT / "pyproject.toml", where)
    (where / "docs").mkdir()
    for name in PAPERS:
        shutil.copy(ROOT / "docs" / name, where / "docs")


def apply(section: Section, where: Path) -> None:
    made = run(["git", "apply", "--unidiff-zero", "-"], where, section.change)
    assert made.returncode == 0, (
        f"The change that {PAGE.name} shows under '{section.name}' no longer fits the sources: "
        f"update its lines there.\n{made.stderr}"
    )


@pytest.mark.parametrize("section", sections(), ids=lambda section: section.name)
def test_a_change_of_the_page_is_all_that_its_rule_needs(section: Section, tmp_path: Path) -> None:
    """The check fails before the change and passes after it, and packs are read; the change touches what is named, in
    the style of the rest.
    """
    copied(tmp_path)
    check = [sys.executable, "-c", section.check]
    assert run(check, tmp_path).returncode != 0
    assert sorted(set(re.findall(r"^\+\+\+ b/(\S+)", section.change, re.MULTILINE))) == sorted(section.files)
    apply(section, tmp_path)
    done = run([sys.executable, "-c", f"{READ_PACK}{section.check}"], tmp_path)
    assert done.returncode == 0, done.stderr
    sources = [name for name in section.files if name.endswith(".py")]
    for ruff in (["ruff", "check"], ["ruff", "format", "--check"]) if sources else ():
        styled = run([sys.executable, "-m", *ruff, "--no-cache", *sources], tmp_path)
        assert styled.returncode == 0, styled.stdout


@pytest.mark.parametrize("section", [each for each in sections() if each.left], ids=lambda section: section.name)
def test_what_the_page_leaves_to_do_is_what_tests_find(section: Section, tmp_path: Path) -> None:
    """Each test that a table names passes before the change, and fails after it."""
    copied(tmp_path)
    asked = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-rA", *section.left]
    before = run(asked, tmp_path)
    assert before.returncode == 0, f"A rule is not everywhere yet: these tests have to pass first.\n{before.stdout}"
    apply(section, tmp_path)
    after = run(asked, tmp_path)
    failed = set(re.findall(r"^FAILED (\S+)", after.stdout, re.MULTILINE))
    assert failed == set(section.left), after.stdout


def test_the_page_names_files_that_exist() -> None:
    text = re.sub(r"```.*?```", "", PAGE.read_text(), flags=re.DOTALL)
    named = set(re.findall(r"`((?:[\w-]+/)*[\w-]+\.(?:py|toml|json|md))(?:::\w+)?`", text))
    named |= set(re.findall(r"\]\(([\w-]+\.md)\)", text))
    folders = ("", "docs", "highground", "highground/engine", "tests", "tests/engine", "tests/packs", "tests/rosters")
    near = ("highground/engine/abilities", "highground/engine/steps", "highground/words", "highground/game/timeline")
    assert len(named) > 40
    missing = [each for each in sorted(named) if not any((ROOT / folder / each).is_file() for folder in folders + near)]
    assert missing == []


def test_the_page_names_functions_and_classes_that_exist() -> None:
    text = re.sub(r"```.*?```", "", PAGE.read_text(), flags=re.DOTALL)
    places = [ROOT / "highground", ROOT / "tests"]
    known = {word for place in places for file in place.rglob("*.py") for word in re.findall(r"\w+", file.read_text())}
    words = [each for each in re.findall(r"`([A-Za-z_.]+)(?:\([^`]*\))?`", text) if Path(each).suffix not in FILES]
    named = {word for each in words for word in each.split(".")}
    assert len(named) > 60
    assert sorted(named - known - {"grep", "mypy"}) == []


def test_the_page_adds_a_rule_of_each_sort() -> None:
    assert [each.name for each in sections()] == [
        "A weapon keyword",
        "An effect of abilities",
        "A stratagem",
        "A step of a phase",
    ]
