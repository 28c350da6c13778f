"""Whole battles: fought by the AI, replayed from their logs, copied, and fought on two processes."""

from __future__ import annotations

import cProfile
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from highground.engine.battle import Battle
from highground.engine.events import Event, TurnBegan, TurnEnded
from highground.engine.log import Log, dump, load, log_of, reopen, replay
from highground.engine.model import Setup
from highground.packs import load_pack
from highground.simulation.armies import setup_of
from highground.simulation.battles import battle_seed, run_battle
from highground.simulation.players import PlayerNames, Players, name_of
from highground.simulation.run import Plan, simulate
from highground.simulation.worker import settle_down

SEED = 1
RESOLVER = ("engine/effects/", "engine/abilities/", "engine/attack/definition.py")
"""The sources that find which effects hold and what numbers they make."""
BATTLES = 24
"""Fought on every layout in turn."""
REPLAYS = 5
"""Of each battle the best of as many replays counts."""
CLONES = 2_000
ROLLOUTS = 12
"""Battles that are played on from their second round."""
FORKS = 4
"""Times that each of them is."""
MID_TURN = 10
"""Choices into the third round after which a battle is copied."""
BATCH = 100
"""Battles in each batch that compares one process with two."""
ROUNDS = 3
"""Times that each batch is fought, in turns; the best counts, since other work on the machine only slows one down."""


def main() -> dict[str, Any]:
    boards = setups()
    for setup in boards:
        run_battle(setup, 0, PlayerNames()(0))
    settle_down()  # as every process of `highground simulate` does
    seconds, computing, logs = _fight(boards)
    settle_down()  # a replay has no other battles about
    to_the_end, two_turns = rollouts(logs, None), rollouts(logs, 2)
    return {
        "battles": len(logs),
        "choices_mean": round(statistics.mean(len(log.records) for log in logs), 1),
        "log_kilobytes_mean": round(statistics.mean(len(dump(log)) for log in logs) / 1000, 1),
        "battles_per_second_per_core": round(len(logs) / sum(seconds), 2),
        "battles_per_cpu_second": round(len(logs) / sum(computing), 2),
        "battle_ms_median": round(statistics.median(seconds) * 1000, 2),
        "replay_ms": _replay_ms(logs, replay),
        "replay_cpu_ms": _replay_ms(logs, replay, time.process_time),
        "reopen_ms": _replay_ms(logs, reopen),
        "resolver_percent": _resolver_percent(),
        "clone_us": _clone_us(replay(logs[0])),
        "first_rollouts_per_cpu_second": to_the_end[0],
        "rollouts_per_cpu_second": to_the_end[1],
        "first_two_turn_rollouts_per_cpu_second": two_turns[0],
        "two_turn_rollouts_per_cpu_second": two_turns[1],
        **_two_processes(boards[0]),
    }


def _resolver_percent() -> float:
    """`resolver_share` of a process that runs the rules plain: a profile sees no function that is compiled."""
    printed = subprocess.run(
        [sys.executable, "-c", "from benchmarks.bench_battle import resolver_share; print(resolver_share())"],
        cwd=Path(__file__).resolve().parent.parent,
        env={**os.environ, "HIGHGROUND_PLAIN": "1"},
        capture_output=True,
        check=True,
    )
    return float(printed.stdout)


def resolver_share() -> float:
    """The percentage of a battle's time that goes into effects and what they come to, by a profile on each board."""
    boards = setups()
    for setup in boards:
        run_battle(setup, 0, PlayerNames()(0))
    profile = cProfile.Profile()
    for number, setup in enumerate(boards):
        profile.runcall(run_battle, setup, number, PlayerNames()(0))
    own: dict[str, float] = {}
    for entry in profile.getstats():
        file = getattr(entry.code, "co_filename", "")
        own[file] = own.get(file, 0.0) + entry.inlinetime
    spent = sum(seconds for file, seconds in own.items() if any(part in file for part in RESOLVER))
    return round(100 * spent / sum(own.values()), 1)


def setups() -> list[Setup]:
    """The sample armies of 2,000 points on each board."""
    pack = load_pack()
    armies = (pack.army("vow-2000"), pack.army("fen-2000"))
    return [setup_of(*armies, layout) for layout in pack.layouts.values()]


