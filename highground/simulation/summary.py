"""What the battles of a batch say together."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from math import sqrt

import msgspec

from highground.engine.model import Setup
from highground.simulation.battles import Outcome

Z_95 = 1.959963984540054
"""The standard normal quantile that leaves 2.5 % on either side."""
DRAWS = "a draw counts as half a win"


class Rate(msgspec.Struct, frozen=True):
    """A share with its 95 % confidence interval; None of nothing."""

    value: float | None
    low: float
    high: float


class Wins(msgspec.Struct, frozen=True):
    a: int
    b: int
    draw: int


class Points(msgspec.Struct, frozen=True):
    """Mean victory points; None when no battle came to its end."""

    a: float | None
    b: float | None


class RoundPoints(msgspec.Struct, frozen=True):
    """Mean victory points of each round."""

    a: tuple[float, ...]
    b: tuple[float, ...]


class FirstTurn(msgspec.Struct, frozen=True):
    """How often the army with the first turn won; draws count as for `win_rate_a`."""

    wins: int
    losses: int
    draws: int
    win_rate: Rate


class Failed(msgspec.Struct, frozen=True):
    """A battle that could not be brought to its end, and the file that has everything of it."""

    seed: int
    file: str
    error: str


class Summary(msgspec.Struct, frozen=True):
    """A batch's result. `battles` counts all, `failures` included; every other figure is of those that ended.

    `digests` holds each battle's in order (None: failed), `digest` one for all: equal batches have equal ones.
    """

    armies: tuple[str, str]
    layout: str
    mission: str
    seed: int
    battles: int
    jobs: int
    seconds: float
    battles_per_second: float
    wins: Wins
    win_rate_a: Rate
    draws: str
    vp: Points
    vp_by_round: RoundPoints
    first_turn: FirstTurn
    failures: tuple[Failed, ...]
    digest: str
    digests: tuple[str | None, ...]


def wilson(wins: float, battles: int) -> Rate:
    """The Wilson score interval (E. B. Wilson, JASA 22, 1927, page 209) of `wins` in `battles`, 95 %."""
    if not battles:
        return Rate(None, 0.0, 1.0)
    share, z2 = wins / battles, Z_95 * Z_95
    middle = (share + z2 / (2 * battles)) / (1 + z2 / battles)
    half = Z_95 / (1 + z2 / battles) * sqrt(share * (1 - share) / battles + z2 / (4 * battles * battles))
    return Rate(share, max(0.0, middle - half), min(1.0, middle + half))


def summarise(
    setup: Setup, seed: int, jobs: int, seconds: float, outcomes: Sequence[Outcome], failures: Sequence[Failed]
) -> Summary:
    """Figures of the battles that ended, and the list of those that did not."""
    ended = sorted(outcomes, key=lambda outcome: outcome.index)
    battles = len(ended) + len(failures)
    by_index = {outcome.index: outcome.digest for outcome in ended}
    digests = tuple(by_index.get(index) for index in range(battles))
    wins = Wins(*(sum(o.winner == side for o in ended) for side in (0, 1, None)))
    return Summary(
        armies=(setup.armies[0].name, setup.armies[1].name),
        layout=setup.layout.name,
        mission=setup.mission.name,
        seed=seed,
        battles=battles,
        jobs=jobs,
        seconds=round(seconds, 3),
        battles_per_second=round(len(ended) / seconds, 2) if seconds > 0 else 0.0,
        wins=wins,
        win_rate_a=wilson(wins.a + wins.draw / 2, len(ended)),
        draws=DRAWS,
        vp=Points(_mean([o.vp[0] for o in ended]), _mean([o.vp[1] for o in ended])),
        vp_by_round=RoundPoints(_by_round(ended, 0), _by_round(ended, 1)),
        first_turn=_first_turn(ended),
        failures=tuple(failures),
        digest=blake2b(msgspec.json.encode(digests), digest_size=16).hexdigest(),
        digests=digests,
    )


def _mean(values: Sequence[int]) -> float | None:
    return round(sum(values) / len(values), 3) if values else None


def _by_round(ended: Sequence[Outcome], side: int) -> tuple[float, ...]:
    rounds = zip(*(outcome.vp_by_round[side] for outcome in ended), strict=True)
    return tuple(round(sum(points) / len(points), 3) for points in rounds)


def _first_turn(ended: Sequence[Outcome]) -> FirstTurn:
    draws = sum(outcome.winner is None for outcome in ended)
    wins = sum(outcome.winner == outcome.first for outcome in ended)
    return FirstTurn(wins, len(ended) - wins - draws, draws, wilson(wins + draws / 2, len(ended)))
