"""A player's device and a table of two of them, as the browsers and the server are, without anything in between."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from random import Random

import msgspec
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from highground.engine.battle import Battle
from highground.engine.choices import Choice
from highground.engine.errors import Refusal
from highground.engine.log import Log, log_of
from highground.engine.model import Setup
from highground.engine.proof import ABSENT, DiceRole, Proof
from highground.engine.record import Given
from highground.fair import sealing as seal
from highground.fair.chains import Chain
from highground.fair.seals import sealed_text
from tests.engine.random_play import _tries

NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Device:
    """Holds a chain and a key, as a browser does."""

    def __init__(self, since: int = 1, secret: bytes = b"") -> None:
        """Without a secret one is drawn; with the same one the same dice fall in each run."""
        self.secret = secret or secrets.token_bytes(32)
        self.chain = Chain(self.secret, since)
        self._key = ec.derive_private_key(1 + int.from_bytes(self.secret[:31]), ec.SECP256R1())

    @property
    def anchor(self) -> str:
        return self.chain.anchor

    @property
    def key(self) -> str:
        point = serialization.PublicFormat.UncompressedPoint
        return self._key.public_key().public_bytes(serialization.Encoding.X962, point).hex()

    def since(self, roll: int) -> None:
        """Start the chain at this roll: what the server says when the device joins."""
        self.chain = Chain(self.secret, roll)

    def reveal(self, role: DiceRole, statement: str, roll: int, witness: str = ABSENT) -> tuple[str, str]:
        """Value and signature for a roll."""
        value = self.chain.value(roll)
        der = self._key.sign(sealed_text(role, statement, value, witness).encode(), ec.ECDSA(SHA256()))
        r, s = decode_dss_signature(der)
        return value, (r.to_bytes(32, "big") + s.to_bytes(32, "big")).hex()


class SealedTable:
    """A battle with sealed dice between user 1 (side 0) and user 2 (side 1), each with a device."""

    def __init__(self, setup: Setup, seed: int = 0) -> None:
        random = Random(f"{seed}-devices")
        self.battle = Battle(setup, 0, sealed=True)
        self.sealing = seal.begin("a-game", setup, random.randbytes(32))
        self.devices = (Device(secret=random.randbytes(32)), Device(secret=random.randbytes(32)))
        for side, device in enumerate(self.devices):
            self.sealing, _ = seal.joined(self.sealing, side + 1, (side,), device.anchor, device.key)
        self.witnesses = True

    def put(self, choice: Choice, given: Given | None = None) -> None:
        """Make a choice, with all that its dice take."""
        request = self.battle.ask()
        assert request is not None
        if self.battle.answer_without_dice(choice, given) is None:
            side = request.side
            pending = self.fixed(side, choice, given)
            self.battle.answer(choice, given, self.revealed(side, pending))
        self.sealing = seal.after(self.sealing, choice, given)

    def fixed(self, side: int, choice: Choice, given: Given | None) -> seal.Pending:
        thrower = seal.device_of(self.sealing, side + 1, self.devices[side].anchor, side)
        witness = seal.witness_for(self.sealing, side + 1, side, (1, 2))
        wanted = seal.Pending(0, len(self.battle.records), choice, "", NOW, given, side + 1, witness, thrower)
        self.sealing, pending = seal.fix(self.sealing, wanted)
        return pending

    def revealed(self, side: int, pending: seal.Pending) -> Proof:
        seen = ABSENT
        if self.witnesses and pending.witness is not None:
            seen, sign = self.devices[1 - side].reveal("witness", pending.statement, pending.roll)
            pending = seal.accept(self.sealing, pending, "witness", seen, sign)
        else:
            pending = seal.passed_over(pending, "witness")
        value, sign = self.devices[side].reveal("thrower", pending.statement, pending.roll, seen)
        pending = seal.accept(self.sealing, pending, "thrower", value, sign)
        assert pending.ready
        return seal.proof_of(self.sealing, pending)

    def undo(self) -> None:
        self.battle.undo(consent=True)
        self.sealing = seal.after_undo(self.sealing)

    def log(self) -> Log:
        log = log_of(self.battle, ("A", "B"), self.sealing.parties, self.sealing.game)
        return msgspec.json.decode(msgspec.json.encode(log), type=Log)


def play_sealed(setup: Setup, seed: int, most: int = 100_000) -> SealedTable:
    """A battle of random choices with sealed dice; now and then one is taken back."""
    table, random = SealedTable(setup, seed), Random(seed)
    while (request := table.battle.ask()) is not None and len(table.battle.records) < most:
        rehearsal = table.battle.clone()
        for choice in _tries(rehearsal, request, random, 0.04):
            try:
                rehearsal.answer(choice)
            except Refusal:
                continue
            table.put(choice)
            break
        if random.random() < 0.02:
            table.undo()
    return table
