"""Fingerprints of events: equal battles have equal ones, whatever machine they were played on."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import msgspec

from highground.engine.events import Event

_ENCODER = msgspec.json.Encoder()
SIZE = 16


def chain(before: bytes, events: Sequence[Event]) -> bytes:
    """The fingerprint after more events: of the one before them and of their JSON."""
    return blake2b(before + _ENCODER.encode(events), digest_size=SIZE).digest()
