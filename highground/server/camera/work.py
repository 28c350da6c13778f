"""The job's work: read a photo, in the job's own process."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np

from highground.server.files import Files, open_files
from highground.server.jobs.kinds import JobError, ReportProgress
from highground.server.settings import Settings
from highground.vision.analysis import analyse
from highground.vision.debug import draw_assignments, draw_things
from highground.vision.earlier import KnownPhoto, as_known
from highground.vision.flat import Picture
from highground.vision.found import Analysis, KnownTable, PhotoReading
from highground.vision.photo import PhotoError, decode

DECODED_SIDE, EARLIER_SIDE = 1900, 2400
"""Pixels of an earlier photo's longer side: at least so many are decoded, and at most so many are looked at."""


class EarlierRequest(msgspec.Struct, frozen=True):
    """An earlier photo of the same battle: its file, what was read from it, and the units that still stand so (their
    transponders)."""

    photo: str
    read: Analysis
    current: frozenset[str] = frozenset()


class PhotoRequest(msgspec.Struct, frozen=True):
    """A photo job's request: where the photo, that of the empty board and earlier ones lie, what is known, where debug
    pictures go."""

    data: str
    files_url: str
    photo: str
    empty: str | None
    known: KnownTable
    debug: str
    image_url: str
    earlier: tuple[EarlierRequest, ...] = ()


def read(request: bytes, report: ReportProgress) -> dict[str, Any]:
    """From a `PhotoRequest` to the fields of an `Analysis` and the debug pictures' names. Raises JobError."""
    return asyncio.run(_read(msgspec.json.decode(request, type=PhotoRequest), report))


async def _read(wanted: PhotoRequest, report: ReportProgress) -> dict[str, Any]:
    files = open_files(Settings(data=Path(wanted.data), files_url=wanted.files_url))
    report(0.1, "Opening the photo")
    picture = await _picture(files, wanted.photo)
    empty = await _picture(files, wanted.empty) if wanted.empty else None
    earlier = [known for each in wanted.earlier if (known := await _earlier(files, each)) is not None]
    report(0.3, "Reading the table")
    analysis = analyse(picture, wanted.known, empty, earlier)
    report(0.8, "Drawing what was found")
    await _keep(files, f"{wanted.debug}.jpg", draw_things(picture, analysis))
    await _keep(files, f"{wanted.debug}-units.jpg", draw_assignments(picture, analysis))
    return _report(analysis, wanted)


async def _picture(files: Files, key: str, least: int | None = None) -> Picture:
    """A photo, decoded at a reduced size if `least` pixels of its longer side are enough. Raises JobError."""
    try:
        return decode(await files.get(key), least).picture
    except PhotoError as fault:
        raise JobError(str(fault)) from fault
    except LookupError as fault:
        raise JobError("The photo is not there any more. Take a new one.") from fault


async def _earlier(files: Files, wanted: EarlierRequest) -> KnownPhoto | None:
    """An earlier photo; None where it is gone."""
    try:
        picture = await _picture(files, wanted.photo, DECODED_SIDE)
    except JobError:
        return None
    share = min(1.0, EARLIER_SIDE / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA) if share < 1 else picture
    return as_known(np.asarray(small, dtype=np.uint8), wanted.read, wanted.current)


async def _keep(files: Files, key: str, picture: Picture) -> None:
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
    await files.put(key, packed.tobytes())


def _report(analysis: Analysis, wanted: PhotoRequest) -> dict[str, Any]:
    name = wanted.debug.rpartition("/")[2]
    reading = PhotoReading(
        **msgspec.structs.asdict(analysis),
        image_url=wanted.image_url,
        debug_image_path=f"{name}.jpg",
        assignment_debug_image_path=f"{name}-units.jpg",
    )
    fields: dict[str, Any] = msgspec.to_builtins(reading)
    return fields
