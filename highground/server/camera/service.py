"""Photos of a game's table: kept, calibrated by, read, and held against the battle."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

import msgspec
import orjson
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from highground.engine.record import Given
from highground.game.commands.commanding import Steps
from highground.game.commands.reconciliation import Proposal, accept, compare, differs, known_of, picked
from highground.game.match.match import Match
from highground.game.parts.refusals import refusal_view
from highground.game.views.calls import TakenOver
from highground.server.accounts.tables import User
from highground.server.accounts.tokens import now
from highground.server.camera.filming import Films
from highground.server.camera.phones import camera_of, may_photograph
from highground.server.camera.schemas import (
    AcceptCall,
    CameraChange,
    CameraState,
    Difference,
    Differences,
    LatestImage,
    PhotoUploaded,
    Processing,
    Trouble,
)
from highground.server.camera.tables import Camera, TablePhoto
from highground.server.camera.work import EarlierRequest, PhotoRequest
from highground.server.db.engine import Database
from highground.server.errors import Refusal
from highground.server.files import Files, FileTooLarge, NoSuchFile
from highground.server.games.access import Access, Need, access_for
from highground.server.games.files import folder_of
from highground.server.jobs.service import Jobs
from highground.server.jobs.tables import CANCELLED, DONE, FAILED, Job
from highground.server.play.service import CallResult, Playing
from highground.server.settings import Settings
from highground.server.sockets.camera import tell_camera
from highground.vision.board import BoardNotFound
from highground.vision.dice.voting import MOST_FRAMES
from highground.vision.earlier import unmoved
from highground.vision.film import is_film
from highground.vision.found import Analysis, KnownTable
from highground.vision.markers.marks import MarkKind
from highground.vision.markers.reading import read_markers
from highground.vision.photo import LEAST_SIDE, Photo, PhotoError, decode
from highground.vision.quality import of_markers, of_picture, of_prints, print_scale
from highground.vision.scale import find_view

KIND = "photo"
ENDINGS = {"JPEG": ("jpg", "image/jpeg"), "PNG": ("png", "image/png"), "WEBP": ("webp", "image/webp")}
AS_JPEG = ("jpg", "image/jpeg")
NO_PHOTO = "There is no such photo in this game."
NOT_READ = "This photo has not been read yet."
NOT_KEPT = "What was read from this photo is not kept any more."
NOT_READABLE = "This photo could not be read."
CANCELLED_READING = "The reading of this photo was cancelled."
OF_THE_TRAY = "This photo shows the dice tray, whose dice are read by themselves. Take a photo of the table."
OLD_PHOTO = "This photo shows less than the battle needs. Take a new one."
ONLY_ROLLS = "Several photos at once are taken of a roll of dice alone. Send one photo of the table."
NO_FILM_OF_IT = "A film is read of a roll of dice alone. Send a photo of the table."
FILM_ALONE = "A film is sent by itself: the pictures that vote are taken from it."
TOO_MANY_FRAMES = f"A roll is read from at most {MOST_FRAMES} photos. Send fewer."
WHOLE = (60.0, 44.0)
MOST_PHOTOS = 500
"""Of one game; a long battle takes a hundred."""
LOOKED_BACK = 4
"""Photos among which an earlier one is looked for that says what the units look like."""
SIDES = 3
"""Earlier photos of the same table that are read along with a new one."""
TOGETHER = timedelta(minutes=3)
"""Photos that are no further apart are of one look at the table, from several sides."""
TOO_MANY_PHOTOS = f"This game has {MOST_PHOTOS} photos, the most that are kept. Take no more, or begin another game."


class FileSource(Protocol):
    """A file that is being sent."""

    async def read(self, size: int = -1) -> bytes: ...


def image_url(game_id: str, photo_id: str) -> str:
    return f"/api/game/{game_id}/photos/{photo_id}"


@dataclass(frozen=True, slots=True)
class KeptPhoto:
    """A photo whose file is kept, before its row is written."""

    photo: TablePhoto
    uploaded: PhotoUploaded


@dataclass(frozen=True, slots=True)
class SentPicture:
    """A picture that was sent, as its file is kept; its width and height in pixels."""

    data: bytes
    ending: str
    media_type: str
    size: tuple[int, int]


async def keep_file(
    database: Database,
    files: Files,
    films: Films,
    sender: tuple[User | None, str | None],
    game_id: str,
    sent: Sequence[FileSource],
    dice_tray: bool,
) -> KeptPhoto:
    """Keep the file of a photo of one of the game's players or of its phone; no transaction is open meanwhile.

    `sent`: a photo; of a roll of dice up to three, or a film. Raises Refusal with what is wrong with it, before
    anything is kept.
    """
    async with database.read() as session:
        await may_photograph(session, *sender, game_id)
        count = select(func.count()).select_from(TablePhoto).where(TablePhoto.game_id == game_id)
        if (await session.scalar(count) or 0) >= MOST_PHOTOS:
            raise Refusal(409, TOO_MANY_PHOTOS)
    if len(sent) > 1 and not dice_tray:
        raise Refusal(422, ONLY_ROLLS)
    if len(sent) > MOST_FRAMES:
        raise Refusal(422, TOO_MANY_FRAMES)
    found = await _pictures(files, films, sent, dice_tray)
    photo_id = secrets.token_urlsafe(12)
    keys = await _keep(files, f"{folder_of(game_id)}/photos/{photo_id}", found)
    wide, high = found[0].size
    row = TablePhoto(
        id=photo_id,
        game_id=game_id,
        dice_tray=dice_tray,
        key=keys[0],
        media_type=found[0].media_type,
        width=wide,
        height=high,
        taken=now(),
        frames=keys[1:] or None,
    )
    url = image_url(game_id, photo_id)
    return KeptPhoto(row, PhotoUploaded(image_id=photo_id, image_url=url, dice_tray=dice_tray, width=wide, height=high))


async def _pictures(files: Files, films: Films, sent: Sequence[FileSource], dice_tray: bool) -> list[SentPicture]:
    """What was sent, checked: a film's frames at rest, or photos. Raises Refusal."""
    all_of_it = [await each.read(files.limit + 1) for each in sent]
    if any(len(data) > files.limit for data in all_of_it):
        raise Refusal(413, str(FileTooLarge(files.limit)))
    if any(is_film(data) for data in all_of_it):
        if not dice_tray:
            raise Refusal(422, NO_FILM_OF_IT)
        if len(all_of_it) > 1:
            raise Refusal(422, FILM_ALONE)
        all_of_it = await films.frames(all_of_it[0])
    return [await asyncio.to_thread(_checked, data) for data in all_of_it]


