"""POST /api/newsletter."""

from __future__ import annotations

from fastapi import APIRouter

from highground.server.db.session import WriteSession
from highground.server.limits import NEWSLETTER, TOO_MANY, Spending
from highground.server.newsletter import service
from highground.server.newsletter.schemas import Subscribed, Subscription
from highground.server.settings import GivenSettings

NO_LETTERS = "This server cannot send letters yet."

router = APIRouter(prefix="/api", tags=["newsletter"])


@router.post("/newsletter", operation_id="subscribe", status_code=201, responses=TOO_MANY)
async def subscribe(
    session: WriteSession, spend: Spending, settings: GivenSettings, wanted: Subscription
) -> Subscribed:
    """Ask for the newsletter. The answer does not tell whether the address had asked before."""
    await spend(NEWSLETTER, wanted.email)
    await service.subscribe(session, wanted.email)
    what = f"We will write to {wanted.email}." if settings.smtp_host else f"{wanted.email} is kept. {NO_LETTERS}"
    return Subscribed(detail=f"Thank you. {what}")
