"""Whether the data folder has room, and who may look into it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from tempfile import NamedTemporaryFile

LEAST_FREE = 32_000_000
"""Bytes below which a disk counts as full: SQLite's log and a few photos."""
PROBE = b"x" * 65_536
OURS = ("highground.sqlite3", "files", "serving.lock", "tls", "workers", ".probe-", ".restore-")
PRIVATE_UMASK = 0o077


def probe(data: Path) -> None:
    """Raises OSError where nothing can be written into the folder, or little is left of its disk."""
    free = shutil.disk_usage(data).free
    if free < LEAST_FREE:
        raise OSError(f"only {free // 1_000_000} MB are free")
    with NamedTemporaryFile(dir=data, prefix=".probe-") as file:
        file.write(PROBE)
        file.flush()


def keep_private(data: Path) -> None:
    """Make the data folder with nobody else's eyes in it, and close one that an earlier version has made.

    A folder that others use too, such as /tmp, is left as it is. Raises OSError.
    """
    os.umask(PRIVATE_UMASK)
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    if data.stat().st_uid != os.geteuid() or not all(each.name.startswith(OURS) for each in data.iterdir()):
        return
    data.chmod(0o700)
    for file in data.glob("highground.sqlite3*"):
        file.chmod(0o600)
