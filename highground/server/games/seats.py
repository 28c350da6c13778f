"""Invitations to a seat, and how a seat is left. A link is good for one person, once, for a week."""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from highground.server.accounts.tables import User
from highground.server.errors import Refusal
from highground.server.games import repository
from highground.server.games.access import NO_GAME, Need, game_for
from highground.server.games.parting import give_up, take_along
from highground.server.games.schemas import InvitationShown, Invited
from highground.server.games.summary import without
from highground.server.games.tables import COMPLETED, Game, Invitation
from highground.server.play.tables import HostedBattle
from highground.server.sockets.news import tell

GOOD_FOR = timedelta(days=7)
NO_INVITATION = "This invitation is not valid, or it has expired. Please ask for a new one."
USED = "This invitation has been used already. Please ask for a new one."
OWN_GAME = "This is your own game: send the link to your opponent."
TAKEN = "Somebody has taken this seat already."
SEATED = "You have a seat at this game already."
OVER = "This game is completed, so nobody can join it any more."
EMPTY_SEAT = "Nobody has taken this seat."
HOLDERS_ONLY = "A seat is its holder's: only they leave it."
STILL_ON = "The battle is still on: resign it first, then leave the seat."


async def invite(session: AsyncSession, user: User, game_id: str, side: int) -> Invited:
    """A new link to a seat. One that was made before and not used is void."""
    game = await game_for(session, user, game_id, Need.OWN)
    await repository.hold(session, game_id)
    if game.status == COMPLETED:
        raise Refusal(409, OVER)
    seat = await repository.seat(session, game_id, side)
    if seat.user_id == user.id:
        # In a rematch the owner may sit at the second army.
        side = 1 - side
        seat = await repository.seat(session, game_id, side)
    if seat.user_id is not None:
        raise Refusal(409, TAKEN)
    token, now = secrets.token_urlsafe(32), datetime.now(UTC)
    await repository.forget_invitations(session, game_id, side)
    invitation = Invitation(token_hash=_hashed(token), game_id=game_id, side=side, created=now, expires=now + GOOD_FOR)
    session.add(invitation)
    return Invited(url=f"/invitation/{token}", expires_at=invitation.expires)


async def show(session: AsyncSession, token: str) -> InvitationShown:
    invitation, game = await _open(session, token)
    if invitation.used is not None:
        raise Refusal(410, USED)
    owner = await repository.name_of(session, game.owner_id)
    battle = await session.get(HostedBattle, game.id)
    return InvitationShown(
        game_name=game.name,
        from_=owner or "",
        side=invitation.side,
        armies=await repository.army_names(session, game.id),
        expires_at=invitation.expires,
        begun=battle is not None,
        rolls=0 if battle is None or battle.sealing is None else battle.sealing["rolls"],
        taken_back=0 if battle is None else battle.undone,
    )


async def game_of(session: AsyncSession, token: str) -> str:
    """The id of the game that an invitation is to. Raises Refusal for one that has been used or is over."""
    invitation, game = await _open(session, token)
    if invitation.used is not None:
        raise Refusal(410, USED)
    return game.id


async def accept(session: AsyncSession, user: User, token: str) -> str:
    """Take the seat that the link is for; the game's id. Its holder can use the link again."""
    held = await repository.invitation(session, _hashed(token))
    if held is not None:
        await repository.hold(session, held.game_id)
        await session.refresh(held)
    invitation, game = await _open(session, token)
    seat = await repository.seat(session, game.id, invitation.side)
    if invitation.used is not None:
        if invitation.used_by == seat.user_id == user.id:
            return game.id
        raise Refusal(410, USED)
    if game.owner_id == user.id:
        raise Refusal(409, OWN_GAME)
    if game.status == COMPLETED:
        raise Refusal(409, OVER)
    if seat.user_id is not None:
        raise Refusal(409, TAKEN)
    if any(holder == user.id for _, holder, _ in await repository.holders(session, game.id)):
        raise Refusal(409, SEATED)
    now = datetime.now(UTC)
    await take_along(session, seat)
    seat.user_id = user.id
    game.summary = without(game.summary, invitation.side)
    invitation.used, invitation.used_by, game.updated = now, user.id, now
    tell(session, "game_updated", game.id)
    return game.id


async def leave(session: AsyncSession, user: User, game_id: str, side: int) -> None:
    """Leave a seat, with the army that was chosen for it. A battle that has begun is resigned first."""
    game = await game_for(session, user, game_id, Need.READ)
    await repository.hold(session, game_id)
    seat = await repository.seat(session, game_id, side)
    if seat.user_id is None:
        raise Refusal(404, EMPTY_SEAT)
    if user.id != seat.user_id:
        raise Refusal(403, HOLDERS_ONLY)
    if await is_fought(session, game):
        raise Refusal(409, STILL_ON)
    await give_up(session, seat)
    game.updated = datetime.now(UTC)
    game.summary = without(game.summary, side)
    tell(session, "game_updated", game_id)


async def is_fought(session: AsyncSession, game: Game) -> bool:
    """Whether the game's battle has begun and is not over."""
    return game.status != COMPLETED and await is_hosted(session, game.id)


async def is_hosted(session: AsyncSession, game_id: str) -> bool:
    """Whether a battle of the game has begun here; that of an uploaded log has not."""
    return await session.get(HostedBattle, game_id) is not None


async def _open(session: AsyncSession, token: str) -> tuple[Invitation, Game]:
    """An invitation that has not expired, with its game. Raises Refusal."""
    invitation = await repository.invitation(session, _hashed(token))
    if invitation is None or invitation.expires <= datetime.now(UTC):
        raise Refusal(404, NO_INVITATION)
    game = await repository.game(session, invitation.game_id)
    if game is None:
        raise Refusal(404, NO_GAME)
    return invitation, game


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
