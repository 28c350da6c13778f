"""A Dask scheduler and its workers, each a process of its own on the loopback."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from highground.engine.model import Setup
from highground.packs import load_pack
from highground.simulation.armies import setup_of
from highground.simulation.run import Plan, simulate
from tests.conftest import REPOSITORY
from tests.server.databases import answers, free_port

UNITS = 2
"""Units of each army in a small battle, which takes some ten milliseconds."""


def small() -> Setup:
    pack = load_pack()
    armies = (pack.army("vow-1000"), pack.army("fen-1000"))
    a, b = (replace(army, units=army.units[:UNITS]) for army in armies)
    return setup_of(a, b, pack.layout("weir-crossing"))


class Cluster:
    """One scheduler at a fixed address, and workers that may be killed."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.processes: list[subprocess.Popen[bytes]] = []
        self._folder = folder

    def scheduler(self) -> subprocess.Popen[bytes]:
        started = self._start("scheduler", "--port", str(self.port), "--no-show")
        deadline = time.monotonic() + 60
        while not answers(self.port):
            assert started.poll() is None, "the scheduler has ended at once"
            assert time.monotonic() < deadline, "the scheduler does not answer"
            time.sleep(0.05)
        return started

    def worker(self, *more: str) -> subprocess.Popen[bytes]:
        folder = self._folder / f"worker-{len(self.processes)}"
        return self._start("worker", self.address, "--nthreads", "1", "--local-directory", str(folder), *more)

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", *arguments, "--host", "127.0.0.1", "--no-dashboard"]
        with (self._folder / "dask.log").open("ab") as log:
            started = subprocess.Popen(command, cwd=REPOSITORY, stdout=log, stderr=log)
        self.processes.append(started)
        return started

    def close(self) -> None:
        """At once: those that are asked to end wait for each other."""
        for each in self.processes:
            each.kill()
            each.wait()


@contextmanager
def running(folder: Path) -> Iterator[Cluster]:
    """A scheduler with two workers: one as Dask starts them, under a nanny, and one without, to be killed."""
    cluster = Cluster(folder)
    try:
        cluster.scheduler()
        cluster.worker()
        cluster.worker("--no-nanny")
        yield cluster
    finally:
        cluster.close()


def through_losses(cluster: Cluster, folder: Path, battles: int) -> dict[str, Any]:
    """Fight a batch while a worker is killed, and later the scheduler: no battle is lost, and none counts twice."""
    setup, counts = small(), list[int]()
    scheduler, _, victim = cluster.processes

    def watch(done: int, _of: int) -> None:
        counts.append(done)
        if done == battles // 4:
            victim.kill()
        if done == battles // 2:
            scheduler.kill()
            scheduler.wait()
            cluster.scheduler()
            cluster.worker("--no-nanny")

    plan = Plan(3, battles, failure_dir=folder, cluster=cluster.address)
    there = simulate(*setup.armies, setup.layout, setup.mission, plan, watch)
    here = simulate(*setup.armies, setup.layout, setup.mission, Plan(3, battles, jobs=2, failure_dir=folder))
    assert counts == list(range(1, battles + 1)), "a battle was lost, or counted twice"
    assert there.failures == ()
    assert (there.digest, there.digests, there.wins) == (here.digest, here.digests, here.wins)
    return {"battles": battles, "lost": 0, "doubled": 0, "seconds": there.seconds, "undisturbed_here_s": here.seconds}
