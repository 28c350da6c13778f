"""`highground serve` and `highground openapi`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from highground.cli_errors import fail


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on; 127.0.0.1 unless told.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="Port to listen on; 8080 unless told.")] = None,
    data: Annotated[Path | None, typer.Option(file_okay=False, help="Folder for the database and files.")] = None,
) -> None:
    """Serve the web app and its API. Settings also come from HIGHGROUND_HOST, HIGHGROUND_PORT, HIGHGROUND_DATA ..."""
    import uvicorn

    from highground.server.app import create_app
    from highground.server.settings import Settings

    given = {"host": host, "port": port, "data": data}
    settings = Settings.model_validate(
        Settings().model_dump() | {name: value for name, value in given.items() if value is not None}
    )
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        fail(f"The data folder {settings.data} cannot be made: {error.strerror}.")
    typer.echo(f"Highground on http://{settings.host}:{settings.port} (data in {settings.data.resolve()})", err=True)
    uvicorn.run(
        create_app(settings),
        host=settings.host,
        port=settings.port,
        access_log=False,
        log_level="warning",
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
    )


def openapi() -> None:
    """Print the server's OpenAPI description as JSON."""
    import json

    from highground.server.app import create_app

    typer.echo(json.dumps(create_app().openapi(), indent=2, sort_keys=True, ensure_ascii=False))


def register(app: typer.Typer) -> None:
    app.command()(serve)
    app.command()(openapi)
