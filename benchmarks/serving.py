"""A server on a free port of the loopback, for the benches that need one."""

from __future__ import annotations

import gc
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import uvicorn

from highground.server.app import create_app
from highground.server.serving import OPTIONS
from highground.server.settings import Settings


@contextmanager
def served(folder: Path, demo: bool = False) -> Iterator[httpx2.Client]:
    """A client of a fresh server whose data lie in `folder`; with `demo` it fights the demo battle first."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        app = create_app(Settings(data=folder, demo=demo, log_level="ERROR"))
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
