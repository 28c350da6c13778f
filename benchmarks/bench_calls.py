"""GET /api/auth/me and GET /api/user/games with 200 games, 32 clients, one process, SQLite.

Once as fast as the clients can ask, which shows how many requests a second the server answers, and once at 300 requests
a second between them, which shows how long a request takes then; the games also while one of them is changed ten times
a second, since answers are kept until something is written. The clients run in a process of their own; they share the
machine's cores with the server.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import tempfile
import threading
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx2

from benchmarks.serving import served

GAMES, CLIENTS, SECONDS, RATE, WRITES = 200, 32, 8.0, 300.0, 10.0
PERSON = {"email": "a@example.org", "password": "a long enough password"}


def main() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as client:
        client.post("/api/auth/register", json=PERSON | {"display_name": "Ada"}).raise_for_status()
        token = client.post("/api/auth/login", json=PERSON).raise_for_status().json()["access_token"]
        headers = {"Authorization": f"Bearer {token}"}
        for number in range(GAMES):
            game = {"game_name": f"Game {number}", "description": "A long evening at the ford."}
            client.post("/api/game/create_new_game", headers=headers, json=game).raise_for_status()
        assert len(client.get("/api/user/games", headers=headers).json()["games"]) == GAMES
        base = str(client.base_url)
        return {
            "clients": CLIENTS,
            "games": GAMES,
            "me": _figures(base, "/api/auth/me", headers),
            "user_games": _figures(base, "/api/user/games", headers),
            "user_games_while_written": _while_written(client, headers),
        }


def _while_written(client: httpx2.Client, headers: dict[str, str]) -> dict[str, Any]:
    game = client.get("/api/user/games", headers=headers).json()["games"][0]["game_id"]
    over = threading.Event()

    def write() -> None:
        number = 0
        while not over.wait(1 / WRITES):
            number += 1
            changed = {"description": f"Changed for the {number}th time."}
            client.patch(f"/api/game/{game}", headers=headers, json=changed).raise_for_status()

    writer = threading.Thread(target=write)
    writer.start()
    paced = _asked(str(client.base_url), "/api/user/games", headers, RATE)
    over.set()
    writer.join()
    return {f"paced_{name}": paced[name] for name in ("requests_per_second", "p50_ms", "p99_ms")}


def _figures(base: str, path: str, headers: dict[str, str]) -> dict[str, Any]:
    fastest, paced = _asked(base, path, headers, 0.0), _asked(base, path, headers, RATE)
    return {
        "requests_per_second_at_most": fastest["requests_per_second"],
        "server_cpu_ms_a_request": fastest["server_cpu_ms_a_request"],
        "paced_requests_per_second": paced["requests_per_second"],
        "paced_p50_ms": paced["p50_ms"],
        "paced_p99_ms": paced["p99_ms"],
    }


def _asked(base: str, path: str, headers: dict[str, str], rate: float) -> dict[str, Any]:
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    clients = multiprocessing.get_context("spawn").Process(target=_clients, args=(theirs, base, path, headers, rate))
    clients.start()
    ours.recv()
    cpu = time.process_time()
    times: list[float] = sorted(ours.recv())
    cpu = time.process_time() - cpu
    clients.join()
    return {
        "requests_per_second": round(len(times) / SECONDS),
        "p50_ms": round(times[len(times) // 2] * 1000, 1),
        "p99_ms": round(times[int(len(times) * 0.99)] * 1000, 1),
        "server_cpu_ms_a_request": round(cpu / len(times) * 1000, 2),
    }


def _clients(pipe: Connection, base: str, path: str, headers: dict[str, str], rate: float) -> None:
    pipe.send("begin")
    pipe.send(asyncio.run(_ask(base.removeprefix("http://").rstrip("/"), path, headers, rate)))


async def _ask(address: str, path: str, headers: dict[str, str], rate: float) -> list[float]:
    """Times of requests over 32 kept connections, `rate` a second in all, or as many as there can be where it is 0.

    Bare sockets, so that the clients take little of the cores. A request's time counts from when it was due.
    """
    host, _, port = address.partition(":")
    lines = [f"GET {path} HTTP/1.1", f"Host: {address}", *(f"{name}: {value}" for name, value in headers.items())]
    request = ("\r\n".join(lines) + "\r\n\r\n").encode()
    times: list[float] = []
    end = time.perf_counter() + SECONDS

    async def client(number: int) -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        due = time.perf_counter() + number / max(rate, 1.0)
        while (started := due if rate else time.perf_counter()) < end:
            await asyncio.sleep(max(0.0, started - time.perf_counter()))
            due += CLIENTS / rate if rate else 0.0
            writer.write(request)
            head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            assert head.startswith("http/1.1 200"), head
            length = head.partition("content-length: ")[2].partition("\r\n")[0]
            await reader.readexactly(int(length))
            times.append(time.perf_counter() - started)
        writer.close()

    await asyncio.gather(*(client(number) for number in range(CLIENTS)))
    return times
