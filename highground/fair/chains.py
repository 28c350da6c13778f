"""Hash chains: a secret that is revealed one step at a time, each step proving itself by the one before."""

from __future__ import annotations

import secrets
from hashlib import sha256

from highground.engine.proof import Party

LENGTH = 1024
"""Rolls that one chain is good for; after them a party starts another."""


class Chain:
    """A party's chain, for the holder of its secret. Values are bytes; rolls count from 1, as in `Party.since`."""

    def __init__(self, secret: bytes, since: int = 1) -> None:
        self.since = since
        values = [secret]
        for _ in range(LENGTH):
            values.append(sha256(values[-1]).digest())
        self._values = values

    @classmethod
    def fresh(cls, since: int = 1) -> tuple[bytes, Chain]:
        """A chain from a new secret, with that secret."""
        secret = secrets.token_bytes(32)
        return secret, cls(secret, since)

    @property
    def anchor(self) -> str:
        return self._values[-1].hex()

    @property
    def last(self) -> int:
        """The last roll that it is good for."""
        return self.since + LENGTH - 1

    def value(self, roll: int) -> str:
        """What the party reveals for a roll. Raises ValueError for one that the chain has no value for."""
        step = roll - self.since + 1
        if not 1 <= step <= LENGTH:
            raise ValueError(f"this chain has no value for roll {roll}")
        return self._values[LENGTH - step].hex()


def fits(party: Party, roll: int, value: str) -> bool:
    """Whether a value is the one that the party's anchor fixed for this roll."""
    step = roll - party.since + 1
    if not 1 <= step <= LENGTH:
        return False
    try:
        found = bytes.fromhex(value)
    except ValueError:
        return False
    if len(found) != 32:
        return False
    for _ in range(step):
        found = sha256(found).digest()
    return found.hex() == party.anchor
