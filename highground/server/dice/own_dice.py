"""Own dice that come with a call: whether they were read from a photo of the dice tray, as the call says."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import msgspec
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession

from highground.engine.record import Given
from highground.server.camera.service import done_job, newest
from highground.server.camera.tables import TablePhoto
from highground.server.db.engine import Database
from highground.server.play.schemas import Given as GivenDice
from highground.vision.dice.counting import counted
from highground.vision.dice.reading import DiceFound


@asynccontextmanager
async def own_dice(database: Database, game_id: str, dice: GivenDice | None) -> AsyncIterator[Given | None]:
    """The dice for a choice that is made meanwhile.

    They are marked as read by the camera only if the newest photo of the tray shows them and has answered no other
    roll, else as typed in. Once the choice is made, the photo has answered it.
    """
    if dice is None or dice.source != "camera":
        yield None if dice is None else Given(tuple(dice.faces))
        return
    async with database.read() as session:
        photo_id = await _photo_of(session, game_id, dice.faces)
    yield Given(tuple(dice.faces), "typed" if photo_id is None else "camera")
    if photo_id is not None:
        async with database.write() as session:
            await session.execute(update(TablePhoto).where(TablePhoto.id == photo_id).values(answered=True))


async def _photo_of(session: AsyncSession, game_id: str, faces: Sequence[int]) -> str | None:
    """The newest photo of the dice tray, if it shows these dice and has answered no roll."""
    photo = await newest(session, game_id, dice_tray=True)
    job = None if photo is None or photo.answered else await done_job(session, photo)
    if photo is None or job is None or job.result is None:
        return None
    try:
        found = msgspec.json.decode(job.result, type=_Reading).dice_result
    except msgspec.DecodeError:  # another version read it
        return None
    return photo.id if shows(found, faces) else None


class _Reading(msgspec.Struct):
    dice_result: DiceFound


def shows(found: DiceFound, faces: Sequence[int]) -> bool:
    """Whether a photo shows dice with these faces; of dice that a person is asked about, any."""
    asked = counted(found, len(faces))
    sure = Counter(face for face, doubtful in zip(asked.detection_classes, asked.doubtful, strict=True) if not doubtful)
    return (Counter(faces) - sure).total() <= sum(asked.doubtful)
