"""Attacks: 10 weapons, 2 attacks each, 3+ to hit, strength 4 on toughness 4, AP -1, damage 1, at ten 3+ W2 targets.

Figures are medians in microseconds; exact and expected start from empty caches.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from highground.engine.attack import exact as attack_exact
from highground.engine.attack import expected as attack_expected
from highground.engine.attack.definition import define
from highground.engine.attack.exact import distribution
from highground.engine.attack.expected import expected
from highground.engine.attack.roll import roll
from highground.engine.attack.terms import Attack, Pool, Target
from highground.engine.dice import Dice
from highground.engine.effects import Circumstances
from highground.engine.model import Amount, Weapon

ROUNDS = 2000


def median_us(work: Callable[[int], object], before: Callable[[], None] = lambda: None) -> float:
    times = []
    for index in range(ROUNDS):
        before()
        started = time.perf_counter_ns()
        work(index)
        times.append(time.perf_counter_ns() - started)
    return round(statistics.median(times) / 1000, 2)


def forget() -> None:
    for cached in (
        attack_exact.distribution,
        attack_exact.kept_counts,
        attack_exact.kept_losses,
        attack_expected.expected,
    ):
        cached.cache_clear()


def case(damage: Amount) -> tuple[Attack, Target]:
    weapon = Weapon("bench", "carbine", 24, Amount(plus=2), 3, Amount(plus=4), -1, damage)
    return define(weapon, 10, Circumstances(), 4), (Pool(2, 3, count=10),)


def main() -> dict[str, object]:
    attack, target = case(Amount(plus=1))
    dicey, _ = case(Amount(1, 3))
    return {
        "attack_20_us": median_us(lambda index: roll(attack, target, Dice(1, index))),
        "attack_20_with_damage_dice_us": median_us(lambda index: roll(dicey, target, Dice(1, index))),
        "exact_distribution_us": median_us(lambda _: distribution(attack, target), forget),
        "exact_distribution_with_damage_dice_us": median_us(lambda _: distribution(dicey, target), forget),
        "expected_us": median_us(lambda _: expected(attack, target), forget),
        "expected_with_damage_dice_us": median_us(lambda _: expected(dicey, target), forget),
        "expected_cached_us": median_us(lambda _: expected(attack, target)),
    }
