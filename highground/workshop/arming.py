"""Other numbers of weapons, and weapons that miniatures carry besides theirs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec
from msgspec.structs import replace

from highground.engine.amount import Amount
from highground.engine.effects import parse_keyword
from highground.engine.model import Carried, MiniatureSheet, UnitSheet, Weapon
from highground.rosters.naming import key
from highground.workshop.making import slug
from highground.workshop.rule_sets import AddedWeapon, WeaponChange

_MODE = " - "
"""What stands between the name of a weapon and that of a firing mode."""


def corrected(carried: Carried, changes: Iterable[WeaponChange]) -> Carried:
    """The weapon with what the changes of its name say."""
    weapon = carried.weapon
    for change in changes:
        if key(change.name) in {key(weapon.name), key(weapon.name.partition(_MODE)[0])}:
            weapon = _changed(weapon, change)
    return carried if weapon is carried.weapon else replace(carried, weapon=weapon)


def _changed(weapon: Weapon, change: WeaponChange) -> Weapon:
    said: dict[str, Any] = {}
    for name in ("attacks", "strength", "damage"):
        if (text := getattr(change, name)) is not None:
            said[name] = Amount.parse(text)
    for name in ("range", "ap"):
        if (number := getattr(change, name)) is not None:
            said[name] = number
    if change.skill is not None:
        said["skill"] = change.skill or None
    if change.keywords is not None:
        said["keywords"] = tuple(map(parse_keyword, change.keywords))
    changed = replace(weapon, **said)
    return weapon if changed == weapon else _marked(changed)


def _marked(weapon: Weapon) -> Weapon:
    """The weapon with a uid that no weapon with other numbers has."""
    mark = hashlib.sha256(msgspec.json.encode(replace(weapon, uid=""))).hexdigest()[:10]
    return replace(weapon, uid=f"{slug(weapon.name)}-{mark}")


def weapon_of(added: AddedWeapon) -> Weapon:
    return _marked(
        Weapon(
            "",
            added.name.strip(),
            added.range,
            Amount.parse(added.attacks),
            added.skill or None,
            Amount.parse(added.strength),
            added.ap,
            Amount.parse(added.damage),
            tuple(map(parse_keyword, added.keywords)),
        )
    )


def equipped(unit: UnitSheet, carries: Sequence[AddedWeapon], holders: Mapping[str, Sequence[int]]) -> UnitSheet:
    """The unit with more weapons. `holders`: which of its miniatures have an enhancement, by the key of its name."""
    if not carries:
        return unit
    groups: list[MiniatureSheet] = []
    first = 0
    for sheet in unit.miniatures:
        given = [_given(sheet, first + i, carries, holders) for i in range(sheet.count)]
        for more, alike in groupby(given):
            groups.append(_armed(replace(sheet, count=len(list(alike))), more))
        first += sheet.count
    return replace(unit, miniatures=tuple(groups))


def _given(
    sheet: MiniatureSheet, index: int, carries: Iterable[AddedWeapon], holders: Mapping[str, Sequence[int]]
) -> tuple[AddedWeapon, ...]:
    """What one miniature carries besides."""
    return tuple(
        each
        for each in carries
        if (not each.model or key(each.model) == key(sheet.name))
        and (not each.enhancement or index in holders.get(key(each.enhancement), ()))
    )


def _armed(sheet: MiniatureSheet, more: Sequence[AddedWeapon]) -> MiniatureSheet:
    if not more:
        return sheet
    names = {key(each.name) for each in more}
    kept = [each for each in sheet.weapons if key(each.weapon.name) not in names]
    arms = [*kept, *(Carried(weapon_of(each), each.count) for each in more)]
    return replace(sheet, weapons=tuple(_as_mode(each, arms) for each in arms))


def _as_mode(carried: Carried, arms: Iterable[Carried]) -> Carried:
    """The weapon as a firing mode, if its bearer has another mode of it."""
    weapon = carried.weapon
    stem, mode, _ = weapon.name.partition(_MODE)
    alike = [each.weapon for each in arms if each.weapon.melee == weapon.melee and _stem(each.weapon) == key(stem)]
    if not mode or weapon.mode or len(alike) < 2:
        return carried
    usual = f"{stem} (melee)" if weapon.melee else stem
    return replace(carried, weapon=_marked(replace(weapon, mode=next((w.mode for w in alike if w.mode), usual))))


def _stem(weapon: Weapon) -> str:
    stem, mode, _ = weapon.name.partition(_MODE)
    return key(stem) if mode else ""
