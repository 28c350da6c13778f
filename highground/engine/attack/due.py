"""How many dice the next stage of an attack takes, before any of them is rolled again."""

from __future__ import annotations

from highground.engine.attack.definition import amounts_text, fnp_needed
from highground.engine.attack.roll import common_save, saves_due
from highground.engine.attack.sequence import Sequence
from highground.engine.attack.terms import NO_SAVE


def number_due(sequence: Sequence) -> str:
    """The dice that say first how many attacks there are: '2 × D6+3'; '' where that is known."""
    attack = sequence.attack
    low, high = attack.attack_range
    if sequence.stage != "hit" or sequence.hit is not None or low == high:
        return ""
    each = amounts_text(attack.attacks)
    return f"{attack.weapons} × {each}" if attack.weapons > 1 else each


def dice_due(sequence: Sequence) -> int | None:
    """The dice of the next stage; None where only the roll itself shows how many they are."""
    if sequence.losses is not None or not sequence.target:
        return 0
    count = {"hit": _hits, "wound": _wounds, "save": _saves, "damage": _damage, "fnp": _fnp}.get(sequence.stage)
    return None if count is None else count(sequence)


def _hits(sequence: Sequence) -> int | None:
    attack, hit = sequence.attack, sequence.hit
    if number_due(sequence) or (attack.sustained is not None and attack.sustained.count):
        return None
    if attack.hit.automatic:
        return 0
    return hit.attacks if hit is not None else attack.attack_range[0]


def _wounds(sequence: Sequence) -> int:
    return sequence.hit.hits if sequence.hit else 0


def _saves(sequence: Sequence) -> int | None:
    """Where miniatures have different saves, each wound is resolved to its end before the next one."""
    attack, target, hit, wound = sequence.attack, sequence.target, sequence.hit, sequence.wound
    if hit is None or wound is None or not wound.wounds + wound.devastating:
        return 0
    needed = common_save(attack, target)
    if needed is None:
        return None
    if needed >= NO_SAVE:
        return 0
    if attack.edged:
        return sum(each < NO_SAVE for each in saves_due(attack, target, hit, wound))
    return wound.wounds


def _damage(sequence: Sequence) -> int:
    attack, wound, save = sequence.attack, sequence.wound, sequence.save
    if wound is None or save is None or sequence.wounding is not None or attack.flat_damage is not None:
        return 0
    return sum(amount.count for amount in attack.harm.damage) * (save.unsaved + wound.devastating)


def _fnp(sequence: Sequence) -> int | None:
    if sequence.wounding is None:
        return 0
    needed = {fnp_needed(sequence.attack, pool) for pool in sequence.target}
    if min(needed) >= NO_SAVE:
        return 0
    return sum(sequence.wounding.amounts) if len(needed) == 1 else None
