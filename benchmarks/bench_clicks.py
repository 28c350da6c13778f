"""A battle of 1,000 points against the computer in a browser: how often something is pressed, on map and panels.

The battle is played from the first roll to the end of its fifth round, each unit used in every phase that it can act
in. `BENCH_CLICKS_ROUNDS=1` plays one round alone, `BENCH_CLICKS_WAYS=` none. What is counted is a press of a pointer or
a key or a touch; a drag is one. Beside it, with fixed dice, a turn in which six units act on a phone.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import httpx2

from benchmarks.browsing import browsed
from benchmarks.serving import served
from benchmarks.six_units import second_turn
from benchmarks.tables import against_the_computer, signed_in

ROUNDS = int(os.environ.get("BENCH_CLICKS_ROUNDS", "5"))
SEED = 7
WAYS = os.environ.get("BENCH_CLICKS_WAYS", "map phone").split()
"""`map` is by direct manipulation, `phone` the same by touch at 390 x 844, `panels` by the buttons of the panels."""


def main() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as client:
        token = signed_in(client)
        found: dict[str, Any] = {way: _battle(client, token, way) for way in WAYS}
    first = found[WAYS[0]] if WAYS else found
    first.setdefault("clicks", {})["phone_turn_taps"] = _phone_turn()
    return found


def _phone_turn() -> int | None:
    """Taps and drags of a turn in which six units move, shoot and charge."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder), battle_seed=SEED) as client:
        token = signed_in(client)
        taps: int | None = browsed("phone_turn.mjs", _base(client), token, second_turn(client))["taps"]
        return taps


def _base(client: httpx2.Client) -> str:
    return str(client.base_url).rstrip("/")


def _battle(client: httpx2.Client, token: str, way: str) -> dict[str, Any]:
    how = ("map", ROUNDS, "phone") if way == "phone" else (way, ROUNDS)
    seen = browsed("clicks.mjs", _base(client), token, against_the_computer(client), *how)
    return {
        "clicks": {
            "reference_battle": seen["presses"] if seen["over"] else None,
            "first_turn": next(iter(seen["own_turns"].values()), None),
            "questions_answered": seen["questions_answered"],
            "main_button_tabs": seen["main_button_tabs"],
        },
        **seen,
    }
