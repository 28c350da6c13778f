"""Symbols on players' dice: explained once, kept, listed and forgotten, and used when a photo is read."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator, Sequence

import cv2
import numpy as np
from sqlalchemy import Select, delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from highground.server.accounts.holding import Held, Holding, Part, as_json
from highground.server.accounts.tables import User
from highground.server.accounts.tokens import now
from highground.server.camera.service import NOT_READ, contents, done_job, photo_of
from highground.server.camera.tables import TablePhoto
from highground.server.db.engine import Database
from highground.server.dice.schemas import DiceAnalysis, DiceSymbolList, DiceSymbolRow, ExplainCall
from highground.server.dice.tables import DiceSymbol
from highground.server.errors import Refusal
from highground.server.files import Files
from highground.server.games.access import Need, access_for
from highground.server.games.tables import Game, Seat
from highground.vision.dice.symbols import KNOWN, MOST_PATCHES, PATCH, KnownSymbol, alike
from highground.vision.dice.trays import open_tray, patches_of

MOST_SYMBOLS = 8
"""Of one user; the one explained longest ago makes room."""
NO_SYMBOL = "You have explained no such symbol."
NO_TRAY = "This is no photo of the dice tray."
PIPS = "These dice show no symbol that could be remembered."
_BYTES = PATCH * PATCH


async def explain(database: Database, files: Files, user: User, game_id: str, call: ExplainCall) -> DiceSymbolRow:
    """Remember which face the symbol on dice of a photo stands for, in place of an earlier explanation.

    The photo is opened before the transaction begins. Raises Refusal.
    """
    async with database.read() as session:
        await access_for(session, user, game_id, Need.PLAY)
        photo = await photo_of(session, game_id, call.image_id)
        boxes = await _boxes(session, photo, call.dice)
        before = list(await session.scalars(_of(user.id)))
    data = await contents(files, photo)
    patches, replaced = await asyncio.to_thread(_seen, data, boxes, before)
    async with database.write() as session:
        row = DiceSymbol(user_id=user.id, face=call.face, explained=now(), patches=b"".join(patches))
        await session.execute(delete(DiceSymbol).where(DiceSymbol.id.in_(replaced)))
        session.add(row)
        await session.flush()
        kept = [each.id for each in await session.scalars(_of(user.id))]
        await session.execute(delete(DiceSymbol).where(DiceSymbol.id.in_(kept[MOST_SYMBOLS:])))
        return _shown(row)


async def _boxes(session: AsyncSession, photo: TablePhoto, dice: Sequence[int]) -> list[list[float]]:
    """The boxes of a photo's dice, all of which show a symbol. Raises Refusal."""
    if not photo.dice_tray:
        raise Refusal(409, NO_TRAY)
    job = await done_job(session, photo)
    if job is None or job.result is None:
        raise Refusal(409, NOT_READ)
    read = DiceAnalysis.model_validate_json(job.result).dice_result
    symbols = dict(enumerate(read.detection_symbols))
    if any(symbols.get(number, -1) < 0 for number in dice):
        raise Refusal(422, PIPS)
    return [read.detection_boxes[number] for number in dice]


def _seen(data: bytes, boxes: list[list[float]], before: Sequence[DiceSymbol]) -> tuple[list[bytes], list[int]]:
    """Patches of the dice, and of the same symbol as it was explained before; and the ids of those explanations."""
    patches = patches_of(open_tray(data), boxes[:MOST_PATCHES])
    same = [row for row in before if alike(patches, _patches(row)).max(initial=0) >= KNOWN]
    older = [patch for row in same for patch in _patches(row)]
    return [*patches, *older][:MOST_PATCHES], [row.id for row in same]


async def listed(session: AsyncSession, user: User) -> DiceSymbolList:
    """The symbols that a user has explained, the newest first."""
    return DiceSymbolList(symbols=[_shown(row) for row in await session.scalars(_of(user.id))])


async def forget(session: AsyncSession, user: User, symbol_id: int) -> None:
    """Raises Refusal where it is none of the user's."""
    query = delete(DiceSymbol).where(DiceSymbol.id == symbol_id, DiceSymbol.user_id == user.id)
    if await session.scalar(query.returning(DiceSymbol.id)) is None:
        raise Refusal(404, NO_SYMBOL)


async def known_at(session: AsyncSession, game_id: str) -> list[KnownSymbol]:
    """The symbols that both players of a game have explained, for the dice of both may lie in one tray."""
    owner = select(Game.owner_id).where(Game.id == game_id)
    seated = select(Seat.user_id).where(Seat.game_id == game_id)
    rows = await session.scalars(
        select(DiceSymbol).where(DiceSymbol.user_id.in_(owner.union(seated))).order_by(DiceSymbol.id)
    )
    return [KnownSymbol(row.face, _patches(row)) for row in rows]


def _of(user_id: int) -> Select[DiceSymbol]:
    return select(DiceSymbol).where(DiceSymbol.user_id == user_id).order_by(DiceSymbol.id.desc())


def _patches(row: DiceSymbol) -> list[bytes]:
    return [row.patches[start : start + _BYTES] for start in range(0, len(row.patches), _BYTES)]


def _shown(row: DiceSymbol) -> DiceSymbolRow:
    picture = "data:image/png;base64," + base64.b64encode(_png(row)).decode()
    return DiceSymbolRow(id=row.id, face=row.face, explained=row.explained, picture=picture)


def _png(row: DiceSymbol) -> bytes:
    """The newest patch as a picture."""
    grey = np.frombuffer(row.patches[:_BYTES], dtype=np.uint8).reshape(PATCH, PATCH)
    _, packed = cv2.imencode(".png", grey)
    return packed.tobytes()


async def _export(held: Held) -> AsyncIterator[Part]:
    for row in await held.session.scalars(_of(held.user.id)):
        yield as_json(f"dice-symbols/{row.id}.json", {"face": row.face, "explained": row.explained})
        yield f"dice-symbols/{row.id}.png", _png(row)


DICE_SYMBOLS = Holding("dice symbols", _export)
