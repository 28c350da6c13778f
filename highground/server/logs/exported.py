"""The logs of a user's games in the export of the account; they go with the games."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator

import orjson
from sqlalchemy import select
from sqlalchemy.orm import undefer

from highground.fair.sealing import without_private
from highground.server.accounts.holding import Held, Holding, Part
from highground.server.games.tables import Game
from highground.server.logs.tables import BattleLog
from highground.server.play.tables import HostedBattle


async def _export(held: Held) -> AsyncIterator[Part]:
    owned = select(BattleLog.game_id).join(Game).where(Game.owner_id == held.user.id).order_by(BattleLog.game_id)
    for game_id in (await held.session.scalars(owned)).all():
        query = select(BattleLog).where(BattleLog.game_id == game_id).options(undefer(BattleLog.source))
        log = (await held.session.scalars(query)).one()
        yield f"games/{game_id}/timeline.json", gzip.decompress(log.answer)
        if log.source is not None:
            hosted = await held.session.get(HostedBattle, game_id) is not None
            yield f"games/{game_id}/battle-log.json", await asyncio.to_thread(_source, log.source, hosted)
        held.session.expunge(log)


def _source(kept: bytes, hosted: bool) -> bytes:
    """A battle log: as it was uploaded, or that of a battle fought here without the private text of either army."""
    text = gzip.decompress(kept)
    return orjson.dumps(without_private(orjson.loads(text))) if hosted else text


LOGS = Holding("logs", _export)
