"""Reads a Dockerfile, for what checks it and for the fresh machine that carries it out without Docker."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path


@dataclass(frozen=True)
class Step:
    """One instruction: `RUN` with its command, `COPY` with its words."""

    name: str
    text: str

    @property
    def words(self) -> list[str]:
        return shlex.split(self.text)

    @property
    def source(self) -> str:
        """The stage that COPY takes from; '' for the folder of the build."""
        return next((word.removeprefix("--from=") for word in self.words if word.startswith("--from=")), "")

    @property
    def copied(self) -> tuple[list[str], str]:
        """What COPY takes, and where it lays it."""
        *sources, target = [word for word in self.words if not word.startswith("--")]
        return sources, target


@dataclass
class Stage:
    """What begins with a FROM."""

    base: str
    name: str
    steps: list[Step] = field(default_factory=list)


def stages(text: str) -> list[Stage]:
    found: list[Stage] = []
    for step in _steps(text):
        if step.name == "FROM":
            base, *named = step.words
            found.append(Stage(base, named[1] if named else ""))
        else:
            found[-1].steps.append(step)
    return found


def _steps(text: str) -> Iterator[Step]:
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("#"))
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        if line.strip():
            name, _, rest = line.strip().partition(" ")
            yield Step(name.upper(), re.sub(r" {2,}", " ", rest.strip()))


def left_out(path: str, ignored: list[str]) -> bool:
    """Does .dockerignore leave this path out, or a folder that it is in? Knows what ours uses: no `!`."""
    parts = Path(path).parts
    above = ["/".join(parts[:count]) for count in range(1, len(parts) + 1)]
    return any(fnmatch(each, pattern) or _anywhere(each, pattern) for each in above for pattern in ignored)


def _anywhere(path: str, pattern: str) -> bool:
    return pattern.startswith("**/") and fnmatch(Path(path).name, pattern.removeprefix("**/"))


def patterns(text: str) -> list[str]:
    return [line.strip().rstrip("/") for line in text.splitlines() if line.strip() and not line.startswith("#")]
