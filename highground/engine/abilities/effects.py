"""The types of effects that abilities have: a closed union, each type with the hooks that it answers.

A new effect is a class here, and its name in `TYPES`. Its JSON, the fields that a pack's file may set, and what is
refused of them come from the class.
"""

from __future__ import annotations

from typing import ClassVar, get_args

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
from highground.engine.abilities.attacks import AddToRange, GainKeyword, LoseKeyword, ModifyAttack
from highground.engine.abilities.effect import Added, Effect, Permission, RuleQuestion, UnitRoll, Valued
from highground.engine.abilities.grants import GiveRule, TakePlaces
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
from highground.engine.abilities.wounds import (
    AddMiniatures,
    DealMortalWounds,
    GainPoints,
    Heal,
    HealOne,
    JoinUnit,
    LoseMiniatures,
    Regrow,
    ReturnMiniatures,
)
from highground.engine.errors import EffectFault
from highground.engine.weapon import weapon_named

PERMISSIONS: frozenset[str] = frozenset(get_args(Permission))
UNIT_ROLLS: frozenset[str] = frozenset(get_args(UnitRoll))


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
        TakePlaces,
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
