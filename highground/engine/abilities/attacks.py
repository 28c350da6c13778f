"""Effects on the attacks that units make or suffer, and on the weapons that they make them with."""

from __future__ import annotations

from typing import ClassVar

from highground.engine.abilities.condition import OF_TARGET, ConditionKind
from highground.engine.abilities.effect import Attacks, Effect, Role, RuleQuestion, Valued
from highground.engine.amount import Amount, Keyword
from highground.engine.effects import KNOWN_KEYWORDS, EffectError, Kind, Modifier, Reroll, Stage, validate
from highground.engine.errors import EffectFault

OF_STEPS = frozenset({"assault", "pistol", "indirect fire", "hazardous", "extra attacks"})
"""Weapon keywords that are asked for before there is a target: what gives them must not depend on one."""
_WITHOUT_VALUE = frozenset(
    {"steady", "reroll", "halve", "automatic", "lethal", "devastating", "precise", "cover", "no cover"}
)


class ModifyAttack(Effect, frozen=True, tag="roll"):
    """Changes a stage of the attacks that the unit makes, or of those made against it (`role`); see `Modifier`."""

    stage: Stage
    value: int = 0
    change: Kind = "add"
    amount: Amount | None = None
    reroll: Reroll = "none"
    role: Role = "attacking"
    attacks: Attacks = "any"
    question: ClassVar[RuleQuestion] = "attack"

    def modifier(self, name: str) -> Modifier:
        stronger, half = self._asks("stronger"), self._asks("half range")
        return Modifier(self.stage, self.change, name, self.value, self.amount, self.reroll, stronger, half)

    def _asks(self, kind: ConditionKind) -> bool | None:
        """What a condition of that kind wants to be so; None without one."""
        return next((not each.negate for each in self.conditions if each.kind == kind), None)

    def fits(self, melee: bool) -> bool:
        return self.attacks in ("any", "melee" if melee else "ranged")

    def of_role(self, role: Role) -> bool:
        return self.role == role

    def shrugs(self) -> int | None:
        mortal = self.stage == "fnp" and self.role == "defending" and self.attacks in {"any", "mortal"}
        return self.value if mortal else None

    def words(self) -> str:
        return f"{self.stage} {self.reroll if self.change == 'reroll' else self.change}"

    def number(self) -> str:
        return str(self.amount) if self.amount is not None else f"{self.value:+d}" if self.value else ""

    def fault(self) -> EffectFault | None:
        if self.stage == "strength" and any(each.kind == "stronger" for each in self.conditions):
            return EffectFault("strength-of-itself")
        try:
            validate(self.modifier("the effect"))
        except EffectError as error:
            return EffectFault("unknown-change", problem=str(error))
        if (self.change == "reroll") != (self.reroll != "none"):
            return EffectFault("reroll-of-what")
        if not self.value and self.amount is None and self.change not in _WITHOUT_VALUE:
            return EffectFault("effect-without-amount", effect=self.change)
        if self.change == "pierce" and self.value > 0:
            return EffectFault("pierces-nothing", value=self.value)
        return None


class ChangeKeywords(Effect, frozen=True):
    """Gives weapons of the unit a keyword, or takes it from them."""

    keyword: Keyword
    attacks: Attacks = "any"
    question: ClassVar[RuleQuestion] = "keywords"

    def fits(self, melee: bool) -> bool:
        return self.attacks in ("any", "melee" if melee else "ranged")

    def changes_arms(self) -> bool:
        return self.keyword.name in OF_STEPS

    def words(self) -> str:
        return str(self.keyword)

    def fault(self) -> EffectFault | None:
        if self.keyword.name not in KNOWN_KEYWORDS:
            return EffectFault("unknown-keyword", effect=self.kind)
        if any(each.kind in {"half range", "stronger"} for each in self.conditions) or (
            self.changes_arms() and any(each.kind in OF_TARGET for each in self.conditions)
        ):
            return EffectFault("keyword-too-early", keyword=str(self.keyword))
        return None


class AddToRange(Valued, frozen=True, tag="range"):
    """Adds `value` inches to the range of the unit's ranged weapons."""

    question: ClassVar[RuleQuestion] = "keywords"

    def fits(self, melee: bool) -> bool:
        return not melee

    def changes_arms(self) -> bool:
        return True

    def reaches(self) -> int:
        return self.value

    def fault(self) -> EffectFault | None:
        early = any(each.kind in OF_TARGET for each in self.conditions)
        return EffectFault("keyword-too-early", keyword="range") if early else super().fault()


class GainKeyword(ChangeKeywords, frozen=True, tag="weapon_keyword"):
    def gained(self) -> Keyword:
        return self.keyword


class LoseKeyword(ChangeKeywords, frozen=True, tag="lose_keyword"):
    def lost(self) -> Keyword:
        return self.keyword
