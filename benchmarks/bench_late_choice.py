"""A choice in the last round of a battle of 2,000 points a side: what it costs the server beside HTTP and database.

That is the choice itself, the state as three seats see it, the changes that lead each there, and the log with what is
new in it. Only CPU time of this process is counted.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson

from highground.engine.battle import Battle
from highground.game.match.match import Control, Match
from highground.game.state.battle_state import NOBODY, plain_state
from highground.game.state.moments import Moment, led, moment
from highground.server.logs.newer import Newer
from highground.server.logs.running import RunningLog
from highground.simulation.demo import demo_battle

SEATS = (NOBODY, frozenset({0}), frozenset({1}))
CHOICES = 100
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


class Clock:
    """Milliseconds of CPU time, by what they were spent on."""

    def __init__(self) -> None:
        self.spent: dict[str, list[float]] = {}

    def measure(self, what: str, work: Callable[[], Any]) -> Any:
        began = time.process_time()
        result = work()
        self.spent.setdefault(what, []).append((time.process_time() - began) * 1000)
        return result


def main() -> dict[str, Any]:
    log, clock = demo_battle(), Clock()
    first = len(log.records) - CHOICES
    match = Match(Battle.restored(log.setup, log.seed, log.records[:first]), "late", (Control(), Control()))
    times = [BEGAN + timedelta(seconds=number) for number in range(len(log.records))]
    running = RunningLog(log.setup, "late")
    running.follow(match.battle.records, times[:first])
    now = _now(match)
    for record in log.records[first:]:
        last_id, before = match.battle.state.events, now
        clock.measure("choice", lambda: match.answer(record.choice, record.given))  # noqa: B023
        now = clock.measure("state", lambda: _now(match))
        clock.measure("changes", lambda: [orjson.dumps(each) for each in led(before, now).values()])  # noqa: B023
        clock.measure("timeline", lambda: _timeline(running, match, times, last_id))  # noqa: B023
    totals = [sum(each) for each in zip(*clock.spent.values(), strict=True)]
    whole = clock.measure("whole_log", lambda: running.whole().answer)
    return {
        "late_choice": {
            "choices_before": first,
            "cpu_ms": round(statistics.mean(totals), 2),
            "cpu_ms_p95": round(sorted(totals)[int(CHOICES * 0.95)], 2),
            **{f"{what}_ms": round(statistics.mean(spent), 2) for what, spent in clock.spent.items()},
            "timeline_ms_max": round(max(clock.spent["timeline"]), 2),
            "whole_log_kb": round(len(whole) / 1000),
        }
    }


def _now(match: Match) -> Moment:
    return moment(match, plain_state(match), SEATS, None)


def _timeline(running: RunningLog, match: Match, times: list[datetime], last_id: int) -> bytes:
    running.follow(match.battle.records, times[: match.number])
    return running.newer(Newer(last_id))


if __name__ == "__main__":
    print(orjson.dumps(main(), option=orjson.OPT_INDENT_2).decode())
