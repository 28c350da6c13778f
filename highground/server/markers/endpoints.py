"""GET /static/transponders/{name}.svg and .png."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Response

from highground.server.markers.drawing import marker, svg
from highground.server.markers.raster import png

router = APIRouter(prefix="/static", include_in_schema=False)

TYPES = {"svg": "image/svg+xml", "png": "image/png"}


@router.get("/transponders/{name}.{kind}")
def transponder(
    name: Annotated[str, Path(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$")], kind: Literal["svg", "png"]
) -> Response:
    """The marker image of a unit. It depends on the name alone, so a browser may keep it."""
    return Response(_image(name, kind), media_type=TYPES[kind], headers={"Cache-Control": "public, max-age=86400"})


@lru_cache(maxsize=512)
def _image(name: str, kind: str) -> bytes:
    drawn = marker(name)
    return svg(drawn).encode() if kind == "svg" else png(drawn)
