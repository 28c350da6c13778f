"""What accounts read and write in the database."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from highground.server.accounts.tables import SESSION, Token, User
from highground.server.accounts.tokens import hashed, now
from highground.server.db.reader import Probe

KEPT_AFTER_EXPIRY = timedelta(days=30)
"""For so long the answer is that the login has expired, rather than that there is none."""


async def find_by_email(session: AsyncSession, key: str) -> User | None:
    return await session.scalar(select(User).where(User.email_key == key))


_BY_TOKEN = (
    select(User, Token)
    .join(Token, Token.user_id == User.id)
    .where(Token.token_hash == bindparam("hashed"), Token.kind == bindparam("of_kind"))
)
"""Made once: every request of somebody who is logged in asks it."""
_ALL_OF_IT = """
    SELECT users.*, tokens.* FROM tokens JOIN users ON users.id = tokens.user_id
    WHERE tokens.token_hash = :hashed AND tokens.kind = :of_kind
"""


def token_probe(text: str, kind: str) -> Probe:
    """Whether what `token_row` finds is still the same."""
    return Probe(_ALL_OF_IT, {"hashed": hashed(text), "of_kind": kind})


def token_row(session: Session, text: str, kind: str) -> tuple[User, Token] | None:
    """A token's row with its user, also where it has expired."""
    found = session.execute(_BY_TOKEN, {"hashed": hashed(text), "of_kind": kind}).first()
    return None if found is None else (found[0], found[1])


async def find_token(session: AsyncSession, text: str, kind: str) -> tuple[User, Token] | None:
    return await session.run_sync(token_row, text, kind)


async def delete_token(session: AsyncSession, text: str) -> None:
    await session.execute(delete(Token).where(Token.token_hash == hashed(text), Token.kind == SESSION))


async def forget_old_tokens(session: AsyncSession) -> None:
    await session.execute(delete(Token).where(Token.expires < now() - KEPT_AFTER_EXPIRY))


async def take_token(session: AsyncSession, token_id: int) -> bool:
    """Use up a token. False where another request was quicker."""
    taken = await session.scalar(delete(Token).where(Token.id == token_id).returning(Token.id))
    return taken is not None


async def end_logins(session: AsyncSession, user_id: int, *, but: int | None = None) -> None:
    """Delete a user's tokens, links for a new password too; `but` one stays."""
    query = delete(Token).where(Token.user_id == user_id)
    await session.execute(query if but is None else query.where(Token.id != but))
