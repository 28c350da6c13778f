"""Characteristics that an ability gives its bearer for good: put into the stat line, unless the file has done so.

Rosters carry stat lines as their writer's data had them, often with such changes made. What is set to a value can be
set again; what is added is added only where a miniature of the same name without the ability shows that it has not
been yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

import msgspec

from highground.engine.model import Ability, MiniatureSheet, Profile, UnitSheet
from highground.rosters.text import straight

_FIELDS = {
    "move": "movement",
    "toughness": "toughness",
    "save": "save",
    "wounds": "wounds",
    "leadership": "leadership",
    "objective control": "objective_controlled",
}
_NAME = "|".join(_FIELDS)
_HEAD = r"^(?:[a-z][a-z', -]*? models? only\. )?"
_WHO = r"(?:the bearer|this model)"
_ADD = re.compile(
    rf"{_HEAD}(?:add|improve) (?P<value>\d)\"? to {_WHO}'s (?P<names>(?:{_NAME})(?: and (?:{_NAME}))*)"
    rf" characteristics?\.?$"
)
_SET = re.compile(
    rf"{_HEAD}{_WHO} has (?P<all>an? (?:{_NAME}) characteristic of \d+[+\"]?(?: and an? (?:{_NAME})"
    rf" characteristic of \d+[+\"]?)*)\.?$"
)
_ONE = re.compile(rf"(?P<name>{_NAME}) characteristic of (?P<value>\d+)")
Changes = dict[str, int]


class StatChange(msgspec.Struct, frozen=True):
    """Fields of a stat line with their values, or what is added to them."""

    added: bool
    fields: tuple[tuple[str, int], ...]


def change_of(text: str) -> StatChange | None:
    """What a text changes of its bearer's stat line for good, and nothing else; None for other texts."""
    folded = " ".join(straight(text).casefold().split())
    if match := _ADD.match(folded):
        value = int(match["value"])
        return StatChange(True, tuple((_FIELDS[name], value) for name in match["names"].split(" and ")))
    if match := _SET.match(folded):
        found = tuple((_FIELDS[each["name"]], int(each["value"])) for each in _ONE.finditer(match["all"]))
        return StatChange(False, found)
    return None


def with_characteristics(units: Sequence[UnitSheet]) -> tuple[list[UnitSheet], dict[str, set[tuple[str, str]]]]:
    """The units with such changes made, and by a unit's uid the abilities that its stat lines hold now."""
    done: list[UnitSheet] = []
    settled: dict[str, set[tuple[str, str]]] = {}
    for unit in units:
        line_up = list(unit.line_up)
        for ability in unit.abilities:
            change, held = change_of(ability.text), _bearers(ability, unit)
            if change is None or not held:
                continue
            made = [_changed(line_up[i], change, _plain(units, line_up[i].name, ability.text)) for i in held]
            if any(each is None for each in made):
                continue
            for i, each in zip(held, made, strict=True):
                line_up[i] = each or line_up[i]
            settled.setdefault(unit.uid, set()).add((ability.name, ability.text))
        done.append(unit if unit.uid not in settled else msgspec.structs.replace(unit, miniatures=_grouped(line_up)))
    return done, settled


def _bearers(ability: Ability, unit: UnitSheet) -> tuple[int, ...]:
    """The miniatures that hold it, where the file says which; a unit of one is the bearer itself."""
    if len(unit.line_up) == 1:
        return (0,)
    return ability.bearers


def _plain(units: Iterable[UnitSheet], name: str, text: str) -> list[Profile]:
    """The stat lines of miniatures of a name in units where nobody has the ability."""
    return [
        sheet.profile
        for unit in units
        if all(ability.text != text for ability in unit.abilities)
        for sheet in unit.miniatures
        if sheet.name == name
    ] + [
        unit.line_up[i].profile
        for unit in units
        for ability in unit.abilities
        if ability.text == text and ability.bearers
        for i in unit.everyone
        if i not in ability.bearers and unit.line_up[i].name == name
    ]


def _changed(sheet: MiniatureSheet, change: StatChange, plain: Sequence[Profile]) -> MiniatureSheet | None:
    """The miniature with the change made, or as it is if it has been; None where that is in doubt."""
    if not change.added:
        return msgspec.structs.replace(sheet, profile=msgspec.structs.replace(sheet.profile, **dict(change.fields)))
    now = [getattr(sheet.profile, field) for field, _ in change.fields]
    sure = {tuple(getattr(each, field) for field, _ in change.fields) for each in plain}
    if len(sure) != 1:
        return None
    before = sure.pop()
    after = tuple(had + value for had, (_, value) in zip(before, change.fields, strict=True))
    if tuple(now) not in {before, after}:
        return None
    values = {field: value for (field, _), value in zip(change.fields, after, strict=True)}
    return msgspec.structs.replace(sheet, profile=msgspec.structs.replace(sheet.profile, **values))


def _grouped(line_up: Iterable[MiniatureSheet]) -> tuple[MiniatureSheet, ...]:
    """The miniatures in their order, equal neighbours as one sheet."""
    single = [msgspec.structs.replace(sheet, count=1) for sheet in line_up]
    return tuple(msgspec.structs.replace(sheet, count=len(list(same))) for sheet, same in groupby(single))
