"""Reading the dice of a tray's photo as soon as it is there."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy.ext.asyncio import AsyncSession

from highground.server.camera.service import image_url
from highground.server.camera.tables import Camera, TablePhoto
from highground.server.dice.work import Wanted
from highground.server.jobs.service import Jobs
from highground.server.settings import Settings

KIND = "dice"


async def begin_reading(
    session: AsyncSession, jobs: Jobs, settings: Settings, owner_id: int | None, photo: TablePhoto
) -> None:
    """Begin to read a photo of the dice tray. The camera channel hears `job_completed`."""
    camera = await session.get(Camera, photo.game_id)
    wanted = Wanted(
        data=str(settings.data),
        files_url=settings.files_url,
        photo=photo.key,
        image_url=image_url(photo.game_id, photo.id),
        tray=None if camera is None or camera.dice_tray is None else _rectangle(camera.dice_tray),
    )
    job = await jobs.submit(session, KIND, msgspec.json.encode(wanted), owner_id, photo.game_id)
    photo.job_id = job.id


def _rectangle(tray: dict[str, Any]) -> tuple[float, float, float, float]:
    """Left, top, right, bottom, whichever corner the drawing began at."""
    xs, ys = sorted((float(tray["startX"]), float(tray["endX"]))), sorted((float(tray["startY"]), float(tray["endY"])))
    return xs[0], ys[0], xs[1], ys[1]
