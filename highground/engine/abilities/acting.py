"""What an effect that happens at once may ask of a battle and bring about in it.

The procedure implements it (`steps.uses`): so a type of effect says all of what it does in its own class, and stands
below the steps that carry it out.
"""

from __future__ import annotations

from highground.engine.amount import Amount


class Acting:
    """An effect that is about to happen: for which side, by which unit, on which unit."""

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Roll dice in the ability's name."""
        raise NotImplementedError

    def total(self, amount: Amount) -> int:
        """Roll an amount in the ability's name."""
        return sum(self.roll(amount.count, amount.sides or 6)) + amount.plus

    def passes(self, needed: int) -> bool:
        """Roll a die for the ability, and report whether it shows the number."""
        raise NotImplementedError

    def miniatures(self, engaged: bool) -> int:
        """How many miniatures the unit that acts has, or how many of them are engaged with the one that it acts on."""
        raise NotImplementedError

    def shock_test(self, bonus: int) -> None:
        raise NotImplementedError

    def mark(self, mark: object) -> None:
        """Mark the unit that it acts on, for the rest of the battle; the mark is a `MarkUnit`, which stands above."""
        raise NotImplementedError

    def count(self, name: str, value: int, most: int, reset: bool) -> None:
        """Change what the army of the one that acts keeps count of."""
        raise NotImplementedError

    def turn_die(self, face: int) -> None:
        raise NotImplementedError

    def enlist(self, wanted: object) -> None:
        """Find a helper as an `Enlist` says, which stands above, and name it."""
        raise NotImplementedError

    def rally(self) -> None:
        raise NotImplementedError

    def withdraw(self) -> None:
        raise NotImplementedError

    def give_up(self, miniatures: int) -> None:
        """So many miniatures of the unit that it acts on are lost."""
        raise NotImplementedError

    def take_up(self, reserves: bool) -> None:
        """The unit that it acts on is set up again, or goes into reserve."""
        raise NotImplementedError

    def gain_points(self, points: int) -> None:
        raise NotImplementedError

    def mortal_wounds(self, wounds: int) -> None:
        raise NotImplementedError

    def heal(self, wounds: int, miniatures: int | None) -> None:
        """Give lost wounds back, to at most so many miniatures."""
        raise NotImplementedError

    def regrow(self, wounds: int) -> None:
        raise NotImplementedError

    def return_miniatures(self, count: int) -> None:
        raise NotImplementedError

    def stand_up(self, wounds: int) -> None:
        """The unit of one miniature that it acts on has fallen, and is back with so many wounds; 0 stands for all."""
        raise NotImplementedError

    def add_miniatures(self, name: str, count: int) -> None:
        """Spare miniatures of a name come to the unit that it acts on."""
        raise NotImplementedError

    def join(self) -> None:
        raise NotImplementedError

    def grant_move(self, inches: float, last: bool) -> None:
        raise NotImplementedError

    def step_back(self) -> None:
        raise NotImplementedError

    def snap_shots(self) -> None:
        raise NotImplementedError

    def charge(self) -> None:
        raise NotImplementedError

    def fight_next(self) -> None:
        raise NotImplementedError

    def roll_again(self) -> None:
        raise NotImplementedError

    def raise_price(self, points: int) -> None:
        """The stratagem that the enemy has used last costs its army so much more for the rest of the battle."""
        raise NotImplementedError

    def ignore_damage(self) -> None:
        """The worst of the wounds that the unit is about to suffer does nothing."""
        raise NotImplementedError


class Battlefield:
    """What an effect may look at to see whether it could happen."""

    def hurt(self, unit: int) -> bool:
        """Whether one of its miniatures has lost wounds."""
        raise NotImplementedError

    def thinned(self, unit: int) -> bool:
        """Whether it has lost miniatures of its own, leaders apart."""
        raise NotImplementedError

    def may_grow(self, unit: int, name: str) -> bool:
        """Whether it has spare miniatures of a name that are not there."""
        raise NotImplementedError

    def may_move(self, unit: int) -> bool:
        """Whether it stands on the table, outside of engagement."""
        raise NotImplementedError

    def may_charge(self, unit: int) -> bool:
        """Whether it stands on the table, outside of engagement, and neither is an aircraft nor forbidden to charge."""
        raise NotImplementedError

    def may_withdraw(self, unit: int) -> bool:
        """Whether it stands on the table, outside of engagement, with nobody inside."""
        raise NotImplementedError

    def shocked(self, unit: int) -> bool:
        raise NotImplementedError

    def may_shoot(self, unit: int) -> bool:
        raise NotImplementedError

    def may_shoot_at(self, unit: int, target: int) -> bool:
        raise NotImplementedError

    def may_fight(self, unit: int) -> bool:
        raise NotImplementedError

    def wounded(self, unit: int) -> bool:
        """Whether attacks are about to do it damage."""
        raise NotImplementedError

    def helper(self, wanted: object, unit: int, target: int) -> int | None:
        """The unit that helps as an `Enlist` says, if there is one."""
        raise NotImplementedError
