"""Effects that happen to a unit at once: points, wounds, and miniatures lost, returned and added."""

from __future__ import annotations

from typing import ClassVar

from highground.engine.abilities.acting import Acting, Battlefield
from highground.engine.abilities.effect import Effect
from highground.engine.amount import Amount
from highground.engine.errors import EffectFault


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
        if self.amount is None:
            return f"{self.value:+d}{each}" if self.value else ""
        counted = f"1 for each {self.on}+ on " if self.on else ""
        return f"{counted}{self.amount}{each}"

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
