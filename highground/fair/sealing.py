"""A battle's sealed dice while it is played: who takes part, what is fixed, and what has been revealed of it."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import replace

from highground.engine.choices import Choice
from highground.engine.errors import Refusal
from highground.engine.model import Setup
from highground.engine.proof import ABSENT, UNDO, DiceRole, Party, Proof, Reveal, canonical, linked, parties_of
from highground.engine.record import Given
from highground.fair.chains import LENGTH, Chain, fits
from highground.fair.seals import is_sealed, public_key, sealed_text

MOST_PARTIES = 200
"""Devices of one battle; a player who clears a browser's data for every roll runs out of them."""
MOST_OF_A_PLAYER = 60
"""Those of one player: nobody takes up the places of the opponent's, whose device would then witness nothing."""
SERVER = 0
"""The place of the server's first chain among the parties."""


class Sealing(msgspec.Struct, frozen=True):
    """What is kept of a battle's sealed dice. `secret` is the server's own and leaves it for nobody.

    `users` are the accounts behind the parties (None for the server), `absent` the parties that did not reveal when
    they were last asked, `rolls` how many were fixed so far, `link` the fingerprint of the history up to now.
    """

    game: str
    secret: str
    parties: tuple[Party, ...]
    users: tuple[int | None, ...]
    link: str
    rolls: int = 0
    absent: tuple[int, ...] = ()


class Pending(msgspec.Struct, frozen=True):
    """A choice that is fixed and whose dice are being made. `user` made it; None for the computer.

    `witness` and `thrower` are places among the parties; `missed` also has a witness that there should have been and
    that had no device. `until` is how long the witness is waited for. `lost_by` is
    the side whose thrower says that its device lost its secret.
    """

    roll: int
    number: int
    choice: Choice
    statement: str
    until: datetime
    given: Given | None = None
    user: int | None = None
    witness: int | None = None
    thrower: int | None = None
    reveals: tuple[Reveal, ...] = ()
    missed: tuple[DiceRole, ...] = ()
    lost_by: int | None = None

    def revealed(self, role: DiceRole) -> Reveal | None:
        return next((each for each in self.reveals if each.role == role), None)

    def party(self, role: DiceRole) -> int | None:
        return self.witness if role == "witness" else self.thrower if role == "thrower" else None

    def awaits(self, role: DiceRole) -> bool:
        """Whether a device that the statement names has still to reveal."""
        return self.party(role) is not None and self.revealed(role) is None and role not in self.missed

    @property
    def ready(self) -> bool:
        return not self.awaits("witness") and not self.awaits("thrower")


def begin(game: str, setup: Setup, secret: bytes) -> Sealing:
    """The sealing of a battle that begins: the server takes part from the first roll on."""
    anchor = _chain(secret.hex(), SERVER, 1).anchor
    return Sealing(game, secret.hex(), (Party((), anchor),), (None,), setup_print(setup))


def setup_print(setup: Setup) -> str:
    """The fingerprint that a history begins with: of everything but ability text that is private to its owner."""
    return sha256(canonical(_printed(msgspec.to_builtins(setup))).encode()).hexdigest()


def _printed(value: Any) -> Any:
    if isinstance(value, dict):
        private = value.get("private") is True
        return {key: _printed(each) for key, each in value.items() if not (private and key == "text")}
    return [_printed(each) for each in value] if isinstance(value, (list, tuple)) else value


def without_private(value: Any) -> Any:
    """JSON without the text of private abilities."""
    if isinstance(value, dict):
        kept = {key: without_private(each) for key, each in value.items()}
        return kept | {"text": ""} if kept.get("private") is True and "text" in kept else kept
    if isinstance(value, (list, tuple)):
        return [without_private(each) for each in value]
    return value


@lru_cache(256)
def _chain(secret: str, place: int, since: int) -> Chain:
    """The server's chain at this place among the parties."""
    return Chain(hmac.digest(bytes.fromhex(secret), b"chain %d" % place, "sha256"), since)


def good_for(party: Party, roll: int) -> bool:
    """Whether a party's chain has a value for the roll."""
    return party.since <= roll < party.since + LENGTH


def joined(sealing: Sealing, user: int, sides: Sequence[int], anchor: str, key: str) -> tuple[Sealing, int]:
    """Have a player's device take part from the next roll on, or again; its place among the parties.

    Raises Refusal for an anchor or a key that is none.
    """
    for place, party in enumerate(sealing.parties):
        if party.anchor == anchor and sealing.users[place] == user and party.key == key:
            return replace(sealing, absent=tuple(each for each in sealing.absent if each != place)), place
    if len(sealing.parties) >= MOST_PARTIES or sealing.users.count(user) >= MOST_OF_A_PLAYER:
        raise Refusal("too-many-devices")
    _check_device(sealing, anchor, key)
    party = Party(tuple(sides), anchor, key, sealing.rolls + 1)
    return (
        replace(sealing, parties=(*sealing.parties, party), users=(*sealing.users, user)),
        len(sealing.parties),
    )


