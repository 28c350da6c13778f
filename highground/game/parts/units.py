"""Units as the state and the timeline both show them: who and where they are, their stats, their weapons."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from highground.engine.base import MILLIMETRES_PER_INCH
from highground.engine.model import Ability, MiniatureSheet, Point, UnitSheet, Weapon
from highground.engine.state import Unit
from highground.game.parts.cast import Cast
from highground.game.views.units import (
    Elevated,
    MiniatureProfile,
    OnLongBase,
    Sheet,
    UnitShown,
    WeaponLine,
    WeaponMarks,
    WeaponStats,
)
from highground.game.views.values import SheetText

WeaponUuid = Callable[[str], str]
"""The uuid of a weapon profile, for who names weapons by it."""


def middle(unit: Unit) -> Point | None:
    """The mean place of the living miniatures, of all where none lives; None before the unit is set up."""
    if not unit.deployed:
        return None
    places = [place for place, wounds in zip(unit.places, unit.wounds, strict=True) if wounds > 0] or unit.places
    return round(sum(x for x, _ in places) / len(places), 2), round(sum(y for _, y in places) / len(places), 2)


def unit_shown(cast: Cast, unit: Unit) -> UnitShown:
    """Who and where a unit is, and who is with it."""
    index = unit.index
    found: UnitShown = {
        "uuid": cast.unit_uuids[index],
        "army_uuid": cast.army_uuids[unit.side],
        "order": cast.orders[index],
        "name": cast.units[index],
        "location": middle(unit),
        "transponder": cast.transponders[index],
        "deployed": unit.deployed,
        "in_reserves": unit.reserves,
        "battle_shocked": unit.shocked,
    }
    if unit.leaders:
        found["leaders"] = [{"name": cast.alone[each], "uuid": cast.unit_uuids[each]} for each in unit.leaders]
    if unit.inside is not None:
        found["inside"] = {"name": cast.units[unit.inside], "uuid": cast.unit_uuids[unit.inside]}
    return found


def living(sheet: UnitSheet, wounds: Sequence[int]) -> tuple[int, ...]:
    """How many miniatures live, for each kind of a unit's miniatures."""
    found, start = [], 0
    for group in sheet.miniatures:
        found.append(sum(left > 0 for left in wounds[start : start + group.count]))
        start += group.count
    return tuple(found)


def sheet_shown(sheet: UnitSheet, alive: Sequence[int], weapon_uuid: WeaponUuid | None = None) -> Sheet:
    """How many of a unit live, and its kinds of miniature; `alive` are those of each kind.

    Of spare miniatures there are as many as live: the others are not there.
    """
    kinds = [
        profile(replace(group, count=left) if group.spare is True else group, left, weapon_uuid)
        for group, left in zip(sheet.miniatures, alive, strict=True)
        if left or group.spare is not True
    ]
    return {"alive_count": sum(alive), "miniatures": kinds}


def profile(group: MiniatureSheet, alive: int, weapon_uuid: WeaponUuid | None = None) -> MiniatureProfile:
    """A kind of miniature; weapons are counted as the living carry them, all of them where nobody lives."""
    profile = group.profile
    carried = [(each.weapon, each.count * (alive or group.count)) for each in group.weapons]
    return {
        "name": group.name,
        "count": group.count,
        "alive": alive,
        "attributes": {
            "movement": profile.movement,
            "toughness": profile.toughness,
            "save": _at_least(profile.save),
            "wounds": profile.wounds,
            "leadership": _at_least(profile.leadership),
            "objective_controlled": profile.objective_controlled,
            "invuln": _at_least(profile.invuln),
            "fnp": _at_least(profile.fnp),
        },
        "ranged_weapons": [_line(weapon, number, weapon_uuid) for weapon, number in carried if not weapon.melee],
        "melee_weapons": [_line(weapon, number, weapon_uuid) for weapon, number in carried if weapon.melee],
    }


def _at_least(face: int | None) -> str | None:
    return None if face is None else f"{face}+"


def _line(weapon: Weapon, number: int, weapon_uuid: WeaponUuid | None) -> WeaponLine:
    marks: WeaponMarks = {}
    if not weapon.melee:
        marks["weapon_range"] = weapon.range
    if weapon_uuid is not None:
        marks["uuid"] = weapon_uuid(weapon.uid)
    return {**weapon_stats(weapon, number), **marks}


def weapon_stats(weapon: Weapon, number: int) -> WeaponStats:
    """A weapon's numbers as they are printed."""
    return {
        "name": weapon.name,
        "count": number,
        "attacks": str(weapon.attacks),
        "skill": _at_least(weapon.skill) or "N/A",
        "strength": str(weapon.strength),
        "ap": weapon.ap,
        "damage": str(weapon.damage),
        "keywords": [str(keyword) for keyword in weapon.keywords],
    }


def ability_text(ability: Ability, own: bool = False) -> SheetText:
    """An ability's private text stays with the owner of the roster: others see only its name."""
    return {"name": ability.name, "description": ability.text if own or not ability.private else ""}


def elevation(unit: Unit, miniature: int) -> Elevated:
    """How high above the ground it stands, if it does."""
    return {"elevation": unit.heights[miniature]} if unit.heights and unit.heights[miniature] else {}


def on_long_base(sheet: UnitSheet, group: MiniatureSheet, unit: Unit, miniature: int) -> OnLongBase:
    """How long an oval or rectangular base is, and how it faces; of a round one how an aircraft on it does."""
    facing = unit.every_facing[miniature]
    if not group.base.long:
        return {"facing": facing} if sheet.gait.airborne else {}
    length = round(group.base.length / MILLIMETRES_PER_INCH, 3)
    return {"length": length, "rectangular": group.base.rectangular, "facing": facing}


def half_width(group: MiniatureSheet) -> float:
    """Inches from the middle of its base to the side: of a rectangle that is wider than it is long the longer half."""
    return round(group.base.width / MILLIMETRES_PER_INCH / 2, 3) if group.base.long else group.radius
