"""The types of effects that abilities have: a closed union, each type with the hooks that it answers.

A new effect is a class here, and its name in `TYPES`. Its JSON, the fields that a pack's file may set, and what is
refused of them come from the class.
"""

from __future__ import annotations

from typing import ClassVar, get_args

from highground.engine.abilities.acting import Acting, Battlefield
from highground.engine.abilities.acts import (
    ChargeNow,
    FightNext,
    GrantMove,
    IgnoreDamage,
    Redeploy,
    RollAgain,
    SnapShots,
    StepBack,
)
from highground.engine.abilities.afflictions import (
    AddToChargesAt,
    AddToNerve,
    AddToToughness,
    ArriveNear,
    Bounty,
    Forbid,
    MarkUnit,
    Rally,
    RolledWounds,
    SetControl,
    SetLeadership,
    StandUp,
    TakeShockTest,
    Withdraw,
)
from highground.engine.abilities.condition import OF_TARGET, ConditionKind
from highground.engine.abilities.effect import Added, Attacks, Effect, Permission, Role, RuleQuestion, UnitRoll, Valued
from highground.engine.abilities.grants import GiveRule
from highground.engine.abilities.profiles import ChangeProfile
from highground.engine.abilities.resources import (
    ArriveBeside,
    ChangePrice,
    ChangeSpend,
    CloseIn,
    DenyArrival,
    Enlist,
    RaisePrice,
    SnapHits,
    StretchUses,
    Tally,
    TurnDie,
)
from highground.engine.amount import Amount, Keyword
from highground.engine.effects import KNOWN_KEYWORDS, EffectError, Kind, Modifier, Reroll, Stage, validate
from highground.engine.errors import EffectFault
from highground.engine.weapon import weapon_named

OF_STEPS = frozenset({"assault", "pistol", "indirect fire", "hazardous", "extra attacks"})
"""Weapon keywords that are asked for before there is a target: what gives them must not depend on one."""
PERMISSIONS: frozenset[str] = frozenset(get_args(Permission))
UNIT_ROLLS: frozenset[str] = frozenset(get_args(UnitRoll))
_WITHOUT_VALUE = frozenset(
    {"steady", "reroll", "halve", "automatic", "lethal", "devastating", "precise", "cover", "no cover"}
)


def _unknown(what: str, kind: str, known: frozenset[str]) -> EffectFault | None:
    return None if what in known else EffectFault("unknown-effect", effect=kind, text=what, known=tuple(sorted(known)))


# Characteristics and rolls of a unit


class AddToMove(Added, frozen=True, tag="move"):
    question: ClassVar[RuleQuestion] = "move"


class AddToAdvance(Added, frozen=True, tag="advance"):
    question: ClassVar[RuleQuestion] = "advance"


class FixAdvance(Effect, frozen=True, tag="fixed_advance"):
    """The unit does not roll for an advance: it advances `value` inches. What is added to advances still counts."""

    value: int
    question: ClassVar[RuleQuestion] = "advance"

    def advances(self) -> int:
        return self.value

    def number(self) -> str:
        return str(self.value)

    def fault(self) -> EffectFault | None:
        return None if self.value > 0 else EffectFault("effect-without-value", effect=self.kind)


class AddToCharge(Added, frozen=True, tag="charge"):
    question: ClassVar[RuleQuestion] = "charge"


class AddToControl(Added, frozen=True, tag="control"):
    question: ClassVar[RuleQuestion] = "control"


class AddToLeadership(Added, frozen=True, tag="leadership"):
    question: ClassVar[RuleQuestion] = "leadership"


# What a unit may do, and how it is dealt with


class Permit(Effect, frozen=True, tag="permission"):
    """Lets the unit do what its earlier moves, the round or the models in its way would forbid.

    'pin' has every miniature of an enemy unit that falls back from it tested for breaking out, 'worsen break-out
    tests' takes 1 from the rolls of such tests; 'unwatched' has no enemy use a stratagem to shoot at it out of turn.
    """

    what: Permission
    question: ClassVar[RuleQuestion] = "permit"

    def permits(self, what: str) -> bool:
        return self.what == what

    def words(self) -> str:
        return f"permission {self.what}"

    def fault(self) -> EffectFault | None:
        return _unknown(self.what, self.kind, PERMISSIONS)


class AllowReroll(Effect, frozen=True, tag="reroll"):
    """Lets the unit reroll an advance, a charge or a battle-shock test."""

    what: UnitRoll
    question: ClassVar[RuleQuestion] = "reroll"

    def rerolls(self, roll: str) -> bool:
        return self.what == roll

    def words(self) -> str:
        return f"reroll {self.what}"

    def fault(self) -> EffectFault | None:
        return _unknown(self.what, self.kind, UNIT_ROLLS)


