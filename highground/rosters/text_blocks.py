"""What stands below a unit's line in a text list: its models, and what a list of names cannot hold."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence

import msgspec

from highground.rosters.report import Report

BULLET = re.compile(r"^(?P<indent>\s*)[•◦]\s*(?P<text>.+)$")
_COUNTED = re.compile(r"^(?P<count>\d{1,3})x? (?P<name>.+?)(?P<armed>:.*| with .*|$)")
_EACH_WITH = re.compile(r"^\d+ with ")
_ABOUT = re.compile(r"^(Warlord|Attached as\b.*)$")
_HEADING = re.compile(r"^([+#&=*_-].*|[^a-z]*|Attached Units?\b.*|[A-Z][A-Za-z ]{2,30}:.*|(Created|Exported) with .*)$")
_UNIT_WITHOUT_POINTS = re.compile(r"^\d{1,3}x? \S")
_MOST = 12
"""Names in one remark, and remarks about single lines."""


class Block(msgspec.Struct):
    """The lines of a unit, taken apart. `rest` are lines that belong to no unit, such as headings."""

    models: list[tuple[str, int]] = []
    gear: list[str] = []
    rest: list[str] = []
    warlord: bool = False


def take_apart(block: Sequence[str]) -> Block:
    """The first line is what stands behind the unit's points. Counted bullets that hold further ones, or say with what,
    are models; the others are gear."""
    found = Block(gear=_names(block[0]), warlord=any("Warlord" in line for line in block))
    for line, following in itertools.pairwise([*block[1:], ""]):
        bullet = BULLET.match(line)
        text = bullet["text"].strip() if bullet else line.strip()
        if bullet is None and not line.startswith(" "):
            (found.gear if text.startswith("Enhancement") else found.rest).append(text)
        elif (counted := _COUNTED.match(text)) and bullet and _is_model(counted["armed"], bullet["indent"], following):
            found.models.append((counted["name"], int(counted["count"])))
            found.gear += _names(counted["armed"])
        else:
            found.gear += _names(_EACH_WITH.sub("", text))
    return found


def _is_model(armed: str, indent: str, following: str) -> bool:
    deeper = BULLET.match(following) or re.match(r"^(?P<indent>\s+)\d+ with ", following)
    return bool(armed) or (deeper is not None and len(deeper["indent"]) > len(indent))


def _names(text: str) -> list[str]:
    """The things in ': Warlord, Long bow' or ' with Oar'."""
    listed = re.sub(r"^(:| with )\s*", "", text).split(", ")
    return [name.strip() for name in listed if name.strip() and not _ABOUT.match(name.strip())]


def tell_losses(report: Report, preamble: Iterable[str], names: Sequence[str], parts: Sequence[Block]) -> None:
    """Say what the list names and the army does not have."""
    units = "1 unit" if len(names) == 1 else f"{len(names)} units"
    report.warning(
        "stat-lines-lost",
        f"A text list holds no stat lines, no weapon profiles and no abilities: of {units} only names, points and "
        "models were read.",
    )
    for name, part in zip(names, parts, strict=True):
        gear = list(dict.fromkeys(part.gear))
        if gear:
            report.warning("wargear-lost", f"{name}: {_listed(gear)}.", name)
    unread = [line.strip() for line in preamble if _UNIT_WITHOUT_POINTS.match(line.strip())]
    unread += [line for part in parts for line in part.rest if line and not _HEADING.match(line)]
    for line in unread[:_MOST]:
        if _UNIT_WITHOUT_POINTS.match(line):
            report.warning("unit-unknown", f"'{line[:80]}' has no points in brackets, so it was not read as a unit.")
        else:
            report.info("line-unread", f"'{line[:80]}' is neither a unit nor its gear.")
    if len(unread) > _MOST:
        report.info("line-unread", f"{len(unread) - _MOST} more lines were not understood.")


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _MOST
    return ", ".join(names[:_MOST]) + (f" and {more} more" if more > 0 else "")
