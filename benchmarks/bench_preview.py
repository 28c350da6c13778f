"""What a preview of a unit where it might stand, and the enemy's threat over the board, cost the server.

Two computers fight a battle of 2,000 points a side. At the first choice of every movement phase every unit of the side
that moves is put down at some of the places that it could reach. Times are of the processor, of one thread, with the
answer written as JSON; `first_ms` is the very first, for which nothing has been worked out. `after_pointer_ms` is from
the rest of a pointer that drags a unit in a browser to the drawing of what the unit would see there.
"""

from __future__ import annotations

import gc
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson

from benchmarks.browsing import browsed
from benchmarks.serving import served
from benchmarks.tables import crowded_game, signed_in
from highground.engine.battle import Battle
from highground.engine.model import Point
from highground.engine.prompts import MovePrompt
from highground.game.commands import computer
from highground.game.match.match import Control, Match
from highground.game.state.previews import preview
from highground.game.state.threat import threat
from highground.packs import load_pack

SEED = 9
PLACES = 4
"""Places at which each unit is put down."""
FARTHEST = 9.0
ARMIES = ("vow-2000", "fen-2000")


def main() -> dict[str, Any]:
    previews: list[float] = []
    threats: list[float] = []
    at_unit: list[float] = []
    rolls = random.Random(SEED)
    for match in _movements():
        for unit in _movable(match):
            for _ in range(PLACES):
                places = _shifted(match, unit, rolls)
                previews.append(_cpu_ms(lambda: preview(match, unit, places)))  # noqa: B023 - it runs at once
            at_unit.append(_cpu_ms(lambda: threat(match, match.battle.state.units[unit].side, unit)))  # noqa: B023
        threats += [_cpu_ms(lambda: threat(match, side)) for side in (0, 1)]  # noqa: B023 - it runs at once
    return {
        "preview": {
            "server_ms": _spread(previews),
            "first_ms": round(previews[0], 1),
            "asked": len(previews),
            "after_pointer_ms": _spread(_in_browser()),
        },
        "threat": {"server_ms": _spread(threats), "of_a_unit_ms": _spread(at_unit)},
    }


def _in_browser() -> list[float]:
    """Milliseconds from the pointer's rest to the drawing, with two hundred miniatures on the table."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as client:
        token = signed_in(client)
        game = crowded_game(client)
        return list(browsed("preview.mjs", str(client.base_url).rstrip("/"), game, token)["after"])


def _movements() -> Iterator[Match]:
    """The battle at the first choice of each movement phase."""
    pack = load_pack()
    setup = pack.setup(pack.army(ARMIES[0]), pack.army(ARMIES[1]))
    match = Match(Battle(setup, SEED), "bench", (Control("ai"), Control("ai")))
    seen: set[tuple[int, int, str]] = set()
    while (prompt := match.ask()) is not None:
        if isinstance(prompt, MovePrompt) and match.now not in seen:
            seen.add(match.now)
            gc.collect()
            gc.freeze()  # what the computers left behind is not the previews' to clear away
            yield match
        computer.step(match)


def _movable(match: Match) -> list[int]:
    prompt = match.ask()
    assert prompt is not None
    return [unit for unit in prompt.units if match.battle.state.units[unit].deployed]


def _shifted(match: Match, unit: int, rolls: random.Random) -> dict[int, Point]:
    """All miniatures of the unit by the same way, as far as the board goes."""
    dx, dy = rolls.uniform(-FARTHEST, FARTHEST), rolls.uniform(-FARTHEST, FARTHEST)
    places = match.battle.state.units[unit].places
    return {i: (min(59.0, max(1.0, x + dx)), min(43.0, max(1.0, y + dy))) for i, (x, y) in enumerate(places)}


def _cpu_ms(work: Callable[[], object]) -> float:
    began = time.thread_time()
    orjson.dumps(work())
    return (time.thread_time() - began) * 1000


def _spread(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    at = {"p50": 0.5, "p95": 0.95, "max": 1.0}
    return {name: round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2) for name, share in at.items()}