class Hide(Valued, frozen=True, tag="hidden"):
    """The unit cannot be a target from beyond `value` inches."""

    question: ClassVar[RuleQuestion] = "hide"

    def hides_beyond(self) -> int:
        return self.value


class FightFirst(Effect, frozen=True, tag="fights_first"):
    question: ClassVar[RuleQuestion] = "order"

    def order(self) -> int:
        return 1


class FightLast(Effect, frozen=True, tag="fights_last"):
    question: ClassVar[RuleQuestion] = "order"

    def order(self) -> int:
        return -1


class NameUnit(Effect, frozen=True, tag="unit_keyword"):
    """The unit has the keyword `name`, or has it no longer (`gone`), while who has the ability lives."""

    name: str
    gone: bool = False
    question: ClassVar[RuleQuestion] = "unit keyword"

    def renames(self) -> tuple[str, bool]:
        return self.name, self.gone

    def words(self) -> str:
        return f"{'not ' if self.gone else ''}{self.name}"

    def fault(self) -> EffectFault | None:
        if self.who != "self" or self.conditions:
            return EffectFault("effect-with-conditions", effect=self.kind)
        return None if self.name else EffectFault("effect-without-value", effect=self.kind)


class HomeAbout(Valued, frozen=True, tag="home_about"):
    """What lies within `value` inches of who has it is home ground of its army."""

    question: ClassVar[RuleQuestion] = "home"

    def homes(self) -> int:
        return self.value

    def number(self) -> str:
        return str(self.value)

    def fault(self) -> EffectFault | None:
        if self.who != "self" or self.conditions:
            return EffectFault("effect-with-conditions", effect=self.kind)
        return None if self.value > 0 else EffectFault("effect-without-value", effect=self.kind)


class GiveWeapon(Effect, frozen=True, tag="weapon_given"):
    """The unit has the weapon `name`, which stands on its sheet, only while such an effect holds."""

    name: str
    question: ClassVar[RuleQuestion] = "arms"

    def arm(self) -> str:
        return weapon_named(self.name)

    def words(self) -> str:
        return f"has the {self.name}"

    def fault(self) -> EffectFault | None:
        return None if self.name else EffectFault("effect-without-value", effect=self.kind)


class StrikeWhenFallen(Effect, frozen=True, tag="last_blows"):
    """A miniature that falls in melee before its unit has fought strikes before it is removed, on a die of `needed`."""

    needed: int = 0
    question: ClassVar[RuleQuestion] = "last blows"

    def last_blow(self) -> int:
        return self.needed

    def words(self) -> str:
        return "the fallen strike"

    def number(self) -> str:
        return f"on a {self.needed}+" if self.needed else ""

    def fault(self) -> EffectFault | None:
        return None if self.needed in (0, 2, 3, 4, 5, 6) else EffectFault("effect-without-value", effect=self.kind)


class PassShock(Effect, frozen=True, tag="steadfast"):
    """The unit passes battle-shock tests."""

    question: ClassVar[RuleQuestion] = "shock"

    def passes_shock(self) -> bool:
        return True


class MoreShockDice(Valued, frozen=True, tag="shock_dice"):
    """The unit takes battle-shock tests on `value` dice more than two."""

    question: ClassVar[RuleQuestion] = "shock"

    def shock_dice(self) -> int:
        return self.value


class HoldObjective(Effect, frozen=True, tag="sticky"):
    """An objective that the unit's army holds stays held until the enemy takes it."""

    question: ClassVar[RuleQuestion] = "hold"


# Attacks


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


# What happens at once


class GainPoints(Effect, frozen=True, tag="command_points"):
    """`value` command points; with `on`, only if a die shows it or more."""

    value: int = 1
    on: int = 0
    of_moments: ClassVar[bool] = True

    def happen(self, acting: Acting) -> None:
        if not self.on or acting.passes(self.on):
            acting.gain_points(self.value)

    def number(self) -> str:
        return f"{self.value:+d}"


class Wounds(Effect, frozen=True):
    """So many wounds: `value`, or an `amount` with dice; with `on`, as many as there are dice that show it or more."""

    value: int = 0
    amount: Amount | None = None
    on: int = 0
    each: bool = False
    """So many for each miniature of the unit that does it."""

    def rolled(self, acting: Acting) -> int:
        if self.each:
            return sum([self._once(acting) for _ in range(acting.miniatures(engaged=False))])
        return self._once(acting)

    def _once(self, acting: Acting) -> int:
        if self.amount is None:
            return self.value
        if not self.on:
            return acting.total(self.amount)
        return sum([face >= self.on for face in acting.roll(self.amount.count, self.amount.sides or 6)])

    def mean(self) -> float:
        """Roughly, for weighing it: of counted dice half."""
        if self.amount is None:
            return float(self.value)
        return self.amount.mean / (2.0 if self.on else 1.0)

    def number(self) -> str:
        each = " for each miniature" if self.each else ""
        return str(self.amount) + each if self.amount is not None else f"{self.value:+d}{each}" if self.value else ""

    def fault(self) -> EffectFault | None:
        missing = self.value < 0 or (not self.value and self.amount is None)
        return EffectFault("effect-without-amount", effect=self.kind) if missing else None


