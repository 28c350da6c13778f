"""The camera's calls: pairing, calibration, photos, their reading, and what the battle makes of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Depends, File, Form, Path, Query, Request, Response, UploadFile

from highground.game.views import calls
from highground.server.accounts.access import NOT_SIGNED_IN, Bearer, SignedIn, current_login, maybe_signed_in
from highground.server.accounts.tables import User
from highground.server.answers import either
from highground.server.camera import phones, service
from highground.server.camera.filming import GivenFilms
from highground.server.camera.schemas import (
    AcceptCall,
    CalibrationCall,
    CameraChange,
    CameraState,
    Differences,
    LatestImage,
    Paired,
    Pairing,
    PairingCode,
    PhotoUploaded,
    ProcessCall,
    Processing,
)
from highground.server.camera.tables import TablePhoto
from highground.server.db.session import OpenDatabase, ReadSession, WriteSession, database
from highground.server.dice.own_dice import own_dice
from highground.server.dice.service import begin_reading
from highground.server.errors import Refusal, Responses, refusals
from highground.server.files import NoSuchFile
from highground.server.games.access import GameId, Need, access_for
from highground.server.games.files import GivenFiles, folder_of
from highground.server.jobs.endpoints import GivenJobs
from highground.server.limits import CAMERA_JOIN, PHOTO, TOO_MANY, Spending
from highground.server.play.calls import CHANGE, Play, taken_over
from highground.server.settings import GivenSettings, settings_of
from highground.server.site.opening import app_page

router = APIRouter(prefix="/api/game/{game_id}", tags=["camera"])
phone = APIRouter(prefix="/api/camera", tags=["camera"])
debug = APIRouter(tags=["camera"])

PhotoId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
READ = NOT_SIGNED_IN | refusals(_404="There is no such game or photo, or it is none of the caller's.")
PLAYERS = READ | refusals(_403="Only the players of the game may do that.")
OLDEST = 7 * 86_400
"""Seconds for which a photo may have waited on a phone."""
NO_TABLE_PHOTO = refusals(_409="The photo shows the dice tray.")
PICTURES: Responses = {
    200: {"content": {"image/*": {"schema": {"type": "string", "format": "binary"}}}, "description": "A picture."}
}


@router.post("/camera/pairing", operation_id="pairCamera", status_code=201, responses=PLAYERS)
async def pair(session: WriteSession, settings: GivenSettings, user: SignedIn, game_id: GameId) -> Pairing:
    """A code that lets a phone photograph this game's table, as letters and as a QR picture."""
    return await phones.pair(session, user, game_id, settings)


@phone.post(
    "/join",
    operation_id="joinAsCamera",
    responses=TOO_MANY | refusals(_404="The code is not valid, or not any more."),
)
async def join(session: WriteSession, spend: Spending, call: PairingCode) -> Paired:
    """Change a pairing code for a token, good for the camera of one game."""
    await spend(CAMERA_JOIN)
    return await phones.join(session, call.code)


@router.get("/camera", operation_id="getCamera", responses=READ)
async def camera(session: ReadSession, user: SignedIn, game_id: GameId) -> CameraState:
    """How far the camera is set up."""
    return await service.camera_state(session, user, game_id)


@router.patch("/camera", operation_id="changeCamera", responses=PLAYERS)
async def change(session: WriteSession, user: SignedIn, game_id: GameId, wanted: CameraChange) -> CameraState:
    """Set the board's corners or the dice tray's rectangle by hand, as fractions of the photo."""
    return await service.change(session, user, game_id, wanted)


@router.post("/camera/calibration", operation_id="calibrateCamera", responses=PLAYERS | NO_TABLE_PHOTO)
async def calibrate(
    database: OpenDatabase, files: GivenFiles, user: SignedIn, game_id: GameId, call: CalibrationCall
) -> CameraState:
    """Say which photo shows the empty board. `residual` says how well it is found; a bad photo changes nothing."""
    return await service.calibrate(database, files, user, game_id, call.image_id)


@dataclass(frozen=True, slots=True)
class PhotoForm:
    """A photo as it is sent, with further ones of the same roll of dice; or a film of a roll. `age`: how many seconds
    ago it was taken, where it has waited on the phone."""

    file: UploadFile
    dice_tray: Annotated[bool, Form()] = False
    more: Annotated[list[UploadFile] | None, File()] = None
    age: Annotated[float, Form(ge=0, le=OLDEST, allow_inf_nan=False)] = 0.0


