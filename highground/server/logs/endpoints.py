"""GET logs, whole or since an entry; POST a log."""

from __future__ import annotations

import gzip
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response, UploadFile

from highground.game.views.log import NewEntries, NewLog, WholeLog
from highground.server.accounts.access import NOT_SIGNED_IN, MaybeSignedIn, SignedIn, SignedInIfSaid
from highground.server.answers import either
from highground.server.db.session import OpenDatabase, WriteSession
from highground.server.errors import Responses, refusals
from highground.server.games.access import GameId
from highground.server.limits import TOO_MANY, Spending
from highground.server.logs import service
from highground.server.logs.newer import Newer
from highground.server.logs.opening import Openings
from highground.server.logs.schemas import BriefLog, LogUploaded, OtherEntries, OtherLog, OtherNewLog
from highground.server.logs.summary import ReportSummary
from highground.server.logs.tables import BattleLog
from highground.server.logs.timelines import PreparedLog

router = APIRouter(prefix="/api", tags=["logs"])
UNCHANGED: Responses = {304: {"description": "The caller has this already: it has the version of `If-None-Match`."}}
SHARED: Responses = UNCHANGED | refusals(_404="There is no such game, or its owner does not share it.")


@router.get(
    "/game/{game_id}/logs_json",
    operation_id="getLogs",
    response_model=either(WholeLog, NewLog, NewEntries, OtherLog, OtherNewLog, OtherEntries),
    responses=UNCHANGED
    | refusals(
        _401="Nobody is logged in, and no game of this id is shared.",
        _404="There is no such game, it is none of the caller's, or it has no logs yet.",
    ),
)
async def logs_json(
    request: Request,
    database: OpenDatabase,
    user: MaybeSignedIn,
    game_id: GameId,
    since_id: Annotated[int | None, Query(ge=0)] = None,
    entries: Annotated[bool, Query(description="The entries alone, where these are those after `since_id`.")] = False,
) -> Response:
    """A battle's logs: the whole timeline, or with `since_id` the entries after that id as a flat array.

    For the game's owner and opponent; of a shared game for everybody.
    """
    matches = request.app.state.matches
    if since_id is None:
        return packed(request, await service.readable_log(database, matches, user, game_id))
    body = await service.newer_entries(database, matches, user, game_id, Newer(since_id, entries))
    return Response(body, media_type="application/json")


@router.get(
    "/game/shared/{game_id}/json",
    operation_id="getSharedLogs",
    response_model=either(WholeLog, OtherLog),
    responses=SHARED,
)
async def shared_json(request: Request, database: OpenDatabase, game_id: GameId) -> Response:
    """A shared battle's whole timeline; needs no credential."""
    return packed(request, await service.shared_log(database, request.app.state.matches, game_id))


@router.get(
    "/game/shared/{game_id}/brief",
    operation_id="getBriefLogs",
    response_model=BriefLog,
    responses=SHARED,
)
async def brief_json(request: Request, game_id: GameId) -> Response:
    """The same in short, a tenth of it: boards and messages, without dice, unit sheets and raw events."""
    return packed(request, await _openings(request).brief(game_id))


@router.get(
    "/game/shared/{game_id}/summary",
    operation_id="getSummary",
    responses=refusals(_404="There is no such game, or its owner does not share it."),
)
async def summary_json(request: Request, game_id: GameId) -> ReportSummary:
    """What a shared report begins with: winner, score and armies."""
    return await _openings(request).summary(game_id)


@router.post(
    "/logs",
    operation_id="uploadLog",
    status_code=201,
    responses=TOO_MANY
    | refusals(
        _400="The body is not a form with a file.",
        _401="The login that was sent with it is not valid.",
        _409="The caller has as many games as are kept.",
        _413="The file is too large.",
        _422="The file is neither a battle log nor a timeline; the sentence names the place.",
    ),
)
async def upload(
    request: Request, session: WriteSession, user: SignedInIfSaid, spend: Spending, file: UploadFile
) -> LogUploaded:
    """Store a battle log (it is played again to tell its timeline) or a timeline.

    With a login it becomes a private game of the caller's; without one it is open to everybody who has its link, and
    removed after some weeks unless somebody claims it.
    """
    await spend.upload(None if user is None else user.id)
    log = await service.upload(session, user, file, request.app.state.upload_turn)
    url = f"/shared/{log.game_id}/logs" if user is None else f"/games/{log.game_id}/logs"
    return LogUploaded(game_id=log.game_id, url=url, total=log.total)


@router.post(
    "/logs/{game_id}/claim",
    operation_id="claimLog",
    responses=NOT_SIGNED_IN
    | refusals(
        _404="There is no upload of this id that nobody owns.", _409="The caller has as many games as are kept."
    ),
)
async def claim(session: WriteSession, user: SignedIn, game_id: GameId) -> LogUploaded:
    """Take over a log that was uploaded without a login. It stays open to all who have its link until sharing ends."""
    log = await service.claim(session, user, game_id)
    return LogUploaded(game_id=log.game_id, url=f"/games/{log.game_id}/logs", total=log.total)


def _openings(request: Request) -> Openings:
    found: Openings = request.app.state.openings
    return found


def packed(request: Request, log: BattleLog | PreparedLog) -> Response:
    """The stored body as it is: compressed where the browser takes that, nothing at all where it has it already."""
    headers = {"ETag": f'"{log.etag}"', "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if log.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(log.answer, media_type="application/json", headers=headers)
    return Response(gzip.decompress(log.answer), media_type="application/json", headers=headers)
