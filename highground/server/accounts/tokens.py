"""Opaque random tokens, of which the server keeps only a hash."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from highground.server.accounts.tables import SESSION, Token
from highground.server.settings import Settings

GRACE = timedelta(minutes=5)
"""How long a replaced token stays valid, for other tabs that still hold it."""


@dataclass(frozen=True, slots=True)
class Issued:
    """A token as its holder gets it, with the row that is stored."""

    text: str
    row: Token


def now() -> datetime:
    return datetime.now(UTC)


def hashed(token: str) -> str:
    """What is stored of a token: 64 hex digits. The token is random, so a plain hash cannot be guessed back."""
    return hashlib.sha256(token.encode()).hexdigest()


def issue(user_id: int, kind: str, life: timedelta, *, remembered: bool = False) -> Issued:
    text, created = secrets.token_urlsafe(32), now()
    row = Token(
        user_id=user_id,
        token_hash=hashed(text),
        kind=kind,
        remembered=remembered,
        created=created,
        expires=created + life,
    )
    return Issued(text, row)


def session_token(user_id: int, settings: Settings, *, remembered: bool) -> Issued:
    """A login of long life where it is to be remembered, else of short life."""
    life = timedelta(days=settings.login_days) if remembered else timedelta(hours=settings.login_hours)
    return issue(user_id, SESSION, life, remembered=remembered)


def is_stale(token: Token) -> bool:
    """More than half of its life is over, so its holder gets a new one."""
    return now() - token.created > (token.expires - token.created) / 2
