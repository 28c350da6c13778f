"""Letters: sent by SMTP where a server is set, else written to the log for the operator."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from collections.abc import Coroutine
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Annotated, Any, Literal

import structlog
from fastapi import Depends, Request

from highground.server.settings import Settings

log = structlog.get_logger(__name__)

SECONDS = 20
"""How long an SMTP server may take to answer."""
DRAIN_SECONDS = 10


@dataclass
class Post:
    """Sends letters after the answer has left, so that nobody learns from its time whether one was sent."""

    settings: Settings
    _under_way: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def way(self) -> Literal["email", "log"]:
        return "email" if self.settings.smtp_host else "log"

    async def send(self, to: str, subject: str, text: str) -> None:
        """Send a letter. Raises OSError or smtplib.SMTPException where the mail server does not take it."""
        if self.way == "log":
            log.warning("letter not sent, as no mail server is set", to=to, subject=subject, text=text)
            return
        await asyncio.to_thread(_deliver, self.settings, letter(self.settings, to, subject, text))
        log.info("letter sent", subject=subject)

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something after the answer; a failure is logged."""
        task = asyncio.create_task(_logged(work))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def close(self) -> None:
        """Let what is under way come to its end."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=DRAIN_SECONDS)


def letter(settings: Settings, to: str, subject: str, text: str) -> EmailMessage:
    message = EmailMessage()
    message["From"] = settings.smtp_from
    message["To"] = to
    message["Subject"] = subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=settings.smtp_from.rpartition("@")[2].strip("> ") or None)
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


def _deliver(settings: Settings, message: EmailMessage) -> None:
    context = ssl.create_default_context()
    tls = settings.smtp_security == "tls"
    connect = (
        smtplib.SMTP_SSL(settings.smtp_host, settings.smtp_port, timeout=SECONDS, context=context)
        if tls
        else smtplib.SMTP(settings.smtp_host, settings.smtp_port, timeout=SECONDS)
    )
    with connect as server:
        if settings.smtp_security == "starttls":
            server.starttls(context=context)
        if settings.smtp_user:
            server.login(settings.smtp_user, settings.smtp_password.get_secret_value())
        server.send_message(message)


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception as error:
        log.error("a letter could not be sent", error=f"{type(error).__name__}: {error}")


async def _post(request: Request) -> Post:
    found: Post = request.app.state.post
    return found


Posting = Annotated[Post, Depends(_post)]
