"""`highground health`: asks a server of these settings, or a worker of this machine, how it is."""

from __future__ import annotations

import json
import socket
import ssl
import time
import urllib.error
import urllib.request
from pathlib import Path

from highground.server.settings import Settings

PATIENCE = 8.0
"""Seconds; a server takes three to find that a part of it does not answer."""


FRESH_SECONDS = 30.0
"""A worker gives a sign of life every five."""
NO_WORKER = "No worker of this machine gives a sign of life in {folder}."


def signs(data: Path) -> Path:
    """The folder of the workers' signs of life."""
    return data / "workers"


def machine() -> str:
    """What the names of this machine's signs begin with."""
    return socket.gethostname()[:32]


def worker_problem(settings: Settings) -> str | None:
    """What is wrong with this machine's workers, as a sentence; None where one of them is well."""
    problem = NO_WORKER.format(folder=signs(settings.data))
    for file in signs(settings.data).glob(f"{machine()}-*.json"):
        try:
            report = json.loads(file.read_text())
        except (OSError, ValueError):
            continue
        if time.time() - report["at"] > FRESH_SECONDS:
            continue
        failed = [name for name, answer in report["checks"].items() if answer != "ok"]
        if not failed:
            return None
        problem = f"The worker does not reach or do this: {', '.join(failed)}."
    return problem


def server_problem(settings: Settings) -> str | None:
    """What is wrong with the server, as a sentence."""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::", "") else settings.host
    url = f"{'https' if settings.tls else 'http'}://{f'[{host}]' if ':' in host else host}:{settings.port}/readyz"
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE  # it is asked for nothing secret
    handlers = (urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=trusting))
    try:
        with urllib.request.build_opener(*handlers).open(url, timeout=PATIENCE) as answer:
            answer.read()
        return None
    except urllib.error.HTTPError as error:
        return _failures(error.read())
    except OSError as error:
        return f"No server answers at {url}: {getattr(error, 'reason', error)}."


def _failures(body: bytes) -> str:
    try:
        return str(json.loads(body)["detail"])
    except (ValueError, KeyError, TypeError):
        return "The server answers, but not to this question: it may be another program."
