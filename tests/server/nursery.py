"""Processes of the command line, forked from one that has loaded everything: a start costs a tenth.

Each is a process of its own, with its own environment, arguments and files. It runs what the command line runs, and
signals end it. Variables that the interpreter itself reads at its start are those of the process that runs the tests.
"""

from __future__ import annotations

import atexit
import faulthandler
import gc
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module
from tempfile import TemporaryFile
from types import TracebackType

from tests.conftest import REPOSITORY

COMMAND_LINE = "highground.cli:app"
NUMBER = 4
"""Bytes of a process number, and of an exit status."""
LARGEST = 65_536
LONGEST = 60.0
LOADED = (
    "aiosqlite",
    "anyio._backends._asyncio",
    "asyncpg",
    "sqlalchemy.dialects.postgresql.asyncpg",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.protocols.websockets.auto",
    "highground.server.backup",
    "highground.server.db.starting",
    "highground.server.serving",
    "highground.server.tables",
    "highground.server.worker",
)
"""What is imported late, besides the application."""
BEGIN = "import sys; from tests.server.nursery import main; main(int(sys.argv[1]))"


@dataclass(frozen=True)
class Request:
    """What is to run: `program` as `module:name`, a function without arguments."""

    program: str
    arguments: Sequence[str]
    environment: Mapping[str, str]


class Child:
    """A process of the nursery; used like one of `subprocess`."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self.pid = self._number()
        self.returncode: int | None = None

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.wait()

    def poll(self) -> int | None:
        """The exit status (negative: of which signal it died), None while it runs."""
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            self._line.settimeout(timeout)
            try:
                self.returncode = self._number()
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0) from None
            self._line.close()
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it may end between the two, as `subprocess` allows for as well
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def _number(self) -> int:
        said = self._line.recv(NUMBER)
        if len(said) != NUMBER:
            raise RuntimeError("the nursery is gone")
        return int.from_bytes(said, "big", signed=True)


class Nursery:
    """The process from which others are forked; it ends with the one that began it."""

    def __init__(self) -> None:
        self._requests, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", BEGIN, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                cwd=REPOSITORY,
            )

    def start(self, request: Request, stdin: int, stdout: int, stderr: int) -> Child:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            files = [theirs.fileno(), stdin, stdout, stderr]
            socket.send_fds(self._requests, [json.dumps(asdict(request)).encode()], files)
        return Child(ours)

    def close(self) -> None:
        self._requests.close()
        self._process.wait()


@cache
def _nursery() -> Nursery:
    nursery = Nursery()
    atexit.register(nursery.close)
    return nursery


def start(
    environment: Mapping[str, str],
    *arguments: str,
    program: str = COMMAND_LINE,
    stdin: int = 0,
    stdout: int = 1,
    stderr: int = 2,
) -> Child:
    """A process of the command line, from the nursery of this process; its files are descriptors of this one's."""
    return _nursery().start(Request(program, arguments, dict(environment)), stdin, stdout, stderr)


def run(environment: Mapping[str, str], *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """A process of the command line that ends by itself, and what it has written."""
    with TemporaryFile("w+") as given, TemporaryFile("w+") as out, TemporaryFile("w+") as err:
        given.write(stdin)
        given.seek(0)
        files = given.fileno(), out.fileno(), err.fileno()
        child = _nursery().start(Request(COMMAND_LINE, arguments, dict(environment)), *files)
        status = child.wait(LONGEST)
        for each in (out, err):
            each.seek(0)
        return subprocess.CompletedProcess(arguments, status, out.read(), err.read())


def main(descriptor: int) -> None:
    """The nursery. It returns in the processes that it has forked, with what they have to do done."""
    _load()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the tests, and they end their processes
    request = _forked(descriptor)
    module, _, name = request.program.partition(":")
    getattr(import_module(module), name)()


def _load() -> None:
    from highground.server.app import create_app
    from highground.server.settings import Settings

    for each in LOADED:
        import_module(each)
    # What a route takes and answers is worked out when a path is first compared with it, for all of a router at once.
    nowhere = {"type": "http", "method": "GET", "path": "/nowhere", "root_path": "", "headers": []}
    for route in create_app(Settings()).routes:
        route.matches(nowhere)
    gc.collect()
    gc.freeze()
    threads = os.listdir("/proc/self/task")
    assert len(threads) == 1, f"a process of {len(threads)} threads cannot be forked safely"


def _forked(descriptor: int) -> Request:
    """Fork a process for each request. Returns in these; in the nursery it does not, which ends with its other end."""
    with socket.socket(fileno=descriptor) as requests:
        while True:
            body, files, _, _ = socket.recv_fds(requests, LARGEST, 4)
            _bury()
            if not body:
                os._exit(0)
            if os.fork() == 0:
                break
            for each in files:
                os.close(each)
    request = Request(**json.loads(body))
    _keep(files)
    _settle(request)
    return request


def _bury() -> None:
    """Wait for the keepers that have ended, so that their time and their processes' is counted as ours."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass


def _keep(files: list[int]) -> None:
    """Fork the process that was asked for, in which this returns; then only wait for its end and report it."""
    with socket.socket(fileno=files[0]) as line:
        child = os.fork()
        if child != 0:
            for each in files[1:]:
                os.close(each)
            line.send(child.to_bytes(NUMBER, "big", signed=True))
            _, status = os.waitpid(child, 0)
            line.send(os.waitstatus_to_exitcode(status).to_bytes(NUMBER, "big", signed=True))
            os._exit(0)
    for number, each in enumerate(files[1:]):
        os.dup2(each, number)
        os.close(each)


def _settle(request: Request) -> None:
    """Be as a process is that was begun with this environment and these arguments."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(request.environment)
    sys.argv = ["-c", *request.arguments]
    if request.environment.get("PYTHONFAULTHANDLER"):
        faulthandler.enable()
