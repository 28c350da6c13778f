"""A server on a free port of the loopback, for the benches that need one."""

from __future__ import annotations

import gc
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import uvicorn
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from highground.server.app import create_app
from highground.server.serving import OPTIONS
from highground.server.settings import Settings


class _Instead:
    """Files in place of some answers: what a bench cannot have the server make in a reasonable time."""

    def __init__(self, app: ASGIApp, files: Mapping[str, Path]) -> None:
        self._app, self._files = app, files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        whole = scope["type"] == "http" and b"since_id" not in scope["query_string"]
        file = self._files.get(scope["path"]) if whole else None
        if file is None:
            await self._app(scope, receive, send)
        else:
            await Response(file.read_bytes(), media_type="application/json")(scope, receive, send)


@contextmanager
def served(
    folder: Path, demo: bool = False, files: Mapping[str, Path] | None = None, **more: Any
) -> Iterator[httpx2.Client]:
    """A client of a fresh server whose data lie in `folder`; with `demo` it fights the demo battle first.

    `files` answers the calls of these paths from JSON files, where they ask for all there is; what is put into it later
    counts too. `more` are settings.
    """
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        settings = Settings(data=folder, demo=demo, log_level="ERROR", **more)
        app = _Instead(create_app(settings), {} if files is None else files)
        gc.collect()
        gc.freeze()  # as `highground serve` does
        server = uvicorn.Server(uvicorn.Config(app, **OPTIONS | {"log_level": "error"}))
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=60, trust_env=False) as client:
            yield client
        server.should_exit = True
        thread.join(10)
