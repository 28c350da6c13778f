"""How a shared report opens: its heading and its short form, worked out once for each state of the log."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from datetime import timedelta
from typing import Generic, TypeVar

from highground.server.db.engine import Database
from highground.server.games.access import access_to
from highground.server.logs import repository
from highground.server.logs.brief import brief_of
from highground.server.logs.service import Live, shared_log
from highground.server.logs.summary import ReportSummary, summary_of
from highground.server.logs.tables import BattleLog
from highground.server.logs.timelines import PreparedLog

T = TypeVar("T")
MOST_KEPT = 64


class _Kept(Generic[T]):
    """The newest answers, by game and state of its log."""

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[str, str], T] = OrderedDict()

    async def of(self, log: BattleLog, make: Callable[[], T]) -> T:
        key = (log.game_id, log.etag)
        if key not in self._answers:
            self._answers[key] = await asyncio.to_thread(make)
        self._answers.move_to_end(key)
        while len(self._answers) > MOST_KEPT:
            self._answers.popitem(last=False)
        return self._answers[key]


class Openings:
    """Of the reports that were asked for last."""

    def __init__(self, database: Database, live: Live, open_days: float) -> None:
        self._database, self._live, self._open_days = database, live, open_days
        self._briefs: _Kept[PreparedLog] = _Kept()
        self._summaries: _Kept[ReportSummary] = _Kept()

    async def brief(self, game_id: str) -> PreparedLog:
        """The short form of a shared game's log. Raises Refusal 404."""
        log = await shared_log(self._database, self._live, game_id)
        answer = log.answer
        etag = f"{log.etag}-brief"
        return await self._briefs.of(log, lambda: PreparedLog(brief_of(answer), etag, log.total, None, ""))

    async def summary(self, game_id: str) -> ReportSummary:
        """What a shared game's report begins with. Raises Refusal 404."""
        log = await shared_log(self._database, self._live, game_id)
        async with self._database.read() as session:
            found = await access_to(session, None, game_id)
            uploaded = await repository.uploaded_at(session, game_id)
        name = "A battle" if found is None else found.game.name
        answer = log.answer
        kept = await self._summaries.of(log, lambda: summary_of(answer, game_id, name))
        removed = None if uploaded is None else uploaded + timedelta(days=self._open_days)
        return kept.model_copy(
            update={"removed_at": removed} if kept.armies else {"removed_at": removed, "headline": name}
        )
