"""What a step of the computer and a choice of a player send to the windows at a table: caller, opponent, spectator.

Three real browsers show a battle of 2,000 points a side. Counted are the bodies of all calls as they come (packed from
1 kB on, as the server packs them), the socket's messages, and what the window itself sends; headers are not.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import httpx2

from benchmarks.browsing import browsed
from benchmarks.live import File, Pair, fought, game, pair, server

STEPS = 60
CHOICES = 6
ROUND = 2


def main() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as running:
        with httpx2.Client(base_url=running.url, timeout=60, trust_env=False) as client:
            people = pair(client)
            computers, persons = (_late(client, people, Path(folder), each) for each in ("ai", "human"))
        tokens = ",".join(people.tokens())
        return {
            "computer_step": browsed("traffic.mjs", running.url, computers, tokens, "computer", STEPS),
            "players_choice": browsed("traffic.mjs", running.url, persons, tokens, "player", CHOICES),
        }


def _late(client: httpx2.Client, people: Pair, folder: Path, controller: str) -> str:
    """A shared game at the first movement of its second round."""
    first, file = game(client, people, controller=controller), File(folder)
    steps = fought(file.setup(first))
    number = next(i for i, step in enumerate(steps) if step.round == ROUND and "move" in step.kinds and step.side == 0)
    (late,) = file.copies(first, steps, [number])
    file.close()
    client.patch(f"/api/game/{late}", headers=people.headers[0], json={"shared": True}).raise_for_status()
    return late
