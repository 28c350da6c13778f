"""GET /api/game/{id}/latest_dice_image, POST the same to have it read again."""

from __future__ import annotations

from fastapi import APIRouter

from highground.server.accounts.access import NOT_SIGNED_IN, SignedIn
from highground.server.camera import service
from highground.server.camera.schemas import Processing
from highground.server.db.session import ReadSession, WriteSession
from highground.server.dice.schemas import LatestDiceImage
from highground.server.dice.service import read_again
from highground.server.errors import refusals
from highground.server.games.access import GameId
from highground.server.jobs.endpoints import GivenJobs
from highground.server.settings import GivenSettings

router = APIRouter(prefix="/api/game/{game_id}", tags=["camera"])
READ = NOT_SIGNED_IN | refusals(_404="There is no such game, or it is none of the caller's.")


@router.get("/latest_dice_image", operation_id="getLatestDiceImage", responses=READ)
async def latest_dice_image(session: ReadSession, user: SignedIn, game_id: GameId) -> LatestDiceImage:
    """The newest photo of the dice tray, with what its dice show."""
    found = await service.latest(session, user, game_id, dice_tray=True)
    return LatestDiceImage.model_validate(found.model_dump())


@router.post(
    "/latest_dice_image",
    operation_id="readDiceAgain",
    status_code=202,
    responses=NOT_SIGNED_IN
    | refusals(
        _403="Only the players of the game may do that.",
        _404="There is no such game or no photo of its dice tray, or it is none of the caller's.",
        _429="Too many of the caller's jobs are not done.",
    ),
)
async def read_dice_again(
    session: WriteSession, jobs: GivenJobs, settings: GivenSettings, user: SignedIn, game_id: GameId
) -> Processing:
    """Read the newest photo of the dice tray once more. The camera channel hears `job_completed`."""
    return await read_again(session, jobs, settings, user, game_id)
