"""A way to a server on the loopback that can be shut and opened: the server is gone for all who come through it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Gate:
    """Passes connections to `port` on. What is connected when it is shut is cut off."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._open = True
        self._sockets: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def shut(self) -> None:
        self._open = False
        for each in tuple(self._sockets):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def open(self) -> None:
        self._open = True

    def close(self) -> None:
        self.shut()
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._listener.accept()
                if not self._open:
                    here.close()
                    continue
                there = socket.create_connection(("127.0.0.1", self._to))
                for one, other in ((here, there), (there, here)):
                    self._sockets.add(one)
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65_536):
                other.sendall(data)
        for each in (one, other):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
        self._sockets.discard(one)
        one.close()


@contextmanager
def gate(port: int) -> Iterator[Gate]:
    found = Gate(port)
    try:
        yield found
    finally:
        found.close()
