"""The timeline of a battle that is played here, while it is fought and for good once it is over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
import orjson

from highground import __version__
from highground.engine.log import Log, log_of
from highground.fair.sealing import without_private
from highground.game.match.match import Match
from highground.game.timeline.whole_log import timeline
from highground.server.logs.tables import BattleLog
from highground.server.logs.timelines import PreparedLog, prepare


def battle_log(match: Match) -> Log:
    """The battle with all its choices, dice and their proofs, those that were taken back among them."""
    names = (match.control[0].player, match.control[1].player)
    parties = () if match.sealing is None else match.sealing.parties
    return log_of(match.battle, names, parties, match.game_id)


def shareable(log: Log) -> bytes:
    """The log as JSON for anybody who may read the game: without text that is its owner's alone.

    Slow: call it off the event loop.
    """
    return orjson.dumps(without_private(msgspec.to_builtins(log)))


def prepared(match: Match, times: Sequence[datetime], undone_times: Sequence[datetime]) -> PreparedLog:
    """The battle so far, each entry with the time at which it happened. Slow: call it off the event loop."""
    log = battle_log(match)
    document = timeline(log, match.game_id, times=times, undone_times=undone_times)
    for side, army in enumerate(document["statistics"]["armies"]):
        if match.is_computer(side):
            army["computer"] = True
        if match.is_computer(side) or match.computer_agreed:
            army["achievements"] = []
    return prepare({**document}, match.game_id, shareable(log), __version__)


def as_log(game_id: str, prepared: PreparedLog) -> BattleLog:
    """The row that keeps a timeline."""
    return BattleLog(
        game_id=game_id,
        engine=prepared.engine,
        source=prepared.source,
        answer=prepared.answer,
        etag=prepared.etag,
        total=prepared.total,
    )
