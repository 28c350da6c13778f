"""Batches: the same whatever the number of processes, and never hung by a battle that goes wrong."""

from __future__ import annotations

import json
import multiprocessing
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from highground.engine.log import load, replay
from highground.simulation import pool
from highground.simulation.armies import resolve_army
from highground.simulation.batch import WorkerError
from highground.simulation.battles import battle_seed
from highground.simulation.failures import read_log
from highground.simulation.players import Casting, PlayerNames
from highground.simulation.run import Plan, ProgressHook, simulate
from highground.simulation.summary import Summary
from tests.simulation import castings
from tests.simulation.setups import sample


def fight(plan: Plan, progress: ProgressHook | None = None) -> Summary:
    setup = sample()
    return simulate(*setup.armies, setup.layout, setup.mission, plan, progress)


@pytest.fixture(autouse=True)
def no_process_is_left() -> Any:
    yield
    assert multiprocessing.active_children() == []


def test_one_process_or_two_fight_the_same_battles(tmp_path: Path) -> None:
    one, two = (fight(Plan(7, 6, jobs, failure_dir=tmp_path)) for jobs in (1, 2))
    assert one.failures == two.failures == ()
    assert one.digest == two.digest
    assert one.digests == two.digests
    assert len(set(one.digests)) == 6
    assert (one.wins, one.vp, one.first_turn) == (two.wins, two.vp, two.first_turn)
    assert fight(Plan(8, 6, 2, failure_dir=tmp_path)).digest != one.digest
    assert fight(Plan(7, 2, 1, failure_dir=tmp_path)).digests == one.digests[:2]


def test_more_processes_than_battles(tmp_path: Path) -> None:
    assert fight(Plan(7, 1, 8, failure_dir=tmp_path)).failures == ()


def test_the_first_battles_log_is_kept_and_replays(tmp_path: Path) -> None:
    file = tmp_path / "first.json"
    summary = fight(Plan(7, 3, 2, failure_dir=tmp_path, log_file=file))
    log = load(file.read_bytes())
    assert log.seed == battle_seed(7, 0)
    assert log.digest == summary.digests[0] == replay(log).digest()
    assert log.players == ("standard", "standard")


def test_progress_is_reported_and_may_stop_the_batch(tmp_path: Path) -> None:
    shown: list[tuple[int, int]] = []
    fight(Plan(7, 4, 2, failure_dir=tmp_path), lambda done, of: shown.append((done, of)))
    assert shown == [(1, 4), (2, 4), (3, 4), (4, 4)]

    def stop(done: int, _of: int) -> None:
        raise InterruptedError(f"stopped after {done}")

    with pytest.raises(InterruptedError, match="stopped after 1"):
        fight(Plan(7, 50, 2, failure_dir=tmp_path), stop)


def test_a_batch_runs_beside_other_threads(tmp_path: Path) -> None:
    found: list[Summary] = []
    thread = threading.Thread(target=lambda: found.append(fight(Plan(7, 2, 2, failure_dir=tmp_path))))
    thread.start()
    thread.join(60)
    assert found[0].failures == ()


def one_failure(summary: Summary) -> dict[str, Any]:
    """The failure file of the batch's only battle, or its first."""
    assert summary.digests[0] is None
    document: dict[str, Any] = json.loads(Path(summary.failures[0].file).read_text())
    assert document["seed"] == summary.failures[0].seed == battle_seed(summary.seed, 0)
    assert document["error"] == summary.failures[0].error
    assert document["index"] == 0
    return document


@pytest.mark.parametrize(
    ("casting", "error", "traced"),
    [
        (castings.raises, "ZeroDivisionError: the player fell off its chair", "castings.py"),
        (castings.cheats, "Refusal: ", "ChooseZone(zone=5)"),
        (castings.leaves, "SystemExit: 0", "castings.py"),
    ],
)
def test_a_battle_that_errs_becomes_a_file_that_replays_up_to_there(
    tmp_path: Path, casting: Casting, error: str, traced: str
) -> None:
    seed = next(s for s in range(9) if battle_seed(s, 0) % 3)
    document = one_failure(fight(Plan(seed, 1, casting=casting, failure_dir=tmp_path / "new")))
    assert document["error"].startswith(error)
    assert traced in document["traceback"]
    assert document["choice"] == castings.AFTER == len(document["log"]["records"])
    log = read_log(next((tmp_path / "new").iterdir()).read_bytes())
    assert len(replay(log).records) == castings.AFTER


