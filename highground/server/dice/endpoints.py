"""GET /api/game/{id}/latest_dice_image, POST the same to have it read again; and the symbols on players' dice."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

from highground.server.accounts.access import NOT_SIGNED_IN, SignedIn
from highground.server.camera import service
from highground.server.camera.schemas import Processing
from highground.server.db.session import OpenDatabase, ReadSession, WriteSession
from highground.server.dice import symbols
from highground.server.dice.schemas import DiceSymbolList, DiceSymbolRow, ExplainCall, LatestDiceImage
from highground.server.dice.service import counted_analysis, read_again
from highground.server.errors import refusals
from highground.server.games.access import GameId
from highground.server.games.files import GivenFiles
from highground.server.jobs.endpoints import GivenJobs
from highground.server.settings import GivenSettings

router = APIRouter(prefix="/api/game/{game_id}", tags=["camera"])
own = APIRouter(prefix="/api/dice_symbols", tags=["camera"])
SymbolId = Annotated[int, Path(ge=1, le=2**31 - 1)]
Rolled = Annotated[int | None, Query(ge=1, le=999)]
READ = NOT_SIGNED_IN | refusals(_404="There is no such game, or it is none of the caller's.")


@router.get("/latest_dice_image", operation_id="getLatestDiceImage", responses=READ)
async def latest_dice_image(
    session: ReadSession, user: SignedIn, game_id: GameId, rolled: Rolled = None
) -> LatestDiceImage:
    """The newest photo of the dice tray, with what its dice show.

    `rolled`: how many dice the roll takes. So many are then asked about as the sure ones leave open.
    """
    found = await service.latest(session, user, game_id, dice_tray=True)
    image = found.model_dump()
    if rolled is not None and image["analysis"]:
        image["analysis"] = counted_analysis(image["analysis"], rolled)
    return LatestDiceImage.model_validate(image)


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


@router.post(
    "/dice_symbols",
    operation_id="explainDiceSymbol",
    status_code=201,
    responses=NOT_SIGNED_IN
    | refusals(
        _403="Only the players of the game may do that.",
        _404="There is no such game or photo, or it is none of the caller's.",
        _409="The photo is none of the dice tray, or has not been read.",
        _422="Some of these dice show pips.",
    ),
)
async def explain_dice_symbol(
    database: OpenDatabase, files: GivenFiles, user: SignedIn, game_id: GameId, call: ExplainCall
) -> DiceSymbolRow:
    """Say what a symbol on dice stands for. Further photos of the caller's games are read accordingly."""
    return await symbols.explain(database, files, user, game_id, call)


@own.get("", operation_id="listDiceSymbols", responses=NOT_SIGNED_IN)
async def dice_symbols(session: ReadSession, user: SignedIn) -> DiceSymbolList:
    """The symbols that the caller has explained, the newest first."""
    return await symbols.listed(session, user)


@own.delete(
    "/{symbol_id}",
    operation_id="forgetDiceSymbol",
    status_code=204,
    responses=NOT_SIGNED_IN | refusals(_404="The caller has explained no such symbol."),
)
async def forget_dice_symbol(session: WriteSession, user: SignedIn, symbol_id: SymbolId) -> None:
    """Forget what a symbol stands for; dice that show it are asked about again."""
    await symbols.forget(session, user, symbol_id)
