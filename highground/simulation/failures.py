"""Failure files: battles that erred, kept so that they can be looked into and replayed up to where they stopped."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

import msgspec

from highground.engine.errors import LogError
from highground.engine.log import Log, load
from highground.simulation.battles import Failure

_ENCODER = msgspec.json.Encoder()


def save(failure: Failure, folder: Path) -> Path:
    """Write a failure file, over that of the same battle if there is one. Raises OSError."""
    setup_hash = blake2b(_ENCODER.encode(failure.log.setup), digest_size=4).hexdigest()
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"battle-{failure.seed}-{setup_hash}.json"
    file.write_bytes(msgspec.json.format(_ENCODER.encode(failure), indent=1))
    return file


def read_log(data: bytes) -> Log:
    """The battle log in a log file or in a failure file. Raises LogError."""
    try:
        return load(data)
    except LogError:
        try:
            return msgspec.json.decode(data, type=Failure).log
        except (msgspec.DecodeError, RecursionError):
            pass
        raise
