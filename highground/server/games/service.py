"""Making, listing, changing and deleting games."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from functools import partial
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from highground.server.accounts.tables import User
from highground.server.db.engine import Database, after_commit
from highground.server.errors import Refusal
from highground.server.files import Files
from highground.server.games import repository
from highground.server.games.access import Access, Need, access_for, game_for
from highground.server.games.files import forget
from highground.server.games.listing import listed_json
from highground.server.games.parting import hand_over
from highground.server.games.schemas import ChangedGame, NewGame, OneGame, Rematch, SeatRow
from highground.server.games.seats import is_fought, is_hosted
from highground.server.games.tables import COMPLETED, IN_PROGRESS, SIDES, Game, Seat
from highground.server.sockets.news import tell

MOST_GAMES = 1000
TOO_MANY = f"You have {MOST_GAMES:,} games, the most that are kept. Delete one that you no longer need."
NOT_YOURS_ALONE = "This game has an opponent and is still on: resign it first. It then stays with your opponent."
NOT_YOURS = "You can only see what is your own."

Holders = list[tuple[int, int, str]]


def new_id() -> str:
    """A game's id: 72 random bits, so that nobody finds one by trying."""
    return secrets.token_urlsafe(9)


def check_self(user: User, user_id: int | None) -> None:
    """Refuses a `user_id` that is somebody else's."""
    if user_id is not None and user_id != user.id:
        raise Refusal(403, NOT_YOURS)


async def create(session: AsyncSession, user: User, wanted: NewGame) -> Game:
    await check_room(session, user)
    now = datetime.now(UTC)
    game = Game(
        id=new_id(),
        owner_id=user.id,
        name=wanted.game_name,
        description=wanted.description,
        simulation=wanted.simulation,
        status=IN_PROGRESS,
        created=now,
        updated=now,
    )
    session.add(game)
    await session.flush()
    session.add_all(Seat(game_id=game.id, side=side) for side in SIDES)
    return game


async def check_room(session: AsyncSession, user: User) -> None:
    """Refuses somebody who has as many games as are kept."""
    if await repository.count_owned(session, user.id) >= MOST_GAMES:
        raise Refusal(409, TOO_MANY)


async def listed(database: Database, user: User, user_id: int | None) -> str:
    """The JSON of `schemas.Games`."""
    check_self(user, user_id)
    return await database.ask(partial(listed_json, user_id=user.id), key=("games", user.id))


async def shown(session: AsyncSession, user: User, game_id: str) -> OneGame:
    found = await access_for(session, user, game_id, Need.READ)
    holders = await repository.holders(session, game_id)
    owner = await repository.name_of(session, found.game.owner_id)
    return OneGame(
        **_fields(found.game, owner, holders, user),
        seats=_seats(found, holders),
        fought_here=await is_hosted(session, game_id),
        rematch=await _rematch(session, user, game_id),
    )


async def _rematch(session: AsyncSession, user: User, game_id: str) -> Rematch | None:
    game = await repository.rematch_of(session, game_id)
    if game is None:
        return None
    seated = {holder for _, holder, _ in await repository.holders(session, game.id)} | {game.owner_id}
    by = await repository.name_of(session, game.owner_id)
    return Rematch(game_id=game.id, by=by or "", mine=user.id in seated)


async def change(session: AsyncSession, user: User, game_id: str, wanted: ChangedGame) -> OneGame:
    game = await game_for(session, user, game_id, Need.OWN)
    for column, value in (("name", wanted.game_name), ("description", wanted.description), ("shared", wanted.shared)):
        if value is not None:
            setattr(game, column, value)
    game.updated = datetime.now(UTC)
    await session.flush()
    tell(session, "game_updated", game_id)
    return await shown(session, user, game_id)


async def remove(session: AsyncSession, files: Files, user: User, game_id: str) -> None:
    """Delete a game with all that refers to it; its files go once that is certain.

    A game with an opponent is theirs as well: while it is fought it stays, and afterwards it becomes theirs alone.
    """
    game = await game_for(session, user, game_id, Need.OWN)
    opponents = [holder for _, holder, _ in await repository.holders(session, game_id) if holder != user.id]
    if opponents and await is_fought(session, game):
        raise Refusal(409, NOT_YOURS_ALONE)
    if opponents and game.status == COMPLETED:
        await repository.hold(session, game_id)
        await hand_over(session, game, user, opponents[0])
        return
    await repository.delete_game(session, game_id)
    after_commit(session, partial(forget, files, [game_id]))


def _fields(game: Game, owner: str | None, holders: Holders, user: User) -> dict[str, Any]:
    mine = game.owner_id == user.id
    others = [name for _, holder, name in holders if holder != user.id]
    return {
        "game_id": game.id,
        "id": game.id,
        "game_name": game.name,
        "description": game.description,
        "simulation": game.simulation,
        "status": game.status,
        "created": game.created,
        "updated": game.updated,
        "role": "owner" if mine else "opponent",
        "opponent": (", ".join(others) or None) if mine else owner,
        "shared": game.shared,
        "side": _side(mine, holders, user),
        "summary": game.summary,
    }


def _side(mine: bool, holders: Holders, user: User) -> int | None:
    """The army that the user alone commands; null where he commands both, or none."""
    if not mine:
        return next((side for side, holder, _ in holders if holder == user.id), None)
    others = [side for side, holder, _ in holders if holder != user.id]
    return 1 - others[0] if len(others) == 1 else None


def _seats(found: Access, holders: Holders) -> list[SeatRow]:
    names = {side: name for side, _, name in holders}
    return [SeatRow(side=side, taken_by=names.get(side), mine=side in found.sides) for side in SIDES]
