"""GET /api/downloads/{name}: what a player prints. Drawn when first asked for, then kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from fastapi import APIRouter, Response

from highground.server.errors import refusals

router = APIRouter(prefix="/api/downloads", tags=["downloads"])


class Download(StrEnum):
    """The files there are."""

    PRINTABLE_MARKERS = "printable-markers"
    SETUP_GUIDE = "setup-guide"
    TRANSPONDERS_ZIP = "transponders-zip"
    OBJECTIVES_COLOR = "objectives-color"
    OBJECTIVES_BW = "objectives-bw"
    TRANSPONDERS_BASIC = "transponders-basic"


@dataclass(frozen=True, slots=True)
class File:
    """Its name on the player's disk, its media type and what makes it."""

    name: str
    media: str
    make: Callable[[], bytes]


@cache
def _files() -> dict[Download, File]:
    from highground.vision.markers.marks import MarkKind
    from highground.vision.markers.sheets import archive, pages, text

    plain = "text/plain; charset=utf-8"
    return {
        Download.PRINTABLE_MARKERS: File("printable-markers.txt", plain, lambda: text("printable-markers").encode()),
        Download.SETUP_GUIDE: File("setup-guide.txt", plain, lambda: text("setup-guide").encode()),
        Download.TRANSPONDERS_ZIP: File("highground-markers.zip", "application/zip", archive),
        Download.OBJECTIVES_COLOR: File(
            "objectives-color.png", "image/png", lambda: pages(MarkKind.OBJECTIVE, True)[0]
        ),
        Download.OBJECTIVES_BW: File("objectives-bw.png", "image/png", lambda: pages(MarkKind.OBJECTIVE)[0]),
        Download.TRANSPONDERS_BASIC: File(
            "transponders-basic.png", "image/png", lambda: pages(MarkKind.TRANSPONDER)[0]
        ),
    }


@router.get(
    "/{name}",
    operation_id="download",
    response_class=Response,
    responses={
        200: {
            "description": "Guides as text, sheets of 300 dots an inch as PNG, everything in one zip.",
            "content": {
                media: {"schema": {"type": "string", "format": "binary"}}
                for media in ("text/plain", "image/png", "application/zip")
            },
        },
        **refusals(_422="There is no download of this name."),
    },
)
def download(name: Download) -> Response:
    """A file to print, named for the player's disk."""
    file = _files()[name]
    headers = {"Content-Disposition": f'attachment; filename="{file.name}"', "Cache-Control": "public, max-age=3600"}
    return Response(file.make(), media_type=file.media, headers=headers)