def _checked(data: bytes) -> SentPicture:
    """A photo's bytes as they are kept. Raises Refusal."""
    try:
        photo = decode(data, LEAST_SIDE)  # a look at all of it, in the least time
    except PhotoError as fault:
        raise Refusal(422, str(fault)) from fault
    ending, media_type = ENDINGS.get(photo.format, AS_JPEG)
    return SentPicture(data if photo.format in ENDINGS else _as_jpeg(photo), ending, media_type, photo.size)


async def _keep(files: Files, key: str, pictures: Sequence[SentPicture]) -> list[str]:
    """Keep the files of one upload: all of them, or none. Their keys. Raises Refusal."""
    keys: list[str] = []
    try:
        for number, each in enumerate(pictures, 1):
            name = f"{key}.{each.ending}" if number == 1 else f"{key}-{number}.{each.ending}"
            await files.put(name, each.data)
            keys.append(name)
    except BaseException as fault:
        for name in keys:
            await files.delete(name)
        if isinstance(fault, FileTooLarge):
            raise Refusal(413, str(fault)) from fault
        raise
    return keys


async def forget_file(files: Files, kept: KeptPhoto) -> None:
    """Delete the file of a photo whose row was refused."""
    for key in (kept.photo.key, *(kept.photo.frames or ())):
        await files.delete(key)


async def add_photo(session: AsyncSession, sender: tuple[User | None, str | None], kept: KeptPhoto) -> PhotoUploaded:
    """Write the row of a photo whose file is kept. Raises Refusal."""
    photo, uploaded = kept.photo, kept.uploaded
    await may_photograph(session, *sender, photo.game_id)
    session.add(photo)
    await session.flush()
    tray, url, age = photo.dice_tray, uploaded.image_url, round((now() - photo.taken).total_seconds())
    about = {"image_id": photo.id, "dice_tray": tray, "age": age}
    tell_camera(session, "image_received", photo.game_id, **about)
    tell_camera(session, "image_captured", photo.game_id, image_url=url, **about)
    return uploaded


