"""What games read and write in the database."""

from __future__ import annotations

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from highground.server.accounts.tables import User
from highground.server.games.tables import SIDES, Game, Invitation, Seat


async def holders(session: AsyncSession, game_id: str) -> list[tuple[int, int, str]]:
    """The game's taken seats, as (side, user, display name)."""
    query = (
        select(Seat.side, User.id, User.display_name)
        .join(User, User.id == Seat.user_id)
        .where(Seat.game_id == game_id)
        .order_by(Seat.side)
    )
    return [(side, user, name) for side, user, name in (await session.execute(query)).all()]


async def count_owned(session: AsyncSession, user_id: int) -> int:
    """How many games a user owns. Two that are made at once are counted one after the other."""
    await session.execute(select(User.id).where(User.id == user_id).with_for_update())
    return await session.scalar(select(func.count()).select_from(Game).where(Game.owner_id == user_id)) or 0


async def name_of(session: AsyncSession, user_id: int | None) -> str | None:
    return None if user_id is None else await session.scalar(select(User.display_name).where(User.id == user_id))


async def game(session: AsyncSession, game_id: str) -> Game | None:
    return await session.get(Game, game_id)


async def rematch_of(session: AsyncSession, game_id: str) -> Game | None:
    """The game in which the players of this one meet again."""
    query = select(Game).where(Game.rematch_of == game_id).order_by(Game.created, Game.id)
    return await session.scalar(query.limit(1))


async def hold(session: AsyncSession, game_id: str) -> None:
    """Let no other transaction hold the game before this one is over: who sits where changes one by one."""
    await session.execute(select(Game.id).where(Game.id == game_id).with_for_update())


async def seat(session: AsyncSession, game_id: str, side: int) -> Seat:
    """The seat's row, made if there is none yet. Hold the game first."""
    found = await session.get(Seat, (game_id, side))
    if found is None:
        found = Seat(game_id=game_id, side=side)
        session.add(found)
    return found


async def army_names(session: AsyncSession, game_id: str) -> list[str]:
    """What each side has chosen, by its name; '' where nothing is chosen."""
    query = select(Seat.army["name"].as_string()).where(Seat.game_id == game_id)
    return [await session.scalar(query.where(Seat.side == side)) or "" for side in SIDES]


async def invitation(session: AsyncSession, token_hash: str) -> Invitation | None:
    return await session.get(Invitation, token_hash)


async def forget_invitations(session: AsyncSession, game_id: str, side: int) -> None:
    """Those to a seat that nobody has used."""
    await session.execute(
        delete(Invitation).where(Invitation.game_id == game_id, Invitation.side == side, Invitation.used.is_(None))
    )


async def delete_game(session: AsyncSession, game_id: str) -> None:
    """The game with its seats, invitations and logs, which refer to it."""
    await session.execute(delete(Game).where(Game.id == game_id))
