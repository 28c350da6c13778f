"""What the games tell in an account's export, and what of a user is left in the games of others."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from highground.server.accounts.holding import AfterCommit, Held, Holding, Part, as_json
from highground.server.accounts.tables import User
from highground.server.games.files import forget
from highground.server.games.listing import listed_json
from highground.server.games.parting import give_up, hand_over
from highground.server.games.schemas import Games
from highground.server.games.tables import Game, Seat
from highground.server.play.tables import HostedBattle


async def _export(held: Held) -> AsyncIterator[Part]:
    listed = Games.model_validate_json(await held.session.run_sync(listed_json, held.user.id))
    for row in listed.games:
        armies = await _armies(held.session, held.user, row.game_id, own=row.role == "owner")
        yield as_json(f"games/{row.game_id}/game.json", row.model_dump() | {"armies": armies})


async def _armies(session: AsyncSession, user: User, game_id: str, *, own: bool) -> dict[str, object]:
    """The armies that the user chose, by side."""
    query = select(Seat.side, Seat.user_id, Seat.army).where(Seat.game_id == game_id, Seat.army.is_not(None))
    rows = (await session.execute(query)).all()
    return {str(side): army for side, holder, army in rows if holder == user.id or (own and holder is None)}


async def _remove(held: Held) -> AfterCommit | None:
    """Own games go with the user, but for battles with an opponent, which become theirs; a seat at somebody else's is
    empty then, and the army that was chosen goes too."""
    await _hand_over(held.session, held.user)
    owned = (await held.session.scalars(select(Game.id).where(Game.owner_id == held.user.id))).all()
    for seat in (await held.session.scalars(select(Seat).where(Seat.user_id == held.user.id))).all():
        await give_up(held.session, seat)
    await held.session.flush()
    return partial(forget, held.state.services.files, owned)


async def _hand_over(session: AsyncSession, user: User) -> None:
    """Battles that somebody else plays in go on as theirs."""
    query = (
        select(Game, Seat.user_id)
        .join(Seat, Seat.game_id == Game.id)
        .join(HostedBattle, HostedBattle.game_id == Game.id)
    )
    shared = query.where(Game.owner_id == user.id, Seat.user_id.is_not(None), Seat.user_id != user.id)
    for game, holder in (await session.execute(shared)).all():
        if holder is not None:
            await hand_over(session, game, user, holder)


GAMES = Holding("games", _export, _remove)
