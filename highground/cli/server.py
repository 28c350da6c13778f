"""The commands for running a site: serve, worker, health, migrate, backup, restore; and `highground openapi`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from highground.cli.errors import fail, refuse

if TYPE_CHECKING:
    from highground.server.settings import Settings
    from highground.server.tls import KeyPair

FULL_HERE = "The disk is full or read-only, so nothing was changed. Make room, or choose a file on another disk."
APPLICATION = "highground.server.serving:application"
Data = Annotated[Path | None, typer.Option(file_okay=False, help="Folder for the database and files.")]


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; 127.0.0.1 by default.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port to listen on; 8080 by default.")] = None,
    data: Data = None,
    workers: Annotated[int | None, typer.Option(min=1, max=64, help="Processes behind the address.")] = None,
    tls: Annotated[bool | None, typer.Option("--tls", help="Serve https, to the phones of the network too.")] = None,
    tls_certificate: Annotated[Path | None, typer.Option(help="Certificate (PEM) in place of our own.")] = None,
    tls_key: Annotated[Path | None, typer.Option(help="The certificate's key (PEM).")] = None,
) -> None:
    """Serve the web app and its API. Settings also come from HIGHGROUND_HOST, HIGHGROUND_PORT, HIGHGROUND_DATA ..."""
    import uvicorn

    from highground.server import backup
    from highground.server.db.starting import prepare
    from highground.server.serving import OPTIONS, why_not_many, why_not_there

    encryption = {"tls": tls, "tls_certificate": tls_certificate, "tls_key": tls_key}
    given = {"host": host, "port": port, "data": data, "workers": workers, **encryption}
    settings = _settings(**given)
    problem = why_not_many(settings.shared, settings.workers)
    if problem:
        refuse(problem)
    # The application makes its own settings, from the environment, in each of its processes.
    os.environ.update({f"HIGHGROUND_{name.upper()}": str(value) for name, value in given.items() if value is not None})
    with _sentences(), backup.serving(settings) if not settings.database_url else nullcontext(), _figures(settings):
        prepare(settings)
        problem = why_not_there(settings.host, settings.port)
        if problem:
            fail(problem)
        pair = _key_pair(settings) if settings.tls else None
        typer.echo(f"Highground on {settings.address} (data in {settings.data.resolve()})", err=True)
        if pair is not None:
            _tell_phones(settings, pair)
        uvicorn.run(
            APPLICATION,
            factory=True,
            host=settings.host,
            port=settings.port,
            workers=settings.workers,
            ssl_certfile=pair.certificate if pair else None,
            ssl_keyfile=pair.key if pair else None,
            **OPTIONS,
        )


def _key_pair(settings: Settings) -> KeyPair:
    from highground.server.tls import CertificateError, key_pair

    try:
        return key_pair(settings)
    except CertificateError as error:
        refuse(str(error))


def _tell_phones(settings: Settings, pair: KeyPair) -> None:
    """Where a phone becomes the camera, in a terminal as a picture to scan too, and what its browser will ask."""
    import segno

    if pair.own:
        typer.echo(
            "The certificate is this machine's own: a browser asks once whether to go on. Its SHA-256:", err=True
        )
        typer.echo(pair.fingerprint, err=True)
    camera = f"{settings.site}/camera"
    typer.echo(f"A phone becomes a game's camera by its pairing code: scan it, or type it at {camera}", err=True)
    if sys.stderr.isatty():
        segno.make(camera, error="l").terminal(sys.stderr, border=2, compact=True)


def worker(data: Data = None) -> None:
    """Run jobs for the servers that share this site's database and Redis. Several workers may run."""
    from highground.server.db.starting import prepare
    from highground.server.worker import work

    settings = _settings(data=data)
    if not settings.redis_url:
        refuse("A worker gets its jobs through Redis: set HIGHGROUND_REDIS_URL. Without it the server does them.")
    if not settings.jobs_in_workers:
        refuse("HIGHGROUND_JOBS=inside has the server do the jobs. Set it to 'auto' or 'workers'.")
    with _sentences():
        prepare(settings)
        work(settings)


