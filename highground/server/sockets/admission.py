"""Who is let in, in which role, and whose messages they see.

The token comes as a WebSocket subprotocol beside our own (`Sec-WebSocket-Protocol: highground, bearer.<token>`), since
addresses get logged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast, get_args

from sqlalchemy.orm import Session

from highground.server.accounts.access import user_of_token
from highground.server.accounts.tables import User
from highground.server.camera.phones import phone_has
from highground.server.errors import Refusal
from highground.server.games.access import Need, checked, find_access
from highground.server.jobs.tables import Job
from highground.server.sockets.closes import LOG_IN, NO_GAME, NOT_A_PLAYER, UNKNOWN_ROLE, Closed

PROTOCOL = "highground"
TOKEN = "bearer."

SocketRole = Literal["player", "spectator", "camera", "camera_controller"]
REASONS = {401: LOG_IN, 403: NOT_A_PLAYER, 404: NO_GAME}


@dataclass(frozen=True, slots=True)
class Admission:
    """A role, with the seats whose messages it sees: a player's own. What a spectator has may be on a big screen.

    `writer` is the name that a player's chat messages carry; '' for everybody else, who only reads them. `phone`: it is
    the paired phone, which has no login. `user_id` is whose login it came with.
    """

    role: SocketRole
    seats: frozenset[int]
    writer: str = ""
    phone: bool = False
    user_id: int | None = None


def token_of(protocols: Sequence[str]) -> str | None:
    """The token among the subprotocols that a client offers."""
    return next((each.removeprefix(TOKEN) for each in protocols if each.startswith(TOKEN)), None)


def role_of(text: str) -> SocketRole:
    """Raises Closed for a role that there is not."""
    if text not in get_args(SocketRole):
        raise Closed(UNKNOWN_ROLE)
    return cast("SocketRole", text)


def admit(session: Session, game_id: str, role: SocketRole, token: str | None) -> Admission:
    """Let somebody into a game. Watching takes what reading takes, every other role a seat.

    By the id of a job in place of a game's its owner hears how far it is. Raises Closed.
    """
    user = user_of_token(session, token) if token else None
    if role == "camera" and user is None and token and phone_has(session, game_id, token):
        return Admission(role, frozenset(), phone=True)
    need = Need.WATCH if role == "spectator" else Need.PLAY
    try:
        access = checked(find_access(session, None if user is None else user.id, game_id), user, need)
    except Refusal as refusal:
        if role == "spectator" and user is not None and _owns_job(session, user, game_id):
            return Admission(role, frozenset(), user_id=user.id)
        raise Closed(REASONS[refusal.status_code]) from refusal
    if role != "player" or user is None:
        return Admission(role, frozenset(), user_id=None if user is None else user.id)
    return Admission(role, access.sides, user.display_name, user_id=user.id)


def _owns_job(session: Session, user: User, job_id: str) -> bool:
    job = session.get(Job, job_id)
    return job is not None and job.owner_id == user.id
