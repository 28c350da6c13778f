"""From a text list to a battle that it fights: what a new player clicks, what the pages need, what a hand takes.

A list of 2,000 points is pasted by somebody whose shelf knows its units. What a hand takes is the keystroke-level model
of Card, Moran and Newell ("The keystroke-level model for user performance time with interactive systems", 1980): 0.28 s
a key of an average typist, 1.1 s to point, 0.1 s to press or let go, 0.4 s from mouse to keyboard and back, and 1.35 s
to make up one's mind. It is the time of somebody who knows the way, so that it is given three times as well; nobody was
timed.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from benchmarks.bench_lists import own_lists
from benchmarks.browsing import browsed
from benchmarks.serving import served
from benchmarks.tables import signed_in

KEY, POINT, PRESS, HOMING, MIND = 0.28, 1.1, 0.1, 0.4, 1.35
LIST = "fen-2000 (official app)"
READ = "what was read"
NEWCOMER = 3.0


def main() -> dict[str, Any]:
    """Steps as [what appears, milliseconds waited]; clicks, keys and seconds, up to a fighting army and to a battle."""
    text = next(text for name, text, _ in own_lists() if name == LIST)
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as client:
        steps = browsed("first_list.mjs", str(client.base_url).rstrip("/"), signed_in(client), text)
    ready = next(at for at, step in enumerate(steps) if step["what"] == READ) + 1
    shown = [[step["what"], step["waited_ms"]] for step in steps]
    return {"list_steps": shown, **_taken("list_to_army", steps[:ready]), **_taken("list_to_battle", steps)}


def _taken(what: str, steps: list[dict[str, Any]]) -> dict[str, Any]:
    """Clicks and keys of `steps`; seconds of the pages, of who knows the way, and of who does not."""
    waited = sum(step["waited_ms"] for step in steps) / 1000
    hand = sum(map(_by_hand, steps))
    return {
        f"{what}_clicks": sum(step["clicks"] for step in steps),
        f"{what}_keys": sum(step["keys"] for step in steps),
        f"{what}_pages_seconds": round(waited, 1),
        f"{what}_seconds": round(waited + hand, 1),
        f"{what}_newcomer_seconds": round(waited + NEWCOMER * hand, 1),
    }


def _by_hand(step: dict[str, Any]) -> float:
    """Seconds that a hand takes for the clicks and keys of a step."""
    clicks = step["clicks"] * (MIND + POINT + 2 * PRESS)
    return float(clicks + (2 * HOMING + MIND + step["keys"] * KEY if step["keys"] else 0))
