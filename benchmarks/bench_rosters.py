"""Import of the largest collected roster, or of one of equal size made here where the collection is absent."""

from __future__ import annotations

import json
import statistics
import time
from pathlib import Path

from highground.rosters import read_roster

COLLECTION = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "rosters"
SIZE = 500_000
RUNS = 25
TEXT = "Each time this unit is chosen to act, it may do what its orders say and nothing else that was said before. "


def main() -> dict[str, object]:
    """`roster_import_largest_ms` is the median of 25 imports after two that warm up."""
    data, source = largest()
    times = []
    for run in range(RUNS + 2):
        started = time.perf_counter()
        roster = read_roster(data)
        if run >= 2:
            times.append((time.perf_counter() - started) * 1000)
    return {
        "roster_import_largest_ms": round(statistics.median(times), 1),
        "roster_import_largest_kb": round(len(data) / 1000),
        "roster_import_largest_units": len(roster.army.units),
        "roster_import_largest_file": source,
    }


def largest() -> tuple[bytes, str]:
    files = [path for path in COLLECTION.glob("40k-1*e/*") if path.is_file()]
    if not files:
        return _generated(), "generated"
    largest = max(files, key=lambda path: path.stat().st_size)
    return largest.read_bytes(), "collected"


def _generated() -> bytes:
    """A New Recruit JSON of about `SIZE` bytes."""
    units: list[dict[str, object]] = []
    while len(json.dumps(units)) < SIZE:
        units.append(_unit(len(units)))
    forces = [{"catalogueName": "Bench", "selections": units}]
    return json.dumps({"roster": {"name": "Bench", "gameSystemName": "10th Edition", "forces": forces}}).encode()


def _unit(number: int) -> dict[str, object]:
    stats = _profile("Walker", "Unit", M='6"', T="4", SV="3+", W="2", LD="6+", OC="1")
    texts = [_profile(f"Order {index}", "Abilities", Description=TEXT * 4) for index in range(4)]
    weapons = [_weapon(f"Gun {number}-{index}") for index in range(6)]
    model = {"name": "Walker", "type": "model", "number": 5, "selections": weapons}
    return {
        "id": f"unit-{number}",
        "name": f"Walkers {number}",
        "type": "unit",
        "number": 1,
        "profiles": [stats, *texts],
        "selections": [model],
        "costs": [{"name": "pts", "value": 100}],
        "categories": [{"name": name, "primary": False} for name in ("Infantry", "Faction: Bench", "Walkers")],
    }


def _weapon(name: str) -> dict[str, object]:
    values = {"Range": '24"', "A": "2", "BS": "3+", "S": "4", "AP": "-1", "D": "1", "Keywords": "Blast, Melta 2"}
    return {"name": name, "type": "upgrade", "number": 5, "profiles": [_profile(name, "Ranged Weapons", **values)]}


def _profile(name: str, kind: str, **values: str) -> dict[str, object]:
    return {
        "name": name,
        "typeName": kind,
        "characteristics": [{"name": key, "$text": value} for key, value in values.items()],
    }


if __name__ == "__main__":
    print(json.dumps(main(), indent=2))