def test_the_other_battles_of_a_batch_are_fought_all_the_same(tmp_path: Path) -> None:
    summary = fight(Plan(6, 9, 2, casting=castings.raises, failure_dir=tmp_path))
    ending = [battle_seed(6, i) % 3 == 0 for i in range(9)]
    assert [digest is not None for digest in summary.digests] == ending
    assert 0 < sum(ending) < 9
    assert len(summary.failures) == 9 - sum(ending) == len(list(tmp_path.iterdir()))
    wins = summary.wins
    assert wins.a + wins.b + wins.draw == sum(ending)


def test_a_battle_without_end_is_a_step_limit(tmp_path: Path) -> None:
    document = one_failure(fight(Plan(7, 1, step_limit=40, failure_dir=tmp_path)))
    assert document["error"] == "StepLimit: the battle is not over after 40 choices"
    assert len(document["log"]["records"]) == 40


@pytest.mark.parametrize("casting", [castings.loops, castings.loops_and_catches])
def test_a_player_that_loops_for_ever_is_stopped_with_its_log(tmp_path: Path, casting: Casting) -> None:
    started = time.monotonic()
    document = one_failure(fight(Plan(7, 2, 2, casting=casting, time_limit=3.0, failure_dir=tmp_path)))
    assert time.monotonic() - started < 60
    assert document["error"] == "TimeLimit: the battle is not over after 3 seconds"
    assert "_loop" in document["traceback"]
    assert len(document["log"]["records"]) == castings.AFTER


def test_a_process_that_takes_no_alarm_is_ended_from_outside(tmp_path: Path) -> None:
    summary = fight(Plan(7, 2, 2, casting=castings.is_deaf, time_limit=0.2, failure_dir=tmp_path))
    document = one_failure(summary)
    assert len(summary.failures) == 2
    assert "stuck for 5.2 seconds" in document["error"]
    assert "_sleep" in document["traceback"]
    assert document["log"]["seed"] == document["seed"]


def test_a_battle_that_hangs_in_the_rules_is_ended_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the alarm where the rules run as they are, from outside where they are compiled."""
    monkeypatch.setattr(pool, "GRACE", 3.0)
    document = one_failure(fight(Plan(7, 1, 1, casting=castings.spins, time_limit=0.5, failure_dir=tmp_path)))
    assert "stuck for 3.5 seconds" in document["error"] or document["error"].startswith("TimeLimit")
    assert "_spin" in document["traceback"]


def test_a_process_that_dies_costs_its_own_battle_only(tmp_path: Path) -> None:
    summary = fight(Plan(6, 7, 2, casting=castings.dies, failure_dir=tmp_path))
    ending = [battle_seed(6, i) % 3 == 0 for i in range(7)]
    assert [digest is not None for digest in summary.digests] == ending
    assert 0 < sum(ending) < 7
    assert all(failed.error == "WorkerError: the worker process died (exit status 3)" for failed in summary.failures)


def test_processes_that_do_not_start_are_an_error_at_once(tmp_path: Path) -> None:
    with pytest.raises(WorkerError, match="exit status 7"):
        fight(Plan(7, 3, 2, casting=castings.Stillborn(), failure_dir=tmp_path))


def test_two_real_rosters_fight(shared_data: Path, tmp_path: Path) -> None:
    files = sorted((shared_data / "rosters" / "40k-10e").glob("*_1[06]0*.rosz"))
    armies = [resolve_army(str(file)) for file in files[:2]]
    setup = sample()
    plan = Plan(3, 4, 2, casting=PlayerNames(), failure_dir=tmp_path, log_file=tmp_path / "log.json")
    one = simulate(armies[0], armies[1], setup.layout, setup.mission, plan)
    assert one.failures == ()
    log = load((tmp_path / "log.json").read_bytes())
    assert replay(log).digest() == one.digests[0]
    units = [unit for army in log.setup.armies for unit in army.units]
    assert not any(ability.text for unit in units for ability in unit.abilities if ability.private)
