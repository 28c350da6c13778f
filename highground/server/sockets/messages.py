"""Messages on the bus and on the wire.

On the wire a message is `{"type", "payload", "seq"}`. On the bus it is a line that says which seats it is for, and a
line for each of its wordings, up to the number, which only the bus gives: so it is encoded once, however many sockets
get it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

UNSEEN = b'{"type":"unseen","payload":{}'
"""Takes the place of a message that is for other seats, so that a socket's numbers have no gap."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """A message of the bus: what everybody gets, or those of `seats` alone; `own` has other words for some seats.

    `answered` names the socket whose window has it from the answer to its own call.
    """

    seats: frozenset[int] | None
    message: bytes
    own: Mapping[frozenset[int], bytes]
    answered: str = ""

    def to(self, seats: frozenset[int]) -> bytes:
        """The message, up to its number, for a socket that sees these seats' messages."""
        if self.seats is not None and not self.seats & seats:
            return UNSEEN
        return self.own.get(seats, self.message)


def encode(
    kind: str,
    payload: Mapping[str, Any],
    seats: Iterable[int] | None = None,
    own: Mapping[frozenset[int], Mapping[str, Any]] | None = None,
    answered: str = "",
) -> bytes:
    """A message for the bus; for everybody, or for the sockets of `seats` alone, but not for the one of the `answered`.

    `own` has what is added to the payload for the sockets that see the messages of exactly these seats. Raises
    TypeError if it is no JSON.
    """
    more = {} if own is None else own
    head: dict[str, Any] = {"seats": None if seats is None else sorted(seats), "own": [sorted(each) for each in more]}
    if answered:
        head["answered"] = answered
    bodies = [payload, *({**payload, **added} for added in more.values())]
    return b"\n".join([orjson.dumps(head), *(orjson.dumps({"type": kind, "payload": each})[:-1] for each in bodies)])


def decode(message: bytes) -> Parcel:
    head, first, *others = message.split(b"\n")
    meant = orjson.loads(head)
    seats = None if meant["seats"] is None else frozenset(meant["seats"])
    return Parcel(seats, first, dict(zip(map(frozenset, meant["own"]), others, strict=True)), meant.get("answered", ""))


def finish(unfinished: bytes, seq: int) -> str:
    """The message with its number."""
    return (unfinished + b',"seq":%d}' % seq).decode()


def direct(kind: str, payload: Mapping[str, Any], seq: int) -> str:
    """A message to one socket, outside the game's numbering: it repeats the number of the last one that was."""
    return finish(orjson.dumps({"type": kind, "payload": payload})[:-1], seq)
