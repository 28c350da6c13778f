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


class Section(NamedTuple):
    name: str
    files: list[str]
    change: str
    check: str


def sections() -> list[Section]:
    found = []
    for part in PAGE.read_text().split("\n## ")[1:]:
        files = re.findall(
            r"`(highground/[^`]+)`", next(line for line in part.split("\n") if line.startswith("Files: "))
        )
        change, check = (re.findall(rf"```{kind}\n(.*?)```", part, re.DOTALL)[0] for kind in ("diff", "python"))
        found.append(Section(part.split("\n")[0], files, change, check))
    return found


def run(what: list[str], where: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "HIGHGROUND_PLAIN": "1", "PYTHONPATH": str(where)}
    return subprocess.run(what, cwd=where, env=env, input=text, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("section", sections(), ids=lambda section: section.name)
def test_a_change_of_the_page_is_all_that_its_rule_needs(section: Section, tmp_path: Path) -> None:
    """The check fails before the change and passes after it; the change touches the files that are named."""
    code = shutil.ignore_patterns("__pycache__", "server", "vision", "*.onnx")
    shutil.copytree(ROOT / "highground", tmp_path / "highground", ignore=code)
    for file in ("__init__.py", "engine/field.py", "values.py"):
        (tmp_path / "tests" / file).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / "tests" / file).exists():
            shutil.copy(ROOT / "tests" / file, tmp_path / "tests" / file)
    check = [sys.executable, "-c", section.check]
    assert run(check, tmp_path).returncode != 0
    assert sorted(set(re.findall(r"^\+\+\+ b/(\S+)", section.change, re.MULTILINE))) == sorted(section.files)
    applied = run(["git", "apply", "--unidiff-zero", "-"], tmp_path, section.change)
    assert applied.returncode == 0, applied.stderr
    done = run(check, tmp_path)
    assert done.returncode == 0, done.stderr


def test_the_page_adds_a_rule_of_each_sort() -> None:
    assert [each.name for each in sections()] == [
        "A weapon keyword",
        "An effect of abilities",
        "A stratagem",
        "A step of a phase",
    ]
