"""Chances of single numbers and rolls of an attack, of which the exact drivers are made."""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from highground.engine.attack.definition import save_check
from highground.engine.attack.terms import NO_SAVE, Attack, Harm
from highground.engine.effects import Amounts

Floats = NDArray[np.float64]
Pmf = tuple[float, ...]


def mean(pmf: Pmf) -> float:
    return sum(value * chance for value, chance in enumerate(pmf))


@lru_cache(maxsize=1024)
def amount_pmf(amounts: Amounts, least: int = 0) -> Pmf:
    """The chances of 0, 1, 2, ... of an amount; what would be below `least` counts as that."""
    pmf = np.ones(1)
    for amount in amounts:
        for _ in range(amount.count):
            pmf = np.convolve(pmf, np.concatenate(([0.0], np.full(amount.sides, 1 / amount.sides))))
    shift = sum(amount.plus for amount in amounts)
    if shift < least:
        short = least - shift
        pmf = np.concatenate(([pmf[: 1 + short].sum()], pmf[1 + short :]))
    return (0.0,) * max(least, shift) + tuple(pmf.tolist())


def attacks_pmf(attack: Attack) -> Pmf:
    """The chances of the number of attacks of one of its weapons."""
    return amount_pmf(attack.attacks, attack.least)


def save_chance(attack: Attack, needed: int) -> float:
    """The chance to make a save of `needed`, re-roll included."""
    return save_check(attack, needed).chance[0] if needed < NO_SAVE else 0.0


def most_wounds(attack: Attack) -> int:
    """The most wounds that the attack can cause."""
    sustained = attack.sustained.high if attack.sustained and not attack.hit.automatic else 0
    return attack.attack_range[1] * (1 + sustained)


def _again_pmf(harm: Harm) -> Pmf:
    """The same as `amount_pmf` with the poor dice rolled once more."""
    pmf = np.ones(1)
    for amount in harm.damage:
        once = np.concatenate(([0.0], np.full(amount.sides, 1 / amount.sides))) if amount.sides else np.ones(1)
        poor = [face for face in range(1, len(once)) if harm.again(face, amount.sides)]
        die = once * len(poor) / max(1, amount.sides) + once
        die[poor] -= once[poor]
        for _ in range(amount.count):
            pmf = np.convolve(pmf, die)
    shift = sum(amount.plus for amount in harm.damage)
    return (0.0,) * max(0, shift) + tuple(pmf[max(0, -shift) :].tolist())


def through_of(harm: Harm, fnp: int) -> Pmf:
    """The chances of 0, 1, 2, ... points of damage of one wound after feel no pain."""
    shifted = _again_pmf(harm) if harm.reroll != "none" else amount_pmf(harm.damage)
    damage: dict[int, float] = {}
    for value, chance in enumerate(shifted):
        if chance:
            final = harm.final(value)
            damage[final] = damage.get(final, 0.0) + chance
    result = [0.0] * (max(damage) + 1)
    hurt = (fnp - 1) / 6
    for points, chance in damage.items():
        if fnp >= NO_SAVE:
            result[points] += chance
            continue
        for lost in range(points + 1):
            result[lost] += chance * comb(points, lost) * hurt**lost * (1 - hurt) ** (points - lost)
    return tuple(result)


def folded(pmf: Pmf, width: int) -> Pmf:
    """`pmf` with all that is beyond `width` in its last place: no miniature here has more wounds."""
    padded = pmf + (0.0,) * (width - len(pmf))
    return (*padded[: width - 1], sum(padded[width - 1 :]))
