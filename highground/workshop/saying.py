"""What a rule set says of units besides their abilities, in words."""

from __future__ import annotations

from collections.abc import Iterator

from highground.words.bases import BaseSize
from highground.workshop.rule_sets import AddedWeapon, ModelChange, SpareModel, UnitChange, WeaponChange

_WEAPON = {"range": "range", "attacks": "A", "skill": "hits on", "strength": "S", "ap": "AP", "damage": "D"}
LINE_LABELS = {
    "movement": "M", "toughness": "T", "save": "Sv", "wounds": "W", "leadership": "Ld", "objective_controlled": "OC",
    "invuln": "invulnerable save", "fnp": "feel no pain", "base_mm": "base", "height": "height",
}  # fmt: skip
_BASE = "base_mm"
_ROLLS = frozenset({"skill", "save", "leadership", "invuln", "fnp"})


def of_unit(change: UnitChange) -> list[str]:
    """A line for each weapon, stat line and keyword that the unit has otherwise than its file says."""
    lines = [line for weapon in change.weapons if (line := _numbers(weapon.name, weapon))]
    lines += [line for model in change.models if (line := _numbers(model.name or "All of the unit", model))]
    lines += map(_carried, change.carries)
    lines += map(_may_come, change.spares)
    if change.keywords:
        lines.append(f"The unit is {', '.join(each.upper() for each in change.keywords)} too")
    return lines


def _numbers(name: str, change: WeaponChange | ModelChange) -> str:
    """'Thorn rifle: S 5, [lethal hits]'; '' if nothing is changed."""
    said = list(_changed(change))
    return f"{name}: {', '.join(said)}" if said else ""


def _changed(change: WeaponChange | ModelChange) -> Iterator[str]:
    for field, label in (_WEAPON if isinstance(change, WeaponChange) else LINE_LABELS).items():
        value = getattr(change, field)
        if value is not None:
            yield _base(change) if isinstance(change, ModelChange) and field == _BASE else _number(field, label, value)
    if isinstance(change, WeaponChange) and change.keywords is not None:
        yield _keywords(change.keywords) or "no keywords"


def _number(field: str, label: str, value: float | str) -> str:
    if field == "range":
        return f"range {value} inches" if value else "melee"
    if field == "skill" and not value:
        return "hits by itself"
    if field in {"invuln", "fnp"} and not value:
        return f"no {label}"
    unit = " inches" if field == "height" else "+" if field in _ROLLS else ""
    return f"{label} {value:g}{unit}" if isinstance(value, float) else f"{label} {value}{unit}"


def _base(model: ModelChange | SpareModel) -> str:
    """'base 42 x 75 mm oval'."""
    return f"base {BaseSize(model.base_mm or 0.0, 0.0, model.length_mm or 0.0, model.rectangular)}"


def _keywords(found: tuple[str, ...]) -> str:
    return f"[{', '.join(found)}]" if found else ""


def _carried(weapon: AddedWeapon) -> str:
    """'Each Warden with Old bell also carries Bog lance: melee, A 2, hits on 3+, S 8, AP -3, D D6, [lance]'."""
    who = f"Each {weapon.model or 'miniature'}"
    if weapon.enhancement:
        who += f" with {weapon.enhancement}"
    number = f"{weapon.count} of " if weapon.count > 1 else ""
    profile = [_number(field, label, getattr(weapon, field)) for field, label in _WEAPON.items()]
    profile += [_keywords(weapon.keywords)] if weapon.keywords else []
    return f"{who} also carries {number}{weapon.name}: {', '.join(profile)}"


def _may_come(model: SpareModel) -> str:
    """'Up to 4 × Sprig may be added in battle: M 6, T 3, Sv 7+, W 1, Ld 8+, OC 1, base 25 mm'."""
    said = {field: getattr(model, field) for field in LINE_LABELS}
    profile = [
        _base(model) if field == _BASE else _number(field, LINE_LABELS[field], value)
        for field, value in said.items()
        if _says(field, value)
    ]
    return f"Up to {model.count} × {model.name} may be added in battle: {', '.join(profile)}"


def _says(field: str, value: float) -> bool:
    return field != "height" and (field, value) != ("save", 7) and (field not in {"invuln", "fnp"} or bool(value))