def _fight(boards: list[Setup]) -> tuple[list[float], list[float], list[Log]]:
    """Seconds, processor seconds and log of each battle: the players' thinking, every event and die, the digest and the
    written log. Reading it again is not counted."""
    seconds, computing, logs = [], [], []
    for index in range(BATTLES):
        started, before = time.perf_counter(), time.process_time()
        seed = battle_seed(SEED, index)
        players = PlayerNames()(seed)
        battle = run_battle(boards[index % len(boards)], seed, players)
        written = dump(log_of(battle, (name_of(players[0]), name_of(players[1]))))
        seconds.append(time.perf_counter() - started)
        computing.append(time.process_time() - before)
        logs.append(load(written))
    return seconds, computing, logs


def _replay_ms(
    logs: list[Log], play_again: Callable[[Log], Battle], clock: Callable[[], float] = time.perf_counter
) -> float:
    """The median over battles; reading the file is not counted. A replay compares every event, reopening the digest.

    With the clock `time.process_time` only the process's own work counts, however busy the machine is.
    """
    return round(statistics.median(_best(log, play_again, clock) for log in logs) * 1000, 2)


def _best(log: Log, play_again: Callable[[Log], Battle], clock: Callable[[], float]) -> float:
    times = []
    for _ in range(REPLAYS):
        started = clock()
        battle = play_again(log)
        times.append(clock() - started)
        del battle  # taking its states down is no part of it
    return min(times)


def _clone_us(ended: Battle) -> float:
    """A copy of a battle halfway through its third round."""
    third = next(i for i, record in enumerate(ended.records) if any(_begins_round(e, 3) for e in record.events))
    battle = ended.branch(third + MID_TURN)
    started = time.perf_counter()
    for _ in range(CLONES):
        battle.clone()
    return round((time.perf_counter() - started) / CLONES * 1e6, 2)


def rollouts(logs: list[Log], turns: int | None) -> tuple[float, float]:
    """Battles played on from the beginning of their second round, to the end or for so many turns, without a log.

    Rollouts in a second of the first of each battle, just read from its log, and of those after it, as a search makes
    them: forks of one battle, where what follows from the armies and the board is known already.
    """
    starts, spent = [_round_two(replay(log)) for log in logs[:ROLLOUTS]], [0.0, 0.0]
    for number, start in enumerate(starts):
        for again in range(FORKS):
            fork = start.clone()
            fork.seed = number * FORKS + again
            started = time.process_time()
            _play_on(fork, PlayerNames()(fork.seed), turns)
            spent[again > 0] += time.process_time() - started
    return round(ROLLOUTS / spent[0], 2), round(ROLLOUTS * (FORKS - 1) / spent[1], 2)


def _play_on(battle: Battle, players: Players, turns: int | None) -> None:
    while (prompt := battle.ask()) is not None and turns != 0:
        events = battle.answer(players[prompt.side].choose(battle, prompt))
        if turns is not None:
            turns -= sum(isinstance(event, TurnEnded) for event in events)


def _round_two(ended: Battle) -> Battle:
    """A copy of a battle at the beginning of its second round."""
    second = next(i for i, record in enumerate(ended.records) if any(_begins_round(e, 2) for e in record.events))
    return ended.branch(second + 1)


def _begins_round(event: Event, number: int) -> bool:
    return isinstance(event, TurnBegan) and event.round == number


def _two_processes(setup: Setup) -> dict[str, Any]:
    """The same batch with --jobs 1 and --jobs 2, the start of the processes included."""
    with tempfile.TemporaryDirectory() as folder:
        fought = [
            simulate(*setup.armies, setup.layout, setup.mission, Plan(SEED, BATCH, jobs, failure_dir=Path(folder)))
            for _ in range(ROUNDS)
            for jobs in (1, 2)
        ]
    if fought[0].failures or len({each.digest for each in fought}) > 1:
        raise RuntimeError(f"batches failed or differ: {fought[0].failures}, {[each.digest for each in fought]}")
    one, two = (min((each for each in fought if each.jobs == jobs), key=lambda each: each.seconds) for jobs in (1, 2))
    return {
        "jobs_1_battles_per_second": one.battles_per_second,
        "jobs_2_battles_per_second": two.battles_per_second,
        "jobs_2_speedup": round(one.seconds / two.seconds, 2),
    }
