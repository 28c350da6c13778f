"""Players measured against each other: the same battles however they are fought, and gone on with later."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from highground.cli import app
from highground.simulation.ladder import LadderError, LadderPlan, climb, elo, tasks_of


def test_the_same_seed_gives_the_same_battles_on_one_process_or_two(tmp_path: Path) -> None:
    one, two = (climb(LadderPlan("regular", "classic", 4, jobs, failure_dir=tmp_path)) for jobs in (1, 2))
    assert one.digest == two.digest
    assert one.win_rate_a == two.win_rate_a
    assert one.failures == ()
    assert one.wins_a + one.wins_b + one.draws == one.battles == 4


def test_each_seed_is_fought_twice_with_the_sides_swapped() -> None:
    tasks = tasks_of(LadderPlan("a", "b", 24), 6)
    for first, second in zip(tasks[::2], tasks[1::2], strict=True):
        assert (first.seed, first.setup, first.swapped) == (second.seed, second.setup, False)
        assert second.swapped
    assert {task.setup for task in tasks} == set(range(6))


def test_a_player_against_itself_comes_out_even(tmp_path: Path) -> None:
    standing = climb(LadderPlan("classic", "classic", 4, 2, failure_dir=tmp_path))
    assert standing.win_rate_a.value == 0.5
    assert standing.elo_a.value == 0.0
    assert standing.margin_a == 0.0


def test_what_was_fought_is_not_fought_again(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    whole = climb(LadderPlan("regular", "classic", 6, 2, failure_dir=tmp_path))
    climb(LadderPlan("regular", "classic", 2, 1, failure_dir=tmp_path, kept=kept))
    with kept.open("a") as file:
        file.write('{"index":2,"seed":')  # as a process leaves it that is killed while it writes
    counts: list[int] = []
    rest = climb(
        LadderPlan("regular", "classic", 6, 2, failure_dir=tmp_path, kept=kept), lambda done, of: counts.append(done)
    )
    assert counts == [3, 4, 5, 6]
    assert rest.digest == whole.digest
    assert len(kept.read_text().splitlines()) == 1 + 6
    with pytest.raises(LadderError, match="other players"):
        climb(LadderPlan("regular", "strongest", 6, failure_dir=tmp_path, kept=kept))
    for other in ("no results\n", "no results", "{"):
        kept.write_text(other)
        with pytest.raises(LadderError, match="no results of battles"):
            climb(LadderPlan("regular", "classic", 6, failure_dir=tmp_path, kept=kept))
        assert kept.read_text() == other


def test_elo_of_a_share_of_wins() -> None:
    assert elo(0.5) == 0.0
    assert elo(0.75) == pytest.approx(190.8, abs=0.1)
    assert elo(0.25) == pytest.approx(-190.8, abs=0.1)
    assert (elo(0.0), elo(1.0)) == (-800.0, 800.0)


def test_the_command_prints_json_and_names_the_players_there_are(tmp_path: Path) -> None:
    run = CliRunner().invoke(
        app, ["ladder", "regular", "classic", "--battles", "2", "--json", "--failures", str(tmp_path)]
    )
    assert run.exit_code == 0, run.output
    printed = json.loads(run.stdout)
    assert printed["win_rate_a"].keys() == {"value", "low", "high"}
    assert (printed["a"], printed["b"], printed["battles"]) == ("regular", "classic", 2)
    wrong = CliRunner().invoke(app, ["ladder", "nobody", "classic"])
    assert wrong.exit_code == 2
    assert "strongest" in wrong.output
