"""The web app's built files in memory, packed once.

Their names hold a hash of what is in them, so one name never means two contents. Packing each again for every browser
would hold up everybody else for some ten milliseconds a file.
"""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response

FOREVER = "public, max-age=31536000, immutable"
TEXTS = ("text/", "application/javascript", "application/json", "image/svg+xml")
"""What gets smaller by packing; fonts and pictures are packed already."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file's bytes, the same as gzip where that is smaller, and what it is."""

    plain: bytes
    packed: bytes | None
    media_type: str

    def answer(self, asked: Headers) -> Response:
        headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
        if self.packed is None or "gzip" not in asked.get("accept-encoding", ""):
            return Response(self.plain, headers=headers, media_type=self.media_type)
        return Response(self.packed, headers=headers | {"Content-Encoding": "gzip"}, media_type=self.media_type)


class Assets:
    """Files that were asked for, as long as the server runs."""

    def __init__(self) -> None:
        self._kept: dict[Path, Asset] = {}

    async def at(self, file: Path) -> Asset:
        """A file's asset. Raises OSError where it cannot be read."""
        if file not in self._kept:
            self._kept[file] = await asyncio.to_thread(_read, file)
        return self._kept[file]


def _read(file: Path) -> Asset:
    plain = file.read_bytes()
    media_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    packed = gzip.compress(plain, 9, mtime=0) if media_type.startswith(TEXTS) else plain
    return Asset(plain, packed if len(packed) < len(plain) else None, media_type)
