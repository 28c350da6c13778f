"""Dice: seeded for each choice, sealed by several parties, scripted, typed or from a camera; and their ledger.

Seeded faces come from BLAKE2b in counter mode over the battle's seed and the choice's number, so one more die in a
choice never shifts the dice of a later one, and no generator state has to be kept. Sealed faces come from HMAC-SHA256
in counter mode under a key that nobody knew before the choice was fixed (`highground.engine.proof`).
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import blake2b

from highground.engine.errors import DiceError
from highground.engine.ledger import DiceSource, Rolled

DECK = "deck"
"""Purpose of the dice that draw a card."""


class DiceNeeded(Exception):
    """A choice that was tried without dice rolls some."""


@cache
def _tables(sides: int) -> tuple[bytes, bytes]:
    """A translation of bytes to faces, and the bytes to drop so that every face is equally likely."""
    usable = 256 - 256 % sides
    return bytes(b % sides + 1 if b < usable else 0 for b in range(256)), bytes(range(usable, 256))


class Dice:
    """Faces for one choice. Every face rolled is kept in `ledger`."""

    __slots__ = ("_choice", "_counter", "_pool", "_seed", "_sides", "ledger")

    def __init__(self, seed: int, choice: int) -> None:
        self._seed, self._choice = seed, choice
        self._counter = 0
        self._pool = b""
        self._sides = 0
        self.ledger: list[Rolled] = []

    def roll(self, count: int, purpose: str, sides: int = 6, source: DiceSource = "rolled") -> tuple[int, ...]:
        """Roll `count` dice of `sides` together and return their faces."""
        faces = tuple(self._faces(count, sides))
        self.ledger.append(Rolled(purpose, sides, faces, source))
        return faces

    def reroll(self, count: int, purpose: str, sides: int = 6) -> tuple[int, ...]:
        """Reroll dice; the ledger says that they are rerolls."""
        return self.roll(count, purpose, sides, "re-rolled")

    def _faces(self, count: int, sides: int) -> bytes:
        if sides != self._sides:
            self._pool, self._sides = b"", sides
        while len(self._pool) < count:
            table, drop = _tables(sides)
            self._pool += self._block(self._counter).translate(table, drop)
            self._counter += 1
        faces, self._pool = self._pool[:count], self._pool[count:]
        return faces

    def _block(self, counter: int) -> bytes:
        """The bytes that the next faces are cut from."""
        return blake2b(f"{self._seed}/{self._choice}/{counter}".encode()).digest()


class SealedDice(Dice):
    """Faces under the 32-byte key of a sealed roll."""

    __slots__ = ("_key",)

    def __init__(self, key: bytes) -> None:
        super().__init__(0, 0)
        self._key = key

    def _block(self, counter: int) -> bytes:
        return hmac.digest(self._key, counter.to_bytes(4, "big"), "sha256")


class NoDice(Dice):
    """Raises DiceNeeded at the first roll: a choice that is answered with these rolls none."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(0, 0)

    def roll(self, count: int, purpose: str, sides: int = 6, source: DiceSource = "rolled") -> tuple[int, ...]:
        raise DiceNeeded(purpose)


class GivenDice(Dice):
    """Faces known beforehand: a test's script, or dice typed in or read by a camera.

    Rerolls come from the same row. `finish` raises DiceError when faces are left over. Cards are never drawn by hand:
    those dice come from `own`.
    """

    __slots__ = ("_given", "_own", "_source")

    def __init__(self, faces: Iterable[int], source: DiceSource = "typed", own: Dice | None = None) -> None:
        super().__init__(0, 0)
        self._given = list(faces)
        self._source = source
        self._own = own

    def roll(self, count: int, purpose: str, sides: int = 6, source: DiceSource = "rolled") -> tuple[int, ...]:
        if purpose == DECK and self._own is not None:
            self.ledger.append(Rolled(purpose, sides, self._own.roll(count, purpose, sides)))
            return self.ledger[-1].faces
        if len(self._given) < count:
            raise DiceError("too-few-dice", roll=purpose, needed=count, given=len(self._given))
        faces, self._given = tuple(self._given[:count]), self._given[count:]
        wrong = next((face for face in faces if not 1 <= face <= sides), None)
        if wrong is not None:
            raise DiceError("no-such-face", roll=purpose, sides=sides, face=wrong)
        self.ledger.append(Rolled(purpose, sides, faces, "re-rolled" if source == "re-rolled" else self._source))
        return faces

    @property
    def left(self) -> int:
        return len(self._given)

    def finish(self) -> None:
        if self._given:
            raise DiceError("too-many-dice", left=len(self._given))


class RerollsLast(GivenDice):
    """Given dice of several weapons as a player enters them: first all of the roll, then all that were rolled again."""

    __slots__ = ("_again",)

    def __init__(self, faces: Sequence[int], first: int) -> None:
        super().__init__(faces[:first])
        self._again = GivenDice(faces[first:])

    def reroll(self, count: int, purpose: str, sides: int = 6) -> tuple[int, ...]:
        faces = self._again.reroll(count, purpose, sides)
        self.ledger.append(self._again.ledger[-1])
        return faces


def total(count: int, sides: int, plus: int, dice: Dice, purpose: str) -> int:
    """The sum of `count`D`sides` + `plus`, rolled together."""
    return sum(dice.roll(count, purpose, sides)) + plus if count else plus
