"""Pairing a phone: a short code for a few minutes, which a phone changes once for a token of its own."""

from __future__ import annotations

import io
import secrets
from datetime import timedelta

import segno
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from highground.server.accounts.tables import User
from highground.server.accounts.tokens import hashed, now
from highground.server.camera.schemas import Paired, Pairing
from highground.server.camera.tables import Camera
from highground.server.errors import Refusal
from highground.server.games.access import Need, access_for
from highground.server.games.tables import Game
from highground.server.settings import Settings

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that are taken for one another."""
LENGTH = 8
CODE_LASTS = timedelta(minutes=10)
PHONE_LASTS = timedelta(hours=16)
"""A long day's battle."""
NO_CODE = "This pairing code is not valid any more. Show a new one in the game and scan it again."
NO_PHONE = "This phone is not paired with the game any more. Scan the code again."


async def camera_of(session: AsyncSession, game_id: str) -> Camera:
    """The game's camera; a new one for a game that had none."""
    found = await session.get(Camera, game_id)
    if found is None:
        found = Camera(game_id=game_id)
        session.add(found)
    return found


async def pair(session: AsyncSession, user: User, game_id: str, settings: Settings) -> Pairing:
    """A new code for a phone. An earlier one that was not used is worth nothing from now on."""
    await access_for(session, user, game_id, Need.PLAY)
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    camera = await camera_of(session, game_id)
    camera.code_hash, camera.code_ends = hashed(code), now() + CODE_LASTS
    url = f"{settings.site}/game/{game_id}/camera?code={code}"
    return Pairing(code=code, url=url, qr=_picture(url), expires=camera.code_ends)


def _picture(url: str) -> str:
    out = io.BytesIO()
    segno.make(url, error="m").save(
        out, kind="svg", xmldecl=False, svgns=True, scale=4, border=2, dark="#000", light="#fff"
    )
    return out.getvalue().decode()


async def join(session: AsyncSession, code: str) -> Paired:
    """Change a code for a phone's token. The phone that was paired before is let go."""
    typed = code.strip().upper().replace("-", "")
    camera = await session.scalar(select(Camera).where(Camera.code_hash == hashed(typed)).with_for_update())
    if camera is None or camera.code_ends is None or camera.code_ends <= now():
        raise Refusal(404, NO_CODE)
    token = secrets.token_urlsafe(32)
    camera.code_hash, camera.code_ends = None, None
    camera.phone_hash, camera.phone_ends = hashed(token), now() + PHONE_LASTS
    game = await session.get(Game, camera.game_id)
    assert game is not None
    return Paired(token=token, game_id=game.id, game_name=game.name, expires=camera.phone_ends)


async def is_phone(session: AsyncSession, game_id: str, token: str) -> bool:
    """Whether a token is that of the game's paired phone."""
    return await session.run_sync(phone_has, game_id, token)


def phone_has(session: Session, game_id: str, token: str) -> bool:
    """The same within one step of a session."""
    camera = session.get(Camera, game_id)
    return (
        camera is not None
        and camera.phone_hash is not None
        and camera.phone_ends is not None
        and camera.phone_ends > now()
        and secrets.compare_digest(camera.phone_hash, hashed(token))
    )


async def may_photograph(session: AsyncSession, user: User | None, token: str | None, game_id: str) -> Game:
    """The game, for one of its players or its paired phone. Raises Refusal."""
    if user is None and token and await is_phone(session, game_id, token):
        game = await session.get(Game, game_id)
        assert game is not None
        return game
    if user is None and token:
        raise Refusal(401, NO_PHONE, {"WWW-Authenticate": "Bearer"})
    return (await access_for(session, user, game_id, Need.PLAY)).game
