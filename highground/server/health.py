"""/healthz, /readyz and /metrics, for whatever looks after the server."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
from collections.abc import Awaitable, Callable
from typing import Literal

import structlog
from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import BaseModel
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

import highground
from highground.server import disk, metrics
from highground.server.db.engine import Database
from highground.server.db.session import ReadSession
from highground.server.errors import Refusal
from highground.server.jobs import repository as jobs
from highground.server.services import Services
from highground.server.settings import GivenSettings

log = structlog.get_logger(__name__)
router = APIRouter(tags=["health"])

PATIENCE = 3.0
"""Seconds that each part has to answer."""
AGAIN = 0.3
"""Seconds after which a part that failed is asked once more: one slow answer is no reason to send people elsewhere."""
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")
CLOSED = "The figures are for this machine, or for requests with the token (HIGHGROUND_METRICS_TOKEN)."

SENTENCES = {
    "database": "The database does not answer, is damaged, or lacks a migration.",
    "bus": "The bus (Redis) does not answer.",
    "jobs": "Jobs cannot be sent on their way.",
    "files": "The store of files does not answer.",
    "disk": "The data folder cannot be written to: its disk is full, nearly full, or read-only.",
}

CheckAnswer = Literal["ok", "failed"]
Check = Callable[[], Awaitable[None]]
"""Asks a part of the server, and raises what it failed by."""


class Health(BaseModel):
    status: str
    version: str


class Readiness(BaseModel):
    """`checks` names each part that has to answer, `detail` says what those that failed mean."""

    status: Literal["ready", "not ready"]
    checks: dict[str, CheckAnswer]
    detail: str | None = None


@router.get("/healthz", operation_id="getHealth")
async def healthz(session: ReadSession) -> Health:
    """Is the server up, and does its database answer?"""
    await session.execute(text("SELECT 1"))
    return Health(status="ok", version=highground.__version__)


@router.get("/readyz", include_in_schema=False, response_model_exclude_none=True)
async def readyz(request: Request, response: Response) -> Readiness:
    """May requests be sent here? Asks the database (with all migrations), the bus, the jobs' queue, files and disk."""
    services: Services = request.app.state.services
    checks = await asked_all(services)
    failed = [name for name, answer in checks.items() if answer != "ok"]
    response.status_code = 503 if failed else 200
    detail = " ".join(SENTENCES[name] for name in failed)
    return Readiness(status="not ready" if failed else "ready", checks=checks, detail=detail or None)


@router.get("/metrics", include_in_schema=False)
async def figures(request: Request, session: ReadSession, settings: GivenSettings) -> Response:
    """The server's figures in Prometheus' text format, for this machine or with the token as a bearer token."""
    if not _may_see_metrics(request, settings.metrics_token.get_secret_value()):
        raise Refusal(403, CLOSED)
    try:
        counts = await jobs.counts(session)
    except (SQLAlchemyError, OSError) as error:  # what this process counts is wanted most while something is away
        log.warning("jobs could not be counted", error=str(error))
        counts = {}
    depths = [f'highground_jobs{{state="{state}"}} {count}' for state, count in counts.items()]
    help_lines = ["# HELP highground_jobs Jobs that are not done, in the whole site.", "# TYPE highground_jobs gauge"]
    body = metrics.exposition() + "\n".join([*help_lines, *depths, ""]).encode()
    return Response(body, media_type=CONTENT_TYPE_LATEST)


def _may_see_metrics(request: Request, token: str) -> bool:
    """A proxy on this machine passes the world's requests on: what it forwards is not from here."""
    if token:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), token.encode())
    if any(header in request.headers for header in FORWARDED) or request.client is None:
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


async def asked_all(services: Services) -> dict[str, CheckAnswer]:
    """How each part of this process is."""
    parts: dict[str, Check] = {
        "database": lambda: _database(services.database),
        "bus": services.bus.ping,
        "jobs": services.jobs.ping,
        "files": services.files.ping,
        "disk": lambda: asyncio.to_thread(disk.probe, services.settings.data),
    }
    answers = await asyncio.gather(*(asked(name, part) for name, part in parts.items()))
    return dict(zip(parts, answers, strict=True))


async def _database(database: Database) -> None:
    if await database.behind():
        raise RuntimeError("the tables lack a migration: highground migrate")


async def asked(name: str, part: Check) -> CheckAnswer:
    """Whether a part answers, at the second try at the latest."""
    try:
        async with asyncio.timeout(PATIENCE):
            try:
                await part()
            except Exception:
                await asyncio.sleep(AGAIN)
                await part()
    except Exception as error:
        log.warning("not ready", part=name, error=str(error) or type(error).__name__)
        return "failed"
    return "ok"
