"""The sheets of units as they are now: joined by leaders, and with what players have put right of them by hand."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import asdict, replace

from highground.engine.abilities.profiles import DICED, KEYWORDS, OF_MINIATURES, ChangeProfile
from highground.engine.amount import Amount, Keyword
from highground.engine.attached import joined_sheet, sheets_of
from highground.engine.kept import Once
from highground.engine.model import Carried, MiniatureSheet, Profile, Setup, UnitSheet
from highground.engine.state import Active, State
from highground.engine.weapon import Weapon, weapon_named

Changes = tuple[ChangeProfile, ...]
_FIELDS = {
    "movement": "movement",
    "toughness": "toughness",
    "save": "save",
    "invulnerable save": "invuln",
    "feel no pain": "fnp",
    "wounds": "wounds",
    "leadership": "leadership",
    "objective control": "objective_controlled",
    "range": "range",
    "attacks": "attacks",
    "skill": "skill",
    "strength": "strength",
    "armour penetration": "ap",
    "damage": "damage",
}
"""What the sheets call each characteristic."""
_MAY_BE_NONE = frozenset({"invulnerable save", "feel no pain"})


def any_among(actives: tuple[Active, ...]) -> bool:
    """Whether any of the effects in force changes a characteristic."""
    return any(isinstance(each.effect, ChangeProfile) for each in actives)


def sheets_now(setup: Setup, state: State) -> tuple[UnitSheet, ...]:
    """The sheet of every unit as it stands."""
    sheets = sheets_of(setup, state)
    if not state.active_effects or not any_among(state.active_effects):
        return sheets
    return tuple([_changed(sheet, changes_of(state, index)) for index, sheet in enumerate(sheets)])


def sheet_with_leaders(setup: Setup, state: State, unit: int) -> UnitSheet:
    """The sheet of a unit with leaders, some of which may have fallen."""
    return _changed(joined_sheet(setup, state.units[unit]), changes_of(state, unit))


def changes_of(state: State, unit: int) -> Changes:
    """What players have put right of the unit, in the order in which they did."""
    side, found = state.units[unit].side, list[ChangeProfile]()
    for each in state.active_effects:
        effect = each.effect
        if isinstance(effect, ChangeProfile) and (each.unit == unit or (each.unit is None and each.side == side)):
            found.append(effect)
    return tuple(found)


def _nothing_yet(sheet: UnitSheet) -> dict[Changes, UnitSheet]:
    return {}


_KNOWN: Once[dict[Changes, UnitSheet]] = Once("_with_changes", _nothing_yet)


def _changed(sheet: UnitSheet, changes: Changes) -> UnitSheet:
    """One object for each sheet and what was changed of it."""
    if not changes:
        return sheet
    cache = _KNOWN.of(sheet)
    found = cache.get(changes)
    if found is None:
        found = sheet
        for each in changes:
            found = changed(found, each)
        cache[changes] = found
    return found


def changed(sheet: UnitSheet, change: ChangeProfile) -> UnitSheet:
    """The sheet with a change more: an equal one where it changes nothing."""
    line_up = sheet.line_up
    places = [i for i in change.miniatures if i < len(line_up)] if change.miniatures else list(range(len(line_up)))
    if change.stat in OF_MINIATURES:
        made = {i: replace(line_up[i], count=1, profile=_profile(line_up[i].profile, change)) for i in places}
    else:
        apart = _carried_by_others(line_up, places)
        made = {i: replace(line_up[i], count=1, weapons=_weapons(line_up[i], change, apart)) for i in places}
    return replace(sheet, miniatures=_grouped([made.get(i, each) for i, each in enumerate(line_up)]))


def _grouped(line_up: Sequence[MiniatureSheet]) -> tuple[MiniatureSheet, ...]:
    """A row of single miniatures with those together that are alike."""
    groups: list[MiniatureSheet] = []
    for each in line_up:
        one = replace(each, count=1)
        if groups and replace(groups[-1], count=1) == one:
            groups[-1] = replace(one, count=groups[-1].count + 1)
        else:
            groups.append(one)
    return tuple(groups)


def _profile(profile: Profile, change: ChangeProfile) -> Profile:
    amount = change.amount or Amount()
    value = None if change.stat in _MAY_BE_NONE and not amount.plus else amount.plus
    return Profile(**(asdict(profile) | {_FIELDS[change.stat]: value}))


def _carried_by_others(line_up: Sequence[MiniatureSheet], places: Sequence[int]) -> frozenset[str]:
    """The weapons that miniatures at other places carry as well: a change makes them weapons of their own."""
    others = [each for i, each in enumerate(line_up) if i not in places]
    return frozenset([carried.weapon.uid for each in others for carried in each.weapons])


def _weapons(one: MiniatureSheet, change: ChangeProfile, apart: frozenset[str]) -> tuple[Carried, ...]:
    return tuple([replace(each, weapon=_weapon(each.weapon, change, apart)) for each in one.weapons])


def meant(weapon: Weapon, change: ChangeProfile) -> bool:
    """Whether a change is of that weapon."""
    if change.weapon and weapon_named(weapon.name) != weapon_named(change.weapon):
        return False
    return change.fits(weapon.melee) and (change.stat != "range" or not weapon.melee)


def _weapon(weapon: Weapon, change: ChangeProfile, apart: frozenset[str]) -> Weapon:
    if not meant(weapon, change) or (weapon.uid in apart and any(each.name == "one shot" for each in weapon.keywords)):
        return weapon  # which of its like are used up is kept by what it is called
    uid = f"{weapon.uid}+{change}" if weapon.uid in apart else weapon.uid
    if change.stat in KEYWORDS:
        assert change.keyword is not None
        return replace(weapon, uid=uid, keywords=_keywords(weapon, change.keyword, change.stat == "gains"))
    amount = change.amount or Amount()
    if change.stat in DICED:
        return Weapon(**(asdict(weapon) | {"uid": uid, _FIELDS[change.stat]: amount}))
    value = -amount.plus if change.stat == "armour penetration" else amount.plus
    return Weapon(**(asdict(weapon) | {"uid": uid, _FIELDS[change.stat]: value}))


def _keywords(weapon: Weapon, keyword: Keyword, gained: bool) -> tuple[Keyword, ...]:
    """Without the keyword of that name (and with that target, if it has one), and with it as it is given."""
    against = keyword.target or None
    same = [each for each in weapon.keywords if each.name == keyword.name and against in {None, each.target}]
    left = [each for each in weapon.keywords if each not in same]
    return (*left, keyword) if gained else tuple(left)