@router.post(
    "/photos",
    operation_id="uploadPhoto",
    status_code=201,
    responses=PLAYERS
    | TOO_MANY
    | refusals(
        _400="The body is not a form with a file.",
        _409="The game has as many photos as are kept.",
        _413="The photo or film is too large.",
        _422="It is no photo, or no film of a roll at rest.",
    ),
)
async def upload(
    *, request: Request, files: GivenFiles, films: GivenFilms, jobs: GivenJobs, credentials: Bearer, spend: Spending,
    game_id: GameId, form: Annotated[PhotoForm, Depends()],
) -> PhotoUploaded:  # fmt: skip
    """A photo of the table or of the dice tray, by a player or by the paired phone. Dice are read at once.

    `more`: up to two further photos of the same roll of dice, which vote with the first on what they show. Of a roll
    `file` may be a film of at most ten seconds instead, MP4, MOV or WebM: frames of its last rest vote, the first of
    them is the photo, and the film itself is not kept. A photo that has waited on the phone says its `age`: it does
    not take the place of one that was taken after it.
    """
    user = await maybe_signed_in(request, credentials)
    sender = (user, credentials.credentials if credentials else None)
    if user is None:  # what strangers send does not count as the phone's
        async with database(request).read() as session:
            await phones.may_photograph(session, *sender, game_id)
    await spend(PHOTO, f"phone of {game_id}" if user is None else f"user {user.id}")
    sent = [form.file, *(form.more or ())]
    kept = await service.keep_file(database(request), files, films, sender, game_id, sent, form.dice_tray)
    kept.photo.taken -= timedelta(seconds=form.age)
    try:
        async with database(request).write() as session:
            uploaded = await service.add_photo(session, sender, kept)
            if form.dice_tray:
                await begin_reading(session, jobs, settings_of(request), user.id if user else None, kept.photo)
            return uploaded
    except Refusal:
        await service.forget_file(files, kept)
        raise


@router.get("/photos/{photo_id}", operation_id="getPhoto", responses=READ | PICTURES, response_class=Response)
async def photo(
    request: Request, files: GivenFiles, credentials: Bearer, game_id: GameId, photo_id: PhotoId
) -> Response:
    """A photo as it was taken."""
    user = await maybe_signed_in(request, credentials)
    async with database(request).read() as session:
        found = await _seen_by(session, user, credentials.credentials if credentials else None, game_id, photo_id)
    data = await service.contents(files, found)
    return Response(data, media_type=found.media_type, headers={"Cache-Control": "private, max-age=86400, immutable"})


async def _seen_by(
    session: ReadSession, user: User | None, token: str | None, game_id: str, photo_id: str
) -> TablePhoto:
    if user is None and token and await phones.is_phone(session, game_id, token):
        return await service.photo_of(session, game_id, photo_id)
    await access_for(session, user, game_id, Need.READ)
    return await service.photo_of(session, game_id, photo_id)


@router.get("/latest_image", operation_id="getLatestImage", responses=READ)
async def latest_image(session: ReadSession, user: SignedIn, game_id: GameId) -> LatestImage:
    """The newest photo of the table, with what was read from it."""
    return await service.latest(session, user, game_id, dice_tray=False)


@router.post(
    "/process_game_state",
    operation_id="processPhoto",
    status_code=202,
    responses=PLAYERS | NO_TABLE_PHOTO | refusals(_429="Too many of the caller's jobs about games are not done."),
)
async def process(
    database: OpenDatabase, jobs: GivenJobs, settings: GivenSettings, play: Play, user: SignedIn, game_id: GameId,
    call: ProcessCall,
) -> Processing:  # fmt: skip
    """Read a photo of the table. The camera channel hears `job_completed` with the result."""
    return await service.process(database, jobs, settings, play, user, game_id, call.image_id)


@router.get("/reconciliation", operation_id="getDifferences", responses=PLAYERS | CHANGE)
async def differences(
    database: OpenDatabase, play: Play, user: SignedIn, game_id: GameId,
    image_id: Annotated[str, Query(max_length=32)] = "",
) -> Differences:  # fmt: skip
    """What a photo, the newest if none is named, shows that the battle does not know yet."""
    return await service.differences(database, play, user, game_id, image_id)


@router.post(
    "/reconciliation",
    operation_id="acceptDifference",
    response_model=either(calls.TakenOverState, calls.TakenOverChanges),
    responses=CHANGE,
)
async def accept(request: Request, play: Play, user: SignedIn, game_id: GameId, call: AcceptCall) -> Response:
    """Take over what the photo shows of a unit: a choice like any other, which the battle may refuse."""
    async with database(request).read() as session:
        await access_for(session, user, game_id, Need.PLAY)
        table = await service.read_table(session, game_id, call.image_id)
    async with own_dice(database(request), game_id, call.dice) as own:
        return taken_over(await service.take_over(table, play, user, game_id, call, own))


@debug.get("/debug/{file}", operation_id="getDebugImage", responses=READ | PICTURES, response_class=Response)
async def debug_image(
    request: Request, session: ReadSession, files: GivenFiles, credentials: Bearer,
    file: Annotated[str, Path(pattern=r"^[A-Za-z0-9_.-]{1,48}$")],
) -> Response:  # fmt: skip
    """A photo with what was read from it drawn over, for the game's owner.

    A browser that opens the address brings no login: it is given the web app, which fetches the picture with one.
    """
    if credentials is None and "text/html" in request.headers.get("accept", ""):
        return await app_page(request, request.url.path)
    user = (await current_login(request, credentials)).user
    name = file.removesuffix(".jpg")
    found = await session.get(TablePhoto, name.removesuffix("-units"))
    if found is None:
        raise Refusal(404, service.NO_PHOTO)
    await access_for(session, user, found.game_id, Need.OWN)
    try:
        data = await files.get(f"{folder_of(found.game_id)}/debug/{file}")
    except NoSuchFile as fault:
        raise Refusal(404, service.NO_PHOTO) from fault
    return Response(data, media_type="image/jpeg", headers={"Vary": "Accept, Authorization"})
