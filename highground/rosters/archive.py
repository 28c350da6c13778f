"""The one roster inside a zip archive, read in pieces and never further than allowed."""

from __future__ import annotations

import io
import zipfile
import zlib

from highground.rosters.report import RosterError
from highground.rosters.sniff import LARGEST, WHAT_TO_UPLOAD

LARGEST_RATIO = 200
"""Expanded to packed bytes; real rosters have about 15."""
_MOST_MEMBERS = 200
_PIECE = 64 * 1024
_SMALL = 1024 * 1024
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}
_DAMAGED = "The file is a zip archive, but a damaged or incomplete one."


def unpack(data: bytes) -> bytes:
    """The content of the archive's roster. Member names are only looked at, never used as paths.

    Raises RosterError for damaged, encrypted, nested, empty and exploding archives.
    """
    if data.count(b"PK\x01\x02") > _MOST_MEMBERS:
        raise RosterError(f"The archive holds too many files to be a roster. {WHAT_TO_UPLOAD}")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _read(archive, _choose(archive))
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError, OverflowError) as error:
        raise RosterError(_DAMAGED) from error


def _choose(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    members = [member for member in archive.infolist() if not member.is_dir()]
    rosters = [member for member in members if member.filename.lower().endswith(".ros")]
    chosen = rosters[:1] or (members if len(members) == 1 else [])
    if not chosen:
        held = f"{len(members)} files, none of them a roster" if members else "no file"
        raise RosterError(f"The archive holds {held}. {WHAT_TO_UPLOAD}")
    if chosen[0].flag_bits & 0x1:
        raise RosterError("The archive is locked by a password.")
    if chosen[0].compress_type not in _METHODS:
        raise RosterError("The archive is packed in a way that list builders don't use.")
    return chosen[0]


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    pieces: list[bytes] = []
    total = 0
    with archive.open(member) as stream:
        while piece := stream.read(_PIECE):
            total += len(piece)
            if total > LARGEST or total > max(_SMALL, member.compress_size * LARGEST_RATIO):
                raise RosterError("The archive expands to far more than a roster can hold, so it was not read.")
            pieces.append(piece)
    content = b"".join(pieces)
    if content.startswith(b"PK\x03\x04"):
        raise RosterError("The archive holds another archive. Upload the roster file itself.")
    return content
