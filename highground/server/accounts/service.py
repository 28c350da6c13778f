"""Registering, logging in and out, and keeping a login fresh.

A password is hashed before a transaction begins, never within one: on SQLite every other writer would wait for it.
"""

from __future__ import annotations

import structlog
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from highground.server.accounts import repository, tokens
from highground.server.accounts.access import LOG_IN, Login
from highground.server.accounts.names import email_key
from highground.server.accounts.passwords import Passwords
from highground.server.accounts.schemas import Credentials, LoggedIn, Me, Person, Registration
from highground.server.accounts.tables import Token, User
from highground.server.db.engine import Database
from highground.server.errors import Refusal
from highground.server.settings import Settings

log = structlog.get_logger(__name__)

TAKEN = "There is already an account with this email address."
WRONG = "Wrong email or password."


async def register(session: AsyncSession, passwords: Passwords, wanted: Registration) -> User:
    """Make an account. Raises Refusal with 409 where the address has one."""
    user = User(
        email=wanted.email,
        email_key=email_key(wanted.email),
        display_name=wanted.display_name,
        password_hash=await passwords.hash(wanted.password),
        created=tokens.now(),
    )
    session.add(user)
    try:
        await session.flush()
    except IntegrityError as error:
        raise Refusal(409, TAKEN) from error
    return user


async def log_in(database: Database, passwords: Passwords, settings: Settings, given: Credentials) -> LoggedIn:
    """A new login. Raises Refusal with 401, after the same work whether the address has an account or not."""
    async with database.read() as session:
        user = await repository.find_by_email(session, email_key(given.email))
    right = await passwords.verify(given.password, user.password_hash if user is not None else None)
    if user is None or not right:
        raise Refusal(401, WRONG)
    async with database.write() as session:
        return await new_login(session, settings, user, remembered=given.remember)


async def new_login(session: AsyncSession, settings: Settings, user: User, *, remembered: bool) -> LoggedIn:
    """Store a token for somebody who has shown who they are."""
    await repository.forget_old_tokens(session)
    issued = tokens.session_token(user.id, settings, remembered=remembered)
    session.add(issued.row)
    await session.flush()
    return LoggedIn(access_token=issued.text, expires_at=issued.row.expires)


async def me(database: Database, settings: Settings, login: Login) -> Me:
    """Who is logged in, with a new token once more than half of the old one's life is over."""
    person = person_of(login.user)
    if not tokens.is_stale(login.token):
        return Me(**person.model_dump(), user=person, expires_at=login.token.expires)
    async with database.write() as session:
        new = await new_login(session, settings, login.user, remembered=login.token.remembered)
        old = await session.get(Token, login.token.id)
        if old is None:
            raise Refusal(401, LOG_IN)
        old.expires = min(old.expires, tokens.now() + tokens.GRACE)
    return Me(**person.model_dump(), user=person, access_token=new.access_token, expires_at=new.expires_at)


def person_of(user: User) -> Person:
    return Person(id=user.id, email=user.email, display_name=user.display_name)


async def rename(session: AsyncSession, user: User, name: str) -> str:
    """Give a user another display name."""
    found = await session.get(User, user.id)
    if found is None:
        raise Refusal(401, LOG_IN)
    found.display_name = name
    return name
