"""The same battles wherever they are fought: on processes of this machine, or on the workers of a Dask scheduler."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from highground.cli import app
from highground.simulation import cluster
from highground.simulation.batch import LARGEST_PART, spread
from highground.simulation.run import Plan, simulate
from tests.server.databases import free_port
from tests.simulation import castings, clusters
from tests.simulation.clusters import Cluster, small

BATTLES = 120


@pytest.mark.parametrize(("battles", "processes", "least"), [(1, 4, 5), (20, 4, 5), (1000, 2, 1), (10_000, 4, 5)])
def test_parts_have_every_battle_once_and_are_of_one_size(battles: int, processes: int, least: int) -> None:
    parts = spread(battles, processes, least)
    assert [number for part in parts for number in part] == list(range(battles))
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
    assert max(map(len, parts)) <= LARGEST_PART
    assert len(parts) == 1 or min(map(len, parts)) >= min(least, battles // 2)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments])


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with clusters.running(tmp_path_factory.mktemp("cluster")) as found:
        yield found


@pytest.mark.timeout(300)
@pytest.mark.parametrize("command", [("simulate", "vow-1000", "fen-1000"), ("ladder", "regular", "classic")])
def test_the_commands_fight_the_same_battles_on_a_cluster(
    there: Cluster, command: tuple[str, ...], tmp_path: Path
) -> None:
    digests = {
        json.loads(run(*command, "--battles", "4", *how, "--failures", tmp_path, "--json").stdout)["digest"]
        for how in (("--jobs", "2"), ("--cluster", there.address))
    }
    assert len(digests) == 1


@pytest.mark.timeout(300)
def test_a_cluster_reports_the_same_failures(there: Cluster, tmp_path: Path) -> None:
    setup = small()
    on_both = [
        simulate(
            *setup.armies,
            setup.layout,
            setup.mission,
            Plan(6, 9, casting=castings.raises, failure_dir=tmp_path, cluster=address),
        )
        for address in (None, there.address)
    ]
    assert on_both[0].digests == on_both[1].digests
    assert on_both[0].failures == on_both[1].failures
    assert len(on_both[0].failures) > 0


@pytest.mark.timeout(300)
def test_a_lost_worker_and_a_lost_scheduler_lose_and_double_no_battle(there: Cluster, tmp_path: Path) -> None:
    """The last that is done to this cluster."""
    clusters.through_losses(there, tmp_path, BATTLES)


def test_a_cluster_that_is_not_there_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "FIRST_PATIENCE", 0.0)
    monkeypatch.setattr(cluster, "CONNECT", 0.5)
    command = ("simulate", "vow-1000", "fen-1000", "--failures", tmp_path, "--cluster")
    silent = run(*command, f"tcp://127.0.0.1:{free_port()}")
    assert silent.exit_code == 1
    assert "no Dask scheduler answers at tcp://127.0.0.1:" in silent.stderr
    assert "nowhere is no address of a Dask scheduler" in run(*command, "nowhere").stderr


def test_without_dask_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    refused = run("ladder", "regular", "classic", "--failures", tmp_path, "--cluster", "tcp://127.0.0.1:8786")
    assert refused.exit_code == 1
    assert "pip install 'highground[cluster]'" in refused.stderr
