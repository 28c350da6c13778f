"""Pictures of markers: GET /static/transponders/{name}.svg, /static/markers/{name}.svg, and .png of both."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Response

from highground.server.errors import Refusal
from highground.server.markers.drawing import marker, svg
from highground.server.markers.raster import png

router = APIRouter(prefix="/static", include_in_schema=False)

Ending = Literal["svg", "png"]
TYPES = {"svg": "image/svg+xml", "png": "image/png"}
HEADERS = {"Cache-Control": "public, max-age=86400"}


@router.get("/transponders/{name}.{kind}")
def transponder(name: Annotated[str, Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$")], kind: Ending) -> Response:
    """The marker image of a unit. It depends on the name alone, so a browser may keep it."""
    return Response(_image(name, kind), media_type=TYPES[kind], headers=HEADERS)


@router.get("/markers/{name}.{kind}")
def printed(name: str, kind: Ending) -> Response:
    """A marker as it is printed, by its name: transponder-07, board-1, objective-3."""
    return Response(_printed(name, kind), media_type=TYPES[kind], headers=HEADERS)


@lru_cache(maxsize=512)
def _image(name: str, kind: str) -> bytes:
    drawn = marker(name)
    return svg(drawn).encode() if kind == "svg" else png(drawn)


@lru_cache(maxsize=128)
def _printed(name: str, kind: str) -> bytes:
    from highground.vision.markers import drawing
    from highground.vision.markers.cards import card
    from highground.vision.markers.marks import by_name

    mark = by_name().get(name)
    if mark is None:
        raise Refusal(404, "There is no marker of this name: transponder-01 to -36, board-1 to -8, objective-1 to -6.")
    drawn = card(mark, colour=True)
    return drawing.svg(drawn, mark.label).encode() if kind == "svg" else drawing.png(drawn)
