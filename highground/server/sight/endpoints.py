"""POST /api/sight."""

from __future__ import annotations

from fastapi import APIRouter

from highground.server.sight.schemas import SightAnswer, SightQuestion
from highground.server.sight.service import look

router = APIRouter(prefix="/api", tags=["sight"])


@router.post("/sight", operation_id="getSight")
def sight(question: SightQuestion) -> SightAnswer:
    """How far a base sees in every direction, by the same rule that decides targets in a battle."""
    return look(question)
