"""Two players of the computer measured against each other: paired seeds, sides swapped, several armies and boards."""

from __future__ import annotations

import time
from dataclasses import dataclass
from hashlib import blake2b
from math import log10
from pathlib import Path

import msgspec

from highground.simulation.batch import Batch, BattleJob, Fought, ProgressHook, Task
from highground.simulation.battles import STEP_LIMIT, Outcome, battle_seed
from highground.simulation.matchups import MatchUp, measuring
from highground.simulation.players import PlayerNames
from highground.simulation.run import carrier_of
from highground.simulation.summary import Failed, Rate, wilson

TIME_LIMIT = 600.0
"""Seconds after which a battle counts as stuck; those of the strongest players take up to a minute."""
FEWEST_MATCHUPS, MOST_MATCHUPS = 6, 36
MOST_ELO = 800.0
"""What a player that always wins is said to be ahead by."""


@dataclass(frozen=True)
class LadderPlan:
    """Which players, how many battles on how many processes, or on the Dask scheduler at `cluster`.

    `imported` are rosters that fight too, by path.
    `kept` is a file that takes each battle's result as it ends: what stands in it is not fought again.
    """

    a: str
    b: str
    battles: int = 100
    jobs: int = 1
    seed: int = 1
    imported: tuple[str, ...] = ()
    failure_dir: Path = Path("failures")
    kept: Path | None = None
    cluster: str | None = None


class Elo(msgspec.Struct, frozen=True):
    """How far A is ahead, in Elo points, with the 95 % interval of the share of wins carried over."""

    value: float
    low: float
    high: float


class MatchUpResult(msgspec.Struct, frozen=True):
    armies: tuple[str, str]
    layout: str
    mission: str
    battles: int
    points_a: float
    """Battles that A won, a draw counting half."""


class Standing(msgspec.Struct, frozen=True):
    """What a ladder measured. `margin_a` is the mean of A's victory points less B's."""

    a: str
    b: str
    seed: int
    battles: int
    wins_a: int
    wins_b: int
    draws: int
    win_rate_a: Rate
    elo_a: Elo
    margin_a: float | None
    match_ups: tuple[MatchUpResult, ...]
    failures: tuple[Failed, ...]
    seconds: float
    digest: str


class KeptLadder(msgspec.Struct, frozen=True):
    """The first line of a file of results: what they are results of."""

    a: str
    b: str
    seed: int
    imported: tuple[str, ...]


class LadderError(ValueError):
    """A ladder cannot be gone on with. Its text is a sentence."""


def climb(plan: LadderPlan, progress: ProgressHook | None = None) -> Standing:
    """Fight the battles that are not yet fought, and sum all of them up.

    Raises ArmyError for a roster that cannot fight, LadderError for a file of other results, LookupError for a player
    that nobody has, WorkerError where worker processes cannot start and OSError where files cannot be written.
    """
    cast = PlayerNames(plan.a, plan.b)
    cast(plan.seed)  # a name that nobody has is refused here, before any battle
    matches = _match_ups(plan)
    fought = Fought(plan.failure_dir, plan.battles, {each.index: each for each in _read(plan)})
    tasks = tuple(task for task in tasks_of(plan, len(matches)) if task.index not in fought.ended)
    job = BattleJob(tuple(msgspec.json.encode(each.setup) for each in matches), cast, STEP_LIMIT, TIME_LIMIT)
    started = time.perf_counter()
    fought.fight(Batch(job, tasks), carrier_of(plan.jobs, plan.cluster), progress, lambda ended: _keep(plan, ended))
    return _summed(plan, matches, fought, time.perf_counter() - started)


def tasks_of(plan: LadderPlan, match_ups: int) -> list[Task]:
    """Each seed twice, sides swapped; each pair of battles on the next match-up."""
    return [Task(i, battle_seed(plan.seed, i // 2), i // 2 % match_ups, i % 2 == 1) for i in range(plan.battles)]


def _match_ups(plan: LadderPlan) -> list[MatchUp]:
    wanted = min(MOST_MATCHUPS, max(FEWEST_MATCHUPS + len(plan.imported), (plan.battles + 1) // 2))
    return measuring(wanted, plan.imported)


def _read(plan: LadderPlan) -> list[Outcome]:
    """What was fought before, if anything was kept. A line that was not written to its end is left out, and cut off."""
    if plan.kept is None or not plan.kept.exists():
        return []
    whole, newline, torn = plan.kept.read_bytes().rpartition(b"\n")
    lines = (whole or torn).splitlines()
    about = KeptLadder(plan.a, plan.b, plan.seed, plan.imported)
    try:
        if lines and msgspec.json.decode(lines[0], type=KeptLadder) != about:
            raise LadderError(f"{plan.kept} has results of other players, armies or another seed.")
        found = [msgspec.json.decode(line, type=Outcome) for line in lines[1:]]
    except msgspec.MsgspecError as error:
        raise LadderError(f"{plan.kept} has no results of battles: {error}.") from error
    if newline and torn:
        plan.kept.write_bytes(whole + newline)
    return [each for each in found if each.index < plan.battles]


def _keep(plan: LadderPlan, outcome: Outcome) -> None:
    if plan.kept is None:
        return
    if not plan.kept.exists() or not plan.kept.stat().st_size:
        plan.kept.write_bytes(msgspec.json.encode(KeptLadder(plan.a, plan.b, plan.seed, plan.imported)) + b"\n")
    with plan.kept.open("ab") as file:
        file.write(msgspec.json.encode(outcome) + b"\n")


def _summed(plan: LadderPlan, matches: list[MatchUp], fought: Fought, seconds: float) -> Standing:
    ended = fought.ended
    points = {index: _points(outcome, index % 2 == 1) for index, outcome in ended.items()}
    margins = [(-1 if i % 2 else 1) * (each.vp[0] - each.vp[1]) for i, each in ended.items()]
    rate = wilson(sum(points.values()), len(points))
    digests = [ended[i].digest if i in ended else None for i in range(plan.battles)]
    return Standing(
        plan.a,
        plan.b,
        plan.seed,
        len(ended) + len(fought.failed),
        sum(each == 1.0 for each in points.values()),
        sum(each == 0.0 for each in points.values()),
        sum(each == 0.5 for each in points.values()),
        rate,
        Elo(*(round(elo(each), 1) for each in (0.5 if rate.value is None else rate.value, rate.low, rate.high))),
        round(sum(margins) / len(margins), 2) if margins else None,
        tuple(_by_match_up(matches, points)),
        tuple(fought.failures),
        round(seconds, 2),
        blake2b(msgspec.json.encode(digests), digest_size=16).hexdigest(),
    )


def _by_match_up(matches: list[MatchUp], points: dict[int, float]) -> list[MatchUpResult]:
    found = []
    for number, each in enumerate(matches):
        here = [value for index, value in points.items() if index // 2 % len(matches) == number]
        if here:
            setup = each.setup
            found.append(MatchUpResult(each.armies, setup.layout.name, setup.mission.name, len(here), sum(here)))
    return found


def _points(outcome: Outcome, swapped: bool) -> float:
    """What the battle is for A: 1 won, 0.5 drawn, 0 lost."""
    return 0.5 if outcome.winner is None else float((outcome.winner == 0) is not swapped)


def elo(share: float) -> float:
    """Elo points that a share of wins stands for (A. Elo, The Rating of Chessplayers, 1978, section 8.7)."""
    if share <= 0.0:
        return -MOST_ELO
    if share >= 1.0:
        return MOST_ELO
    return max(-MOST_ELO, min(MOST_ELO, 400.0 * log10(share / (1.0 - share))))
