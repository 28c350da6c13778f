"""Stat lines: which line a model has, and its values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

import msgspec

from highground.engine.model import Profile
from highground.rosters.report import Report
from highground.rosters.text import leading_int, same_name, tidy
from highground.rosters.tree import Node
from highground.rosters.walk import Group, below

_NEEDED = frozenset({"m", "t", "sv", "w", "ld", "oc"})
_ALIKE = 0.8
_MOST_COMPARED = 50
NO_SAVE = 7


class StatLine(msgspec.Struct, frozen=True):
    """A stat line as the file has it, with lower-case names of characteristics."""

    name: str
    values: tuple[tuple[str, str], ...]

    def get(self, name: str) -> str:
        return next((value for key, value in self.values if key == name), "")


def values_of(profile: Node) -> tuple[tuple[str, str], ...]:
    """A profile's characteristics by lower-case name, worked out once."""
    if profile.values is None:
        items = profile.of("characteristic")
        profile.values = tuple((item.get("name").strip().casefold(), tidy(item.text)) for item in items)
    return profile.values


def line_of(profile: Node) -> StatLine | None:
    """The profile as a stat line; None for every other kind of profile."""
    values = values_of(profile)
    if len(values) < len(_NEEDED) or not _NEEDED.issubset([name for name, _ in values]):
        return None
    return StatLine(profile.name, values)


def lines_of(nodes: Iterable[Node]) -> list[StatLine]:
    """The distinct stat lines that hang on some selections themselves."""
    found = (line_of(profile) for node in nodes for profile in node.of("profile"))
    return list(dict.fromkeys(line for line in found if line is not None))


def resolve(group: Group, unit: Node, report: Report) -> StatLine | None:
    """A model group's stat line: its own, the nearest one above, the unit's only one or one of its name."""
    for node in (group.node, *reversed(group.above)):
        lines = lines_of([node])
        if lines:
            return _pick(lines, group, report)
    anywhere = lines_of(below(unit))
    if len({line.values for line in anywhere}) == 1:
        return anywhere[0]
    return _pick(anywhere, group, report) if anywhere else None


def _pick(lines: Sequence[StatLine], group: Group, report: Report) -> StatLine:
    if len({line.values for line in lines}) == 1:
        return lines[0]
    lines = lines[:_MOST_COMPARED]
    named = [line for line in lines if same_name(line.name, group.node.name)]
    if named:
        return named[0]
    likeness = [SequenceMatcher(None, line.name.casefold(), group.node.name.casefold()).ratio() for line in lines]
    best = max(range(len(lines)), key=likeness.__getitem__)
    if likeness[best] >= _ALIKE:
        return lines[best]
    message = f"Several stat lines could be that of {group.node.name}; the first, '{lines[0].name}', was taken."
    report.warning("value-guessed", message, group.where)
    return lines[0]


def profile_of(line: StatLine, where: str, report: Report) -> Profile | None:
    """The line's values; None where toughness or wounds are unknown. `invuln` and `fnp` are found elsewhere."""
    toughness, wounds = leading_int(line.get("t")), leading_int(line.get("w"))
    if not toughness or not wounds:
        return None
    values = {name: leading_int(line.get(name)) for name in ("m", "sv", "ld", "oc")}
    for name, value in values.items():
        text = line.get(name)
        if value is None and text not in {"", "-", "–", "N/A"}:
            report.warning("value-guessed", f"{name.upper()} '{text}' is no number; none was taken.", where)
    leadership = values["ld"]
    if leadership is None:
        leadership = 7
        report.warning("value-guessed", "No leadership is given; 7+ was taken.", where)
    save = values["sv"]
    return Profile(
        movement=values["m"] or 0,
        toughness=toughness,
        save=NO_SAVE if save is None else max(2, min(NO_SAVE, save)),
        wounds=wounds,
        leadership=leadership,
        objective_controlled=values["oc"] or 0,
    )
