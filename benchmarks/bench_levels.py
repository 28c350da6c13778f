"""Time of one whole turn of each level of the computer at 2,000 points, in milliseconds: median and p95.

`HIGHGROUND_BENCH_LEVELS` names the levels, with commas; those that compare plans take seconds a turn. `turn` is CPU
time with the level's own number of trials, as ladders play it; `timed` what passes by the clock where a turn's thinking
is limited to the level's seconds, as the site plays it.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Callable

from highground.ai import LEVELS, player
from highground.ai.levels import CLASSIC
from highground.engine.battle import Battle
from highground.engine.choices import Choice
from highground.engine.prompts import Prompt
from highground.game.commands.deciding import Decide, think
from highground.simulation.battles import battle_seed
from highground.simulation.matchups import measuring

NAMES = "classic,regular,strongest"
BATTLES = {"strongest": 2}
"""How many battles of those that take long; of the others `USUAL`."""
USUAL = 12
SEED = 23

Choose = Callable[[Battle, Prompt], Choice]


def counting(level: str) -> Choose:
    """The level's choices with its own number of trials."""
    return player(level).choose


def timed(level: str) -> Choose:
    """The level's choices as the site asks for them: a turn's thinking ends after its time."""
    question = Decide(CLASSIC, level)

    def choose(battle: Battle, prompt: Prompt) -> Choice:
        nonlocal question
        answer = think(battle.clone(), question)
        question = Decide(CLASSIC, level, thought=answer.thought)
        return answer.decisions[0].choice

    return choose


def turns(level: str, battles: int, make: Callable[[str], Choose], clock: Callable[[], float]) -> list[float]:
    """Milliseconds of the level's own choices in each of its turns, against `classic`."""
    setup, found = measuring(6)[0].setup, []
    for number in range(battles):
        side, spent = number % 2, defaultdict[tuple[int, int], float](float)
        players = [counting("classic"), counting("classic")]
        players[side] = make(level)
        battle = Battle(setup, battle_seed(SEED, number))
        while (prompt := battle.ask()) is not None:
            began = clock()
            choice = players[prompt.side](battle, prompt)
            if prompt.side == battle.state.active == side and battle.state.started:
                spent[battle.state.round, battle.state.turn] += clock() - began
            battle.answer(choice)
        found += [1000 * each for each in spent.values()]
    return sorted(found)


def main() -> dict[str, object]:
    found: dict[str, object] = {}
    for level in os.environ.get("HIGHGROUND_BENCH_LEVELS", NAMES).split(","):
        ways = [("turn", counting, time.process_time)]
        ways += [("timed", timed, time.monotonic)] if LEVELS[level].recipe is not None else []
        for way, make, clock in ways:
            times = turns(level, BATTLES.get(level, USUAL), make, clock)
            found[f"{level}_{way}_p50_ms"] = round(times[len(times) // 2], 1)
            found[f"{level}_{way}_p95_ms"] = round(times[int(0.95 * (len(times) - 1))], 1)
            found[f"{level}_{way}s"] = len(times)
    return found


if __name__ == "__main__":
    print(main())
