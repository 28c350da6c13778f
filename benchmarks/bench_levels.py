"""CPU time of one whole turn of each level of the computer at 2,000 points, in milliseconds: median and p95.

`HIGHGROUND_BENCH_LEVELS` names the levels, with commas; those that compare plans take seconds a turn.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict

from highground.ai import AiPlayer, player
from highground.engine.battle import Battle
from highground.simulation.battles import battle_seed
from highground.simulation.matchups import measuring

LEVELS = "classic,regular,captain,strongest"
BATTLES = {"captain": 3, "strongest": 2}
"""How many battles of those that take long; of the others `USUAL`."""
USUAL = 12
SEED = 23


def turns(level: str, battles: int) -> list[float]:
    """Milliseconds of the level's own choices in each of its turns, against `classic`."""
    setup, found = measuring(6)[0].setup, []
    for number in range(battles):
        side, spent = number % 2, defaultdict[tuple[int, int], float](float)
        players: list[AiPlayer] = [player("classic"), player("classic")]
        players[side] = player(level)
        battle = Battle(setup, battle_seed(SEED, number))
        while (prompt := battle.ask()) is not None:
            began = time.process_time()
            choice = players[prompt.side].choose(battle, prompt)
            if prompt.side == battle.state.active == side and battle.state.started:
                spent[battle.state.round, battle.state.turn] += time.process_time() - began
            battle.answer(choice)
        found += [1000 * each for each in spent.values()]
    return sorted(found)


def main() -> dict[str, object]:
    found: dict[str, object] = {}
    for level in os.environ.get("HIGHGROUND_BENCH_LEVELS", LEVELS).split(","):
        times = turns(level, BATTLES.get(level, USUAL))
        found[f"{level}_turn_p50_ms"] = round(times[len(times) // 2], 1)
        found[f"{level}_turn_p95_ms"] = round(times[int(0.95 * (len(times) - 1))], 1)
        found[f"{level}_turns"] = len(times)
    return found


if __name__ == "__main__":
    print(main())
