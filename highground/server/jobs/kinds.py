"""What kinds of jobs there are, and how their work is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

ReportProgress = Callable[[float, str], None]
"""Reports how far the work is, from 0 to 1, with a few words for the person who waits."""
Work = Callable[[bytes, ReportProgress], Any]
"""Does the job, from its request (JSON) to its result (anything that is JSON). Raises JobError."""


GatherParts = Callable[[bytes, Sequence[bytes], float], Any]
"""Makes the result of a job of parts, from its request, its parts' results in order and the seconds that it took."""


class JobError(Exception):
    """The job cannot be done. Its text is a sentence for the user who asked for it."""


@dataclass(frozen=True, slots=True)
class JobKind:
    """`work` is the place of the function, `module:name`; after `seconds` the job counts as stuck."""

    work: str
    seconds: float
    camera: bool = False
    """Whether its end is sent on the game's camera channel, with the result."""
    gather: str = ""
    """Where it may have parts, which are what is worked on and timed then: the place of a `GatherParts`."""
    unit: str = ""
    """What a part has several of, for the person who waits."""

    @property
    def module(self) -> str:
        return self.work.partition(":")[0]

    def load(self) -> Work:
        return cast("Work", _found_at(self.work))

    def load_gather(self) -> GatherParts:
        return cast("GatherParts", _found_at(self.gather))


def _found_at(place: str) -> object:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


KINDS = {
    "simulation": JobKind(
        "highground.server.simulations.work:fight",
        900,
        gather="highground.server.simulations.work:gather",
        unit="battles",
    ),
    "dice": JobKind("highground.server.dice.work:read", 60, camera=True),
    "photo": JobKind("highground.server.camera.work:read", 60, camera=True),
}
