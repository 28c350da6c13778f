"""The hub alone: how many deliveries one core does, from publishing to a socket's sender having the message in hand.

Every message wakes every sender, as it does when messages come one at a time.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from highground.server.bus.local import LocalBus
from highground.server.sockets.closes import Closed
from highground.server.sockets.hub import Hub

SOCKETS, MESSAGES = 100, 3_000
PAYLOAD = {"text": "x" * 170}


def main() -> dict[str, Any]:
    return asyncio.run(_measure())


async def _measure() -> dict[str, Any]:
    hub = Hub(LocalBus())
    counts = [0] * SOCKETS
    done = asyncio.Event()

    async def socket(number: int) -> None:
        line = await hub.join("game", frozenset())
        try:
            while counts[number] < MESSAGES:
                counts[number] += len(await line.take())
        except Closed:
            return
        if min(counts) == MESSAGES:
            done.set()

    sockets = [asyncio.create_task(socket(number)) for number in range(SOCKETS)]
    await asyncio.sleep(0.05)
    started, cpu = time.perf_counter(), time.process_time()
    for _ in range(MESSAGES):
        await hub.send("game", "game_state_update", PAYLOAD)
        await asyncio.sleep(0)
    await asyncio.wait_for(done.wait(), 60)
    seconds, cpu_seconds = time.perf_counter() - started, time.process_time() - cpu
    await asyncio.gather(*sockets)
    deliveries = sum(counts)
    return {
        "sockets": SOCKETS,
        "messages": MESSAGES,
        "lost": SOCKETS * MESSAGES - deliveries,
        "deliveries_per_second": round(deliveries / seconds),
        "deliveries_per_cpu_second": round(deliveries / cpu_seconds),
    }
