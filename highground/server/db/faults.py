"""What a database's failure means, in one sentence, and whether to try again."""

from __future__ import annotations

import errno
from dataclasses import dataclass

from alembic.util import CommandError
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

BUSY = "The database is busy at the moment, so nothing was changed. Please try again."
FULL = "The server's disk is full, so nothing was changed. The site's operator has to make room."
DAMAGED = "The server's database is damaged, so nothing was changed. The site's operator has to restore a backup."
AWAY = "The database cannot be reached, so nothing was changed. Please try again later."
NEWER = (
    "The database was written by a newer version of Highground, or by another program. Use that version, or another "
    "database."
)

FULL_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)
_SQLITE = (
    ("locked", BUSY),
    ("database is busy", BUSY),
    ("disk is full", FULL),
    ("readonly database", FULL),
    ("disk I/O error", FULL),
    ("unable to open", AWAY),
    ("malformed", DAMAGED),
    ("not a database", DAMAGED),
)
_POSTGRESQL = (("53100", FULL), ("55P03", BUSY), ("40P01", BUSY), ("57P0", AWAY), ("08", AWAY), ("53300", BUSY))
"""Beginnings of SQLSTATEs: https://www.postgresql.org/docs/current/errcodes-appendix.html"""


@dataclass(frozen=True, slots=True)
class Fault:
    sentence: str
    again: int | None = None
    """Seconds until it may be worth trying again."""


def fault_of(error: BaseException) -> Fault | None:
    """What a failure means for the caller; None for one that is a fault of the program."""
    sentence = _sentence(error)
    return None if sentence is None else Fault(sentence, {BUSY: 1, AWAY: 5}.get(sentence))


def _sentence(error: BaseException) -> str | None:
    if isinstance(error, NoConnection):
        return BUSY
    if isinstance(error, CommandError):
        return NEWER
    if isinstance(error, DBAPIError):
        return _of_driver(error)
    if isinstance(error, ConnectionError | TimeoutError):
        return AWAY
    if isinstance(error, OSError) and error.errno in FULL_ERRORS:
        return FULL
    return None


def _of_driver(error: DBAPIError) -> str | None:
    text = str(error.orig)
    state = str(getattr(error.orig, "sqlstate", None) or getattr(error.orig, "pgcode", None) or "")
    for part, sentence in _SQLITE:
        if part in text and not state:
            return sentence
    for beginning, sentence in _POSTGRESQL:
        if state.startswith(beginning):
            return sentence
    gone = error.connection_invalidated or (isinstance(error, InterfaceError | OperationalError) and not state)
    return AWAY if gone and "sqlite" not in type(error.orig).__module__ else None
