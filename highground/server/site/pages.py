"""The addresses of the web app's pages, as its router has them (`web/src/app/router.tsx`), and what they are called.

Any other address is no page: the browser gets the web app all the same, with status 404.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

NAME = "Highground"
ABOUT = "Fight, record and replay tabletop miniature battles: every choice, every die."
POSTS = (
    "how-the-camera-reads-a-table",
    "how-luck-is-measured",
    "one-inch-between-bases",
    "an-opponent-that-explains-itself",
    "two-hundred-battles-before-breakfast",
    "what-cover-is-worth",
    "nobody-chooses-a-die",
    "cards-scissors-matt-paper",
    "reading-a-battle-report",
    "what-a-roster-does-not-say",
)
"""Slugs of the blog, as `web/src/features/blog/posts.ts` has them."""

PAGES = (
    "/",
    "/login",
    "/signup",
    "/forgot",
    "/reset/:token",
    "/invitation/:token",
    "/upload_list",
    "/display",
    "/user_page",
    "/games",
    "/games/new_sim",
    "/games/setup/:gameId",
    "/games/:gameId/logs",
    "/game/:gameId",
    "/game/:gameId/view",
    "/game/:gameId/camera",
    "/rosters",
    "/workshop",
    "/workshop/sets/:ruleSetId",
    "/workshop/rosters/:rosterId",
    "/workshop/shared/:token",
    "/achievements",
    "/settings",
    "/logs",
    "/shared/:gameId",
    "/shared/:gameId/logs",
    "/verify",
    "/camera",
    "/blog",
    "/supplies",
    "/terms",
    "/privacy",
    "/test",
    *(f"/blog/{slug}" for slug in POSTS),
)


@dataclass(frozen=True, slots=True)
class Named:
    """A public page's title and description."""

    title: str
    description: str = ABOUT


PUBLIC = {
    "/": Named(
        "Highground: tabletop battles, measured and remembered",
        "Play tabletop miniature battles in the browser or on your own table: every move measured, every die kept, "
        "and a report afterwards.",
    ),
    "/supplies": Named("Supplies · Highground", "Markers to print for a table that a phone photographs."),
    "/blog": Named("Blog · Highground", "How the rules, the dice, the camera and the computer's commander work."),
    "/upload_list": Named("Read a roster · Highground", "Bring the file of your list builder and see what is read."),
    "/logs": Named("Open a battle · Highground", "See every move, shot and die of a battle again, from its log."),
    "/verify": Named(
        "Check a battle's dice · Highground", "Check in your browser that no die of a battle was changed."
    ),
    "/signup": Named("Sign up · Highground"),
    "/login": Named("Log in · Highground"),
    "/terms": Named("Terms · Highground"),
    "/privacy": Named("Privacy · Highground"),
}
"""What search engines are offered, besides the posts of the blog and the demo battle."""

_PATTERN = re.compile("|".join("^" + re.sub(r":\w+", "[^/]+", each).rstrip("/") + "/?$" for each in PAGES))


def is_page(path: str) -> bool:
    """Whether the web app's router knows this address."""
    return _PATTERN.match(path) is not None


def looks_like_a_file(path: str) -> bool:
    return "." in path.rsplit("/", 1)[-1]
