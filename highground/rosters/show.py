"""A roster for people and programs: JSON and a table for the terminal."""

from __future__ import annotations

from typing import Any

from highground.engine.model import Ability, Carried, MiniatureSheet, UnitSheet
from highground.rosters.coverage import Count, coverage
from highground.rosters.model import RawProfile, Roster
from highground.words import readings
from highground.words.bases import base_size


def to_json(roster: Roster) -> dict[str, Any]:
    """The roster as JSON values. Stats are numbers (saves the needed face, distances in inches), null where unknown.

    Units that can't be set up are listed with the others, marked by `left_out`.
    """
    army = roster.army
    return {
        "name": army.name,
        "system": army.system,
        "edition": roster.edition,
        "writer": roster.writer,
        "format": roster.format,
        "faction": army.faction,
        "detachment": army.detachment,
        "points_stated": army.points_stated,
        "points_computed": army.points_computed,
        "playable": army.playable,
        "why_not": army.why_not,
        "coverage": _coverage(roster),
        "units": [_unit(unit, roster) for unit in _units(roster)],
        "abilities": [_ability(ability) for ability in army.abilities],
        "report": [
            {"code": item.code, "severity": item.severity, "message": item.message, "where": item.where}
            for item in roster.report
        ],
    }


def _coverage(roster: Roster) -> dict[str, dict[str, dict[str, int]]]:
    """Occurrences and distinct ones: weapon keywords, core abilities, other abilities."""
    found = coverage([roster])
    keywords = {"known": found.keywords.get(True, Count()), "unknown": found.keywords.get(False, Count())}
    core = {"known": found.count("core"), "by_hand": found.count("core by hand")}
    other = {
        "effects": found.count("effects", "stat line"),
        "nothing_in_battle": found.count("nothing in battle"),
        "by_hand": found.count("by hand"),
        "unknown": found.count("unknown"),
    }
    return {
        name: {key: {"occurrences": n.occurrences, "distinct": n.distinct} for key, n in counts.items()}
        for name, counts in (("weapon_keywords", keywords), ("core_abilities", core), ("other_abilities", other))
    }


def coverage_lines(shown: dict[str, dict[str, dict[str, int]]]) -> list[str]:
    """The same for a terminal: '12 known (3 different), ...'."""
    return [
        f"  {name.replace('_', ' '):16} "
        + ", ".join(
            f"{count['occurrences']} {key.replace('_', ' ')} ({count['distinct']} different)"
            for key, count in counts.items()
        )
        for name, counts in shown.items()
    ]


def _units(roster: Roster) -> list[UnitSheet]:
    """All units in file order, those left out of the battle too."""
    order = {uid: index for index, uid in enumerate(roster.datasheets)}
    return sorted((*roster.army.units, *roster.left_out), key=lambda unit: order.get(unit.uid, len(order)))


def _unit(unit: UnitSheet, roster: Roster) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "uid": unit.uid,
        "name": roster.datasheets.get(unit.uid, unit.name),
        "label": unit.name,
        "points": unit.points,
        "role": unit.role,
        "warlord": unit.warlord,
        "left_out": unit in roster.left_out,
        "keywords": list(unit.keywords),
        "faction_keywords": list(unit.faction_keywords),
        "leads": list(unit.leads),
        "models": [_miniature(sheet) for sheet in unit.miniatures],
        "abilities": [_ability(ability, bool(unit.leads)) for ability in unit.abilities],
    }
    if unit.uid in roster.profiles:
        shown["profiles"] = [_raw(profile) for profile in roster.profiles[unit.uid]]
    return shown


def _ability(ability: Ability, leads: bool = True) -> dict[str, Any]:
    return {
        "name": ability.name,
        "location": ability.location,
        "source": ability.source,
        "rule": None if ability.rule is None else str(ability.rule),
        "text": ability.text,
        "effects": readings.of_ability(ability, leads),
        "used": ability.use is not None,
        "bearers": list(ability.bearers),
        "by_hand": ability.by_hand,
    }


