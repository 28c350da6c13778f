"""GET /api/user/achievements."""

from __future__ import annotations

from fastapi import APIRouter

from highground.server.accounts.access import NOT_SIGNED_IN, SignedIn
from highground.server.achievements import service
from highground.server.achievements.schemas import Achievable, AchievementRow
from highground.server.db.session import ReadSession
from highground.server.errors import refusals
from highground.server.games.endpoints import UserId

router = APIRouter(prefix="/api", tags=["achievements"])


@router.get(
    "/user/achievements",
    operation_id="listAchievements",
    responses=NOT_SIGNED_IN | refusals(_403="The user id is somebody else's."),
)
async def achievements(session: ReadSession, user: SignedIn, user_id: UserId = None) -> list[AchievementRow]:
    """What the caller has earned as a commander, last earned first."""
    return await service.listed(session, user, user_id)


@router.get("/achievements", operation_id="listAchievable")
async def achievable() -> list[Achievable]:
    """Everything that a commander can earn."""
    return service.achievable()
