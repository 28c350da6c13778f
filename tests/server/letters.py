"""A real mail server on the loopback that keeps what it gets."""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword

from tests.server.conftest import free_port

USER, SECRET = "post", "post office"


@dataclass
class Letters:
    """What arrived. `address` is where the server listens."""

    port: int
    arrived: list[tuple[list[str], EmailMessage]] = field(default_factory=list)

    async def handle_DATA(self, _server: object, _session: object, envelope: Envelope) -> str:  # noqa: N802
        content = envelope.content
        assert isinstance(content, bytes)
        self.arrived.append((list(envelope.rcpt_tos), message_from_bytes(content, policy=policy.default)))
        return "250 OK"

    def next_to(self, email: str) -> EmailMessage:
        """Wait for a letter to somebody and take it away."""
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            for found in self.arrived:
                if found[0] == [email]:
                    self.arrived.remove(found)
                    return found[1]
            time.sleep(0.01)
        raise AssertionError(f"no letter to {email}; there are {[to for to, _ in self.arrived]}")


def _login(_server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
    right = isinstance(data, LoginPassword) and (data.login, data.password) == (USER.encode(), SECRET.encode())
    return AuthResult(success=right, handled=False)


@contextmanager
def letters(tls: ssl.SSLContext | None = None) -> Iterator[Letters]:
    """A mail server; with `tls` it asks for STARTTLS and then for the name and secret above."""
    port = free_port()
    found = Letters(port)
    controller = Controller(
        found,
        hostname="127.0.0.1",
        port=port,
        authenticator=_login,
        tls_context=tls,
        require_starttls=tls is not None,
        auth_required=tls is not None,
    )
    controller.start()
    try:
        yield found
    finally:
        controller.stop()
