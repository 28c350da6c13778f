"""The web app's built files in memory, packed once.

Their names hold a hash of what is in them, so one name never means two contents. Packing each again for every browser
would hold up everybody else for some ten milliseconds a file.
"""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import brotli
from starlette.datastructures import Headers
from starlette.responses import Response

FOREVER = "public, max-age=31536000, immutable"
TEXTS = ("text/", "application/javascript", "application/json", "image/svg+xml")
"""What gets smaller by packing; fonts and pictures are packed already."""
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda plain: brotli.compress(plain, quality=9),
    "gzip": lambda plain: gzip.compress(plain, 9, mtime=0),
}
"""By their names in HTTP, the best first. Brotli makes 6 % less of our largest file in 0.03 s; its two best levels take
0.2 and 0.45 s.
"""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file's bytes as a client takes them, how they are packed, and what the file is."""

    body: bytes
    encoding: str | None
    media_type: str

    def answer(self) -> Response:
        headers = {"Cache-Control": FOREVER, "Vary": "Accept-Encoding"}
        if self.encoding is not None:
            headers["Content-Encoding"] = self.encoding
        return Response(self.body, headers=headers, media_type=self.media_type)


class Assets:
    """Files that were asked for, in each way that they were, as long as the server runs."""

    def __init__(self) -> None:
        self._kept: dict[tuple[Path, str | None], Asset] = {}

    async def at(self, file: Path, asked: Headers) -> Asset:
        """A file's asset for the client that asks. Raises OSError where the file cannot be read."""
        key = file, _encoding(asked)
        if key not in self._kept:
            self._kept[key] = await asyncio.to_thread(_read, *key)
        return self._kept[key]


def _encoding(asked: Headers) -> str | None:
    """The best way of packing that the client takes."""
    accepted = {each.split(";")[0].strip() for each in asked.get("accept-encoding", "").split(",")}
    return next((each for each in PACKERS if each in accepted), None)


def _read(file: Path, encoding: str | None) -> Asset:
    plain = file.read_bytes()
    media_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    packed = PACKERS[encoding](plain) if encoding and media_type.startswith(TEXTS) else plain
    return Asset(packed, encoding, media_type) if len(packed) < len(plain) else Asset(plain, None, media_type)
