"""What kind of file it is, by its content and never by its name."""

from __future__ import annotations

import re
from typing import Literal

from highground.rosters.report import RosterError

FileKind = Literal["zip", "xml", "json", "text"]

LARGEST = 16 * 1024 * 1024
"""Bytes of the largest file that is read, packed or not: 25 times the largest roster ever met."""

_MARKS: tuple[tuple[bytes, str], ...] = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_DECLARATION = re.compile(r"^<\?xml[^>]*\?>")  # it names the old encoding
_PAGE = re.compile(rb"<(?:!doctype\s+html|html)\b", re.IGNORECASE)
_BINARY = frozenset(range(32)) - {9, 10, 12, 13}
_KNOWN: tuple[tuple[bytes, str], ...] = (
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf", "a 7-Zip archive"),
    (b"Rar!", "a RAR archive"),
)
WHAT_TO_UPLOAD = "Upload a .ros or .rosz file, or the JSON export of New Recruit."


def check_size(data: bytes) -> None:
    """Raises RosterError for an empty file and for one larger than `LARGEST`."""
    if not data or data.isspace():
        raise RosterError("The file is empty.")
    if len(data) > LARGEST:
        raise RosterError(
            f"The file has {len(data) / 2**20:.0f} MB; a roster has at most {LARGEST // 2**20} MB, and most have less "
            f"than one. {WHAT_TO_UPLOAD}"
        )


def plain(data: bytes) -> bytes:
    """The same text as UTF-8 without a byte order mark, leading blanks stripped; other data as it is."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                text = data[len(mark) :].decode(encoding).lstrip()
                return _DECLARATION.sub("", text).lstrip().encode()
            except (UnicodeDecodeError, UnicodeEncodeError) as error:
                raise RosterError("The file says that it is text, but its characters can't be read.") from error
    return data.lstrip(b" \t\r\n")


def kind_of(data: bytes) -> FileKind:
    """The kind of `plain` data; raises RosterError for what can be none of them."""
    if data.startswith(b"PK"):
        return "zip"
    if _PAGE.match(data):
        raise RosterError(f"The file is a web page, not a roster. {WHAT_TO_UPLOAD}")
    if data.startswith(b"<"):
        return "xml"
    if data.startswith((b"{", b"[")):
        return "json"
    for magic, what in _KNOWN:
        if data.startswith(magic):
            raise RosterError(f"The file is {what}, not a roster. {WHAT_TO_UPLOAD}")
    if not data or _BINARY.intersection(data[:4096]):
        raise RosterError(f"The file is neither a roster nor text. {WHAT_TO_UPLOAD}")
    return "text"