def migrate(data: Data = None) -> None:
    """Bring the database to this version. A server does it when it starts; this does it alone, before an upgrade."""
    from highground.server.db.starting import prepare

    with _sentences():
        prepare(_settings(data=data))
    typer.echo("The database is up to date.", err=True)


def health(
    data: Data = None,
    worker: Annotated[bool, typer.Option("--worker", help="Ask after this machine's workers.")] = False,
) -> None:
    """Is the server of these settings ready, or a worker of this machine well? Exit status 0, or 1 with a sentence."""
    from highground.server import asking

    settings = _settings(data=data)
    problem = asking.worker_problem(settings) if worker else asking.server_problem(settings)
    if problem:
        fail(problem)
    typer.echo("All is well.", err=True)


def backup(
    file: Annotated[Path, typer.Argument(dir_okay=False, help="The archive to write, such as highground.tar.gz.")],
    data: Data = None,
) -> None:
    """Back up the data folder into one file, while the server runs or not."""
    from highground.server import backup as backups

    with _sentences():
        backups.backup(_settings(data=data), file)
    typer.echo(f"{file} holds the backup.", err=True)


def restore(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="An archive that `backup` wrote.")],
    data: Data = None,
    force: Annotated[bool, typer.Option("--force", help="Write over the data that are there.")] = False,
) -> None:
    """Put a backup into the data folder. The server must not run."""
    from highground.server import backup as backups

    with _sentences():
        backups.restore(_settings(data=data), file, force=force)
    typer.echo("The backup is restored.", err=True)


def openapi() -> None:
    """Print the server's OpenAPI description as JSON."""
    import json

    from highground.server.app import create_app

    typer.echo(json.dumps(create_app().openapi(), indent=2, sort_keys=True, ensure_ascii=False))


def register(app: typer.Typer) -> None:
    for command in (serve, worker, health, migrate, backup, restore, openapi):
        app.command()(command)


def _settings(**given: Any) -> Settings:
    """The environment's settings, with those of the command line in their place."""
    from pydantic import ValidationError

    from highground.server.disk import keep_private
    from highground.server.settings import Settings, mistyped

    for name, meant in mistyped(os.environ):
        refuse(f"{name} is no setting. {meant} is one: change the name, or remove it.")
    try:
        settings = Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        first = error.errors()[0]
        where = "".join(f"HIGHGROUND_{str(part).upper()}: " for part in first["loc"])
        refuse(f"{where}{first['msg'].removeprefix('Value error, ').rstrip('.')}.")
    try:
        keep_private(settings.data)
    except OSError as error:
        fail(f"The data folder {settings.data} cannot be made: {error.strerror}.")
    return settings


@contextmanager
def _sentences() -> Iterator[None]:
    """What goes wrong with a database or a file, as a sentence."""
    import sqlite3

    from sqlalchemy.exc import OperationalError, SQLAlchemyError

    from highground.server.backup import BackupError
    from highground.server.db.faults import FULL, FULL_ERRORS, fault_of
    from highground.server.db.starting import StartError

    try:
        yield
    except (BackupError, StartError) as error:
        fail(str(error))
    except SQLAlchemyError as error:
        fail(f"The database cannot be used: {str(getattr(error, 'orig', error)).splitlines()[0]}")
    except sqlite3.Error as error:
        fault = fault_of(OperationalError("", None, error))
        full = fault is not None and fault.sentence == FULL
        fail(FULL_HERE if full else f"The database cannot be used: {error}.")
    except OSError as error:
        full = error.errno in FULL_ERRORS
        fail(FULL_HERE if full else f"{error.filename or 'A connection'}: {error.strerror or error}.")


@contextmanager
def _figures(settings: Settings) -> Iterator[None]:
    """With several processes their figures meet in a folder; prometheus_client finds it in the environment."""
    from tempfile import TemporaryDirectory

    if settings.workers == 1:
        yield
        return
    with TemporaryDirectory(prefix="highground-metrics-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        yield
