"""A single die of an attack that is rerolled: which dice may be, and what the new face changes.

A die is rerolled once. The wounds of a target whose miniatures have different saves are resolved one after the
other in one go, so no die of their saves and damage is rerolled.
"""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from highground.engine.attack.chances import save_chance
from highground.engine.attack.definition import save_check
from highground.engine.attack.exact import stage_means
from highground.engine.attack.roll import (
    common_save,
    count_attacks,
    edged_save_dice,
    hit_dice,
    roll_amounts,
    saves_due,
    wound_dice,
)
from highground.engine.attack.sequence import DamageDice, Faces, HitDice, SaveDice, Sequence, WoundDice
from highground.engine.attack.terms import Attack
from highground.engine.dice import Dice, GivenDice
from highground.engine.effects.check import CRITICAL

AttackRoll = Literal["attacks", "hit", "wound", "save", "damage"]
ATTACK_ROLLS: tuple[AttackRoll, ...] = ("attacks", "hit", "wound", "save", "damage")


def faces_of(sequence: Sequence, roll: AttackRoll) -> tuple[Faces, Faces]:
    """The faces of the roll that was made last and the first faces of those rerolled; none if it was another."""
    hit, wound, save, wounding = sequence.hit, sequence.wound, sequence.save, sequence.wounding
    stage = sequence.stage
    if roll == "attacks" and stage == "hit" and hit is not None:
        return hit.attack_faces, hit.attack_first
    if roll == "hit" and stage == "wound" and hit is not None:
        return hit.faces, hit.first
    if roll == "wound" and stage == "save" and wound is not None:
        return wound.faces, wound.first
    if roll == "save" and stage == "damage" and wounding is None and save is not None:
        return save.faces, save.first
    if roll == "damage" and stage == "fnp" and sequence.losses is None and wounding is not None:
        return wounding.faces, wounding.first
    return (), ()


def rerollable(sequence: Sequence, roll: AttackRoll) -> tuple[int, ...]:
    """The dice of the roll that have been rolled once, as indices."""
    faces, first = faces_of(sequence, roll)
    return tuple([i for i, face in enumerate(faces) if face and (not first or not first[i])])


def fell_short(sequence: Sequence, roll: AttackRoll) -> tuple[int, ...]:
    """Those of the rerollable dice that failed, or show less than their highest face."""
    faces, _ = faces_of(sequence, roll)
    return tuple([i for i in rerollable(sequence, roll) if faces[i] < _enough(sequence, roll, i)])


def _enough(sequence: Sequence, roll: AttackRoll, die: int) -> int:
    attack = sequence.attack
    if roll == "hit":
        return attack.hit.needed
    if roll == "wound":
        return attack.wound.needed
    if roll == "save":
        return _due(sequence)[die] if attack.edged else common_save(attack, sequence.target) or 0
    return _sides(sequence, roll)[die]


def _due(sequence: Sequence) -> list[int]:
    """The save that each wound meets."""
    assert sequence.hit is not None
    assert sequence.wound is not None
    return saves_due(sequence.attack, sequence.target, sequence.hit, sequence.wound)


def _sides(sequence: Sequence, roll: AttackRoll) -> Faces:
    """The sides of each die of the damage or of the number of attacks."""
    attack, count = sequence.attack, sequence.attack.weapons
    amounts = attack.attacks
    if roll == "damage":
        assert sequence.wounding is not None
        amounts, count = attack.harm.damage, len(sequence.wounding.amounts)
    return tuple([amount.sides for amount in amounts for _ in range(amount.count * count)])


def highest_of(sequence: Sequence, roll: AttackRoll, die: int) -> int:
    """The sides of a die of the last roll."""
    return 6 if roll in {"hit", "wound", "save"} else _sides(sequence, roll)[die]


def reroll_die(sequence: Sequence, roll: AttackRoll, die: int, dice: Dice) -> tuple[Sequence, int]:
    """The sequence with one die of its last roll rerolled, and the new face."""
    faces, first = faces_of(sequence, roll)
    sides = highest_of(sequence, roll, die)
    face = dice.reroll(1, roll, sides)[0]
    now = (*faces[:die], face, *faces[die + 1 :])
    struck = first or (0,) * len(faces)
    struck = (*struck[:die], faces[die], *struck[die + 1 :])
    return _MAKERS[roll](sequence, now, struck, dice), face