def _check_device(sealing: Sealing, anchor: str, key: str) -> None:
    try:
        right = len(bytes.fromhex(anchor)) == 32 and anchor == anchor.lower()
        public_key(key)
    except ValueError:
        right = False
    if not right:
        raise Refusal("wrong-device")
    if any(party.anchor == anchor for party in sealing.parties):
        raise Refusal("known-anchor")


def device_of(sealing: Sealing, user: int | None, anchor: str, side: int) -> int | None:
    """The place of the caller's device, where it may make dice for the side's next roll."""
    for place, party in enumerate(sealing.parties):
        if party.anchor == anchor and user is not None and sealing.users[place] == user and side in party.sides:
            return place if good_for(party, sealing.rolls + 1) else None
    return None


def witness_for(sealing: Sealing, thrower: int | None, side: int, people: Sequence[int]) -> int | None:
    """The device that witnesses the side's next roll: the newest of somebody else at the table that answers.

    `thrower` is the user who rolls, None for the computer; `people` are those who command an army now.
    """
    for place in range(len(sealing.parties) - 1, SERVER, -1):
        party, user = sealing.parties[place], sealing.users[place]
        foreign = user is not None and user != thrower and (thrower is None or side not in party.sides)
        if foreign and user in people and place not in sealing.absent and good_for(party, sealing.rolls + 1):
            return place
    return None


def fix(sealing: Sealing, pending: Pending) -> tuple[Sealing, Pending]:
    """Fix a choice, of which `pending` has all but the roll and the statement, before anybody knows its dice."""
    roll = sealing.rolls + 1
    sealing, server = _with_server(sealing, roll)
    statement = canonical(
        {
            "game": sealing.game,
            "roll": roll,
            "number": pending.number,
            "choice": pending.choice,
            "given": pending.given,
            "link": sealing.link,
            "parties": parties_of(sealing.parties),
            "server": server,
            "thrower": pending.thrower,
            "witness": pending.witness,
        }
    )
    return replace(sealing, rolls=roll), replace(pending, roll=roll, statement=statement)


def _with_server(sealing: Sealing, roll: int) -> tuple[Sealing, int]:
    """The place of the server's chain for the roll, which is a new one where the last has run out."""
    place = max(place for place, user in enumerate(sealing.users) if user is None)
    if good_for(sealing.parties[place], roll):
        return sealing, place
    place = len(sealing.parties)
    party = Party((), _chain(sealing.secret, place, roll).anchor, "", roll)
    return replace(sealing, parties=(*sealing.parties, party), users=(*sealing.users, None)), place


def accept(sealing: Sealing, pending: Pending, role: DiceRole, value: str, seal: str) -> Pending:
    """Take a device's value in. Raises Refusal where it is not the one that was fixed, or not sealed by that device."""
    place = pending.party(role)
    known = pending.revealed(role)
    if known is not None and known.value == value:
        return pending
    if place is None or not pending.awaits(role):
        raise Refusal("not-awaited")
    if role == "thrower" and pending.awaits("witness"):
        raise Refusal("witness-first")
    party = sealing.parties[place]
    witness = pending.revealed("witness")
    text = sealed_text(role, pending.statement, value, ABSENT if witness is None else witness.value)
    if not fits(party, pending.roll, value):
        raise Refusal("wrong-reveal")
    if not is_sealed(party.key, text, seal):
        raise Refusal("wrong-seal")
    return replace(pending, reveals=(*pending.reveals, Reveal(role, place, value, seal)))


def passed_over(pending: Pending, role: DiceRole) -> Pending:
    """Go on without a device that has not revealed."""
    return replace(pending, missed=(*pending.missed, role)) if pending.awaits(role) else pending


def without(sealing: Sealing, place: int) -> Sealing:
    """A device that has not revealed is not waited for again until it comes back."""
    return replace(sealing, absent=tuple(sorted({*sealing.absent, place})))


def proof_of(sealing: Sealing, pending: Pending) -> Proof:
    """The proof of a roll for which everybody has revealed who will, with the server's own value."""
    place = int(msgspec.json.decode(pending.statement)["server"])
    value = _chain(sealing.secret, place, sealing.parties[place].since).value(pending.roll)
    return Proof(pending.roll, pending.statement, (*pending.reveals, Reveal("server", place, value)), pending.missed)


def step_of(choice: Choice, given: Given | None) -> Any:
    """A choice as a step of the history, with the dice that its player rolled, if it was answered with such."""
    return choice if given is None else [choice, given]


def after(sealing: Sealing, choice: Choice, given: Given | None) -> Sealing:
    """After one more choice."""
    return replace(sealing, link=linked(sealing.link, step_of(choice, given)))


def after_undo(sealing: Sealing) -> Sealing:
    """After the last choice was taken back."""
    return replace(sealing, link=linked(sealing.link, UNDO))
