"""The process in which a job's work runs. It can be ended at any moment, with all that it has started.

One that has done a part of a job can be given the next part, which finds what the first one has loaded and worked out.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue

import msgspec
import orjson

from highground.processes import end_with_forkserver, forget_main
from highground.server.jobs.kinds import KINDS, JobError, JobKind

DIED = "The job's process ended unexpectedly."


class Progress(msgspec.Struct, tag=True):
    share: float
    note: str


class Result(msgspec.Struct, tag=True):
    body: bytes


class Broken(msgspec.Struct, tag=True):
    """`sentence` is for the owner; `trace` for the log, where the work failed in a way nobody foresaw."""

    sentence: str | None
    trace: str = ""


Message = Progress | Result | Broken
_MESSAGES: msgspec.msgpack.Decoder[Message] = msgspec.msgpack.Decoder(Message)


class WorkProcess:
    """Work that has begun. `message` is to be awaited again and again until a Result or Broken comes.

    After a Result it may be asked `again`.
    """

    def __init__(self, process: BaseProcess, pipe: Connection) -> None:
        self._process = process
        self._pipe = pipe
        self._readable = asyncio.Event()
        asyncio.get_running_loop().add_reader(pipe.fileno(), self._readable.set)
        # uvloop makes what it watches non-blocking, and a message that is larger than the pipe would seem broken off
        os.set_blocking(pipe.fileno(), True)

    @classmethod
    async def start(cls, kind: JobKind, request: bytes) -> WorkProcess:
        return cls(*await asyncio.to_thread(_start, kind, request))

    async def again(self, request: bytes) -> bool:
        """Begin on another request of the same kind; False if it has ended meanwhile."""
        try:
            await asyncio.to_thread(self._pipe.send_bytes, request)
        except OSError:
            return False
        return self._process.is_alive()

    async def message(self, seconds: float) -> Message | None:
        """The next message, or None if none comes in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._readable.wait()
        if not self._pipe.poll():
            self._readable.clear()
            return None
        try:
            return _MESSAGES.decode(self._pipe.recv_bytes())
        except (EOFError, OSError):
            return Broken(DIED, f"exit status {self._process.exitcode}")

    async def end(self) -> None:
        """Kill it, if it still runs, with its children."""
        asyncio.get_running_loop().remove_reader(self._pipe.fileno())
        self._pipe.close()
        with suppress(ProcessLookupError, PermissionError):
            if self._process.pid and os.getpgid(self._process.pid) == self._process.pid:
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        await asyncio.to_thread(self._process.join)
        self._process.close()


def _start(kind: JobKind, request: bytes) -> tuple[BaseProcess, Connection]:
    """A fresh process, without a copy of the server's threads and connections."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__, *(each.module for each in KINDS.values())])
    ours, theirs = context.Pipe()
    forget_main()
    process = context.Process(target=run, args=(theirs, kind, request))
    process.start()
    theirs.close()
    return process, ours


def run(pipe: Connection, kind: JobKind, request: bytes) -> None:
    """The process: do the work, telling of it through the pipe; end as soon as nobody listens there.

    The server that is gone takes the process with it that this one was forked from, and the kernel this one, also while
    it is within compiled code that lets no thread run.
    """
    end_with_forkserver()
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests: SimpleQueue[bytes] = SimpleQueue()
    requests.put(request)
    threading.Thread(target=_listen, args=(pipe, requests), daemon=True).start()
    while True:
        _send(pipe, _outcome(pipe, kind, requests.get()))


def _outcome(pipe: Connection, kind: JobKind, request: bytes) -> Result | Broken:
    def report(share: float, note: str) -> None:
        _send(pipe, Progress(min(1.0, max(0.0, share)), note))

    try:
        return Result(orjson.dumps(kind.load()(request, report)))
    except JobError as error:
        return Broken(str(error))
    except Exception:
        return Broken(None, traceback.format_exc())


def _send(pipe: Connection, message: Message) -> None:
    pipe.send_bytes(msgspec.msgpack.encode(message))


def _listen(pipe: Connection, requests: SimpleQueue[bytes]) -> None:
    """Take further requests, and end everything when the other side is gone."""
    with suppress(EOFError, OSError):
        while True:
            requests.put(pipe.recv_bytes())
    os.killpg(0, signal.SIGKILL)
