"""The one place where modifiers meet: precedence, caps and provenance.

Precedence: a value is first set, then halved, then added to. Of several values set, the best for the roller counts; of
several re-rolls the widest; of several critical thresholds the lowest; of several 'these faces fail' the highest, and
what fails is never critical. Where only successes are critical, the number needed is settled before them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from highground.engine.amount import Amount
from highground.engine.effects.check import Amounts, Check
from highground.engine.effects.records import REROLLS, Modifier, Reroll, Source, Stage

ROLL_CAP = 1
"""Hit and wound rolls are never changed by more than this, either way; saves are never improved by more."""

_REROLL_TEXT = {"ones": "re-rolls 1s", "failed": "re-rolls failed", "any": "may re-roll any"}


def _widest(modifiers: Iterable[Modifier]) -> Reroll:
    return max([m.reroll for m in modifiers if m.kind == "reroll"], key=REROLLS.index, default="none")


def _described(modifier: Modifier) -> str:
    """A modifier of a roll in terms of the number that the die needs: +1 to hit is '-1'."""
    texts = {
        "add": f"{-modifier.value:+d}",
        "set": f"{modifier.value}+",
        "reroll": _REROLL_TEXT.get(modifier.reroll, "no re-roll"),
        "critical": f"critical on {modifier.value}+",
        "critical success": f"successes of {modifier.value}+ are critical",
        "steady": "is never made harder",
        "fails": f"unmodified 1 to {modifier.value} fail",
        "automatic": "succeeds without a roll",
        "sustained": f"{modifier.amount} more on a critical",
        "lethal": "a critical wounds",
        "devastating": "a critical takes no save",
        "pierce": f"AP {modifier.value:+d} on a critical",
        "precise": "precision on a critical",
    }
    return texts[modifier.kind]


def capped(total: int) -> int:
    return max(-ROLL_CAP, min(ROLL_CAP, total))


def resolve_check(stage: Stage, base: int | None, base_source: Source, modifiers: Sequence[Modifier]) -> Check:
    """The check of a hit or wound roll. `base` None succeeds without a roll."""
    own = [m for m in modifiers if m.stage == stage]
    sources = [base_source, *(Source(m.name, _described(m)) for m in own)]
    if base is None or any(m.kind == "automatic" for m in own):
        return Check(0, base or 0, automatic=True, critical=7, sources=tuple(sources))
    start = min([base, *(m.value for m in own if m.kind == "set")])
    steady = any(m.kind == "steady" for m in own)
    total = sum(m.value for m in own if m.kind == "add" and not (steady and m.value < 0))
    if capped(total) != total:
        sources.append(Source("cap", f"at most {ROLL_CAP} either way"))
    fails = max([1, *(m.value for m in own if m.kind == "fails")])
    critical = max(min([6, *(m.value for m in own if m.kind == "critical")]), fails + 1)
    needed = min(max(start - capped(total), fails + 1), critical)
    critical = max(needed, min([critical, *(m.value for m in own if m.kind == "critical success")]))
    return Check(needed, start, capped(total), _widest(own), critical, fails, sources=tuple(sources))


def resolve_number(stage: Stage, base: int, modifiers: Sequence[Modifier], better: int = 1) -> int:
    """A plain number (strength, AP) after its modifiers; `better` -1 when the lower of two set values counts."""
    own = [m for m in modifiers if m.stage == stage]
    values = [m.value for m in own if m.kind == "set"]
    start = max(values, key=lambda value: value * better) if values else base
    return start + sum(m.value for m in own if m.kind == "add")


def resolve_amount(stage: Stage, base: Amount, modifiers: Sequence[Modifier]) -> Amounts:
    """A number that may hold dice (attacks, damage) after what is set and added; halving is the driver's."""
    own = [m for m in modifiers if m.stage == stage]
    values = [m.amount or Amount(plus=m.value) for m in own if m.kind == "set"]
    start = max(values, key=lambda amount: amount.mean) if values else base
    return join([start, *(m.amount or Amount(plus=m.value) for m in own if m.kind == "add")])


def join(amounts: Iterable[Amount]) -> Amounts:
    """Add amounts up: dice of one size in one entry, all plain numbers in the first."""
    dice: dict[int, int] = {}
    plus = 0
    for amount in amounts:
        plus += amount.plus
        if amount.count:
            dice[amount.sides] = dice.get(amount.sides, 0) + amount.count
    if not dice:
        return (Amount(plus=plus),)
    (sides, count), *more = dice.items()
    return (Amount(count, sides, plus), *(Amount(number, size) for size, number in more))
