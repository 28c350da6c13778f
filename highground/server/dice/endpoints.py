"""GET /api/game/{id}/latest_dice_image."""

from __future__ import annotations

from fastapi import APIRouter

from highground.server.accounts.access import NOT_SIGNED_IN, SignedIn
from highground.server.camera import service
from highground.server.db.session import ReadSession
from highground.server.dice.schemas import LatestDiceImage
from highground.server.errors import refusals
from highground.server.games.access import GameId

router = APIRouter(prefix="/api/game/{game_id}", tags=["camera"])
READ = NOT_SIGNED_IN | refusals(_404="There is no such game, or it is none of the caller's.")


@router.get("/latest_dice_image", operation_id="getLatestDiceImage", responses=READ)
async def latest_dice_image(session: ReadSession, user: SignedIn, game_id: GameId) -> LatestDiceImage:
    """The newest photo of the dice tray, with what its dice show."""
    found = await service.latest(session, user, game_id, dice_tray=True)
    return LatestDiceImage.model_validate(found.model_dump())
