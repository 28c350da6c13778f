"""The exact driver: the whole distribution of what an attack does, without a die.

Number of wounds. The probability generating function of one attack follows from the chances of its hit and wound rolls;
a weapon's attacks and the weapons are powers of it (independent sums: W. Feller, An Introduction to Probability Theory
and Its Applications, vol. 1, chapter XI). Evaluated at the roots of unity, the inverse discrete Fourier transform gives
the probabilities, to about 1e-15.

Allocation. Wounds lost by the target are a Markov chain: since miniatures fall one after the other, the wounds lost so
far name the miniature and what it has left. A damaging wound moves the state by the damage that feel no pain lets
through, and never past the miniature's end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import mul
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from highground.engine.attack.apart import resolve_apart
from highground.engine.attack.chances import (
    Floats,
    Pmf,
    amount_pmf,
    attacks_pmf,
    folded,
    mean,
    most_wounds,
    save_chance,
    through_of,
)
from highground.engine.attack.definition import miniature_wounds, save_needed
from highground.engine.attack.roll import common_save
from highground.engine.attack.terms import KINDS, NO_SAVE, Attack, Harm, Target

_TINY = 1e-15
_KEPT = 512
"""More wounds than this, caused or lost, are worked out each time rather than kept in memory."""


class Stages(msgspec.Struct, frozen=True):
    """Mean numbers: attacks, hits and wounds, wounds not saved, and wounds lost by the target."""

    attacks: float
    hits: float
    wounds: float
    unsaved: float
    damage: float


class Distribution(msgspec.Struct, frozen=True):
    """`damage[n]` is the chance that the target loses n wounds, `slain[n]` that n of its miniatures fall."""

    damage: Pmf
    slain: Pmf
    stages: Stages

    @property
    def damage_mean(self) -> float:
        return self.stages.damage

    @property
    def slain_mean(self) -> float:
        return mean(self.slain)


def unsaved_of(attack: Attack, target: Target) -> tuple[float, ...]:
    """The chance of a wound of each kind to get through, where all miniatures need the same."""
    return tuple([1 - save_chance(attack, save_needed(attack, target[0], kind)) for kind in KINDS]) if target else ()


def _of_hit(attack: Attack, kinds: Sequence[Any], devastating: Any, kind: int) -> Any:
    """The generating function of a hit's roll to wound; `kind` 2 is a critical hit."""
    success, critical = attack.wound.chance
    struck = devastating if attack.devastating else kinds[kind + 1]
    return 1 - success - critical + success * kinds[kind] + critical * struck


def generating(attack: Attack, ordinary: Any, devastating: Any, kinds: Sequence[Any] = ()) -> Any:
    """The generating function of (ordinary, devastating) wounds at these values (numbers or arrays).

    `kinds` are the values of wounds of each kind, if they are not all alike.
    """
    kinds = kinds or (ordinary,) * 4
    hit: Any = _of_hit(attack, kinds, devastating, 0)
    one: Any = hit
    if not attack.hit.automatic:
        plain, sharp = attack.hit.chance
        keen: Any = hit if attack.on_hit is None else _of_hit(attack, kinds, devastating, 2)
        on_critical: Any = kinds[2] if attack.lethal else keen
        if attack.sustained is not None:
            on_critical = on_critical * _series(amount_pmf((attack.sustained,)), hit)
        one = 1 - plain - sharp + plain * hit + sharp * on_critical
    low, high = attack.attack_range
    if low == high:
        return one**high
    return _series(attacks_pmf(attack), one) ** attack.weapons


def _series(pmf: Pmf, value: Any) -> Any:
    """The sum of pmf[n] * value ** n, by Horner's rule."""
    result: Any = pmf[-1]
    for chance in reversed(pmf[:-1]):
        result = result * value + chance
    return result


@lru_cache(maxsize=256)
def _roots(size: int) -> NDArray[np.complex128]:
    result: NDArray[np.complex128] = np.exp(-2j * np.pi * np.arange(size) / size)
    return result


def wound_counts(attack: Attack, unsaved: float, kinds: tuple[float, ...] = ()) -> Floats:
    """The chances of 0, 1, 2, ... damaging wounds when each ordinary wound is unsaved with this chance.

    `kinds` are the chances of each kind of wound, if they are not all alike.
    """
    return kept_counts(attack, unsaved, kinds) if most_wounds(attack) <= _KEPT else _counts(attack, unsaved, kinds)


