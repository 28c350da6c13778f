"""Games of two people that are played at the same time, each with a choice every two seconds, in one process on SQLite.

Battles of 2,000 points a side, each at another place between its first choice and its last; both players of each keep a
socket open and read it, and call as the web app does: with the version of the state that they have been brought to.
A choice's time is that of its HTTP call, from the first byte of the question to the last of
the answer. The load comes from this process, which shares the machine's cores with the server's.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from benchmarks.live import File, Pair, Served, Step, fought, game, pair, server

GAMES = (100, 200)
EVERY, SECONDS, WARM = 2.0, 40.0, 6.0
"""Seconds between two choices of a game, those that are measured, and those before that are not."""
CHOICES = int((SECONDS + WARM) / EVERY) + 1
OPENED_AT_ONCE = 10
KEPT_ALIVE = 3.0
"""Seconds; the server closes a connection that is idle for five, and must not do so just as it is used again."""
VERSION = re.compile(r'"version":"([^"]+)"')


def main() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        steps = _steps(Path(folder) / "battle")
        return {f"games_{games}": _measured(Path(folder) / str(games), steps, games) for games in GAMES}


def _steps(folder: Path) -> list[Step]:
    with server(folder) as running, httpx2.Client(base_url=running.url, timeout=60, trust_env=False) as client:
        game_id, file = game(client, pair(client)), File(folder)
        steps = fought(file.setup(game_id))
        file.close()
    return steps


def _measured(folder: Path, steps: list[Step], games: int) -> dict[str, Any]:
    with server(folder) as running:
        with httpx2.Client(base_url=running.url, timeout=60, trust_env=False) as client:
            people = pair(client)
            first = game(client, people)
        numbers = [number * (len(steps) - CHOICES) // games for number in range(games)]
        file = File(folder)
        copies = file.copies(first, steps, numbers)
        file.close()
        load = _Load(running, people, steps)
        return asyncio.run(load.run(dict(zip(copies, numbers, strict=True))))


class _Load:
    def __init__(self, running: Served, people: Pair, steps: list[Step]) -> None:
        self._running, self._people, self._steps = running, people, steps
        self._times: list[float] = []
        self._late = self._refused = self._heard = self._lost = self._whole = 0
        self._known: dict[tuple[str, int], str] = {}
        self._from = 0.0

    async def run(self, games: dict[str, int]) -> dict[str, Any]:
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None, keepalive_expiry=KEPT_ALIVE)
        async with (
            AsyncExitStack() as stack,
            httpx2.AsyncClient(base_url=self._running.url, timeout=60, trust_env=False, limits=limits) as client,
        ):
            sockets = await self._opened(stack, client, games)
            seats = [(game_id, side) for game_id in games for side in (0, 1)]
            reading = [asyncio.create_task(self._read(*each)) for each in zip(sockets, seats, strict=True)]
            began = time.perf_counter() + 0.5
            self._from = began + WARM
            playing = [
                asyncio.create_task(self._play(client, game_id, number, began + EVERY * place / len(games)))
                for place, (game_id, number) in enumerate(games.items())
            ]
            await asyncio.sleep(self._from - time.perf_counter())
            cpu, ours, load_before = self._running.cpu_seconds(), time.process_time(), os.getloadavg()[0]
            await asyncio.gather(*playing)
            took = time.perf_counter() - self._from
            cpu, ours = self._running.cpu_seconds() - cpu, time.process_time() - ours
            for each in reading:
                each.cancel()
        return self._figures(took, cpu, ours) | {"sockets": len(sockets), "load_before": round(load_before, 1)}

    def _figures(self, took: float, cpu: float, ours: float) -> dict[str, Any]:
        times = sorted(self._times)
        return {
            "choices": len(times),
            "choices_per_second": round(len(times) / took, 1),
            "choice_ms_p50": round(times[len(times) // 2], 1),
            "choice_ms_p95": round(times[int(len(times) * 0.95)], 1),
            "choice_ms_max": round(times[-1], 1),
            "refused": self._refused,
            "begun_late": self._late,
            "answers_with_the_whole_state": self._whole,
            "messages_heard": self._heard,
            "sockets_lost": self._lost,
            "server_cores_used": round(cpu / took, 2),
            "server_cpu_ms_a_choice": round(cpu / max(1, len(times)) * 1000, 1),
            "load_cores_used": round(ours / took, 2),
        }

    async def _opened(
        self, stack: AsyncExitStack, client: httpx2.AsyncClient, games: dict[str, int]
    ) -> list[ClientConnection]:
        """Both players' sockets of each game, once the server has every game in memory."""
        for game_id in games:
            for side, headers in enumerate(self._people.headers):
                state = (await client.get(f"/api/games/{game_id}/state", headers=headers)).raise_for_status().json()
                self._known[game_id, side] = state["version"]
        turn, url = asyncio.Semaphore(OPENED_AT_ONCE), self._running.url.replace("http", "ws", 1)

        async def opened(game_id: str, token: str) -> ClientConnection:
            async with turn:
                return await stack.enter_async_context(
                    connect(
                        f"{url}/ws/game/{game_id}?role=player",
                        subprotocols=[Subprotocol("highground"), Subprotocol(f"bearer.{token}")],
                        compression=None,
                        proxy=None,
                        open_timeout=30,
                    )
                )

        return await asyncio.gather(*(opened(each, token) for each in games for token in self._people.tokens()))

    async def _read(self, socket: ClientConnection, seat: tuple[str, int]) -> None:
        try:
            async for message in socket:
                self._heard += 1
                if isinstance(message, str) and '"game_state_update"' in message:
                    self._known[seat] = VERSION.findall(message)[-1]
        except ConnectionClosed:
            self._lost += 1

    async def _play(self, client: httpx2.AsyncClient, game_id: str, number: int, first: float) -> None:
        for i in range(CHOICES - 1):
            due = first + i * EVERY
            wait = due - time.perf_counter()
            await asyncio.sleep(max(0.0, wait))
            step = self._steps[number + i]
            began = time.perf_counter()
            known = {"Highground-Known": self._known[game_id, step.side]}
            answer = await client.post(
                f"/api/game/{game_id}/answer", json=step.body, headers=self._people.headers[step.side] | known
            )
            took = (time.perf_counter() - began) * 1000
            if answer.status_code != 200:
                self._refused += 1
                print(f"{game_id} at {number + i}: {answer.status_code} {answer.text[:200]}", file=sys.stderr)
                return  # the next choices are not those that are due
            self._whole += '"game_model":' in answer.text
            if due >= self._from:
                self._times.append(took)
                self._late += wait < -0.1