def _miniature(sheet: MiniatureSheet) -> dict[str, Any]:
    line = sheet.profile
    known = line.wounds > 0
    size = base_size(sheet)
    return {
        "name": sheet.name,
        "count": sheet.count,
        "movement": line.movement if known else None,
        "toughness": line.toughness if known else None,
        "save": line.save if known else None,
        "wounds": line.wounds if known else None,
        "leadership": line.leadership if known else None,
        "objective_controlled": line.objective_controlled if known else None,
        "invuln": line.invuln,
        "fnp": line.fnp,
        "base": str(size),
        "base_mm": size.width,
        "length_mm": None if size.shape == "round" else size.length,
        "rectangular": size.shape == "rectangular",
        "ranged_weapons": [_weapon(carried) for carried in sheet.weapons if not carried.weapon.melee],
        "melee_weapons": [_weapon(carried) for carried in sheet.weapons if carried.weapon.melee],
    }


def _weapon(carried: Carried) -> dict[str, Any]:
    weapon = carried.weapon
    return {
        "uid": weapon.uid,
        "name": weapon.name,
        "count": carried.count,
        "range": "Melee" if weapon.melee else weapon.range,
        "attacks": str(weapon.attacks),
        "skill": "N/A" if weapon.skill is None else f"{weapon.skill}+",
        "strength": str(weapon.strength),
        "ap": weapon.ap,
        "damage": str(weapon.damage),
        "keywords": [str(keyword) for keyword in weapon.keywords],
        "mode": weapon.mode,
    }


def _raw(profile: RawProfile) -> dict[str, Any]:
    return {
        "name": profile.name,
        "type": profile.kind,
        "count": profile.count,
        "characteristics": dict(profile.characteristics),
    }


def to_text(roster: Roster) -> str:
    """A table of units, miniatures and weapons, then the report, for a terminal of 100 columns."""
    army = roster.army
    stated = "" if army.points_stated in {None, army.points_computed} else f" (stated: {army.points_stated})"
    facts = [army.system, army.faction, army.detachment, f"{army.points_computed} points{stated}"]
    lines = [army.name, " · ".join(fact for fact in facts if fact)]
    if not army.playable:
        lines.append(f"Can't fight: {army.why_not}")
    for unit in _units(roster):
        lines += ["", *_unit_lines(unit, roster)]
    if army.playable:
        lines += ["", "What the engine acts on", *coverage_lines(_coverage(roster))]
    if roster.report:
        lines += ["", "Import report"]
        lines += [f"  {item.severity:7} {item.code:18} {item.message}  [{item.where}]" for item in roster.report]
    return "\n".join(lines)


def _unit_lines(unit: UnitSheet, roster: Roster) -> list[str]:
    marks = [mark for mark, set_ in (("warlord", unit.warlord), ("left out", unit in roster.left_out)) if set_]
    head = f"{unit.name}  {unit.points} points" + (f"  ({', '.join(marks)})" if marks else "")
    lines = [head]
    for sheet in unit.miniatures:
        lines.append(f"  {sheet.count:3} x {sheet.name:32} {_stats(sheet)}".rstrip())
        lines += [f"          {_weapon_line(carried)}" for carried in sheet.weapons]
    for profile in roster.profiles.get(unit.uid, ()):
        values = "  ".join(f"{name} {value}" for name, value in profile.characteristics if 0 < len(value) <= 24)
        lines.append(f"      {profile.kind}: {profile.name}  {values}".rstrip())
    names = ", ".join(dict.fromkeys(f"{a.name} (by hand)" if a.by_hand else a.name for a in unit.abilities))
    return [*lines, f"      Abilities: {names}"] if names else lines


def _stats(sheet: MiniatureSheet) -> str:
    line = sheet.profile
    if not line.wounds:
        return ""
    base = f"base {base_size(sheet)}"
    text = (
        f'M{line.movement:>2}"  T{line.toughness:>2}  SV{line.save}+  W{line.wounds:>2}  LD{line.leadership}+  '
        f"OC{line.objective_controlled}"
    )
    saves = [f"{name} {value}+" for name, value in (("invuln", line.invuln), ("fnp", line.fnp)) if value]
    return "  ".join([text, *saves, base])


def _weapon_line(carried: Carried) -> str:
    weapon = carried.weapon
    name = f"{carried.count} x {weapon.name}" if carried.count > 1 else weapon.name
    reach = "melee" if weapon.melee else f'{weapon.range}"'
    skill = "auto" if weapon.skill is None else f"{weapon.skill}+"
    values = f"{reach:>5}  A{weapon.attacks}  {skill}  S{weapon.strength}  AP{weapon.ap}  D{weapon.damage}"
    keywords = ", ".join(str(keyword) for keyword in weapon.keywords)
    return f"{name:36} {values}" + (f"  [{keywords}]" if keywords else "")
