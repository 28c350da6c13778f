"""The timeline: what the log page reads. See docs/timeline.md for its fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

import msgspec

from highground.engine.errors import LogError
from highground.engine.log import FORMAT, Log, load, replay
from highground.game.timeline.pages import Page, PlainShelf, rounds_of
from highground.game.timeline.reporters.by_event import REPORTERS
from highground.game.timeline.running import RunningTimeline, taken_back
from highground.game.timeline.story import BEGAN
from highground.game.views.log import LogEntry, WholeLog


def timeline(
    log: Log,
    game_id: str = "",
    *,
    began: datetime = BEGAN,
    times: Sequence[datetime] | None = None,
    undone_times: Sequence[datetime] | None = None,
) -> WholeLog:
    """The battle of `log` as the whole answer of the log calls, ready for JSON.

    The log's events are taken as they are: what they say is not checked against the rules (see `timeline_of`).
    `began` is when the battle's first event happened, in UTC, or `times` when each choice was made; the log
    itself has no clock. Choices that were undone (and made at `undone_times`) keep their entries, marked as undone.
    """
    running = RunningTimeline(log.setup, game_id, log.players, shelf=PlainShelf(), began=began)
    running.follow(log.records, times, taken_back(log.records, log.undone, undone_times))
    return whole(running)


def whole(running: RunningTimeline[Page]) -> WholeLog:
    """A running timeline as the whole answer of the log calls."""
    page = running.page()
    return {
        "game_id": running.game_id,
        "incremental": False,
        "total": running.total,
        "army_list": running.army_list(),
        **running.afterwards(),
        "logs": {"rounds": rounds_of([*running.closed, *([] if page is None else [page])])},
    }


def timeline_of(document: bytes | Mapping[str, object], game_id: str = "", *, check: bool = True) -> WholeLog:
    """The timeline of a battle log given as a file's bytes or as the object read from them.

    With `check` the log is played again first. Raises LogError where the document is no battle log, ReplayError where
    the battle goes otherwise than the log says.
    """
    log = load(document) if isinstance(document, bytes) else _convert(document)
    if check:
        replay(log)
    return timeline(log, game_id)


def flat(answer: WholeLog) -> list[LogEntry]:
    """The entries of a timeline, oldest first, for answers that hold only what is new."""
    return list(_entries(answer))


def since(answer: WholeLog, since_id: int) -> list[LogEntry]:
    """The entries after `since_id`, oldest first."""
    return [entry for entry in _entries(answer) if entry["id"] > since_id]


def _entries(answer: WholeLog) -> Iterator[LogEntry]:
    for a_round in answer["logs"]["rounds"]:
        for turn in a_round["turns"]:
            for phase in turn["phases"]:
                yield from phase["actions"]


def _convert(document: Mapping[str, object]) -> Log:
    try:
        log = msgspec.convert(document, Log)
    except msgspec.ValidationError as error:
        raise LogError("not-a-log", problem=str(error)) from error
    if log.format != FORMAT:
        raise LogError("other-format", found=log.format, known=FORMAT)
    return log


__all__ = ["REPORTERS", "flat", "since", "timeline", "timeline_of", "whole"]
