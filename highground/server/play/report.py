"""The timeline of a battle that is played here, while it is fought and for good once it is over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from highground import __version__
from highground.engine.log import dump, log_of
from highground.play.match import Match
from highground.reports.timeline import timeline
from highground.server.logs.tables import BattleLog
from highground.server.logs.timelines import Prepared, prepare


def told(match: Match, times: Sequence[datetime]) -> Prepared:
    """The battle so far, each entry with the time at which it happened. Slow: call it off the event loop."""
    names = (match.control[0].player, match.control[1].player)
    log = log_of(match.battle, names)
    return prepare(timeline(log, match.game_id, times=times), match.game_id, dump(log), __version__)


def as_log(game_id: str, prepared: Prepared) -> BattleLog:
    """The row that keeps a timeline."""
    return BattleLog(
        game_id=game_id,
        engine=prepared.engine,
        source=prepared.source,
        answer=prepared.answer,
        etag=prepared.etag,
        total=prepared.total,
    )
