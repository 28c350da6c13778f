"""Connections that never say what they want are closed: uvicorn itself waits for a request's head for ever."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS = 10.0
"""How long a request's head may take, from the connection's opening or the head's first byte."""


class ImpatientProtocol(HttpToolsProtocol):
    """uvicorn's protocol, with a time limit for the head of each request. Bodies are looked after by `BodyLimit`."""

    head_seconds = HEAD_SECONDS
    _until_head: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_is_there()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._wait_for_head()

    def on_headers_complete(self) -> None:
        self._head_is_there()
        super().on_headers_complete()

    def _wait_for_head(self) -> None:
        if self._until_head is None:
            self._until_head = self.loop.call_later(self.head_seconds, self._give_up)

    def _head_is_there(self) -> None:
        if self._until_head is not None:
            self._until_head.cancel()
            self._until_head = None

    def _give_up(self) -> None:
        self._until_head = None
        transport: Any = self.transport
        transport.abort()
