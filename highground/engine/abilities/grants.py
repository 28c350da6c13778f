"""Types of effects by which a unit has what its sheet does not say, before anything else is asked of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from highground.engine.abilities.condition import AND
from highground.engine.abilities.effect import Effect, RuleQuestion
from highground.engine.amount import Amount, Keyword
from highground.engine.errors import EffectFault

GIVEN_RULES = frozenset({"deep strike", "infiltrators", "scouts", "stealth", "lone operative", "fights first"})
"""Core rules that abilities may give."""
_ASKED = frozenset({"leading", "led by", "keyword"})


class GiveRule(Effect, frozen=True, tag="rule"):
    """The unit has the core rule `name`, with `value` inches if it takes some.

    It may depend on who leads it, or on what unit it is: 'bearer' gives it to the miniatures of its bearers' sheet
    alone, and a unit has such a rule where all parts of it do.
    """

    name: str
    value: int = 0
    question: ClassVar[RuleQuestion] = "rule"

    def grants(self) -> Keyword:
        return Keyword(self.name, Amount(plus=self.value) if self.value else None)

    def granted(self, keywords: Collection[str], leaders: Collection[Collection[str]]) -> bool:
        """Whether it is given to a unit with these keywords, led by those who have these."""
        return all(
            {
                "leading": bool(leaders),
                "led by": any(all(name in each for name in one.name.split(AND)) for each in leaders),
                "keyword": one.name in keywords,
            }[one.kind]
            != one.negate
            for one in self.conditions
        )

    def words(self) -> str:
        return f"has {self.name}"

    def number(self) -> str:
        return str(self.value) if self.value else ""

    def fault(self) -> EffectFault | None:
        if self.who not in {"self", "bearer"} or any(each.kind not in _ASKED for each in self.conditions):
            return EffectFault("effect-with-conditions", effect=self.kind)
        known = self.name in GIVEN_RULES and (self.name == "scouts") == bool(self.value)
        return None if known else EffectFault("effect-without-value", effect=self.kind)


class TakePlaces(Effect, frozen=True, tag="places"):
    """In its unit, a transport, passengers with the keywords `name` take `value` places each; 0 keeps them out."""

    name: str
    value: int = 0
    question: ClassVar[RuleQuestion] = "places"

    def places(self, keywords: Collection[str]) -> int | None:
        return self.value if all(each in keywords for each in self.name.split(AND)) else None

    def words(self) -> str:
        return f"places for {self.name}"

    def number(self) -> str:
        return str(self.value)

    def fault(self) -> EffectFault | None:
        if self.who != "self" or self.conditions:
            return EffectFault("effect-with-conditions", effect=self.kind)
        return None if self.name and self.value >= 0 else EffectFault("effect-without-value", effect=self.kind)
