"""Playing an uploaded battle log again, in a process of its own.

Compiled rules do not let other threads run: a long log played in a thread of the server would hold everybody up. The
process is ended when it takes too long.
"""

from __future__ import annotations

import base64
import time
from typing import Any

import orjson
import structlog

from highground.server.jobs.kinds import JobError, JobKind, ReportProgress
from highground.server.jobs.process import DIED, Broken, Result, WorkProcess
from highground.server.logs.reading import read
from highground.server.logs.timelines import NotALog, PreparedLog

log = structlog.get_logger(__name__)

KIND = JobKind(f"{__name__}:play_again", 30)
TOO_LONG = f"This battle log takes more than {KIND.seconds:g} seconds to be played again, so it was not taken."
BROKEN = "This battle log cannot be played again: it breaks the rules of the program itself."
PACKED = ("answer", "source")


async def played_again(data: bytes, game_id: str) -> PreparedLog:
    """What is stored of a battle log. Raises NotALog."""
    process = await WorkProcess.start(KIND, game_id.encode() + b"\n" + data)
    deadline = time.monotonic() + KIND.seconds
    try:
        while (left := deadline - time.monotonic()) > 0:
            message = await process.message(left)
            if isinstance(message, Result):
                return _unpacked(orjson.loads(message.body))
            if isinstance(message, Broken):
                if message.sentence is None or message.sentence == DIED:
                    log.warning("a battle log broke the process that played it", trace=message.trace)
                    raise NotALog(BROKEN)
                raise NotALog(message.sentence)
        raise NotALog(TOO_LONG)
    finally:
        await process.end()


def play_again(request: bytes, _report: ReportProgress) -> dict[str, Any]:
    """The work of the process. Raises JobError."""
    game_id, _, data = request.partition(b"\n")
    try:
        prepared = read(data, game_id.decode())
    except NotALog as error:
        raise JobError(str(error)) from error
    return {name: _packed(getattr(prepared, name)) for name in PreparedLog.__dataclass_fields__}


def _packed(value: Any) -> Any:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


def _unpacked(packed: dict[str, Any]) -> PreparedLog:
    plain: dict[str, Any] = {
        name: base64.b64decode(value) if name in PACKED and value else value for name, value in packed.items()
    }
    return PreparedLog(**plain)
