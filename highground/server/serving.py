"""How uvicorn serves the application: what `highground serve` and the tests have in common."""

from __future__ import annotations

import gc
import socket
from typing import Any

from fastapi import FastAPI

from highground.server.patience import ImpatientProtocol

LARGEST_MESSAGE = 64_000
"""Bytes of a socket's message beyond which uvicorn closes the socket; our own limit is lower."""
PING_SECONDS = 20.0
GRACE_SECONDS = 5
IDLE_SECONDS = 150
"""How long a connection may stay idle between two requests: longer than a proxy keeps it (Caddy 120 s, nginx 60 s).

The client has to close first: a request that arrives just as the server closes is answered by a reset.
"""

OPTIONS: dict[str, Any] = {
    "access_log": False,
    "proxy_headers": False,  # ours is highground.server.forwarded
    "log_level": "warning",
    "ws_per_message_deflate": False,
    "ws_max_size": LARGEST_MESSAGE,
    "ws_ping_interval": PING_SECONDS,
    "ws_ping_timeout": PING_SECONDS,
    "timeout_graceful_shutdown": GRACE_SECONDS,
    "timeout_keep_alive": IDLE_SECONDS,
    "http": ImpatientProtocol,
}


COLLECT_AFTER = (50_000, 20, 100)
"""New objects until the collector looks at the youngest, and how many such looks until it looks at the older ones."""


def application() -> FastAPI:
    """The application of a process that does nothing else until it ends.

    What has been made up to now stays, so the collector need not look through it again and again: with it a full
    collection held every request up for some 150 ms. And it looks less often: a choice makes some ten thousand
    objects, nearly all of which go by themselves, beside the millions of the battles in memory.
    """
    gc.set_threshold(*COLLECT_AFTER)
    from highground.server.app import create_app

    app = create_app(warm=True)
    gc.collect()
    gc.freeze()
    return app


def why_not_many(shared: bool, workers: int) -> str | None:
    """Why these settings do not allow several processes behind one address, if they do not."""
    if workers == 1 or shared:
        return None
    return (
        "Several processes need a PostgreSQL (HIGHGROUND_DATABASE_URL=postgresql://...) and a Redis "
        "(HIGHGROUND_REDIS_URL=redis://...) that they share. Leave --workers out to serve with one process."
    )


def why_not_there(host: str, port: int) -> str | None:
    """Why nothing can be served at this address, if so: the port is taken, the host is not this machine's."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        return f"{host}:{port} cannot be served at: {error.strerror or error}. Choose another with --host or --port."
    return None
