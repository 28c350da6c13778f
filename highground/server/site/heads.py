"""What a page says of itself before any script has run: its title, and what a shared link shows where it is sent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

from highground.server.logs.summary import ReportSummary
from highground.server.site.pages import ABOUT, NAME, PUBLIC

PICTURE = "/og.png"
TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)
DESCRIPTION = re.compile(r'<meta name="description"[^>]*>')


@dataclass(frozen=True, slots=True)
class Head:
    """`hidden` pages are for visitors who have the link, and for no search engine."""

    title: str
    description: str = ABOUT
    heading: str = ""
    hidden: bool = False

    def filled(self, page: str, site: str, path: str, offers: str) -> str:
        """The web app's page with this head; `offers` are the words for what this server is set up for."""
        heading = self.heading or self.title
        properties = {
            "og:site_name": NAME,
            "og:type": "website",
            "og:title": heading,
            "og:description": self.description,
            "og:url": f"{site}{path}",
            "og:image": f"{site}{PICTURE}",
            "og:image:width": "1200",
            "og:image:height": "630",
            "og:image:alt": "A drawing: contour lines of a hill, a ruler and two armies.",
        }
        names = {
            "description": self.description,
            "offers": offers,
            "twitter:card": "summary_large_image",
            **({"robots": "noindex"} if self.hidden else {}),
        }
        tags = [f"<title>{escape(self.title)}</title>"]
        tags += [f'<meta name="{name}" content="{escape(text)}" />' for name, text in names.items()]
        tags += [f'<meta property="{name}" content="{escape(text)}" />' for name, text in properties.items()]
        return TITLE.sub(lambda _: "\n    ".join(tags), DESCRIPTION.sub("", page), count=1)


def head_of(path: str) -> Head:
    """Of a page that needs nothing from the database."""
    named = PUBLIC.get(path.rstrip("/") or "/")
    return Head(NAME, hidden=True) if named is None else Head(named.title, named.description)


def head_of_report(summary: ReportSummary) -> Head:
    title = f"{summary.headline} · {NAME}"
    return Head(title, summary.line or ABOUT, summary.headline, hidden=summary.game_id != "demo")


def head_of_invitation(game_name: str, host: str, army: str, opposing: str) -> Head:
    """`army` is the seat that is offered, `opposing` the army that waits there, where one is chosen."""
    heading = f"{host} invites you to a battle: {game_name}"
    against = f", against {opposing}" if opposing else ""
    return Head(f"{heading} · {NAME}", f"Take the seat of the {army} army{against}.", heading, hidden=True)
