"""Batches of battles whose workers, scheduler and Redis are killed meanwhile: none is lost, and none counts twice."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from highground.simulation.armies import resolve_army, resolve_layout
from highground.simulation.run import Plan, simulate
from tests.server import databases, sites
from tests.server.jobs import TABLES, ended, started
from tests.server.people import registered
from tests.server.test_redis_gone import own_redis
from tests.simulation import clusters

Figures = dict[str, Any]
LOSSES = ("worker", "redis", "worker", "worker", "redis", "worker")
"""What is killed in the course of a batch, and started again."""
LONGEST = 1800.0


def cluster(folder: Path, count: int, _seed: int) -> Figures:
    """`count` battles on a Dask scheduler that is killed during them, as is a worker before."""
    with clusters.running(folder) as there:
        return clusters.through_losses(there, folder, count)


def workers(folder: Path, count: int, seed: int) -> Figures:
    """`count` battles on a site whose two workers and whose Redis are killed six times meanwhile."""
    random, began = Random(seed), time.monotonic()
    with (
        databases.postgresql(folder) as server,
        own_redis(folder) as broker,
        sites.many(folder / "data", server.new(), broker.url, HIGHGROUND_JOB_LEASE="3") as site,
        site.client() as client,
        ExitStack() as processes,
    ):
        alive = [processes.enter_context(sites.process(site.environment, "worker")) for _ in range(2)]
        ada = registered(client)
        job_id = started(client, ada, battles=count, seed=seed)

        def share() -> float:
            return float(client.get(f"/api/jobs/{job_id}", headers=ada.headers).json()["progress"])

        for number, what in enumerate(LOSSES, 1):
            sites.until(lambda: share() >= number / (len(LOSSES) + 1), LONGEST)  # noqa: B023
            time.sleep(random.uniform(0, 1))
            if what == "redis":
                broker.kill()
                time.sleep(random.uniform(0, 1))
                broker.start()
            else:
                alive.pop(0).kill()
                alive.append(processes.enter_context(sites.process(site.environment, "worker")))
        found = ended(client, ada, job_id, LONGEST)
    a, b = (resolve_army(name) for name in TABLES.values())
    here = simulate(a, b, resolve_layout(None), None, Plan(seed, count, jobs=2, failure_dir=folder))
    assert found["state"] == "done", found["error"]
    assert (found["result"]["battles"], found["result"]["digest"]) == (count, here.digest)
    return {"battles": count, "killed": len(LOSSES), "lost": 0, "doubled": 0, "took_s": round(time.monotonic() - began)}
