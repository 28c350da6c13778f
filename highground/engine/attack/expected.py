"""The expectation driver: the mean number of wounds an attack takes off its target, never more than it has.

It is the mean of the exact distribution, from the same wound counts and the same chain of wounds lost, without
building the distribution. Where the miniatures' saves differ there is no shortcut, and the distribution is built.
"""

from __future__ import annotations

from functools import lru_cache

from highground.engine.attack.exact import counts_at, distribution, losses_of
from highground.engine.attack.roll import common_save
from highground.engine.attack.terms import Attack, Target

_REMEMBERED = 1 << 13
"""What some battles ask for. A process that fights hundreds between different armies must not keep all of it."""


@lru_cache(maxsize=_REMEMBERED)
def expected(attack: Attack, target: Target) -> float:
    """Mean wounds lost by the target, between 0 and its wounds."""
    return _means(attack, target)[0]


@lru_cache(maxsize=_REMEMBERED)
def expected_slain(attack: Attack, target: Target) -> float:
    """Mean number of miniatures slain."""
    return _means(attack, target)[1]


def _means(attack: Attack, target: Target) -> tuple[float, float]:
    needed = common_save(attack, target)
    if needed is None:
        exact = distribution(attack, target)
        return exact.damage_mean, exact.slain_mean
    return losses_of(attack.harm, target).means(counts_at(attack, target, needed))