class DealMortalWounds(Wounds, frozen=True, tag="mortal_wounds"):
    of_moments: ClassVar[bool] = True

    def happen(self, acting: Acting) -> None:
        acting.mortal_wounds(self.rolled(acting))


class LoseMiniatures(Wounds, frozen=True, tag="lose_miniatures"):
    """So many miniatures of the unit are lost, those that would fall first."""

    of_moments: ClassVar[bool] = True

    def happen(self, acting: Acting) -> None:
        acting.give_up(self.rolled(acting))

    def words(self) -> str:
        return "miniatures lost"


class GiveBack(Wounds, frozen=True):
    """Gives lost wounds back; nothing is rolled for a unit that has all of its own."""

    of_moments: ClassVar[bool] = True

    def wanted(self, field: Battlefield, unit: int) -> bool:
        return field.hurt(unit)


class Heal(GiveBack, frozen=True, tag="heal"):
    """Gives lost wounds back, to one miniature after the other."""

    def happen(self, acting: Acting) -> None:
        acting.heal(self.rolled(acting), None)


class HealOne(GiveBack, frozen=True, tag="heal_one"):
    """Gives lost wounds back to one miniature."""

    def happen(self, acting: Acting) -> None:
        acting.heal(self.rolled(acting), 1)


class Regrow(Wounds, frozen=True, tag="regrow"):
    """Gives lost wounds back one by one and, where nobody is wounded, returns a fallen miniature with one wound."""

    of_moments: ClassVar[bool] = True

    def wanted(self, field: Battlefield, unit: int) -> bool:
        return field.hurt(unit) or field.thinned(unit)

    def happen(self, acting: Acting) -> None:
        acting.regrow(self.rolled(acting))


class ReturnMiniatures(Wounds, frozen=True, tag="return"):
    """Fallen miniatures come back, whole."""

    of_moments: ClassVar[bool] = True

    def wanted(self, field: Battlefield, unit: int) -> bool:
        return field.thinned(unit)

    def happen(self, acting: Acting) -> None:
        acting.return_miniatures(self.rolled(acting))


class AddMiniatures(Wounds, frozen=True, tag="add_miniatures"):
    """So many of the unit's spare miniatures of a name come to it, whole."""

    name: str = ""
    of_moments: ClassVar[bool] = True

    def wanted(self, field: Battlefield, unit: int) -> bool:
        return field.may_grow(unit, self.name)

    def happen(self, acting: Acting) -> None:
        acting.add_miniatures(self.name, self.rolled(acting))

    def fault(self) -> EffectFault | None:
        return super().fault() if self.name.strip() else EffectFault("effect-without-value", effect=self.kind)


class JoinUnit(Effect, frozen=True, tag="join_unit"):
    """The leader joins the unit that it is used on."""

    def happen(self, acting: Acting) -> None:
        acting.join()


TYPES: dict[str, type[Effect]] = {
    str(each.__struct_config__.tag): each
    for each in (
        AddToMove,
        AddToAdvance,
        FixAdvance,
        AddToCharge,
        AddToControl,
        AddToLeadership,
        AddToNerve,
        AddToChargesAt,
        AddToToughness,
        SetControl,
        SetLeadership,
        MarkUnit,
        Bounty,
        ArriveNear,
        Permit,
        Forbid,
        AllowReroll,
        Hide,
        FightFirst,
        FightLast,
        StrikeWhenFallen,
        NameUnit,
        GiveRule,
        HomeAbout,
        GiveWeapon,
        AddToRange,
        PassShock,
        MoreShockDice,
        HoldObjective,
        ModifyAttack,
        GainKeyword,
        LoseKeyword,
        ChangeProfile,
        GainPoints,
        DealMortalWounds,
        LoseMiniatures,
        Heal,
        HealOne,
        Regrow,
        ReturnMiniatures,
        AddMiniatures,
        StandUp,
        JoinUnit,
        GrantMove,
        Redeploy,
        StepBack,
        SnapShots,
        ChargeNow,
        FightNext,
        RollAgain,
        IgnoreDamage,
        RolledWounds,
        TakeShockTest,
        Rally,
        Withdraw,
        Tally,
        ChangePrice,
        RaisePrice,
        ChangeSpend,
        StretchUses,
        ArriveBeside,
        DenyArrival,
        CloseIn,
        SnapHits,
        TurnDie,
        Enlist,
    )
}
"""Every type of effect that there is, by the kind that JSON names it by."""
NEVER_GIVEN = frozenset({"join_unit", "profile"})
"""What no pack's or player's rule can give: the leaders', and what both players agree on at the table."""
