"""The job's work: read a photo of the dice tray, in the job's own process."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from highground.server.files import open_files
from highground.server.jobs.kinds import JobError, ReportProgress
from highground.server.settings import Settings
from highground.vision.dice.reading import DiceFound, read_dice
from highground.vision.dice.voting import voted
from highground.vision.flat import Picture
from highground.vision.photo import PhotoError, decode


class DiceRequest(msgspec.Struct, frozen=True):
    """A dice job's request: where the photo lies, and the tray in it as fractions (left, top, right, bottom).

    `frames`: where further photos of the same roll lie.
    """

    data: str
    files_url: str
    photo: str
    image_url: str
    tray: tuple[float, float, float, float] | None = None
    frames: list[str] = []


def read(request: bytes, report: ReportProgress) -> dict[str, Any]:
    """From a `DiceRequest` to the dice analysis: boxes in pixels of the whole photo. Raises JobError."""
    wanted = msgspec.json.decode(request, type=DiceRequest)
    report(0.1, "Opening the photo")
    picture = asyncio.run(_picture(wanted, wanted.photo))
    report(0.4, "Reading the dice")
    readings = [read_in_tray(picture, wanted.tray)]
    for number, key in enumerate(wanted.frames, 1):
        report(0.4 + 0.6 * number / (len(wanted.frames) + 1), "Reading the dice once more")
        readings += _read_frame(wanted, key, picture.shape[:2])
    found = voted(readings)
    return {
        "analysis_type": "dice_detection",
        "dice_result": msgspec.to_builtins(found),
        "image_url": wanted.image_url,
    }


def read_in_tray(picture: Picture, tray: tuple[float, float, float, float] | None) -> DiceFound:
    """The dice in the tray. A photo with none there may be of the tray alone, so then all of it is read."""
    if tray is None:
        return read_dice(picture)
    high, wide = picture.shape[:2]
    left, top, right, bottom = (round(each * side) for each, side in zip(tray, (wide, high, wide, high), strict=True))
    if right - left < 32 or bottom - top < 32:
        return read_dice(picture)
    found = read_dice(np.ascontiguousarray(picture[top:bottom, left:right]))
    if not found.detection_boxes and not found.other_boxes:
        return read_dice(picture)
    boxes, others = (
        [[x0 + left, y0 + top, x1 + left, y1 + top] for x0, y0, x1, y1 in part]
        for part in (found.detection_boxes, found.other_boxes)
    )
    return msgspec.structs.replace(found, detection_boxes=boxes, other_boxes=others)


def _read_frame(wanted: DiceRequest, key: str, size: tuple[int, ...]) -> list[DiceFound]:
    """A further photo of the roll. One that is gone or has another size has no vote."""
    try:
        picture = asyncio.run(_picture(wanted, key))
    except JobError:
        return []
    return [read_in_tray(picture, wanted.tray)] if picture.shape[:2] == size else []


async def _picture(wanted: DiceRequest, key: str) -> Picture:
    files = open_files(Settings(data=Path(wanted.data), files_url=wanted.files_url))
    try:
        return decode(await files.get(key)).picture
    except PhotoError as fault:
        raise JobError(str(fault)) from fault
    except LookupError as fault:
        raise JobError("The photo is not there any more. Take a new one.") from fault
