"""Data sheets out of numbers: those that a player types in, and those of sheets that are armies' already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from highground.engine.model import ArmySheet, Carried, MiniatureSheet, UnitSheet, Weapon
from highground.rosters.shelf import KnownSheet

Values = dict[str, Any]


class TypedWeapon(msgspec.Struct, frozen=True):
    """A weapon as its profile has it, in text. `range` is 'Melee' or inches."""

    name: str
    range: str
    attacks: str
    skill: str
    strength: str
    ap: str
    damage: str
    keywords: str = ""


class TypedLine(msgspec.Struct, frozen=True):
    """A stat line in numbers; `invuln` 0 is none."""

    movement: int
    toughness: int
    save: int
    wounds: int
    leadership: int
    objective_controlled: int
    invuln: int = 0


def typed_sheet(
    name: str, faction: str, line: TypedLine | None, weapons: Sequence[TypedWeapon], keywords: Sequence[str] = ()
) -> KnownSheet:
    """A unit's sheet out of what a player typed; without a line only what is added to a sheet that there is."""
    body: Values = {}
    if line is not None:
        inside = [_line(name, line)] + ([_invuln(line.invuln)] if line.invuln else [])
        body = {
            "name": name,
            "type": "unit",
            "number": "1",
            "profiles": inside,
            "categories": [{"name": word, "primary": "false"} for word in keywords],
        }
    items = tuple({"name": each.name, "type": "upgrade", "profiles": [_weapon(each)]} for each in weapons)
    return KnownSheet("unit", name, faction, "10e", origin="", source="typed", body=body, items=items)


def sheets_of(army: ArmySheet) -> Iterable[KnownSheet]:
    """The sheets of an army's units, for a shelf."""
    for unit in army.units:
        yield _sheet(unit, army)


def _sheet(unit: UnitSheet, army: ArmySheet) -> KnownSheet:
    profiles: list[Values] = [
        _profile(ability.name, "Abilities", Description=ability.text)
        for ability in unit.abilities
        if ability.rule is None
    ]
    if unit.leads:
        profiles.append(_profile("Leader", "Abilities", Description="\n".join(f"- {name}" for name in unit.leads)))
    rules = [
        {"name": str(ability.rule), "description": ability.text}
        for ability in unit.abilities
        if ability.rule is not None
    ]
    models = tuple(_model(sheet) for sheet in unit.miniatures)
    categories = [{"name": word, "primary": "false"} for word in unit.keywords]
    categories += [{"name": f"Faction: {word}", "primary": "false"} for word in unit.faction_keywords]
    body: Values = {"name": unit.name, "type": "unit", "number": "1", "selections": list(models)}
    body |= {"profiles": profiles, "rules": rules, "categories": categories}
    items = {item["name"]: item for model in models for item in model["selections"]}
    count = sum(sheet.count for sheet in unit.miniatures)
    return KnownSheet(
        "unit",
        unit.name,
        army.faction,
        "10e",
        system=army.system,
        origin=army.name,
        source="pack",
        body=body,
        models=models,
        items=tuple(items.values()),
        points={str(count): unit.points},
    )


def _model(sheet: MiniatureSheet) -> Values:
    line = sheet.profile
    typed = TypedLine(line.movement, line.toughness, line.save, line.wounds, line.leadership, line.objective_controlled)
    profiles = [_line(sheet.name, typed)] + ([_invuln(line.invuln)] if line.invuln else [])
    rules = [{"name": f"Feel No Pain {line.fnp}+", "description": ""}] if line.fnp else []
    arms: dict[str, list[Carried]] = {}
    for carried in sheet.weapons:
        arms.setdefault(carried.weapon.mode or carried.weapon.name, []).append(carried)
    selections = [_carried(name, held, sheet.count) for name, held in arms.items()]
    return {
        "name": sheet.name,
        "type": "model",
        "number": str(sheet.count),
        "profiles": profiles,
        "rules": rules,
        "selections": selections,
    }


def _carried(name: str, held: Sequence[Carried], models: int) -> Values:
    """A weapon with its firing modes, as one thing that is held."""
    profiles = [_weapon(_as_typed(each.weapon)) for each in held]
    return {"name": name, "type": "upgrade", "number": str(held[0].count * models), "profiles": profiles}


def _as_typed(weapon: Weapon) -> TypedWeapon:
    mode = weapon.name.removeprefix(weapon.mode).strip(" ,-–") if weapon.mode else ""
    return TypedWeapon(
        f"➤ {weapon.mode} - {mode}" if weapon.mode else weapon.name,
        "Melee" if weapon.melee else f'{weapon.range}"',
        str(weapon.attacks),
        "N/A" if weapon.skill is None else f"{weapon.skill}+",
        str(weapon.strength),
        str(weapon.ap),
        str(weapon.damage),
        ", ".join(str(keyword) for keyword in weapon.keywords),
    )


def _line(name: str, line: TypedLine) -> Values:
    return _profile(
        name,
        "Unit",
        M=f'{line.movement}"',
        T=str(line.toughness),
        SV=f"{line.save}+",
        W=str(line.wounds),
        LD=f"{line.leadership}+",
        OC=str(line.objective_controlled),
    )


def _invuln(value: int) -> Values:
    return _profile("Invulnerable Save", "Abilities", Description=f"This model has a {value}+ invulnerable save.")


def _weapon(weapon: TypedWeapon) -> Values:
    melee = weapon.range.strip().casefold() == "melee"
    values = {"Range": "Melee" if melee else weapon.range, "A": weapon.attacks, "WS" if melee else "BS": weapon.skill}
    values |= {"S": weapon.strength, "AP": weapon.ap, "D": weapon.damage, "Keywords": weapon.keywords or "-"}
    return _profile(weapon.name, "Melee Weapons" if melee else "Ranged Weapons", **values)


def _profile(name: str, kind: str, **values: str) -> Values:
    items = [{"name": key, "$text": value} for key, value in values.items()]
    return {"name": name, "typeName": kind, "characteristics": items}
