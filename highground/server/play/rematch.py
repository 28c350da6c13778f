"""A battle fought once more: the same armies, board and people in a new game, made by the player who asks first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from highground.game.match.match import Mode
from highground.server.accounts.tables import User
from highground.server.db.engine import Database
from highground.server.errors import Refusal
from highground.server.games import repository as games
from highground.server.games.access import Access, Need, access_for
from highground.server.games.schemas import NewGame
from highground.server.games.seats import TAKEN
from highground.server.games.service import create
from highground.server.games.summary import chosen, mode_of
from highground.server.games.tables import COMPLETED, SIDES, Game
from highground.server.play import repository
from highground.server.play.preparation import choice_of
from highground.server.play.schemas import ArmyChosen
from highground.server.play.tables import Preparation
from highground.server.sockets.news import tell

STILL_ON = "This battle is not over yet."
NOT_FOUGHT = "This battle was not fought here, so it cannot be fought again."
NAMED = "Rematch: "
LONGEST = 200
Army = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Fought:
    """A battle that is over, for one of its players: what was chosen, and the armies that the player may choose again,
    by side."""

    access: Access
    board: dict[str, Any] | None
    armies: Mapping[int, Army]

    @property
    def mode(self) -> Mode:
        return mode_of(self.board, self.access.game.simulation)


async def rematch(database: Database, user: User, game_id: str) -> str:
    """The id of the game in which the players of a game that is over meet again.

    Who asks first owns it; who asks second takes their old seat at it. Armies are read before the transaction: a large
    roster takes longer than anybody should wait. Raises Refusal.
    """
    async with database.read() as session:
        fought = await _fought(session, user, game_id)
    async with database.write() as session:
        await games.hold(session, game_id)
        known = await games.rematch_of(session, game_id)
        if known is None:
            known = await _make(session, user, fought)
        elif known.owner_id != user.id:
            await _join(session, user, known, fought)
        for each in (game_id, known.id):
            tell(session, "game_updated", each)
        return known.id


async def _fought(session: AsyncSession, user: User, game_id: str) -> _Fought:
    access = await access_for(session, user, game_id, Need.PLAY)
    if access.game.status != COMPLETED:
        raise Refusal(409, STILL_ON)
    if await repository.battle(session, game_id) is None:
        raise Refusal(409, NOT_FOUGHT)
    kept = await repository.chosen(session, game_id)
    seats = await repository.seats(session, game_id)
    armies = {}
    for side in access.sides:
        army = seats[side].army if side in seats else None
        again = None if army is None else await _again(session, user, army)
        if again is not None:
            armies[side] = again
    return _Fought(access, None if kept is None else kept.chosen, armies)


async def _again(session: AsyncSession, user: User, army: Army) -> Army | None:
    """The same army once more; None where it is not the user's or no longer there, so that another is chosen."""
    if army.get("chooser") != user.id:
        return None
    try:
        return await choice_of(session, user, ArmyChosen.model_validate(army))
    except Refusal:
        return None


async def _make(session: AsyncSession, user: User, fought: _Fought) -> Game:
    old = fought.access.game
    name = (NAMED + old.name.removeprefix(NAMED))[:LONGEST]
    wanted = NewGame.model_construct(game_name=name, description=old.description, simulation=old.simulation)
    game = await create(session, user, wanted)
    game.rematch_of = old.id
    if fought.board is not None:
        session.add(Preparation(game_id=game.id, chosen=fought.board))
    for side in SIDES:
        seat = await games.seat(session, game.id, side)
        seat.army = fought.armies.get(side)
        # An owner commands what nobody holds; the second army is held, so that the first is the one to invite to.
        if fought.access.sides == {side} == {1}:
            seat.user_id = user.id
    game.summary = chosen((fought.armies.get(side) for side in SIDES), fought.mode)
    return game


async def _join(session: AsyncSession, user: User, game: Game, fought: _Fought) -> None:
    """Take the old seat at it, with the old army. A player who sits there already finds the way again."""
    holders = {side: holder for side, holder, _ in await games.holders(session, game.id)}
    if user.id in holders.values():
        return
    free = sorted(fought.access.sides - holders.keys())
    if not free or game.status == COMPLETED:
        raise Refusal(409, TAKEN)
    seat = await games.seat(session, game.id, free[0])
    seat.user_id, seat.army, game.updated = user.id, fought.armies.get(free[0]), datetime.now(UTC)
    if await repository.battle(session, game.id) is None:
        seats = await repository.seats(session, game.id)
        game.summary = chosen((seats[side].army if side in seats else None for side in SIDES), fought.mode)
