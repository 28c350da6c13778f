"""Types of effects on units that an ability singles out: marks, tests of nerve, wounds by a table, lowered values."""

from __future__ import annotations

from typing import ClassVar, Literal, get_args

import msgspec

from highground.engine.abilities.acting import Acting, Battlefield
from highground.engine.abilities.effect import Added, Effect, Prohibition, RuleQuestion, Valued
from highground.engine.amount import Amount
from highground.engine.errors import EffectFault

TableDice = Literal["one", "each miniature", "each engaged miniature"]
"""How many dice a table is rolled on: so many, or one for each miniature of the unit that uses it."""


class AddToNerve(Added, frozen=True, tag="nerve"):
    """Adds `value` to the unit's battle-shock tests, and with `leadership` to its other tests of leadership as well."""

    leadership: bool = False
    question: ClassVar[RuleQuestion] = "nerve"

    def adds_to_leadership_tests(self) -> int:
        return self.value if self.leadership else 0


class AddToToughness(Added, frozen=True, tag="toughness"):
    """Adds `value` to the toughness that attacks at the unit meet."""

    question: ClassVar[RuleQuestion] = "toughness"


class AddToChargesAt(Added, frozen=True, tag="charged_at"):
    """Adds `value` to the charge rolls of enemies that charge the unit."""

    question: ClassVar[RuleQuestion] = "charged at"


class Forbid(Effect, frozen=True, tag="prohibition"):
    """Keeps the unit from what is named; what lets it do that after a move does not help."""

    what: Prohibition
    question: ClassVar[RuleQuestion] = "forbid"

    def forbids(self, what: str) -> bool:
        return self.what == what

    def words(self) -> str:
        return f"forbidden to {self.what}"

    def fault(self) -> EffectFault | None:
        known = get_args(Prohibition)
        if self.what in known:
            return None
        return EffectFault("unknown-effect", effect=self.kind, text=self.what, known=tuple(sorted(known)))


class SetTo(Valued, frozen=True):
    """Puts `value` in the place of a characteristic."""

    def fixes(self) -> int:
        return self.value

    def number(self) -> str:
        return str(self.value)


class SetLeadership(SetTo, frozen=True, tag="set_leadership"):
    question: ClassVar[RuleQuestion] = "leadership"


class SetControl(SetTo, frozen=True, tag="set_control"):
    question: ClassVar[RuleQuestion] = "control"


class MarkUnit(Effect, frozen=True, tag="mark"):
    """Marks the unit by a `name`, which conditions of other abilities ask for; several of one name count.

    It has no more than `most` of them, if that is not 0.
    """

    name: str
    most: int = 0
    question: ClassVar[RuleQuestion] = "mark"
    of_moments: ClassVar[bool] = True

    def happen(self, acting: Acting) -> None:
        acting.mark(self)

    def marks(self) -> str:
        return self.name

    def words(self) -> str:
        return f"marked {self.name}"

    def fault(self) -> EffectFault | None:
        return None if self.name else EffectFault("effect-without-value", effect=self.kind)


class TableStep(msgspec.Struct, frozen=True):
    """What a die that shows `least` or more brings, unless a higher step does."""

    least: int
    amount: Amount


class Bounty(Effect, frozen=True, tag="bounty"):
    """Command points, once, at the start of the own command phase after an enemy with a mark has fallen.

    How many are those of the highest step that the round reaches.
    """

    name: str
    steps: tuple[TableStep, ...]
    question: ClassVar[RuleQuestion] = "bounty"

    def bounty(self, round_number: int) -> int:
        reached = [step for step in self.steps if round_number >= step.least]
        return max(reached, key=lambda step: step.least).amount.plus if reached else 0

    def words(self) -> str:
        return f"command points for the fall of one marked {self.name}"

    def fault(self) -> EffectFault | None:
        return None if self.name and self.steps else EffectFault("effect-without-value", effect=self.kind)


