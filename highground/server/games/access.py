"""Who may do what with a game. Every call and every socket that touches one asks here, and nowhere else.

A game has an owner; another person with a seat in it is the opponent; everybody else is a stranger. To strangers, a
game that is not shared does not exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Literal

from fastapi import Path
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from highground.server.accounts.access import LOG_IN
from highground.server.accounts.tables import User
from highground.server.errors import Refusal
from highground.server.games.tables import SIDES, Game, Seat

NO_GAME = "There is no such game."
OWNER_ONLY = "Only the owner of the game may do that."
NOT_YOUR_ARMY = "Only the holder of this army's seat commands it."

GameId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$", examples=["demo"])]
Side = Annotated[int, Path(ge=0, le=1, description="0 is the first army, 1 the second.")]


class Need(Enum):
    """What a request wants of a game, and so who may send it."""

    WATCH = "watch"
    """To see its report: everybody who may read it, and of a shared game everybody."""
    READ = "read"
    """To see it: its owner and the holders of its seats."""
    PLAY = "play"
    """To command an army: the holder of its seat, or the owner where nobody has taken it."""
    OWN = "own"
    """To change what it is, to invite and to delete: its owner."""


@dataclass(frozen=True, slots=True)
class Access:
    """What somebody is to a game. `sides` are those of the armies that they command; `holders` has who took a seat."""

    game: Game
    role: Literal["owner", "opponent", "spectator"]
    sides: frozenset[int]
    holders: dict[int, int]


async def access_to(session: AsyncSession, user: User | None, game_id: str) -> Access | None:
    """What the user is to the game; None where there is no such game, or it is not for them to know."""
    return await session.run_sync(find_access, None if user is None else user.id, game_id)


def find_access(session: Session, user: int | None, game_id: str) -> Access | None:
    """The same within one step of a session, for a user's id."""
    game = session.get(Game, game_id)
    if game is None:
        return None
    holders = _holders(session, game_id)
    if user is not None and game.owner_id == user:
        return Access(game, "owner", commanded(holders, user, owner=True), holders)
    mine = frozenset(side for side, holder in holders.items() if user is not None and holder == user)
    if mine:
        return Access(game, "opponent", mine, holders)
    return Access(game, "spectator", frozenset(), holders) if game.shared else None


def seats_of(session: Session, game_id: str) -> Access | None:
    """A game and who sits at it, for the server itself; None where there is no such game."""
    game = session.get(Game, game_id)
    return None if game is None else Access(game, "spectator", frozenset(), _holders(session, game_id))


async def game_for(session: AsyncSession, user: User | None, game_id: str, need: Need, side: int | None = None) -> Game:
    """The game, for somebody who may do what is needed; with `side`, PLAY means the command of that army.

    Raises Refusal: 401 for nobody, 404 for strangers, 403 for an opponent who asks for what is the owner's.
    """
    return (await access_for(session, user, game_id, need, side)).game


async def access_for(
    session: AsyncSession, user: User | None, game_id: str, need: Need, side: int | None = None
) -> Access:
    """The same, with what the user is to the game."""
    return checked(await access_to(session, user, game_id), user, need, side)


def checked(found: Access | None, user: User | None, need: Need, side: int | None = None) -> Access:
    """What was found, for somebody who may do what is needed. Raises Refusal."""
    if need is Need.WATCH and found is not None:
        return found
    if user is None:
        raise Refusal(401, LOG_IN, {"WWW-Authenticate": "Bearer"})
    if found is None or found.role == "spectator":
        raise Refusal(404, NO_GAME)
    if need is Need.OWN and found.role != "owner":
        raise Refusal(403, OWNER_ONLY)
    if need is Need.PLAY and not (found.sides if side is None else side in found.sides):
        raise Refusal(403, NOT_YOUR_ARMY)
    return found


def audiences(access: Access) -> set[frozenset[int]]:
    """The sides that each person at the game commands, and none for those who only watch."""
    game, holders = access.game, access.holders
    people = {game.owner_id, *holders.values()} - {None}
    found = {commanded(holders, each, owner=each == game.owner_id) for each in people if each is not None}
    return found | {frozenset()}


def commanders(access: Access) -> dict[int, int]:
    """Who commands which side now."""
    owner, holders = access.game.owner_id, access.holders
    found = {side: holders.get(side, owner) for side in SIDES}
    return {side: user for side, user in found.items() if user is not None}


def commanded(holders: dict[int, int], user: int, *, owner: bool) -> frozenset[int]:
    return frozenset(side for side in SIDES if holders.get(side, user if owner else None) == user)


def _holders(session: Session, game_id: str) -> dict[int, int]:
    """The seats that somebody has taken."""
    query = select(Seat.side, Seat.user_id).where(Seat.game_id == game_id, Seat.user_id.is_not(None))
    return {side: user for side, user in session.execute(query).all() if user is not None}
