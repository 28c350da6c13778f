"""The web app's files and its pages.

An address that its router does not know gets the web app with status 404. What looks like a file, or lies below /api,
/ws, /static or /debug, is a 404 in JSON where nothing answers it, so that a typo in a call never looks like a page.
"""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, Response

from highground.server.errors import WORDS, Refusal
from highground.server.site.assets import Assets
from highground.server.site.opening import app_page
from highground.server.site.pages import is_page, looks_like_a_file

router = APIRouter(include_in_schema=False)

OURS = ("api", "ws", "static", "debug", "healthz", "readyz", "metrics")
TYPES = {".webmanifest": "application/manifest+json", ".ico": "image/x-icon"}
"""What Python's own table does not know."""
BUILT_FOR_US = ("pages", ".vite")
"""Folders of the build that are not served: the server itself reads them."""


@router.get("/api/auth/callback")
@router.get("/api/auth/error")
async def sign_in_pages(request: Request) -> Response:
    """Two addresses below /api that are pages of the web app."""
    return await app_page(request, request.url.path)


@router.api_route("/assets/{path:path}", methods=["GET", "HEAD"])
async def asset(request: Request, path: str) -> Response:
    file = _inside(_dist(request) / "assets", path)
    if file is None:
        raise Refusal(404, WORDS[404])
    kept: Assets = request.app.state.assets
    return (await kept.at(file, request.headers)).answer()


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
async def page(request: Request, path: str) -> Response:
    first = path.split("/", 1)[0]
    if first in OURS:
        raise Refusal(404, WORDS[404])
    file = _inside(_dist(request), path)
    if file is not None and first not in BUILT_FOR_US:
        return FileResponse(file, headers={"Cache-Control": "no-cache"}, media_type=TYPES.get(file.suffix))
    address = f"/{path}"
    if is_page(address):
        return await app_page(request, address)
    if looks_like_a_file(path) or "\x00" in path or first in BUILT_FOR_US:
        raise Refusal(404, WORDS[404])
    return await app_page(request, address, 404)


def _dist(request: Request) -> Path:
    dist: Path = request.app.state.settings.web_dist
    return dist.resolve()


def _inside(dist: Path, path: str) -> Path | None:
    if not path or "\x00" in path:
        return None
    file = (dist / path).resolve()
    return file if file.is_relative_to(dist) and file.is_file() else None