def _attacks(sequence: Sequence, faces: Faces, first: Faces, dice: Dice) -> Sequence:
    counted = count_attacks(sequence.attack, GivenDice(faces))
    return replace(sequence, hit=replace(counted, attack_first=first))


def _hits(sequence: Sequence, faces: Faces, first: Faces, dice: Dice) -> Sequence:
    """Criticals that stay keep the hits that they added; a new one rolls for its own."""
    attack, hit = sequence.attack, sequence.hit
    assert hit is not None
    extra: Faces = ()
    if attack.sustained is not None:
        before = dict(zip(_criticals(attack, hit.faces), hit.extra, strict=True))
        extra = tuple(
            [
                before[i] if i in before else roll_amounts((attack.sustained,), 1, dice, "sustained hits")[0][0]
                for i in _criticals(attack, faces)
            ]
        )
    return replace(sequence, hit=hit_dice(attack, hit, faces, first, extra))


def _criticals(attack: Attack, faces: Faces) -> list[int]:
    return [i for i, code in enumerate(bytes(faces).translate(attack.hit.codes)) if code == CRITICAL]


def _wounds(sequence: Sequence, faces: Faces, first: Faces, dice: Dice) -> Sequence:
    assert sequence.hit is not None
    return replace(sequence, wound=wound_dice(sequence.attack, sequence.hit, faces, first))


def _saves(sequence: Sequence, faces: Faces, first: Faces, dice: Dice) -> Sequence:
    needed = common_save(sequence.attack, sequence.target)
    assert needed is not None
    if sequence.attack.edged:
        return replace(sequence, save=edged_save_dice(_due(sequence), faces, first))
    unsaved = bytes(faces).translate(save_check(sequence.attack, needed).codes).count(0)
    return replace(sequence, save=SaveDice(unsaved, faces, first))


def _damages(sequence: Sequence, faces: Faces, first: Faces, dice: Dice) -> Sequence:
    assert sequence.wounding is not None
    harm, count = sequence.attack.harm, len(sequence.wounding.amounts)
    values, _ = roll_amounts(harm.damage, count, GivenDice(faces), "damage")
    final = tuple([harm.final(value) for value in values])
    return replace(sequence, wounding=DamageDice(final, faces, first))


def reroll_gain(sequence: Sequence, roll: AttackRoll, face: int) -> tuple[float, float]:
    """The chance that a die of a roll does better when it is rerolled, and the mean wounds that this brings.

    A die that has succeeded brings nothing. For a save these are wounds that are not lost.
    """
    attack = sequence.attack
    needed = common_save(attack, sequence.target)
    attacks, hits, wounds, unsaved = stage_means(attack, sequence.target, needed)
    harm = min(attack.harm.damage[0].mean if attack.harm.damage else 0.0, float(sequence.target[0].wounds))
    if roll == "hit":
        chance = 0.0 if face >= attack.hit.needed else sum(attack.hit.chance)
        return chance, chance * _each(unsaved, hits) * harm
    if roll == "wound":
        chance = 0.0 if face >= attack.wound.needed else sum(attack.wound.chance)
        return chance, chance * _each(unsaved, wounds) * harm
    if roll == "save":
        chance = 0.0 if needed is None or face >= needed else save_chance(attack, needed)
        return chance, chance * harm
    amounts = attack.harm.damage if roll == "damage" else attack.attacks
    sides = max((amount.sides for amount in amounts), default=0)
    better = max(0, sides - face)
    gain = sum(range(1, better + 1)) / sides if sides else 0.0
    return (better / sides if sides else 0.0), gain * (1.0 if roll == "damage" else _each(unsaved, attacks) * harm)


def _each(of: float, among: float) -> float:
    return of / among if among else 0.0


_MAKERS = {"attacks": _attacks, "hit": _hits, "wound": _wounds, "save": _saves, "damage": _damages}

__all__ = [
    "ATTACK_ROLLS",
    "AttackRoll",
    "DamageDice",
    "HitDice",
    "WoundDice",
    "faces_of",
    "fell_short",
    "reroll_die",
    "reroll_gain",
    "rerollable",
]
