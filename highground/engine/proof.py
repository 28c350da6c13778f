"""Sealed rolls: the dice of a choice come from values that several parties fixed before and reveal after it.

Each party starts a hash chain: it picks a secret, hashes it some thousand times with SHA-256, and publishes the last
value as its anchor. For every roll it takes part in it reveals the value before the last one that it revealed, which
hashes to that one: nobody can choose a value late, and each reveal commits to the next. The choice itself is fixed
first, as a statement whose hash goes into the key of the dice:

    fixed = SHA-256(statement)
    key   = HMAC-SHA256(the server's value, "fixed:the witness's value:the thrower's value")

with hexadecimal text for values and `-` for a party that took no part. `docs/dice.md` says what each party learns.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Literal

import msgspec

ABSENT = "-"
"""Stands in the key for a party that took no part."""
DiceRole = Literal["witness", "thrower", "server"]


class Party(msgspec.Struct, frozen=True, gc=False):
    """Somebody whose values make dice: the server (no sides), or a device of the player who commands `sides`.

    `anchor` is the end of its hash chain and `key` its public key (an uncompressed P-256 point), both hexadecimal.
    `since` is the first roll that it may take part in, from 1. A player who changes the device is a new party.
    """

    sides: tuple[int, ...]
    anchor: str
    key: str = ""
    since: int = 1


class Reveal(msgspec.Struct, frozen=True, gc=False):
    """A party's value for one roll. `seal` is its signature of what it saw when it revealed; the server signs nothing.

    Both are hexadecimal; a signature is ECDSA over P-256 with SHA-256, as r and s of 32 bytes each.
    """

    role: DiceRole
    party: int
    value: str
    seal: str = ""


class Proof(msgspec.Struct, frozen=True, gc=False):
    """What a choice's dice were made of. `statement` is the text that fixed the choice, `roll` counts from 1.

    `missed` are parties that the statement names and that did not reveal in time.
    """

    roll: int
    statement: str
    reveals: tuple[Reveal, ...]
    missed: tuple[DiceRole, ...] = ()

    def value(self, role: DiceRole) -> str:
        """What a party revealed; ABSENT where it took no part."""
        return next((each.value for each in self.reveals if each.role == role), ABSENT)


def canonical(value: Any) -> str:
    """One text for equal values, here and in browsers: sorted keys, no spaces, whole numbers without a fraction."""
    return json.dumps(_plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, dict):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value if value is None or isinstance(value, (bool, int, str)) else _plain(msgspec.to_builtins(value))


def fixed(statement: str) -> str:
    """What fixes a choice: the hash of its statement."""
    return sha256(statement.encode()).hexdigest()


def dice_key(proof: Proof) -> bytes:
    """The key of the dice. Raises ValueError where the server's value is missing or is not hexadecimal."""
    server = bytes.fromhex(proof.value("server"))
    text = f"{fixed(proof.statement)}:{proof.value('witness')}:{proof.value('thrower')}"
    return hmac.digest(server, text.encode(), "sha256")


def linked(link: str, step: Any) -> str:
    """The fingerprint of a history after one more step: a choice, or UNDO."""
    return sha256(f"{link}:{canonical(step)}".encode()).hexdigest()


UNDO = "undo"


def parties_of(parties: Sequence[Party]) -> str:
    """The fingerprint of everybody who may take part so far."""
    return sha256(canonical(list(parties)).encode()).hexdigest()


def hashed(value: bytes, times: int) -> bytes:
    for _ in range(times):
        value = sha256(value).digest()
    return value


__all__ = [
    "ABSENT",
    "UNDO",
    "DiceRole",
    "Party",
    "Proof",
    "Reveal",
    "canonical",
    "dice_key",
    "fixed",
    "hashed",
    "linked",
    "parties_of",
]
