"""Who sends a request: what other features ask for.

`user: SignedIn` refuses visitors who are not logged in, `user: MaybeSignedIn` is None for them, and `user_of_token` is
for sockets. The user is detached from any session: load the row again to change it. Describe the refusal in an endpoint
with `responses=NOT_SIGNED_IN | refusals(...)`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated

from fastapi import Depends, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from sqlalchemy.orm import Session

from highground.server.accounts import repository
from highground.server.accounts.tables import SESSION, Token, User
from highground.server.accounts.tokens import now
from highground.server.db.session import database
from highground.server.errors import Refusal, refusals

LOG_IN = "Please log in to go on."
EXPIRED = "Your login has expired. Please log in again."
NOT_SIGNED_IN = refusals(_401="Nobody is logged in, or the login has expired.")

_bearer = HTTPBearer(auto_error=False, scheme_name="login", description="The access token of a login.")
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]


@dataclass(frozen=True, slots=True)
class Login:
    """A user with the token that the request came with."""

    user: User
    token: Token
    text: str


def user_of_token(session: Session, token: str) -> User | None:
    """Whose valid login a token is."""
    found = repository.token_row(session, token, SESSION)
    return found[0] if found is not None and found[1].expires > now() else None


async def current_login(request: Request, credentials: Bearer) -> Login:
    """The login of a request; its session is closed before the endpoint runs. Raises Refusal with 401."""
    found = await _found(request, credentials)
    if found is None:
        raise _unauthorized(LOG_IN)
    if found.token.expires <= now():
        raise _unauthorized(EXPIRED)
    return found


async def _found(request: Request, credentials: HTTPAuthorizationCredentials | None) -> Login | None:
    """The login that a request came with, also where it has expired."""
    if credentials is None:
        return None
    text = credentials.credentials
    find = partial(repository.token_row, text=text, kind=SESSION)
    found = await database(request).ask(find, ("login", text), repository.token_probe(text, SESSION))
    return None if found is None else Login(*found, text)


CurrentLogin = Annotated[Login, Depends(current_login)]


async def signed_in(login: CurrentLogin) -> User:
    return login.user


async def maybe_signed_in(request: Request, credentials: Bearer) -> User | None:
    """None without a token and with one that is not valid, so that shared things stay open."""
    found = await _found(request, credentials)
    return found.user if found is not None and found.token.expires > now() else None


async def signed_in_if_said(request: Request, credentials: Bearer) -> User | None:
    """None without a token. One that is not valid is refused: what somebody brings must not become nobody's."""
    return None if credentials is None else (await current_login(request, credentials)).user


SignedIn = Annotated[User, Depends(signed_in)]
SignedInIfSaid = Annotated[User | None, Depends(signed_in_if_said)]
MaybeSignedIn = Annotated[User | None, Depends(maybe_signed_in)]


def _unauthorized(text: str) -> Refusal:
    return Refusal(401, text, {"WWW-Authenticate": "Bearer"})
