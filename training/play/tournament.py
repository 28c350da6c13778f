"""Measure the levels against each other: python training/play/tournament.py FOLDER [BATTLES [ADDRESS]] > table.md

Each level meets the one below, those that compare plans the yardstick too, and a level in each personality's way the
level itself. Results are kept in FOLDER, from where it goes on when
it is started again; ADDRESS is a Dask scheduler whose workers fight. The table is for docs/computer.md; standard error
gets what `highground/ai/measured.py` holds.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

from highground.ai import LEVELS, PERSONALITIES
from highground.simulation.ladder import LadderPlan, climb

SEED = 17


def pairs() -> list[tuple[str, str]]:
    """Who meets whom, the stronger first."""
    below = [(upper, lower) for lower, upper in pairwise(LEVELS)]
    ways = [(f"regular/{name}", "regular") for name in PERSONALITIES if name != "standard"]
    return [*below, ("strongest", "classic"), *ways]


def main(folder: Path, battles: int, cluster: str | None) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    print("| level | against | battles | wins | 95 % | Elo | points ahead |\n|---|---|---|---|---|---|---|")
    for upper, lower in pairs():
        kept = folder / f"{upper.replace('/', '_')}-{lower}.jsonl"
        standing = climb(LadderPlan(upper, lower, battles, 1, SEED, failure_dir=folder, kept=kept, cluster=cluster))
        rate, elo = standing.win_rate_a, standing.elo_a.value
        wins = f"{rate.value or 0:.1%} | {rate.low:.0%} to {rate.high:.0%}"
        print(f"| `{upper}` | `{lower}` | {standing.battles} | {wins} | {elo:+.0f} | {standing.margin_a} |", flush=True)
        figures = [round(each, 3) for each in (rate.value or 0.0, rate.low, rate.high)]
        print(f'"{upper}": Measured("{lower}", {standing.battles}, *{figures}, {standing.margin_a}),', file=sys.stderr)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 200, sys.argv[3] if len(sys.argv) > 3 else None)
