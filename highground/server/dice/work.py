"""The job's work: read a photo of the dice tray, in the job's own process."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec

from highground.server.files import open_files
from highground.server.jobs.kinds import JobError, ReportProgress
from highground.server.settings import Settings
from highground.vision.dice.reading import DiceFound
from highground.vision.dice.symbols import KnownSymbol
from highground.vision.dice.trays import Tray, open_tray, read_tray
from highground.vision.dice.voting import voted
from highground.vision.photo import Photo, PhotoError


class DiceRequest(msgspec.Struct, frozen=True):
    """A dice job's request: where the photo lies, and the tray in it as fractions (left, top, right, bottom).

    `frames`: where further photos of the same roll lie. `known`: symbols that the game's players have explained.
    """

    data: str
    files_url: str
    photo: str
    image_url: str
    tray: Tray | None = None
    frames: list[str] = []
    known: list[KnownSymbol] = []


def read(request: bytes, report: ReportProgress) -> dict[str, Any]:
    """From a `DiceRequest` to the dice analysis: boxes in pixels of the whole photo. Raises JobError."""
    wanted = msgspec.json.decode(request, type=DiceRequest)
    report(0.1, "Opening the photo")
    photo = asyncio.run(_photo(wanted, wanted.photo))
    report(0.4, "Reading the dice")
    readings = [read_tray(photo, wanted.tray, known=wanted.known)]
    for number, key in enumerate(wanted.frames, 1):
        report(0.4 + 0.6 * number / (len(wanted.frames) + 1), "Reading the dice once more")
        readings += _read_frame(wanted, key, photo.size)
    found = voted(readings)
    return {
        "analysis_type": "dice_detection",
        "dice_result": msgspec.to_builtins(found),
        "image_url": wanted.image_url,
    }


def _read_frame(wanted: DiceRequest, key: str, size: tuple[int, int]) -> list[DiceFound]:
    """A further photo of the roll. One that is gone or has another size has no vote."""
    try:
        photo = asyncio.run(_photo(wanted, key))
    except JobError:
        return []
    return [read_tray(photo, wanted.tray, known=wanted.known)] if photo.size == size else []


async def _photo(wanted: DiceRequest, key: str) -> Photo:
    files = open_files(Settings(data=Path(wanted.data), files_url=wanted.files_url))
    try:
        return open_tray(await files.get(key), wanted.tray)
    except PhotoError as fault:
        raise JobError(str(fault)) from fault
    except LookupError as fault:
        raise JobError("The photo is not there any more. Take a new one.") from fault
