"""Fan-out over real connections: a room of 100 sockets, 20 messages a second of 200 bytes, in one process and in two.

A message's time goes from publishing it until a client has it in hand. The clients run in a process of their own.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx2
import uvicorn
from websockets.asyncio.client import connect

from highground.server.app import create_app
from highground.server.serving import OPTIONS
from highground.server.settings import Settings
from highground.server.sockets.hub import Hub
from highground.server.sockets.messages import encode

SOCKETS, PER_SECOND, SECONDS = 100, 20, 10
TEXT = "x" * 140
REDIS = os.environ.get("HIGHGROUND_BENCH_REDIS", "redis://127.0.0.1:6379/0")


def main() -> dict[str, Any]:
    return {"one_process": asyncio.run(_measure({}, 1))} | _two_processes()


def _two_processes() -> dict[str, Any]:
    """Two servers that share a database file and Redis; the second publishes what both deliver."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            prefix = f"bench-{secrets.token_hex(4)}"
            shared = {"data": folder, "redis_url": REDIS, "redis_prefix": prefix, "jobs": "inside"}
            return {"two_processes_through_redis": asyncio.run(_measure(shared, 2))}
    except ConnectionError as error:
        return {"two_processes_through_redis": None, "why_not": str(error)}


async def _measure(shared: dict[str, Any], servers: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        usual: dict[str, Any] = {"data": Path(folder), "demo": False, "rate_limits": False, "log_level": "ERROR"}
        settings = Settings(**usual | shared)
        application = create_app(settings)
        server = uvicorn.Server(uvicorn.Config(application, port=0, **OPTIONS | {"log_level": "error"}))
        serving = asyncio.create_task(server.serve())
        while not server.started and not serving.done():  # noqa: ASYNC110 - uvicorn gives no sign
            await asyncio.sleep(0.01)
        here = f"127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        game = await asyncio.to_thread(_game, here)
        with _other(shared, servers) as other:
            figures = await _publish(application.state.services.sockets, [here, other or here], game, servers)
        server.should_exit = True
        await serving
    return figures


async def _publish(hub: Hub, addresses: list[str], game: str, servers: int) -> dict[str, Any]:
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    clients = multiprocessing.get_context("spawn").Process(target=_clients, args=(theirs, addresses, game))
    clients.start()
    await asyncio.to_thread(ours.recv)
    messages = PER_SECOND * SECONDS
    cpu, started = time.process_time(), time.perf_counter()
    for number in range(messages):
        await asyncio.sleep(max(0.0, started + number / PER_SECOND - time.perf_counter()))
        await hub.send(game, "game_state_update", {"at": time.time(), "text": TEXT})
    times = sorted(await asyncio.to_thread(ours.recv))
    cpu = time.process_time() - cpu
    await asyncio.to_thread(clients.join)
    return {
        "sockets": SOCKETS,
        "messages_per_second": PER_SECOND,
        "message_bytes": len(encode("game_state_update", {"at": time.time(), "text": TEXT}, None)) + 20,
        "lost": SOCKETS * messages - len(times),
        "p50_ms": round(times[len(times) // 2] * 1000, 2),
        "p99_ms": round(times[int(len(times) * 0.99)] * 1000, 2),
        "largest_ms": round(times[-1] * 1000, 2),
        "deliveries_per_cpu_second": round(SOCKETS * messages / servers / cpu),
    }


def _game(address: str) -> str:
    """A shared game, so that its sockets need no login."""
    timeline: dict[str, Any] = {"rounds": [], "army_list": []}
    with httpx2.Client(base_url=f"http://{address}", trust_env=False) as client:
        answer = client.post("/api/logs", files={"file": ("battle.json", json.dumps(timeline).encode())})
        return str(answer.raise_for_status().json()["game_id"])


@contextmanager
def _other(shared: dict[str, Any], servers: int) -> Iterator[str | None]:
    """A second server process on the same data, where one is asked for."""
    if servers == 1:
        yield None
        return
    program = f"""
import uvicorn
from highground.server.app import create_app
from highground.server.serving import OPTIONS
from highground.server.settings import Settings
settings = Settings(**{shared!r}, demo=False, rate_limits=False, log_level="ERROR")
config = uvicorn.Config(create_app(settings), port=0, **OPTIONS)
server = uvicorn.Server(config)
started = server.startup
async def startup(sockets=None):
    await started(sockets)
    print(server.servers[0].sockets[0].getsockname()[1], flush=True)
server.startup = startup
server.run()
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.terminate()
            process.wait(15)


def _clients(pipe: Connection, addresses: list[str], game: str) -> None:
    asyncio.run(_listen(pipe, addresses, game))


async def _listen(pipe: Connection, addresses: list[str], game: str) -> None:
    times: list[float] = []
    async with AsyncExitStack() as stack:
        sockets = [
            await stack.enter_async_context(connect(f"ws://{addresses[number % 2]}/ws/game/{game}", proxy=None))
            for number in range(SOCKETS)
        ]
        for socket in sockets:
            await socket.recv()
        pipe.send("ready")

        async def hear(socket: Any) -> None:
            for _ in range(PER_SECOND * SECONDS):
                text = await asyncio.wait_for(socket.recv(), 10)
                arrived = time.time()
                times.append(arrived - json.loads(text)["payload"]["at"])

        await asyncio.gather(*(hear(socket) for socket in sockets), return_exceptions=True)
    pipe.send(times)
