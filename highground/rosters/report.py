"""What an import has to say: findings, and the one error for a file that can't be read at all."""

from __future__ import annotations

from typing import Literal

import msgspec

Severity = Literal["info", "warning", "error"]


class RosterError(Exception):
    """The file can't be read as a roster. Its text is one sentence or two for the player who uploaded it."""


class Finding(msgspec.Struct, frozen=True):
    """One remark about an import. `where` is a path in the file, such as 'roster/forces[0]/Unit/Model'."""

    code: str
    severity: Severity
    message: str
    where: str = ""


class Report:
    """Collects findings in file order, each of them once."""

    def __init__(self) -> None:
        self._findings: dict[Finding, None] = {}
        self._once: set[tuple[str, str, str]] = set()

    def info(self, code: str, message: str, where: str = "") -> None:
        self._findings.setdefault(Finding(code, "info", message, where))

    def once(self, code: str, message: str, where: str, about: str) -> None:
        """An info at the first place only, for all that has this code, message and `about`."""
        if (code, message, about) not in self._once:
            self._once.add((code, message, about))
            self.info(code, message, where)

    def warning(self, code: str, message: str, where: str = "") -> None:
        self._findings.setdefault(Finding(code, "warning", message, where))

    def error(self, code: str, message: str, where: str = "") -> None:
        self._findings.setdefault(Finding(code, "error", message, where))

    def add(self, finding: Finding) -> None:
        self._findings.setdefault(finding)

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(self._findings)
