"""A carrier of batches to a Dask scheduler, whose workers fight the battles (needs the extra `cluster`).

A worker that is lost has its part fought by another: Dask sees to that. A scheduler that is lost takes all parts along
that are not fetched yet; they are given to the next one at its address.
"""

from __future__ import annotations

import re
import time
from collections.abc import Generator, Iterator, Sequence
from logging import CRITICAL, getLogger
from multiprocessing import current_process
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from highground.processes import forget_main
from highground.simulation import pool
from highground.simulation.batch import Batch, BattleJob, BattleResult, Task, WorkerError, parts_of

if TYPE_CHECKING:
    from distributed import Client, Future

ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?[^/\s]+:\d+/?")
FIRST_PATIENCE = 15.0
"""Seconds in which a scheduler and a worker must be found at the beginning."""
PATIENCE = 600.0
"""The same for what was lost during a batch."""
CONNECT = 5.0
_LOOK = 5.0
_PAUSE = 0.5
NO_DASK = "--cluster needs Dask, which is not installed here: pip install 'highground[cluster]'"


class _Lost(Exception):
    """The scheduler, or its last worker, is gone."""


def results(batch: Batch, address: str) -> Generator[BattleResult]:
    """Fight the battles on the workers of the scheduler at `address`. Raises WorkerError.

    Closing the iterator takes back what waits; parts that are being fought are fought to their end there.
    """
    left = {task.index: task for task in batch.tasks}
    patience = FIRST_PATIENCE
    while left:
        client = _connected(address, patience)
        patience = PATIENCE
        try:
            for part in _fought(client, Batch(batch.job, tuple(left.values()))):
                for result in part:
                    del left[result.index]
                    yield result
        except _Lost:
            continue
        finally:
            _close(client)


def fight(job: BattleJob, tasks: tuple[Task, ...]) -> list[BattleResult]:
    """On a worker: fight a part, in a process of its own that can be ended.

    Dask starts workers as processes that may have no children, so that none is left behind; ours end with them.
    """
    current_process().daemon = False
    forget_main()
    return list(pool.results(Batch(job, tasks), 1))


def _connected(address: str, patience: float) -> Client:
    """A client of the scheduler, as soon as it has a worker."""
    try:
        from distributed import Client
    except ImportError as error:
        raise WorkerError(NO_DASK) from error
    for name in ("distributed", "distributed.client"):  # what it would say of lost connections is said here
        getLogger(name).setLevel(CRITICAL)
    if not ADDRESS.fullmatch(address):
        raise WorkerError(f"{address} is no address of a Dask scheduler, such as tcp://host:8786")
    deadline = time.monotonic() + patience
    while True:
        try:
            client = Client(address, timeout=CONNECT, set_as_default=False)
        except OSError:
            missing = f"no Dask scheduler answers at {address}"
        else:
            if _nthreads(client):
                return client
            missing = f"the Dask scheduler at {address} has no workers"
            _close(client)
        if time.monotonic() >= deadline:
            raise WorkerError(missing)
        time.sleep(_PAUSE)


def _fought(client: Client, batch: Batch) -> Iterator[Sequence[BattleResult]]:
    """The parts' results as they end. Raises _Lost where the rest of them will not come."""
    job = client.submit(_same, batch.job, pure=False)
    ended: SimpleQueue[Future[Any]] = SimpleQueue()
    waiting = set()
    for tasks in parts_of(batch, max(1, _nthreads(client))):
        future = client.submit(fight, job, tasks, pure=False)
        future.add_done_callback(ended.put)
        waiting.add(future.key)
    while waiting:
        future = _next(ended, client)
        waiting.discard(future.key)
        yield _result(future)
        future.release()


def _same(job: BattleJob) -> BattleJob:
    """What is the same for all parts travels once; a task, so that it can be made again where its worker is lost."""
    return job


def _next(ended: SimpleQueue[Future[Any]], client: Client) -> Future[Any]:
    while True:
        try:
            return ended.get(timeout=_LOOK)
        except Empty:
            if not _nthreads(client):
                raise _Lost from None


def _result(future: Future[Any]) -> Sequence[BattleResult]:
    from distributed import CancelledError

    try:
        found: Sequence[BattleResult] = future.result()
    except (OSError, CancelledError) as error:
        raise _Lost from error
    except Exception as error:
        raise WorkerError(f"the cluster could not fight the battles: {type(error).__name__}: {error}") from error
    return found


def _nthreads(client: Client) -> int:
    """How many parts its workers take at once; 0 where nobody is reached."""
    try:
        threads: dict[str, Any] = client.nthreads()
    except Exception:  # whatever a connection breaks with
        return 0
    return sum(threads.values())


def _close(client: Client) -> None:
    try:
        client.close(timeout=CONNECT)
    except Exception:  # the same
        getLogger(__name__).debug("the client did not close in order", exc_info=True)
