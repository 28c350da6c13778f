"""Whole sites for tests: one process, or two servers and a worker that share PostgreSQL and Redis."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx2

from tests.conftest import REPOSITORY
from tests.server import nursery
from tests.server.databases import free_port
from tests.server.nursery import COMMAND_LINE, Child

Process = Child | subprocess.Popen[bytes]
PROGRAM = [sys.executable, "-c", "from highground.cli import app; app()"]


@dataclass
class Site:
    """Where its servers listen: twice the same where there is one. `environment` is that of its processes."""

    urls: tuple[str, str]
    environment: dict[str, str] = field(default_factory=dict)

    @contextmanager
    def client(self, number: int = 0) -> Iterator[httpx2.Client]:
        with httpx2.Client(base_url=self.urls[number], timeout=20, trust_env=False, verify=False) as client:
            yield client

    def socket(self, number: int, path: str) -> str:
        return self.urls[number].replace("http://", "ws://") + path


@contextmanager
def many(folder: Path, database_url: str, redis_url: str, **more: str) -> Iterator[Site]:
    """Two server processes on ports of their own, without a worker (see `process`)."""
    environment = {
        "HIGHGROUND_DATA": str(folder),
        "HIGHGROUND_DATABASE_URL": database_url,
        "HIGHGROUND_REDIS_URL": redis_url,
        "HIGHGROUND_REDIS_PREFIX": f"test-{secrets.token_hex(4)}",
        "HIGHGROUND_DEMO": "0",
        "HIGHGROUND_RATE_LIMITS": "false",
        "HIGHGROUND_LOG_LEVEL": "WARNING",
        **more,
    }
    ports = [free_port(), free_port()]
    with ExitStack() as processes:
        for port in ports:
            processes.enter_context(process(environment, "serve", "--port", str(port)))
        first, second = (f"http://127.0.0.1:{port}" for port in ports)
        until(lambda: ready(first) and ready(second), 60)
        yield Site((first, second), environment)


@contextmanager
def process(
    environment: dict[str, str], *arguments: str, program: str = COMMAND_LINE, fresh: bool = False
) -> Iterator[Process]:
    """A process of the command line, stopped as a service manager does it. `fresh` is not forked from the nursery.

    A server of several processes has to be: where its figures are kept is read when it is loaded.
    """
    names = ("PATH", "HOME", "HIGHGROUND_PASSWORD_MEMORY")
    ours = {name: os.environ.get(name, "") for name in names} | {"PYTHONFAULTHANDLER": "1"}
    variables = ours | environment
    if fresh:
        begun: Process = subprocess.Popen([*PROGRAM, *arguments], env=variables, cwd=REPOSITORY)
    else:
        begun = nursery.start(variables, *arguments, program=program)
    with begun as running:
        try:
            yield running
        finally:
            if running.poll() is None:
                running.send_signal(signal.SIGTERM)
            try:
                running.wait(20)
            except subprocess.TimeoutExpired:
                running.send_signal(signal.SIGABRT)  # which shows where each of its threads stands
                running.wait()
                raise


def ready(url: str) -> bool:
    """Without `verify` no certificates are read, which takes 20 ms each time and is of no use to plain http."""
    try:
        return httpx2.get(f"{url}/readyz", trust_env=False, timeout=10, verify=False).status_code == 200
    except httpx2.TransportError:
        return False


def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() <= deadline, "it did not come to pass"
        time.sleep(0.05)
