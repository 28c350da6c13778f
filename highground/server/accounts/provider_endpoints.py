"""Two addresses for a browser on its way to a login provider and back. Failures are shown on /api/auth/error."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlencode

import structlog
from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import RedirectResponse
from pydantic import BaseModel

from highground.server.accounts import flow, joining, service
from highground.server.accounts.provider import NOT_ACCEPTED, NOT_SET_UP, RETURN_PATH, Provider, ProviderFailure
from highground.server.db.session import OpenDatabase
from highground.server.errors import OUR_FAULT
from highground.server.settings import GivenSettings, Settings

log = structlog.get_logger(__name__)
router = APIRouter(include_in_schema=False)

CANCELLED = "The login was cancelled at the provider."
STRANGE = "This login was started in another browser, or too long ago. Please try again."
COOKIE_PATH = "/api/auth/provider"


class Back(BaseModel):
    """What the provider adds to the address (OpenID Connect Core 1.0, section 3.1.2.5; RFC 9207 for `iss`)."""

    code: str = ""
    state: str = ""
    error: str = ""
    iss: str = ""


async def provider(request: Request) -> Provider:
    found: Provider = request.app.state.provider
    return found


GivenProvider = Annotated[Provider, Depends(provider)]


@router.get("/api/auth/google/login")
async def start(
    request: Request, asked: GivenProvider, settings: GivenSettings, next: str = "", begun: str = ""
) -> RedirectResponse:
    """Off to the provider. `begun` is a word of the page that began it, which gets it back with the token."""
    try:
        url, under_way = await asked.start(flow.own_path(next), flow.own_word(begun))
    except ProviderFailure as failure:
        return _failed(str(failure))
    answer = RedirectResponse(url, 302)
    answer.set_cookie(
        flow.cookie_name(under_way.state),
        flow.sealed(under_way, settings),
        max_age=flow.LIFE_SECONDS,
        path=COOKIE_PATH,
        secure=settings.site.startswith("https:") or request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )
    return answer


@router.get(RETURN_PATH)
async def come_back(
    request: Request,
    asked: GivenProvider,
    settings: GivenSettings,
    database: OpenDatabase,
    back: Annotated[Back, Query()],
) -> RedirectResponse:
    """Back from the provider, with a code or an error. Its cookie ends here either way."""
    name = flow.cookie_name(back.state)
    try:
        under_way = _under_way(asked, settings, back, request.cookies.get(name, ""))
        who = await asked.finish(back.code, under_way)
        async with database.write() as session:
            user = await joining.joined(session, who)
            login = await service.new_login(session, settings, user, remembered=True)
        query = {"token": login.access_token, "user_id": str(user.id)}
        query |= {name: text for name, text in (("next", under_way.next_path), ("begun", under_way.begun)) if text}
        answer = RedirectResponse(f"/api/auth/callback?{urlencode(query)}", 302)
    except ProviderFailure as failure:
        answer = _failed(str(failure))
    except Exception as error:  # somebody with a browser must not end on a page of JSON
        log.error("a login by the provider failed", exc_info=error)
        answer = _failed(OUR_FAULT)
    answer.delete_cookie(name, path=COOKIE_PATH)
    return answer


def _under_way(asked: Provider, settings: Settings, back: Back, cookie: str) -> flow.Flow:
    """The login that this answer belongs to. Raises ProviderFailure where there is none, or the answer is a refusal."""
    if not asked.is_set_up:
        raise ProviderFailure(NOT_SET_UP)
    found = flow.opened(cookie, back.state, settings)
    if found is None:
        raise ProviderFailure(STRANGE)
    if back.error == "access_denied":
        raise ProviderFailure(CANCELLED)
    if back.error or not back.code or back.iss not in ("", settings.oidc_issuer):
        raise ProviderFailure(NOT_ACCEPTED)
    return found


def _failed(text: str) -> RedirectResponse:
    return RedirectResponse(f"/api/auth/error?{urlencode({'message': text})}", 302)
