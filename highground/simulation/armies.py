"""Armies, boards and missions by what a user names them."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from highground.engine.model import Ability, ArmySheet, Layout, Mission, Setup
from highground.packs import load_pack
from highground.rosters import RosterError, read_roster

LARGEST = 60_000_000
"""Bytes of a roster file that are read at most; the reader refuses far smaller ones with a sentence."""


class ArmyError(ValueError):
    """What a user named is no army that can fight. Its text is a sentence."""


def resolve_army(text: str) -> ArmySheet:
    """The army of a roster file, else the sample army of that name. Raises ArmyError."""
    path = Path(text)
    if path.is_dir():
        raise ArmyError(f"{text} is a folder, not a roster file.")
    if path.is_file():
        return _from_file(path)
    try:
        return load_pack().army(text)
    except LookupError as error:
        raise ArmyError(f"There is no roster file {text}, and no sample army of that name. {_samples()}") from error


def resolve_layout(text: str | None) -> Layout:
    """The pack's layout of that name, its first without one. Raises ArmyError."""
    layouts = load_pack().layouts
    if text is None:
        return next(iter(layouts.values()))
    try:
        return load_pack().layout(text)
    except LookupError as error:
        raise ArmyError(str(error.args[0])) from error


def setup_of(a: ArmySheet, b: ArmySheet, layout: Layout, mission: Mission | None = None) -> Setup:
    """A battle between two armies with the pack's rules; its first mission by default. Private texts are left out."""
    return load_pack().setup(public(a), public(b), layout, mission)


def public(army: ArmySheet) -> ArmySheet:
    """The army without the ability texts that only its owner may see, so that no log or failure file holds them."""
    units = tuple(replace(unit, abilities=_public(unit.abilities)) for unit in army.units)
    return replace(army, units=units, abilities=_public(army.abilities))


def _public(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    return tuple(_without_text(each) if each.private else each for each in abilities)


def _without_text(ability: Ability) -> Ability:
    return replace(ability, text="", choices=tuple(_without_text(each) for each in ability.choices))


def _from_file(path: Path) -> ArmySheet:
    try:
        with path.open("rb") as file:
            army = read_roster(file.read(LARGEST + 1), path.name).army
    except OSError as error:
        raise ArmyError(f"{path} cannot be read: {error.strerror or error}.") from error
    except RosterError as error:
        raise ArmyError(f"{path}: {error}") from error
    if not army.playable:
        raise ArmyError(f"{path} cannot fight: {army.why_not}")
    return army


def _samples() -> str:
    named = ", ".join(f"{slug} ({army.name})" for slug, army in load_pack().armies.items())
    return f"Sample armies: {named}."
