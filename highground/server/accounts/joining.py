"""From somebody confirmed by a provider to an account of ours."""

from __future__ import annotations

import structlog
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from highground.server.accounts import repository, tokens
from highground.server.accounts.names import LONGEST_NAME, checked_email, checked_name, email_key
from highground.server.accounts.provider import NOT_ACCEPTED, Identified, ProviderFailure
from highground.server.accounts.tables import Identity, User

log = structlog.get_logger(__name__)

NOT_CONFIRMED = (
    "Your login provider has not confirmed your email address. Please confirm it there, or register here with a "
    "password."
)


async def joined(session: AsyncSession, who: Identified) -> User:
    """The account of an identity: the one it has, the one of its email address, or a new one.

    Only a confirmed address joins an account. Where the account's own address was never confirmed, anybody may have
    registered it: then its password and its logins end, as the provider knows better whose address it is.
    Raises ProviderFailure.
    """
    known = await session.get(Identity, (who.issuer, who.subject))
    if known is not None:
        user = await session.get(User, known.user_id)
        if user is not None:
            return user
    user = await _by_address(session, who)
    session.add(Identity(issuer=who.issuer, subject=who.subject, user_id=user.id, created=tokens.now()))
    await _flushed(session)
    return user


async def _by_address(session: AsyncSession, who: Identified) -> User:
    if not who.email_verified:
        raise ProviderFailure(NOT_CONFIRMED)
    try:
        email = checked_email(who.email)
    except ValueError as error:
        raise ProviderFailure(NOT_CONFIRMED) from error
    user = await repository.find_by_email(session, email_key(email))
    if user is None:
        user = User(
            email=email,
            email_key=email_key(email),
            email_confirmed=True,
            display_name=_display_name(who, email),
            created=tokens.now(),
        )
        session.add(user)
        await _flushed(session)
    elif not user.email_confirmed:
        user.password_hash = None
        user.email_confirmed = True
        await repository.end_logins(session, user.id)
        log.info("an account now belongs to the confirmed owner of its address", user=user.id)
    return user


def _display_name(who: Identified, email: str) -> str:
    for name in (who.name[:LONGEST_NAME], email.partition("@")[0]):
        try:
            return checked_name(name)
        except ValueError:
            continue
    return "Player"


async def _flushed(session: AsyncSession) -> None:
    """The same person in two tabs at once: the second may try again."""
    try:
        await session.flush()
    except IntegrityError as error:
        raise ProviderFailure(NOT_ACCEPTED) from error
