"""Numbers that may hold dice, and the names of rules."""

from __future__ import annotations

import re

import msgspec

_AMOUNT = re.compile(r"^\s*(?:(?P<count>\d*)[dD](?P<sides>\d+)\s*(?:\+\s*(?P<plus>\d+))?|(?P<flat>\d+))\s*$")


class Amount(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number that may hold dice: `count`D`sides` + `plus`. A plain number has no dice."""

    count: int = 0
    sides: int = 0
    plus: int = 0

    @classmethod
    def parse(cls, text: str | int) -> Amount:
        """Read '3', 'D6', '2D3' or 'D6+2'; raises ValueError for anything else."""
        match = _AMOUNT.match(str(text))
        if match is None:
            raise ValueError(f"'{text}' is neither a number nor dice such as D6 or 2D3+1")
        if match["flat"] is not None:
            return cls(plus=int(match["flat"]))
        sides = int(match["sides"])
        if sides < 2 or sides > 100:
            raise ValueError(f"'{text}' asks for a die of {sides} sides")
        return cls(int(match["count"] or 1), sides, int(match["plus"] or 0))

    @property
    def mean(self) -> float:
        return self.count * (self.sides + 1) / 2 + self.plus

    @property
    def low(self) -> int:
        return self.count + self.plus

    @property
    def high(self) -> int:
        return self.count * self.sides + self.plus

    def add(self, plus: int) -> Amount:
        return Amount(self.count, self.sides, self.plus + plus)

    def __str__(self) -> str:
        if not self.count:
            return str(self.plus)
        dice = f"{self.count if self.count > 1 else ''}D{self.sides}"
        return f"{dice}+{self.plus}" if self.plus else dice


class Keyword(msgspec.Struct, frozen=True):
    """A rule named on a weapon or a unit: 'sustained hits' with value 1, 'anti' with target 'vehicle' and value 4.

    `name` is lower case. Names that the engine does not know are kept, shown and reported.
    """

    name: str
    value: Amount | None = None
    target: str | None = None

    def __str__(self) -> str:
        if self.target is not None:
            return f"{self.name}-{self.target} {self.value}+"
        return self.name if self.value is None else f"{self.name} {self.value}"