def _counts(attack: Attack, unsaved: float, kinds: tuple[float, ...]) -> Floats:
    size = most_wounds(attack) + 1
    roots = _roots(size)[: size // 2 + 1]
    through = [1 - chance + chance * roots for chance in kinds]
    return _clean(np.fft.irfft(generating(attack, 1 - unsaved + unsaved * roots, roots, through), size))


def counts_at(attack: Attack, target: Target, needed: int) -> Floats:
    """The same against miniatures that all need this save."""
    kinds = unsaved_of(attack, target) if attack.edged else ()
    return wound_counts(attack, 1 - save_chance(attack, needed), kinds)


kept_counts = lru_cache(maxsize=1 << 12)(_counts)


def _joint_counts(attack: Attack) -> Floats:
    """The chances of (ordinary, devastating) wounds, as a table."""
    size = most_wounds(attack) + 1
    if not attack.devastating:
        return wound_counts(attack, 1.0)[:, np.newaxis]
    roots = _roots(size)
    return _clean(np.fft.ifft2(generating(attack, roots[:, np.newaxis], roots[np.newaxis, :])).real)


def _clean(chances: Any) -> Floats:
    """Drop what is only rounding, and what there is adds up to 1."""
    kept = np.where(chances > _TINY, chances, 0.0)
    result: Floats = kept / kept.sum()
    return result


class SureLosses:
    """Wounds lost after 0, 1, 2, ... damaging wounds when neither dice nor feel no pain have a say."""

    def __init__(self, damage: int, target: Target) -> None:
        self.lost = [0]
        self.fallen = [0]
        for number, wounds in enumerate(miniature_wounds(target)):
            before = self.lost[-1]
            self.lost += [*range(before + damage, before + wounds, damage), before + wounds]
            self.fallen += [number] * (len(self.lost) - len(self.fallen) - 1) + [number + 1]

    def mixture(self, counts: Floats) -> Floats:
        """The distribution of wounds lost when the number of damaging wounds has these chances."""
        path = self.lost[: len(counts)]
        path += [path[-1]] * (len(counts) - len(path))
        return np.bincount(path, weights=counts, minlength=self.lost[-1] + 1).astype(np.float64, copy=False)

    def means(self, counts: Floats) -> tuple[float, float]:
        """Mean wounds lost and miniatures slain when the number of damaging wounds has these chances."""
        return _weighed(counts, self.lost, self.fallen)


def _weighed(counts: Floats, lost: Sequence[float], fallen: Sequence[float]) -> tuple[float, float]:
    """Means of both; more wounds than there are entries count as the last."""
    chances = counts.tolist()
    last = len(lost) - 1
    chances[last:] = [sum(chances[last:])]
    return min(sum(map(mul, chances, lost)), lost[-1]), min(sum(map(mul, chances, fallen)), fallen[-1])


class Losses:
    """The Markov chain of wounds lost: row n is the distribution after n damaging wounds, kept once worked out."""

    def __init__(self, harm: Harm, target: Target) -> None:
        wounds = miniature_wounds(target)
        self.total = sum(wounds)
        fnps = [harm.fnp_needed(pool) for pool in target for _ in range(pool.count)]
        self.slain_at = np.append(np.repeat(np.arange(len(wounds)), wounds), len(wounds))
        through = {fnp: through_of(harm, fnp) for fnp in set(fnps)}
        width = min(max(map(len, through.values()), default=1), max(wounds, default=0) + 1)
        kernels = {fnp: folded(pmf, width) for fnp, pmf in through.items()}
        states = np.arange(self.total)
        ends = np.repeat(np.cumsum(wounds), wounds) if wounds else states
        self.reach = np.minimum(states[:, np.newaxis] + np.arange(width), ends[:, np.newaxis]).ravel()
        rows = [kernels[fnp] for fnp, count in zip(fnps, wounds, strict=True) for _ in range(count)]
        self.weights = np.array(rows).reshape(self.total, width)
        start = np.zeros(self.total + 1)
        start[0] = 1.0
        self.rows = [start]
        self.losses = [0.0]
        self.falls = [0.0]

    def step(self, row: Floats, unsaved: Floats | None = None) -> Floats:
        """The distribution after one more wound; `unsaved` is the chance in each state that it gets through."""
        flow = row[:-1] if unsaved is None else row[:-1] * unsaved
        moved: Floats = np.bincount(
            self.reach, weights=(flow[:, np.newaxis] * self.weights).ravel(), minlength=self.total + 1
        ).astype(np.float64, copy=False)
        moved[-1] += row[-1]
        if unsaved is not None:
            moved[:-1] += row[:-1] - flow
        return moved

    def extend(self, count: int) -> None:
        """Work out the rows up to `count` wounds, or until nobody is left."""
        row, known = self.rows[-1], len(self.rows)
        while len(self.rows) <= count and row[-1] < 1 - _TINY:
            row = self.step(row)
            self.rows.append(row)
        if len(self.rows) > known:
            block = np.array(self.rows[known:])
            self.losses += (block @ np.arange(self.total + 1)).tolist()
            self.falls += (block @ self.slain_at).tolist()

    def mixture(self, counts: Floats) -> Floats:
        """The distribution of wounds lost when the number of damaging wounds has these chances."""
        counts = np.trim_zeros(counts, "b")
        if self.total > _KEPT:
            return self._streamed(counts)
        self.extend(len(counts) - 1)
        known = len(self.rows)
        if len(counts) > known:
            counts = np.append(counts[: known - 1], counts[known - 1 :].sum())
        result: Floats = counts @ np.array(self.rows[: len(counts)])
        return result

    def _streamed(self, counts: Floats) -> Floats:
        """The same for a large target, without keeping the rows."""
        row, rest = self.rows[0], 1.0
        result = np.zeros(self.total + 1)
        for chance in counts.tolist():
            result += chance * row
            rest -= chance
            if row[-1] >= 1 - _TINY:
                break
            row = self.step(row)
        return result + max(rest, 0.0) * row

    def means(self, counts: Floats) -> tuple[float, float]:
        """Mean wounds lost and miniatures slain when the number of damaging wounds has these chances."""
        self.extend(len(counts) - 1)
        return _weighed(counts, self.losses, self.falls)


def _build_losses(harm: Harm, target: Target) -> Losses | SureLosses:
    flat = not any(amount.count for amount in harm.damage)
    if flat and all(harm.fnp_needed(pool) >= NO_SAVE for pool in target):
        return SureLosses(harm.final(harm.damage[0].plus), target)
    return Losses(harm, target)


kept_losses = lru_cache(maxsize=1 << 10)(_build_losses)


def losses_of(harm: Harm, target: Target) -> Losses | SureLosses:
    """What this harm takes from these miniatures; small ones are kept, since it does not depend on who attacks."""
    if sum(pool.wounds * pool.count for pool in target) > _KEPT:
        return _build_losses(harm, target)
    return kept_losses(harm, target)


def _mixed(attack: Attack, target: Target) -> tuple[Floats, float]:
    """Wounds lost and mean unsaved wounds when saves differ: ordinary wounds in turn, then devastating ones."""
    counts = _joint_counts(attack)
    chain = Losses(attack.harm, target)
    chances = [1 - save_chance(attack, save_needed(attack, p)) for p in target for _ in range(p.count * p.wounds)]
    unsaved = np.array(chances)
    rows = [chain.rows[0]]
    through = [0.0]
    for _ in range(1, counts.shape[0]):
        through.append(through[-1] + float(rows[-1][:-1] @ unsaved))
        rows.append(chain.step(rows[-1], unsaved))
    started: Floats = counts.T @ np.array(rows)
    result = started[-1]
    dealt = float(counts.sum(axis=1) @ np.array(through))
    for row in started[-2::-1]:
        dealt += float(result[:-1].sum())
        result = chain.step(result) + row
    return result, dealt


@lru_cache(maxsize=1 << 10)
def distribution(attack: Attack, target: Target) -> Distribution:
    """The exact distribution, kept for when it is asked again; see `work_out`."""
    return work_out(attack, target)


def work_out(attack: Attack, target: Target) -> Distribution:
    """The exact distribution of wounds lost and miniatures slain, and the stage means.

    With equal saves, saves are counted for all wounds, with different ones for those that somebody is left to take:
    just as they are rolled. O(wounds * target's wounds * damage).
    """
    needed = common_save(attack, target)
    attacks, hits, wounds, dealt = stage_means(attack, target, needed)
    if needed is None and attack.edged:
        apart = resolve_apart(attack, target)
        stages = Stages(attacks, hits, wounds, apart.dealt, mean(apart.damage))
        return Distribution(apart.damage, apart.slain, stages)
    if needed is None:
        lost, dealt = _mixed(attack, target)
    else:
        lost = losses_of(attack.harm, target).mixture(counts_at(attack, target, needed))
    standing = miniature_wounds(target)
    slain_at = np.append(np.repeat(np.arange(len(standing)), standing), len(standing))
    slain = np.bincount(slain_at, weights=lost, minlength=len(standing) + 1)
    damage_mean = float(lost @ np.arange(len(lost)))
    return Distribution(tuple(lost.tolist()), tuple(slain.tolist()), Stages(attacks, hits, wounds, dealt, damage_mean))


def stage_means(attack: Attack, target: Target, needed: int | None) -> tuple[float, float, float, float]:
    """Mean attacks, hits and wounds and, for a common save, unsaved wounds; by linearity of expectation."""
    low, high = attack.attack_range
    attacks = float(high) if low == high else mean(attacks_pmf(attack)) * attack.weapons
    success, critical = attack.wound.chance
    plain, sharp = attack.hit.chance
    extra = attack.sustained.mean if attack.sustained is not None else 0.0
    hits = attacks * (plain + sharp * (1 + extra))
    lethal = attacks * sharp if attack.lethal else 0.0
    keen = attacks * sharp - lethal
    blunt = hits - lethal - keen
    wounds = (blunt * success, blunt * critical, keen * success + lethal, keen * critical)
    missed: tuple[float, ...] = (1.0 if needed is None else 1 - save_chance(attack, needed),) * 4
    if needed is not None and attack.edged:
        missed = unsaved_of(attack, target) or missed
    if attack.devastating:
        missed = (missed[0], 1.0, missed[2], 1.0)
    return attacks, hits, sum(wounds), sum(map(mul, wounds, missed))
