"""The page that the web app begins with, filled in by the server before any script runs.

The build leaves `index.html`; two pages that already show something: `pages/landing.html`, and `pages/report.html` with
marks where a report's heading goes; and `pages/game.html`, which names all the code of a table.
"""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path

from fastapi import Request
from fastapi.responses import HTMLResponse, Response

from highground.server.errors import Refusal
from highground.server.games import seats
from highground.server.games.tables import SIDE_COLORS
from highground.server.headers import policy
from highground.server.logs.opening import Openings
from highground.server.logs.summary import ReportSummary
from highground.server.settings import Settings
from highground.server.site.heads import Head, head_of, head_of_invitation, head_of_report

FRESH = {"Cache-Control": "no-cache"}
NOT_BUILT = (
    "<!doctype html><title>Highground</title><p>The server runs, but its web app is not built. "
    "Run <code>make web</code> (or <code>make run</code>) and load this page again."
)
HEADLINE, LINE, STATED = "%headline%", "%line%", "<!--stated-->"
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
"""The script that the build puts into every page, to run before all others (`early.js`)."""
GONE = Head("There is no such page · Highground", hidden=True)


async def app_page(request: Request, path: str, status: int = 200) -> Response:
    """The web app's page for an address; it must be asked for each time."""
    settings: Settings = request.app.state.settings
    if not (settings.web_dist / "index.html").is_file():
        return HTMLResponse(NOT_BUILT, status_code=503)
    page, head = await _chosen(request, settings.web_dist, path, status)
    offers = " ".join(_offers(request, settings))
    # Of the page as it was built: nothing that is filled in may name a script that runs.
    headers = FRESH | {"Content-Security-Policy": policy(request.scope, SCRIPT.findall(_plain(settings.web_dist)))}
    return HTMLResponse(head.filled(page, settings.site, path, offers), status_code=status, headers=headers)


async def _chosen(request: Request, dist: Path, path: str, status: int) -> tuple[str, Head]:
    """The file that the build left for this page, and its head."""
    plain = _plain(dist)
    match [part for part in path.split("/") if part]:
        case []:
            return _read(dist, "landing", plain), head_of(path)
        case ["shared", game_id, *rest]:
            summary = await _summary(request, game_id)
            if summary is None:
                return plain, head_of(path)
            page = _report(_read(dist, "report", plain), summary) if rest else _read(dist, "game", plain)
            return page, head_of_report(summary)
        case ["game", _, "view"]:
            return _read(dist, "game", plain), head_of(path)
        case ["invitation", token]:
            return plain, await _invitation(request, token) or head_of(path)
    return plain, GONE if status == 404 else head_of(path)


def _plain(dist: Path) -> str:
    return (dist / "index.html").read_text()


def _read(dist: Path, name: str, otherwise: str) -> str:
    file = dist / "pages" / f"{name}.html"
    return file.read_text() if file.is_file() else otherwise


def _report(page: str, summary: ReportSummary) -> str:
    """What a script of the page reads stands in a block of data, in which nothing may look like the block's end."""
    stated = json.dumps(summary.model_dump(mode="json")).replace("<", "\\u003c")
    block = f'<script type="application/json" id="stated">{stated}</script>'
    return page.replace(HEADLINE, escape(summary.headline)).replace(LINE, escape(summary.line)).replace(STATED, block)


async def _summary(request: Request, game_id: str) -> ReportSummary | None:
    """Nothing where the game is not shared, or has not begun: the page itself says so."""
    openings: Openings = request.app.state.openings
    try:
        return await openings.summary(game_id)
    except Refusal:
        return None


async def _invitation(request: Request, token: str) -> Head | None:
    async with request.app.state.database.read() as session:
        try:
            shown = await seats.show(session, token)
        except Refusal:
            return None
    return head_of_invitation(shown.game_name, shown.from_, SIDE_COLORS[shown.side], shown.armies[1 - shown.side])


def _offers(request: Request, settings: Settings) -> list[str]:
    """What the web app may offer: a login by a provider, letters."""
    offered = {
        "provider": request.app.state.provider.is_set_up,
        "mail": bool(settings.smtp_host),
        "demo": settings.demo,
    }
    return [name for name, there in offered.items() if there] or ["nothing"]
