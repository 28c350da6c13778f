"""The web app's files; any other address that is not the server's own gives the app, which has its own routes.

An address below /api, /ws, /static or /debug that nothing answers is a 404 in JSON, so that a typo in a call never
looks like a page.
"""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from highground.server.errors import WORDS, Refusal
from highground.server.site.assets import Assets

router = APIRouter(include_in_schema=False)

OURS = ("api", "ws", "static", "debug", "healthz", "readyz", "metrics")
NOT_BUILT = (
    "<!doctype html><title>Highground</title><p>The server runs, but its web app is not built. "
    "Run <code>make web</code> (or <code>make run</code>) and load this page again."
)


@router.get("/api/auth/callback")
@router.get("/api/auth/error")
def sign_in_pages(request: Request) -> Response:
    """Two addresses below /api that are pages of the web app."""
    return app_page(request)


@router.api_route("/assets/{path:path}", methods=["GET", "HEAD"])
async def asset(request: Request, path: str) -> Response:
    file = _inside(_dist(request) / "assets", path)
    if file is None:
        raise Refusal(404, WORDS[404])
    kept: Assets = request.app.state.assets
    return (await kept.at(file)).answer(request.headers)


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
def page(request: Request, path: str) -> Response:
    first = path.split("/", 1)[0]
    if first in OURS:
        raise Refusal(404, WORDS[404])
    file = _inside(_dist(request), path)
    return app_page(request) if file is None else FileResponse(file, headers={"Cache-Control": "no-cache"})


def _dist(request: Request) -> Path:
    dist: Path = request.app.state.settings.web_dist
    return dist.resolve()


def _inside(dist: Path, path: str) -> Path | None:
    if not path or "\x00" in path:
        return None
    file = (dist / path).resolve()
    return file if file.is_relative_to(dist) and file.is_file() else None


def app_page(request: Request) -> Response:
    """The page that the web app begins with, which must be asked for anew each time."""
    index = _dist(request) / "index.html"
    if not index.is_file():
        return HTMLResponse(NOT_BUILT, status_code=503)
    return FileResponse(index, headers={"Cache-Control": "no-cache"})