def _as_jpeg(photo: Photo) -> bytes:
    """For browsers, none of which is sure to show HEIC."""
    import cv2

    _, packed = cv2.imencode(".jpg", photo.picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return packed.tobytes()


async def photo_of(session: AsyncSession, game_id: str, photo_id: str) -> TablePhoto:
    found = await session.get(TablePhoto, photo_id)
    if found is None or found.game_id != game_id:
        raise Refusal(404, NO_PHOTO)
    return found


async def table_photo_of(session: AsyncSession, game_id: str, photo_id: str) -> TablePhoto:
    """A photo of the table. Raises Refusal, for one of the dice tray too."""
    found = await photo_of(session, game_id, photo_id)
    if found.dice_tray:
        raise Refusal(409, OF_THE_TRAY)
    return found


async def contents(files: Files, photo: TablePhoto) -> bytes:
    try:
        return await files.get(photo.key)
    except NoSuchFile as fault:
        raise Refusal(404, NO_PHOTO) from fault


async def camera_state(session: AsyncSession, user: User, game_id: str) -> CameraState:
    await access_for(session, user, game_id, Need.READ)
    return state_of(await session.get(Camera, game_id) or Camera(game_id=game_id))


def state_of(camera: Camera, problems: list[Trouble] | None = None) -> CameraState:
    return CameraState(
        game_id=camera.game_id,
        paired=camera.phone_ends is not None and camera.phone_ends > now(),
        empty_image_id=camera.empty_id,
        residual=camera.residual,
        markers=len(camera.markers or {}),
        corners=camera.corners or [],
        dice_tray_coordinates=camera.dice_tray,
        problems=problems or [],
    )


async def change(session: AsyncSession, user: User, game_id: str, wanted: CameraChange) -> CameraState:
    """Set the board's corners or the dice tray by hand."""
    await access_for(session, user, game_id, Need.PLAY)
    camera = await camera_of(session, game_id)
    if wanted.corners is not None:
        camera.corners = wanted.corners or None
    if wanted.dice_tray_coordinates is not None:
        camera.dice_tray = wanted.dice_tray_coordinates.model_dump()
    await session.flush()
    return state_of(camera)


async def calibrate(database: Database, files: Files, user: User, game_id: str, photo_id: str) -> CameraState:
    """Take a photo for that of the empty board: where its markers are, and how well the board is found by them.

    The photo is read before the transaction begins: that takes seconds.
    """
    async with database.read() as session:
        await access_for(session, user, game_id, Need.PLAY)
        photo = await table_photo_of(session, game_id, photo_id)
        known = await session.get(Camera, game_id)
    data = await contents(files, photo)
    markers, residual, problems = await asyncio.to_thread(_measured, data, None if known is None else known.corners)
    async with database.write() as session:
        await access_for(session, user, game_id, Need.PLAY)
        camera = await camera_of(session, game_id)
        if not any(each.fatal for each in problems):
            camera.empty_id, camera.markers, camera.residual = photo.id, markers, residual
            await session.flush()
        return state_of(camera, problems)


def _measured(
    data: bytes, corners: list[list[float]] | None
) -> tuple[dict[str, list[float]], float | None, list[Trouble]]:
    picture = decode(data).picture
    wide, high = picture.shape[1], picture.shape[0]
    problems, seen = of_picture(picture), read_markers(picture)
    known = KnownTable(corners=tuple((x * wide, y * high) for x, y in corners or []))
    problems += of_markers(picture, seen, known)
    markers = {
        str(each.mark.number): [round(each.centre[0] / wide, 5), round(each.centre[1] / high, 5)]
        for each in seen
        if each.mark.kind is MarkKind.BOARD
    }
    residual, faults = None, []
    try:
        view, how = find_view(picture, seen, known)
        residual = round(view.residual, 4) if how == "markers" else None
        problems += of_prints(print_scale(seen, view)) if how == "markers" else []
    except BoardNotFound as fault:
        faults.append(Trouble(code="no-board", message=str(fault), fatal=True))
    return markers, residual, [*(Trouble(**msgspec.to_builtins(each)) for each in problems), *faults]


async def latest(session: AsyncSession, user: User, game_id: str, dice_tray: bool) -> LatestImage:
    """The newest photo of the table, or of the dice tray."""
    await access_for(session, user, game_id, Need.READ)
    photo = await newest(session, game_id, dice_tray)
    if photo is None:
        return LatestImage(exists=False)
    job = await done_job(session, photo)
    return LatestImage(
        exists=True,
        image_id=photo.id,
        image_url=image_url(game_id, photo.id),
        width=photo.width,
        height=photo.height,
        analysis=None if job is None or job.result is None else orjson.loads(job.result),
        processed_at=None if job is None else job.ended,
        error=await _why_not_read(session, photo),
        answered=photo.answered,
    )


async def newest(session: AsyncSession, game_id: str, dice_tray: bool) -> TablePhoto | None:
    query = select(TablePhoto).where(TablePhoto.game_id == game_id, TablePhoto.dice_tray.is_(dice_tray))
    return await session.scalar(query.order_by(TablePhoto.taken.desc()).limit(1))


async def job_of(session: AsyncSession, photo: TablePhoto) -> Job | None:
    """The job that reads the photo. One that ended weeks ago is gone."""
    return None if photo.job_id is None else await session.get(Job, photo.job_id)


async def _why_not_read(session: AsyncSession, photo: TablePhoto) -> str | None:
    if photo.job_id is None:
        return None
    job = await job_of(session, photo)
    if job is None:
        return NOT_KEPT
    return job.error or NOT_READABLE if job.state == FAILED else CANCELLED_READING if job.state == CANCELLED else None


async def done_job(session: AsyncSession, photo: TablePhoto) -> Job | None:
    """The same where it has read the photo, with its request and result."""
    job = await job_of(session, photo)
    if job is None or job.state != DONE:
        return None
    await session.refresh(job, ["request", "result"])
    return job


async def process(
    database: Database, jobs: Jobs, settings: Settings, playing: Playing, user: User, game_id: str, photo_id: str
) -> Processing:
    """Begin to read a photo of the table. Before the battle begins nothing is known of the armies."""
    async with database.read() as session:
        await access_for(session, user, game_id, Need.PLAY)
        photo = await table_photo_of(session, game_id, photo_id)
        camera = await session.get(Camera, game_id)
        empty = await _empty_key(session, camera)
        earlier = await _earlier(session, photo, None if camera is None else camera.empty_id)
    known = await _known(playing, user, game_id)
    wanted = PhotoRequest(
        data=str(settings.data),
        files_url=settings.files_url,
        photo=photo.key,
        empty=empty,
        known=_placed(known, camera, photo),
        debug=f"{folder_of(game_id)}/debug/{photo.id}",
        image_url=image_url(game_id, photo.id),
        earlier=tuple(_request(each, known, photo) for each in earlier),
    )
    request = msgspec.json.encode(wanted)
    async with database.write() as session:
        photo = await table_photo_of(session, game_id, photo_id)
        job = await jobs.submit(session, KIND, request, user.id, game_id)
        photo.job_id = job.id
    return Processing(job_id=job.id, image_id=photo.id)


async def _empty_key(session: AsyncSession, camera: Camera | None) -> str | None:
    if camera is None or camera.empty_id is None:
        return None
    empty = await session.get(TablePhoto, camera.empty_id)
    return None if empty is None else empty.key


@dataclass(frozen=True, slots=True)
class _ReadPhoto:
    """A photo that was read, with what was known of the table then."""

    key: str
    taken: datetime
    read: Analysis
    then: KnownTable


async def _earlier(session: AsyncSession, photo: TablePhoto, empty: str | None) -> list[_ReadPhoto]:
    """The latest photo before this one that was read and has miniatures on it, and others taken together with this."""
    query = select(TablePhoto).where(
        TablePhoto.game_id == photo.game_id, TablePhoto.dice_tray.is_(False), TablePhoto.job_id.is_not(None),
        TablePhoto.taken < photo.taken, TablePhoto.id != empty,
    )  # fmt: skip
    found: list[_ReadPhoto] = []
    for each in await session.scalars(query.order_by(TablePhoto.taken.desc()).limit(LOOKED_BACK)):
        if found and not _taken_together(each.taken, photo):
            break
        job = await done_job(session, each)
        read = None if job is None or job.result is None else msgspec.json.decode(job.result, type=Analysis)
        if job is not None and read is not None and read.scale_from == "markers" and read.assignments:
            then = msgspec.json.decode(job.request, type=PhotoRequest).known
            found.append(_ReadPhoto(each.key, each.taken, read, then))
    return found[:SIDES]


def _taken_together(taken: datetime, photo: TablePhoto) -> bool:
    return photo.taken - taken < TOGETHER


def _request(earlier: _ReadPhoto, known: KnownTable, photo: TablePhoto) -> EarlierRequest:
    together = _taken_together(earlier.taken, photo)
    current = unmoved(known, earlier.then, earlier.read) if together else frozenset()
    return EarlierRequest(earlier.key, earlier.read, current)


async def _known(playing: Playing, user: User, game_id: str) -> KnownTable:
    try:
        return await playing.look(user, game_id, lambda match, _access: known_of(match))
    except Refusal as refusal:
        if refusal.status_code != 409:
            raise
        return KnownTable()


def _placed(known: KnownTable, camera: Camera | None, photo: TablePhoto) -> KnownTable:
    """With what calibration knows, in this photo's pixels."""
    if camera is None:
        return known
    return msgspec.structs.replace(
        known,
        corners=tuple((x * photo.width, y * photo.height) for x, y in camera.corners or []),
        markers={int(number): (x, y) for number, (x, y) in (camera.markers or {}).items()},
    )


@dataclass(frozen=True, slots=True)
class ReadTable:
    """What was read from a photo, with what the battle knew of the table then."""

    read: Analysis
    then: KnownTable

    def proposals(self, match: Match) -> list[Proposal]:
        return compare(match, self.read, self.then)

    @property
    def unread(self) -> str:
        """Why nothing could be read from it; '' where something was."""
        if self.read.scale_from != "nothing":
            return ""
        return next((each.message for each in self.read.problems if each.fatal), NOT_READABLE)


async def read_table(session: AsyncSession, game_id: str, photo_id: str) -> ReadTable:
    """What was read from a photo. Raises Refusal."""
    job = await done_job(session, await table_photo_of(session, game_id, photo_id))
    if job is None or job.result is None:
        raise Refusal(409, NOT_READ)
    then = msgspec.json.decode(job.request, type=PhotoRequest).known
    return ReadTable(msgspec.json.decode(job.result, type=Analysis), then)


async def differences(database: Database, playing: Playing, user: User, game_id: str, photo_id: str) -> Differences:
    """What a photo shows that the battle does not know yet."""
    async with database.read() as session:
        await access_for(session, user, game_id, Need.READ)
        if not photo_id:
            photo = await newest(session, game_id, dice_tray=False)
            photo_id = "" if photo is None else photo.id
        table = await read_table(session, game_id, photo_id)

    def held_against(match: Match, _access: Access) -> Differences:
        found = table.proposals(match)
        return Differences(
            image_id=photo_id,
            waiting=differs(found),
            number=match.number,
            unread=table.unread,
            proposals=[_difference(each) for each in found],
        )

    return await playing.look(user, game_id, held_against, Need.READ)


def _difference(proposal: Proposal) -> Difference:
    return Difference.model_validate(msgspec.to_builtins(proposal))


async def take_over(
    table: ReadTable, playing: Playing, user: User, game_id: str, call: AcceptCall, own: Given | None
) -> CallResult[TakenOver]:
    """Make a choice of what the photo shows of a unit, with `own` dice; the battle may refuse it."""

    def run(match: Match) -> Steps[TakenOver]:
        if call.places:
            by_hand = [(x, y) for x, y in call.places]
            refused = yield from accept.begin(
                match, call.unit_uuid, by_hand, call.how, tuple(call.facings), call.floor, given=own
            )
        else:
            seen = _proposed(match, table, call)
            refused = yield from accept.begin(
                match, call.unit_uuid, seen.places, call.how, seen.facings, seen.heights or 0, given=own
            )
        return {"unit_uuid": call.unit_uuid, "refused": refusal_view(refused)}

    return await playing.act(user, game_id, run, call.number)


def _proposed(match: Match, table: ReadTable, call: AcceptCall) -> Proposal:
    if call.models:
        return picked(match, table.read, call.unit_uuid, call.models)
    match.unit(call.unit_uuid)
    for each in table.proposals(match):
        if each.unit_uuid == call.unit_uuid and (each.acceptable or each.kind == "moved"):
            return each  # the battle itself says why it may not move
    raise Refusal(409, OLD_PHOTO)
