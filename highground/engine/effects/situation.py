"""Modifiers that come from the table rather than from a weapon: cover, stealth, engagement, snap shots."""

from __future__ import annotations

from highground.engine.effects.records import Circumstances, Modifier
from highground.engine.weapon import Weapon

_COVER = Modifier("save", "cover", "cover", 1)
_STEALTH = Modifier("hit", "add", "stealth", -1)
_ENGAGED = Modifier("hit", "add", "engaged", -1)
_SNAP = Modifier("hit", "fails", "snap shot", 5)


def situation_modifiers(weapon: Weapon, circumstances: Circumstances) -> list[Modifier]:
    """What the circumstances do to an attack with `weapon`; melee attacks know neither cover nor stealth."""
    if weapon.melee:
        return []
    found = []
    if circumstances.cover:
        found.append(_COVER)
    if "stealth" in circumstances.target_rules:
        found.append(_STEALTH)
    if circumstances.engaged and all(keyword.name != "pistol" for keyword in weapon.keywords):
        found.append(_ENGAGED)
    if circumstances.snap:
        found.append(_SNAP)
    return found
