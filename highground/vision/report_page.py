"""A page about photos that were read badly, with all its pictures in it: what pages on dice and on tables share."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from html import escape
from typing import Any

import cv2

from highground.vision.flat import Picture

WORST = 10
"""Photos of each kind that are shown."""
STYLE = """body{font:15px/1.45 system-ui,sans-serif;margin:2rem;background:#fff;color:#1b1b1b}
table{border-collapse:collapse;margin:.5rem 0 1.5rem}
td,th{padding:.25rem .7rem;border-bottom:1px solid #ccc;text-align:left}
.worst{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0;max-width:360px}img{max-width:100%}
svg{border:1px solid #ccc}figcaption{font-size:13px;overflow-wrap:anywhere}"""
START = '<!doctype html><html lang="en"><meta charset="utf-8">'
ON_PHONES = '<meta name="viewport" content="width=device-width">'


def page_of(title: str, heading: str, body: str, style: str = "") -> str:
    """A whole page; `body` is HTML."""
    head = f"{START}{ON_PHONES}<title>{escape(title)}</title><style>{STYLE}{style}</style>"
    return f"{head}<h1>{escape(heading)}</h1>{body}</html>\n"


def figures_table(figures: Mapping[str, Any]) -> str:
    """Figures with their names in words, a line each."""
    rows = "".join(
        f"<tr><th>{escape(name.replace('_', ' '))}</th><td>{escape(str(value))}</td></tr>"
        for name, value in figures.items()
    )
    return f"<table>{rows}</table>"


def jpeg_url(picture: Picture) -> str:
    """A picture as an address that needs no other file."""
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 75])
    return f"data:image/jpeg;base64,{base64.b64encode(packed.tobytes()).decode()}"
