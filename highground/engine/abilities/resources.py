"""Types of effects on what an army keeps count of, what its stratagems cost, and what single dice show."""

from __future__ import annotations

from typing import ClassVar, Literal, get_args

from highground.engine.abilities.acting import Acting, Battlefield
from highground.engine.abilities.effect import Effect, RuleQuestion, Valued
from highground.engine.errors import EffectFault

Deal = Literal["any", "overwatch", "intervention", "reroll", "arrival", "grenades", "impact", "counter", "nerve"]
"""Which stratagems a price is for: by what they do, since packs name them as they like."""
DEALS: frozenset[str] = frozenset(get_args(Deal))
Spell = Literal["", "phase", "turn", "round", "battle"]


class Tally(Effect, frozen=True, tag="tally"):
    """The army's count of `name` goes up by `value`, or down; with `reset` it is `value` from then on.

    It is never below zero and, if `most` is not 0, never above that. Counts live as long as the battle.
    """

    name: str
    value: int = 1
    most: int = 0
    reset: bool = False
    of_moments: ClassVar[bool] = True

    def happen(self, acting: Acting) -> None:
        acting.count(self.name, self.value, self.most, self.reset)

    def words(self) -> str:
        return f"{self.name} set to" if self.reset else self.name

    def number(self) -> str:
        return str(self.value) if self.reset else f"{self.value:+d}"

    def fault(self) -> EffectFault | None:
        missing = not self.name or not (self.value or self.reset)
        return EffectFault("effect-without-value", effect=self.kind) if missing else None


class ChangePrice(Effect, frozen=True, tag="price"):
    """What stratagems that are used on the unit cost: `value` more or less, or nothing at all if `free`.

    `again`: it may be used on the unit although the side has used it in this phase. `per`: the unit has this once in
    such a time, `shared` once among all units that have it. `stratagem`: that of this name alone. `alone`: a rise
    that adds up with no other; the highest counts.
    """

    what: Deal = "any"
    stratagem: str = ""
    value: int = 0
    free: bool = False
    again: bool = False
    per: Spell = ""
    shared: bool = False
    alone: bool = False
    question: ClassVar[RuleQuestion] = "price"

    def words(self) -> str:
        return f"price of {self.stratagem or self.what}"

    def number(self) -> str:
        return "free" if self.free else f"{self.value:+d}"

    def fault(self) -> EffectFault | None:
        if self.what not in DEALS:
            return EffectFault("unknown-effect", effect=self.kind, text=self.what, known=tuple(sorted(DEALS)))
        return None if self.value or self.free else EffectFault("effect-without-value", effect=self.kind)


class RaisePrice(Valued, frozen=True, tag="dearer"):
    """The stratagem that the enemy has just used costs its army `value` more for the rest of the battle."""

    def happen(self, acting: Acting) -> None:
        acting.raise_price(self.value)


class ChangeSpend(Effect, frozen=True, tag="spending"):
    """What uses by the unit, or on it, take of the army's count `name`: `value` more or less, or nothing if `free`.

    `per` and `shared` as in `ChangePrice`.
    """

    name: str
    value: int = 0
    free: bool = False
    per: Spell = ""
    shared: bool = False
    question: ClassVar[RuleQuestion] = "spending"

    def words(self) -> str:
        return f"{self.name} that uses take"

    def number(self) -> str:
        return "free" if self.free else f"{self.value:+d}"

    def fault(self) -> EffectFault | None:
        works = self.name and (self.value or self.free)
        return None if works else EffectFault("effect-without-value", effect=self.kind)


class StretchUses(Effect, frozen=True, tag="use_reach"):
    """Uses by the unit, or on it, that take some of the army's count `name` reach `value` inches farther, or twice as
    far if `doubled`. One without a reach has none to stretch.
    """

    name: str
    value: int = 0
    doubled: bool = False
    question: ClassVar[RuleQuestion] = "use reach"

    def stretches(self, reach: float, counts: tuple[str, ...]) -> float:
        if self.name not in counts or not reach:
            return reach
        return (2 * reach if self.doubled else reach) + self.value

    def words(self) -> str:
        return f"reach of uses that take {self.name}"

    def number(self) -> str:
        return "x2" if self.doubled else f"{self.value:+d}"

    def fault(self) -> EffectFault | None:
        works = self.name and (self.value or self.doubled)
        return None if works else EffectFault("effect-without-value", effect=self.kind)


class ArriveBeside(Valued, frozen=True, tag="arrive_beside"):
    """The unit that this is used on, if it arrives early by an ability, is set up within `value` inches of the unit
    that used it, wherever that is.
    """

    question: ClassVar[RuleQuestion] = "beside"

    def fixes(self) -> int:
        return self.value

    def number(self) -> str:
        return str(self.value)


class DenyArrival(Valued, frozen=True, tag="deny_arrival"):
    """Enemies that arrive from reserve stay more than `value` inches from the unit."""

    question: ClassVar[RuleQuestion] = "deny"

    def fixes(self) -> int:
        return self.value

    def number(self) -> str:
        return str(self.value)


class CloseIn(Valued, frozen=True, tag="closing"):
    """The unit piles in and consolidates up to `value` inches."""

    question: ClassVar[RuleQuestion] = "closing"

    def fixes(self) -> int:
        return self.value

    def number(self) -> str:
        return str(self.value)


class SnapHits(Valued, frozen=True, tag="snap_hits"):
    """The unit's shots out of its turn hit on unmodified rolls of `value` or more."""

    question: ClassVar[RuleQuestion] = "snap"

    def fixes(self) -> int:
        return self.value

    def number(self) -> str:
        return f"{self.value}+"


class Enlist(Effect, frozen=True, tag="enlist"):
    """Another unit of the army that sees the target, and has yet to shoot, helps the one that uses it.

    It has the same ability and nobody has `name`d it before in the phase; now it is named so. If it has the `keyword`,
    the unit that it helps is named `boon`. Of several the one with the keyword helps, then the one that comes first.
    """

    name: str
    keyword: str = ""
    boon: str = ""

    def possible_at(self, field: Battlefield, unit: int, target: int) -> bool:
        return field.helper(self, unit, target) is not None

    def happen(self, acting: Acting) -> None:
        acting.enlist(self)

    def words(self) -> str:
        return f"helped by one named {self.name}"

    def fault(self) -> EffectFault | None:
        return None if self.name else EffectFault("effect-without-value", effect=self.kind)


class TurnDie(Valued, frozen=True, tag="turn_die"):
    """The die of the window that it is used in shows `value`."""

    def happen(self, acting: Acting) -> None:
        acting.turn_die(self.value)

    def number(self) -> str:
        return str(self.value)
