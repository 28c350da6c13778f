"""robots.txt and sitemap.xml: what search engines may ask for, and what there is."""

from __future__ import annotations

from xml.sax.saxutils import escape

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse, Response

from highground.server.settings import GivenSettings
from highground.server.site.pages import POSTS, PUBLIC

router = APIRouter(include_in_schema=False)
A_DAY = {"Cache-Control": "public, max-age=86400"}
NOT_FOR_THEM = (
    *("/api/", "/ws/", "/debug/", "/games", "/game/", "/user_page", "/rosters", "/workshop", "/settings"),
    "/achievements",
)
UNLISTED = {"/login", "/signup"}


@router.api_route("/robots.txt", methods=["GET", "HEAD"])
def robots(settings: GivenSettings) -> Response:
    """Shared reports and invitations may be fetched, for the card of a link; their pages ask not to be listed."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in NOT_FOR_THEM), f"Sitemap: {settings.site}/sitemap.xml"]
    return PlainTextResponse("\n".join(lines) + "\n", headers=A_DAY)


@router.api_route("/sitemap.xml", methods=["GET", "HEAD"])
def sitemap(settings: GivenSettings) -> Response:
    paths = [path for path in PUBLIC if path not in UNLISTED] + [f"/blog/{slug}" for slug in POSTS]
    if settings.demo:
        paths.append("/shared/demo/logs")
    places = "".join(f"<url><loc>{escape(settings.site + path)}</loc></url>" for path in paths)
    body = f'<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{places}</urlset>'
    return Response(body, media_type="application/xml", headers=A_DAY)
