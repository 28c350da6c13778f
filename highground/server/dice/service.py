"""Reading the dice of a tray's photo as soon as it is there."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy.ext.asyncio import AsyncSession

from highground.server.accounts.tables import User
from highground.server.camera.schemas import Processing
from highground.server.camera.service import NO_PHOTO, image_url, job_of, newest
from highground.server.camera.tables import Camera, TablePhoto
from highground.server.dice.symbols import known_at
from highground.server.dice.work import DiceRequest
from highground.server.errors import Refusal
from highground.server.games.access import Need, access_for
from highground.server.jobs.service import Jobs
from highground.server.jobs.tables import RUNNING, WAITING
from highground.server.settings import Settings
from highground.vision.dice.counting import counted
from highground.vision.dice.reading import DiceFound

KIND = "dice"


async def begin_reading(
    session: AsyncSession, jobs: Jobs, settings: Settings, owner_id: int | None, photo: TablePhoto
) -> None:
    """Begin to read a photo of the dice tray. The camera channel hears `job_completed`."""
    camera = await session.get(Camera, photo.game_id)
    wanted = DiceRequest(
        data=str(settings.data),
        files_url=settings.files_url,
        photo=photo.key,
        image_url=image_url(photo.game_id, photo.id),
        frames=photo.frames or [],
        known=await known_at(session, photo.game_id),
        tray=None if camera is None or camera.dice_tray is None else _rectangle(camera.dice_tray),
    )
    job = await jobs.submit(session, KIND, msgspec.json.encode(wanted), owner_id, photo.game_id)
    photo.job_id = job.id


async def read_again(session: AsyncSession, jobs: Jobs, settings: Settings, user: User, game_id: str) -> Processing:
    """Begin to read the newest photo of the dice tray once more. One that is being read is left to it."""
    await access_for(session, user, game_id, Need.PLAY)
    photo = await newest(session, game_id, dice_tray=True)
    if photo is None:
        raise Refusal(404, NO_PHOTO)
    job = await job_of(session, photo)
    if job is None or job.state not in (WAITING, RUNNING):
        await begin_reading(session, jobs, settings, user.id, photo)
    return Processing(job_id=photo.job_id or "", image_id=photo.id)


def counted_analysis(analysis: dict[str, Any], rolled: int) -> dict[str, Any]:
    """What was read from a photo of the dice tray, where the roll takes `rolled` dice."""
    try:
        found = msgspec.convert(analysis["dice_result"], DiceFound)
    except (KeyError, msgspec.ValidationError):  # another version read it, and says too little
        return analysis
    return {**analysis, "dice_result": msgspec.to_builtins(counted(found, rolled))}


def _rectangle(tray: dict[str, Any]) -> tuple[float, float, float, float]:
    """Left, top, right, bottom, whichever corner the drawing began at."""
    xs, ys = sorted((float(tray["startX"]), float(tray["endX"]))), sorted((float(tray["startY"]), float(tray["endY"])))
    return xs[0], ys[0], xs[1], ys[1]
