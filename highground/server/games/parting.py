"""What goes along with a player who gives an army up: its choice, and the private text of its abilities."""

from __future__ import annotations

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from highground.server.accounts.tables import User
from highground.server.camera.tables import Camera
from highground.server.games.tables import Game, Seat
from highground.server.play.tables import HostedBattle

_UNPAIRED = dict.fromkeys(("code_hash", "code_ends", "phone_hash", "phone_ends"))
ROSTER = "roster"
"""The source of an army that may hold private text; that of a sample army is everybody's."""


async def take_along(session: AsyncSession, seat: Seat) -> None:
    """Empty the seat's choice, and what its player agreed to. A battle that has begun goes on with the army, but shows
    its private text to nobody: its next commander did not choose it. Hold the game first."""
    await session.refresh(seat, ["army"])
    army, seat.army, seat.agreed = seat.army, None, None
    if army is None or army.get("source") != ROSTER:
        return
    control = await session.scalar(select(HostedBattle.control).where(HostedBattle.game_id == seat.game_id))
    if control is None:
        return
    now = [{**each, "left": True} if side == seat.side else each for side, each in enumerate(control)]
    # Counted up by the database, so that no choice that is written meanwhile is taken for this change.
    battle = update(HostedBattle).where(HostedBattle.game_id == seat.game_id)
    values = {"control": now, "revision": HostedBattle.revision + 1}
    await session.execute(battle.values(values).execution_options(synchronize_session=False))


async def give_up(session: AsyncSession, seat: Seat) -> None:
    """A player leaves a seat, with what was chosen there. The game's phone may be theirs: it is let go."""
    await take_along(session, seat)
    seat.user_id = None
    unpaired = update(Camera).where(Camera.game_id == seat.game_id).values(_UNPAIRED)
    await session.execute(unpaired.execution_options(synchronize_session=False))


async def hand_over(session: AsyncSession, game: Game, user: User, heir: int) -> None:
    """Make a game somebody else's who has a seat in it. Its owner leaves it, with all that was chosen here for him."""
    game.owner_id = heir
    for seat in await session.scalars(select(Seat).where(Seat.game_id == game.id).order_by(Seat.side)):
        if seat.user_id in {None, user.id}:
            await give_up(session, seat)
    await session.flush()
