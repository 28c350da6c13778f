"""The same batch by its three carriers: two processes of this machine, a site with two workers, a Dask cluster of two.

1,000 battles of 2,000 points with `classic` by default, once each: some minutes. `BENCH_BATTLES=200 BENCH_ROUNDS=3`
has fewer of them more often, the best of which counts. Workers that serve for days are warm; the local batch includes
the start of its processes, the site's the calls that begin it and ask for it. `cpu` is what all processes but the
databases computed: it says what a carrier costs on a machine that others use too.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil

from highground.simulation.armies import resolve_army, resolve_layout
from highground.simulation.players import PlayerNames
from highground.simulation.run import Plan, simulate
from tests.server import sites
from tests.server.databases import postgresql, redis
from tests.server.jobs import started
from tests.server.people import registered
from tests.simulation import clusters

BATTLES = int(os.environ.get("BENCH_BATTLES", "1000"))
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "1"))
WARM_UP = 10
ARMIES = ("vow-2000", "fen-2000")
LOOK = 0.5
"""Seconds between two looks at a simulation; its page asks every second or every five."""

Carried = Callable[[int], str]
"""Fights so many battles, and returns their digest."""


def main() -> dict[str, Any]:
    load = os.getloadavg()[0]
    times: dict[str, list[float]] = {"local": [], "workers": [], "dask": []}
    computed: dict[str, list[float]] = {name: [] for name in times}
    digests = set()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        path = Path(folder)
        carriers = {
            "local": lambda battles: _fought(path, battles, jobs=2),
            "workers": stack.enter_context(_workers(path)),
            "dask": stack.enter_context(_dask(path)),
        }
        for name in ("workers", "dask"):
            carriers[name](WARM_UP)
        for _ in range(ROUNDS):
            for name, carried in carriers.items():
                began, before = time.perf_counter(), _cpu()
                digests.add(carried(BATTLES))
                times[name].append(time.perf_counter() - began)
                computed[name].append(_cpu() - before)
    if len(digests) > 1:
        raise RuntimeError(f"the batches differ: {digests}")
    figures = {**_figures("", times), **_figures("cpu_", computed)}
    return {"battles": BATTLES, "rounds": ROUNDS, **figures} | {
        "load_before": round(load, 1),
        "load_after": round(os.getloadavg()[0], 1),
    }


def _cpu() -> float:
    """Seconds of processor time that this process and all that it has started have had."""
    here, seconds = psutil.Process(), 0.0
    for each in (here, *here.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):  # what ends meanwhile counts where it was waited for
            seconds += sum(each.cpu_times()[:4])
    return seconds


def _figures(prefix: str, times: dict[str, list[float]]) -> dict[str, Any]:
    best = {name: min(each) for name, each in times.items()}
    more = {name: round(100 * (best[name] / best["local"] - 1), 1) for name in ("workers", "dask")}
    return {
        **{f"{name}_{prefix}s": round(seconds, 2) for name, seconds in best.items()},
        **{f"{name}_{prefix}more_percent": share for name, share in more.items()},
    }


def _fought(folder: Path, battles: int, jobs: int = 1, cluster: str | None = None) -> str:
    a, b = (resolve_army(name) for name in ARMIES)
    plan = Plan(1, battles, jobs, PlayerNames("classic", "classic"), failure_dir=folder, cluster=cluster)
    return simulate(a, b, resolve_layout(None), None, plan).digest


@contextmanager
def _workers(folder: Path) -> Iterator[Carried]:
    """A site with PostgreSQL, Redis, two servers that have nothing to do meanwhile, and two workers."""
    with (
        postgresql(folder) as database,
        redis(folder) as redis_url,
        sites.many(folder / "data", database.new(), redis_url) as site,
        sites.process(site.environment, "worker"),
        sites.process(site.environment, "worker"),
        site.client() as client,
    ):
        person = registered(client)

        def carried(battles: int) -> str:
            wanted = {"battles": battles, "army_a": ARMIES[0], "army_b": ARMIES[1]}
            path = f"/api/simulations/{started(client, person, **wanted)}"
            while (found := client.get(path, headers=person.headers).raise_for_status().json())["ended"] is None:
                time.sleep(LOOK)
            return str(found["result"]["digest"])

        yield carried


@contextmanager
def _dask(folder: Path) -> Iterator[Carried]:
    """A scheduler with two workers of one thread."""
    with clusters.running(folder) as cluster:
        yield lambda battles: _fought(folder, battles, cluster=cluster.address)
