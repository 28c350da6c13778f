"""Effects that have a unit do something at once: move, shoot, charge, fight, roll again."""

from __future__ import annotations

from highground.engine.abilities.acting import Acting, Battlefield
from highground.engine.abilities.effect import Effect
from highground.engine.amount import Amount
from highground.engine.errors import EffectFault


class OwnAct(Effect, frozen=True):
    """Has the unit do something at once that it chooses more about: a unit must do it."""


class GrantMove(OwnAct, frozen=True, tag="normal_move"):
    """The unit makes a normal move of up to `value` inches, or as many as the dice of `amount` show; after its `last`
    it does not charge in this turn.
    """

    value: int = 0
    last: bool = False
    usual: bool = False
    """As far as the unit moves anyway: `value` says nothing."""
    amount: Amount | None = None

    def possible(self, field: Battlefield, unit: int) -> bool:
        return self.who == "target" or field.may_move(unit)

    def possible_at(self, field: Battlefield, unit: int, target: int) -> bool:
        return self.who != "target" or field.may_move(target)

    def happen(self, acting: Acting) -> None:
        far = self.value if self.amount is None else acting.total(self.amount)
        acting.grant_move(0.0 if self.usual else float(far), self.last)

    def words(self) -> str:
        return "last move" if self.last else "normal move"

    def number(self) -> str:
        return str(self.amount) if self.amount is not None else f"{self.value:+d}" if self.value else ""

    def fault(self) -> EffectFault | None:
        far = self.value > 0 or self.usual or self.amount is not None
        return None if far else EffectFault("effect-without-value", effect=self.kind)


class Redeploy(OwnAct, frozen=True, tag="redeploy"):
    """A unit is set up again once both armies have been; or it goes into `reserves`, however much waits there."""

    reserves: bool = False

    def possible(self, field: Battlefield, unit: int) -> bool:
        return self.who == "target" or field.may_move(unit)

    def possible_at(self, field: Battlefield, unit: int, target: int) -> bool:
        return self.who != "target" or field.may_move(target)

    def happen(self, acting: Acting) -> None:
        acting.take_up(self.reserves)

    def words(self) -> str:
        return "into reserve" if self.reserves else "set up again"


class StepBack(OwnAct, frozen=True, tag="rolled_move"):
    """The unit moves as many inches as a die shows."""

    def possible(self, field: Battlefield, unit: int) -> bool:
        return field.may_move(unit)

    def happen(self, acting: Acting) -> None:
        acting.step_back()


class SnapShots(OwnAct, frozen=True, tag="shoot"):
    """The unit shoots with all that reaches the target; only unmodified sixes hit."""

    def possible(self, field: Battlefield, unit: int) -> bool:
        return field.may_shoot(unit)

    def possible_at(self, field: Battlefield, unit: int, target: int) -> bool:
        return field.may_shoot_at(unit, target)

    def happen(self, acting: Acting) -> None:
        acting.snap_shots()


class ChargeNow(OwnAct, frozen=True, tag="charge_now"):
    """The unit charges the target out of its turn."""

    def possible(self, field: Battlefield, unit: int) -> bool:
        return field.may_charge(unit)

    def happen(self, acting: Acting) -> None:
        acting.charge()


class FightNext(OwnAct, frozen=True, tag="fight_next"):
    """The unit is picked to fight next, before the enemy's pick."""

    def possible(self, field: Battlefield, unit: int) -> bool:
        return field.may_fight(unit)

    def happen(self, acting: Acting) -> None:
        acting.fight_next()


class RollAgain(OwnAct, frozen=True, tag="roll_again"):
    """The roll of the window that it is used in is made again: a unit's roll, or one die of an attack."""

    def happen(self, acting: Acting) -> None:
        acting.roll_again()


class IgnoreDamage(OwnAct, frozen=True, tag="no_damage"):
    """The damage of one attack at the unit becomes 0: of the one that does most."""

    def possible(self, field: Battlefield, unit: int) -> bool:
        return field.wounded(unit)

    def happen(self, acting: Acting) -> None:
        acting.ignore_damage()

    def words(self) -> str:
        return "damage of an attack 0"
