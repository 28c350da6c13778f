"""What the server counts, for Prometheus. With several processes behind one address their figures are added up."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import REGISTRY

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable that prometheus_client looks for when it is imported."""
REQUEST_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
DECISION_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
JOB_BOUNDS = (0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800)

REQUESTS = Histogram(
    "highground_request_seconds",
    "Requests by method, route and status, with the time until the answer was sent.",
    ("method", "route", "status"),
    buckets=REQUEST_BOUNDS,
)
SOCKETS = Gauge("highground_sockets", "Open sockets by role.", ("role",), multiprocess_mode="livesum")
SOCKETS_ENDED = Counter("highground_sockets_ended", "Sockets that ended, by close code.", ("code",))
PUBLISHED = Counter("highground_socket_messages", "Messages given to the bus, by type.", ("type",))
DELIVERED = Counter("highground_socket_deliveries", "Messages put into sockets' queues.")
JOBS_ENDED = Histogram(
    "highground_job_seconds",
    "Jobs that ended, by kind and state, with their time from start to end.",
    ("kind", "state"),
    buckets=JOB_BOUNDS,
)
JOBS_PUT_BACK = Counter("highground_jobs_put_back", "Jobs whose worker was lost or stopped, put back into the queue.")

DECISIONS = Histogram(
    "highground_decision_seconds",
    "The computer's decisions, by question, those that took too long included.",
    ("question",),
    buckets=DECISION_BOUNDS,
)


def exposition() -> bytes:
    """All figures in Prometheus' text format."""
    if SHARED_FOLDER not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