class ArriveNear(Valued, frozen=True, tag="arrive_near"):
    """The unit may be set up by deep strike more than `value` inches from enemies, wholly on home ground.

    With `anywhere` the ground does not matter; but if it arrives nearer to an enemy than others may, it does not charge
    in this turn. With a `name` the ground is that within `beside` inches of a friend that has the keyword, or all of
    several.
    """

    anywhere: bool = False
    name: str = ""
    beside: int = 0
    question: ClassVar[RuleQuestion] = "arrive"

    def arrives_beyond(self, costly: bool) -> int | None:
        return self.value if self.anywhere == costly else None

    def arrives_about(self) -> tuple[str, int]:
        return self.name, self.beside

    def number(self) -> str:
        return str(self.value)

    def fault(self) -> EffectFault | None:
        apart = bool(self.name) != bool(self.beside) or (self.anywhere and self.beside)
        return EffectFault("effect-without-value", effect=self.kind) if apart else super().fault()


class RolledWounds(Effect, frozen=True, tag="rolled_wounds"):
    """Mortal wounds by a table: for each die those of the highest step that it reaches."""

    steps: tuple[TableStep, ...]
    dice: TableDice = "one"
    count: int = 1
    """With 'one', how many dice."""
    most: int = 0
    """The most wounds that come of it; 0 is no limit."""
    of_moments: ClassVar[bool] = True

    def happen(self, acting: Acting) -> None:
        number = self.count if self.dice == "one" else acting.miniatures(engaged=self.dice == "each engaged miniature")
        wounds = 0
        for face in acting.roll(number, 6):
            amount = self._of(face)
            if amount is not None:
                wounds += sum(acting.roll(amount.count, amount.sides or 6)) + amount.plus
        wounds = min(wounds, self.most or wounds)
        if wounds:
            acting.mortal_wounds(wounds)

    def _of(self, face: int) -> Amount | None:
        reached = [step for step in self.steps if face >= step.least]
        return max(reached, key=lambda step: step.least).amount if reached else None

    def mean(self, miniatures: int = 1) -> float:
        """The wounds to be expected of the table, for weighing it."""
        amounts = [self._of(face) for face in range(1, 7)]
        each = sum(amount.mean for amount in amounts if amount is not None) / 6.0
        return each * (self.count if self.dice == "one" else miniatures)

    def words(self) -> str:
        return "mortal wounds by dice"

    def number(self) -> str:
        table = ", ".join(f"{step.least}+: {step.amount}" for step in self.steps)
        dice = f"{self.count} dice" if self.count > 1 else "a die for " + self.dice if self.dice != "one" else ""
        most = f", at most {self.most}" if self.most else ""
        return f"({table}{', on ' + dice if dice else ''}{most})"

    def fault(self) -> EffectFault | None:
        return None if self.steps and self.count > 0 else EffectFault("effect-without-value", effect=self.kind)


class TakeShockTest(Effect, frozen=True, tag="shock_test"):
    """The unit takes a battle-shock test at once, with `value` added to the roll."""

    value: int = 0
    of_moments: ClassVar[bool] = True

    def happen(self, acting: Acting) -> None:
        acting.shock_test(self.value)

    def words(self) -> str:
        return "battle-shock test"

    def number(self) -> str:
        return f"{self.value:+d}" if self.value else ""


class Rally(Effect, frozen=True, tag="rally"):
    """The unit is battle-shocked no longer."""

    of_moments: ClassVar[bool] = True

    def wanted(self, field: Battlefield, unit: int) -> bool:
        return field.shocked(unit)

    def happen(self, acting: Acting) -> None:
        acting.rally()


class Withdraw(Effect, frozen=True, tag="withdraw"):
    """The unit leaves the table for the reserves, and arrives again like others of them."""

    def possible(self, field: Battlefield, unit: int) -> bool:
        return field.may_withdraw(unit)

    def happen(self, acting: Acting) -> None:
        acting.withdraw()


class StandUp(Effect, frozen=True, tag="stand_up"):
    """A unit of one miniature stands up again where it fell, or as near as there is room, out of engagement.

    It has the wounds of `amount`, or without one all of its own.
    """

    amount: Amount | None = None
    of_moments: ClassVar[bool] = True

    def happen(self, acting: Acting) -> None:
        acting.stand_up(0 if self.amount is None else acting.total(self.amount))

    def number(self) -> str:
        return "" if self.amount is None else str(self.amount)

    def fault(self) -> EffectFault | None:
        return None if self.when == "fell" else EffectFault("effect-without-fall", effect=self.kind)
