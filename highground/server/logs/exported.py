"""The logs of a user's games in the export of the account; they go with the games."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator

from sqlalchemy import select
from sqlalchemy.orm import undefer

from highground.server.accounts.holding import Held, Holding, Part
from highground.server.games.tables import Game
from highground.server.logs.tables import BattleLog


async def _export(held: Held) -> AsyncIterator[Part]:
    owned = select(BattleLog.game_id).join(Game).where(Game.owner_id == held.user.id).order_by(BattleLog.game_id)
    for game_id in (await held.session.scalars(owned)).all():
        query = select(BattleLog).where(BattleLog.game_id == game_id).options(undefer(BattleLog.source))
        log = (await held.session.scalars(query)).one()
        yield f"games/{game_id}/timeline.json", gzip.decompress(log.answer)
        if log.source is not None:
            yield f"games/{game_id}/battle-log.json", gzip.decompress(log.source)
        held.session.expunge(log)


LOGS = Holding("logs", _export)
