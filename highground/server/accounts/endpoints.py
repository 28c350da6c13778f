"""Registering, logging in and out, and who one is."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from highground.server.accounts import recovery, repository, service
from highground.server.accounts.access import NOT_SIGNED_IN, Bearer, CurrentLogin
from highground.server.accounts.passwords import Passwords
from highground.server.accounts.schemas import (
    Credentials,
    Forgotten,
    LinkSent,
    LoggedIn,
    Me,
    Person,
    Registration,
    Reset,
)
from highground.server.db.session import OpenDatabase, WriteSession
from highground.server.errors import refusals
from highground.server.limits import FORGOT, LOGIN, REGISTER, RESET, TOO_MANY, Spending
from highground.server.mail import Posting
from highground.server.settings import GivenSettings

router = APIRouter(prefix="/api/auth", tags=["accounts"])


async def passwords(request: Request) -> Passwords:
    found: Passwords = request.app.state.passwords
    return found


Hashing = Annotated[Passwords, Depends(passwords)]


@router.post(
    "/register",
    operation_id="register",
    status_code=201,
    responses=TOO_MANY | refusals(_409="There is already an account with this email address."),
)
async def register(session: WriteSession, hashing: Hashing, spend: Spending, wanted: Registration) -> Person:
    """Make an account with an email address and a password."""
    await spend(REGISTER, wanted.email)
    return service.person_of(await service.register(session, hashing, wanted))


@router.post("/login", operation_id="login", responses=TOO_MANY | refusals(_401="Wrong email or password."))
async def login(
    database: OpenDatabase, hashing: Hashing, settings: GivenSettings, spend: Spending, given: Credentials
) -> LoggedIn:
    """Log in. `remember` false makes a login of hours instead of days."""
    await spend(LOGIN, given.email)
    return await service.log_in(database, hashing, settings, given)


@router.get("/me", operation_id="getMe", response_model_exclude_none=True, responses=NOT_SIGNED_IN)
async def me(database: OpenDatabase, settings: GivenSettings, current: CurrentLogin) -> Me:
    """Who is logged in. An `access_token` in the answer takes the place of the one in use, which ends minutes later."""
    return await service.me(database, settings, current)


@router.post("/logout", operation_id="logout", status_code=204)
async def logout(session: WriteSession, credentials: Bearer) -> None:
    """End the login. Nothing happens without one."""
    if credentials is not None:
        await repository.delete_token(session, credentials.credentials)


@router.post("/forgot", operation_id="forgotPassword", status_code=202, responses=TOO_MANY)
async def forgot(
    database: OpenDatabase, post: Posting, settings: GivenSettings, spend: Spending, given: Forgotten
) -> LinkSent:
    """Ask for a link to choose a new password. The answer is the same whether there is such an account or not."""
    await spend(FORGOT, given.email)
    post.later(recovery.send_link(database, post, settings, given.email))
    return LinkSent(sent_by=post.way, detail=recovery.DETAILS[post.way])


@router.post(
    "/reset",
    operation_id="resetPassword",
    status_code=204,
    responses=TOO_MANY | refusals(_400="The link is no longer valid."),
)
async def reset(database: OpenDatabase, hashing: Hashing, post: Posting, spend: Spending, given: Reset) -> None:
    """Choose a new password with the token of a link. It works once; all logins of the user end."""
    await spend(RESET)
    await recovery.reset(database, hashing, post, given)
