"""What a verifiable throw adds to a choice on the loopback: the roll for the zones, taken back by both each time.

One server has a battle seed, the other seals its dice, which two devices in this process make: the opponent's reveals
first, then the thrower's. Each roll is made on the one and then on the other.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2

from benchmarks.live import SEED, Pair, game, pair, server
from tests.server.live_device import LiveDevice
from tests.server.people import Somebody

ROLLS, WARM = 60, 5


class Table:
    """A game of two people on a server, with a device of each where it seals its dice."""

    def __init__(self, stack: ExitStack, folder: Path, sealed: bool) -> None:
        running = stack.enter_context(server(folder, None if sealed else SEED))
        self._client = stack.enter_context(httpx2.Client(base_url=running.url, timeout=60, trust_env=False))
        people = pair(self._client)
        self._game = game(self._client, people)
        self._headers = list(people.headers)
        if sealed:
            for side, person in enumerate(_persons(people)):
                device = LiveDevice(running.url, person, self._game)
                stack.callback(device.close)
                self._headers[side] = device.headers

    def roll(self) -> float:
        """Milliseconds of the roll, which is taken back afterwards."""
        began = time.perf_counter()
        self._post(0, "roll", {"stage": "deployment"})
        took = (time.perf_counter() - began) * 1000
        self._post(0, "undo_request", {})
        self._post(1, "undo_answer", {"agree": True})
        return took

    def witnessed(self) -> bool:
        """Whether both devices took part in the last roll."""
        state = self._client.get(f"/api/games/{self._game}/state", headers=self._headers[0]).raise_for_status().json()
        last = state["dice"]["last"]
        return last is not None and (last["witness"], last["thrower"]) == ("revealed", "revealed")

    def leave_rolled(self) -> None:
        self._post(0, "roll", {"stage": "deployment"})

    def _post(self, side: int, path: str, body: dict[str, Any]) -> None:
        answer = self._client.post(f"/api/game/{self._game}/{path}", json=body, headers=self._headers[side])
        answer.raise_for_status()


def main() -> dict[str, Any]:
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        seeded = Table(stack, Path(folder) / "seeded", sealed=False)
        sealed = Table(stack, Path(folder) / "sealed", sealed=True)
        pairs = [(seeded.roll(), sealed.roll()) for _ in range(ROLLS + WARM)][WARM:]
        sealed.leave_rolled()
        assert sealed.witnessed(), "the devices took no part"
    without, taken = ([each[i] for each in pairs] for i in (0, 1))
    return {
        "rolls": len(pairs),
        "seeded_ms_median": round(statistics.median(without), 1),
        "sealed_ms_median": round(statistics.median(taken), 1),
        "sealed_ms_p95": round(sorted(taken)[int(len(taken) * 0.95)], 1),
        "throw_adds_ms_median": round(statistics.median(b - a for a, b in pairs), 1),
        "load_before": round(load, 1),
    }


def _persons(people: Pair) -> list[Somebody]:
    return [Somebody(number + 1, "", "", token) for number, token in enumerate(people.tokens())]
