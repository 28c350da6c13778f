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

from highground.engine.effects.keywords import FLAGS, parse_keyword
from highground.engine.model import Ability, Keyword, MiniatureSheet, Profile, UnitSheet
from highground.rosters.remakes import remade
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
_KEYWORD = r"\[[^\[\]]+\]"
_ARMS = re.compile(
    rf"{_HEAD}(?:(?P<kind>ranged |melee |)weapons equipped by {_WHO}|{_WHO}'s (?P<own>ranged |melee )weapons) have"
    rf" (?:the )?(?P<names>{_KEYWORD}(?:(?:, and |, | and ){_KEYWORD})*)(?: abilit(?:y|ies))?\.?$"
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


class KeywordGift(msgspec.Struct, frozen=True):
    """Keywords that weapons of a kind have for good: 'ranged', 'melee', or all of them."""

    kind: str
    keywords: tuple[Keyword, ...]


def gift_of(text: str) -> KeywordGift | None:
    """The keywords that a text gives its bearer's weapons for good, and nothing else; None for other texts.

    Only where one of them is asked for by steps: others are effects, which say where they come from.
    """
    match = _ARMS.match(" ".join(straight(text).casefold().split()))
    if match is None:
        return None
    try:
        found = tuple(parse_keyword(name) for name in re.findall(r"\[([^\[\]]+)\]", match["names"]))
    except ValueError:
        return None
    if not any(keyword.name in FLAGS - _NOT_GIVEN for keyword in found) or any(k.name in _NOT_GIVEN for k in found):
        return None
    return KeywordGift((match["kind"] or match["own"] or "").strip(), found)


_NOT_GIVEN = frozenset({"psychic", "one shot"})


def _armed(sheet: MiniatureSheet, gift: KeywordGift) -> MiniatureSheet:
    """The miniature with the keywords on its weapons, where they have none of that name."""
    weapons = []
    for carried in sheet.weapons:
        weapon = carried.weapon
        had = {keyword.name for keyword in weapon.keywords}
        more = tuple(keyword for keyword in gift.keywords if keyword.name not in had)
        if more and gift.kind in {"", "melee" if weapon.melee else "ranged"}:
            uid = "-".join((weapon.uid, *(keyword.name.replace(" ", "-") for keyword in more)))
            weapon = msgspec.structs.replace(weapon, uid=uid, keywords=(*weapon.keywords, *more))
        weapons.append(msgspec.structs.replace(carried, weapon=weapon))
    return msgspec.structs.replace(sheet, weapons=tuple(weapons))


def with_characteristics(units: Sequence[UnitSheet]) -> tuple[list[UnitSheet], dict[str, set[tuple[str, str]]]]:
    """The units with such changes made, and by a unit's uid the abilities that its stat lines hold now."""
    done: list[UnitSheet] = []
    settled: dict[str, set[tuple[str, str]]] = {}
    for each_unit in units:
        unit, held_now = remade(each_unit)
        if held_now:
            settled[unit.uid] = held_now
        line_up = list(unit.line_up)
        for ability in unit.abilities:
            change, held = change_of(ability.text), _bearers(ability, unit)
            if held and (gift := gift_of(ability.text)):
                for i in held:
                    line_up[i] = _armed(line_up[i], gift)
                settled.setdefault(unit.uid, set()).add((ability.name, ability.text))
                continue
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
