"""Structured logs: readable lines on a terminal, one JSON object a line elsewhere."""

from __future__ import annotations

import logging
import re
import sys

import structlog

INVITATION = re.compile(r"(/invitations?/)[^/]+")


def _without_secrets(_logger: object, _name: str, line: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Anyone with the link of an invitation can take the seat, so no such link is logged."""
    if isinstance(line.get("path"), str):
        line["path"] = INVITATION.sub(r"\1...", line["path"])
    return line


def configure(level: str) -> None:
    readable = sys.stderr.isatty()
    renderer: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer() if readable else structlog.processors.JSONRenderer()
    )
    before: list[structlog.typing.Processor] = [] if readable else [structlog.processors.format_exc_info]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _without_secrets,
            *before,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping().get(level.upper(), 20)),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )
