"""A backup of the embedded default: the SQLite database as it stands at one moment, and the files, in one archive.

PostgreSQL and S3 have their own means; see docs/deploy.md.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import sqlite3
import tarfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import highground
from highground.server.settings import Settings

DATABASE = "highground.sqlite3"
FILES = "files"
MANIFEST = "highground-backup.json"
FORMAT = 1
LOCK = "serving.lock"
REMAINS = ("-wal", "-shm")


class BackupError(RuntimeError):
    """The backup cannot be made or restored. Its text is a sentence."""


def backup(settings: Settings, target: Path) -> None:
    """Write an archive; the server may run meanwhile. Raises BackupError, OSError."""
    source = _embedded(settings) / DATABASE
    if not source.is_file():
        raise BackupError(f"There is no database in {settings.data}: nothing to back up.")
    beside = target.resolve().parent
    if not beside.is_dir():
        raise BackupError(f"There is no folder {beside} to write the backup into. Make it, or name another.")
    with TemporaryDirectory(dir=beside, prefix=".highground-") as folder:
        copy, archive = Path(folder) / DATABASE, Path(folder) / "archive"
        with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(copy)) as kept:
            live.backup(kept)
        manifest = Path(folder) / MANIFEST
        about = {"format": FORMAT, "version": highground.__version__, "made": datetime.now(UTC).isoformat()}
        manifest.write_text(json.dumps(about))
        with tarfile.open(archive, "w:gz") as tar:
            tar.add(manifest, MANIFEST)
            tar.add(copy, DATABASE)
            if (settings.data / FILES).is_dir():
                _add_files(tar, settings.data / FILES)
        archive.chmod(0o600)
        os.replace(archive, target)


def _add_files(tar: tarfile.TarFile, folder: Path) -> None:
    """The kept files. One that is deleted meanwhile, with its game or account, is left out."""
    tar.add(folder, FILES, recursive=False)
    for place, _, names in os.walk(folder):
        for name in names:
            path = Path(place) / name
            with suppress(FileNotFoundError):
                tar.add(path, f"{FILES}/{path.relative_to(folder)}", recursive=False)


def restore(settings: Settings, source: Path, *, force: bool) -> None:
    """Put an archive's database and files into the data folder; over what is there only with `force`.

    Nothing is touched before the whole archive has been read and its database found sound. Raises BackupError, OSError.
    """
    data = _embedded(settings)
    data.mkdir(parents=True, exist_ok=True)
    with serving(settings), TemporaryDirectory(dir=data, prefix=".restore-") as folder:
        present = [name for name in (DATABASE, FILES) if (data / name).exists()]
        if present and not force:
            raise BackupError(f"{settings.data} already holds {' and '.join(present)}; --force writes over it.")
        unpacked = Path(folder)
        _unpack(source, unpacked)
        for remains in REMAINS:
            (data / (DATABASE + remains)).unlink(missing_ok=True)
        os.replace(unpacked / DATABASE, data / DATABASE)
        shutil.rmtree(data / FILES, ignore_errors=True)
        if (unpacked / FILES).is_dir():
            os.replace(unpacked / FILES, data / FILES)
        _give_to_owner(data)


def _give_to_owner(data: Path) -> None:
    """Give what root has restored to the owner of the data folder, the user that the server runs as."""
    owner = data.stat()
    if os.geteuid() != 0 or owner.st_uid == 0:
        return
    restored = (data / name for name in (LOCK, DATABASE, FILES))
    for each in (*restored, *(data / FILES).rglob("*")):
        if each.exists():
            os.chown(each, owner.st_uid, owner.st_gid)


@contextmanager
def serving(settings: Settings) -> Iterator[None]:
    """Hold the data folder: one server, or one restore, at a time. Raises BackupError where somebody else holds it."""
    with (settings.data / LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise BackupError(f"A server is running on {settings.data}. Stop it first.") from error
        yield


def embedded(settings: Settings) -> bool:
    """Does all that a site keeps lie in the data folder?"""
    return not settings.database_url and not settings.files_url


def _embedded(settings: Settings) -> Path:
    if not embedded(settings):
        raise BackupError(
            "This is for the database and files in the data folder. Back up PostgreSQL with pg_dump, and files where "
            "HIGHGROUND_FILES_URL keeps them."
        )
    return settings.data


def _lay_down(tar: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    """One file or folder of an archive. Raises TarError for what is neither, or lies outside of the folder.

    tarfile's own filter for this came only with Python 3.11.4, and Debian 12 has 3.11.2.
    """
    target = (folder / member.name).resolve()
    content = tar.extractfile(member) if member.isfile() else None
    if not target.is_relative_to(folder.resolve()) or not (content or member.isdir()):
        raise tarfile.TarError(f"{member.name} does not belong into a backup")
    if content is None:
        target.mkdir(parents=True, exist_ok=True)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    with content, target.open("wb") as copy:
        shutil.copyfileobj(content, copy)


def _unpack(source: Path, folder: Path) -> None:
    try:
        with tarfile.open(source) as tar:
            for member in tar:
                _lay_down(tar, member, folder)
        about = json.loads((folder / MANIFEST).read_text())
        with closing(sqlite3.connect(folder / DATABASE)) as database:
            sound = database.execute("PRAGMA integrity_check").fetchone()[0]
    except (tarfile.TarError, ValueError, EOFError, FileNotFoundError, sqlite3.Error) as error:
        raise BackupError(f"{source} is no backup of Highground, or it is damaged.") from error
    if about.get("format") != FORMAT:
        raise BackupError(f"{source} was made by another version ({about.get('version')}) and cannot be read.")
    if sound != "ok":
        raise BackupError(f"The database in {source} is damaged.")
