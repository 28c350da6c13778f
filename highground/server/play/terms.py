"""What a battle is begun under, and whether those who do not own the game agree to it as it stands."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from highground.engine.model import ArmySheet
from highground.server.games.access import Access
from highground.server.games.tables import SIDES, Seat
from highground.server.play.schemas import Chosen, Ready
from highground.server.play.tables import Preparation

SIDE_NAMES = ("Blue army", "Red army")
LOOK_AGAIN = "The set-up was changed just now. Look at it again, then go on."
OWNER_STARTS = "The owner of a game agrees to its set-up by starting it."
HIDDEN = "fixed_missions"
"""What each player chooses without the other's seeing it, so that nobody can agree to it."""

SetupTerms = dict[str, str]
"""Parts of a set-up by their names, each with a fingerprint of what was chosen."""

_KEPT = select(Preparation.chosen).where(Preparation.game_id == bindparam("game"))
_SEATS = select(Seat.side, Seat.user_id, Seat.army, Seat.agreed).where(Seat.game_id == bindparam("game"))


def terms_for(chosen: Chosen, seats: Mapping[int, Seat], own: Collection[int]) -> SetupTerms:
    """What others choose for the player of the sides `own`: the game as a whole, and the other army."""
    parts: dict[str, Any] = {
        "Board": chosen.layout if chosen.board is None else chosen.board.model_dump(),
        "Mission": chosen.mission,
        "Mode": chosen.mode,
        "Head start": None if chosen.head_start is None else chosen.head_start.model_dump(),
        "Chess clock": chosen.clock_minutes,
        "Longest absence": chosen.absence_minutes,
    }
    others = [side for side in SIDES if side not in own]
    parts |= {SIDE_NAMES[side]: _in_the_open(seats[side].army if side in seats else None) for side in others}
    return {name: _fingerprint(json.dumps(part, sort_keys=True).encode()) for name, part in parts.items()}


def named(terms: SetupTerms) -> str:
    """All of it in one short text: a page says by it which set-up its player has seen."""
    return _fingerprint(json.dumps(terms, sort_keys=True).encode())


def fingerprint_of(sheet: ArmySheet) -> str:
    """Of an army as it was when it was chosen: its roster or its rules may change until the start."""
    return _fingerprint(msgspec.json.encode(sheet))


def guests(access: Access) -> list[int]:
    """The sides whose players have to agree: those who sit at a game that is not theirs."""
    return [side for side, holder in sorted(access.holders.items()) if holder != access.game.owner_id]


def agreed(access: Access, chosen: Chosen, seats: Mapping[int, Seat]) -> bool | None:
    """Whether the caller agrees to the set-up as it stands; None for one whose agreement it does not need."""
    own = [side for side in guests(access) if side in access.sides and access.role != "owner"]
    return all(seats[side].agreed == terms_for(chosen, seats, {side}) for side in own) if own else None


def agreement(access: Access, chosen: Chosen, seats: Mapping[int, Seat], *, complete: bool) -> Ready:
    """Whether all of them agree, in words for the caller. `complete`: nothing else is missing."""
    changed = {side: _changed(seats[side].agreed, terms_for(chosen, seats, {side})) for side in guests(access)}
    open_ = {side: parts for side, parts in changed.items() if parts is None or parts}
    return Ready(what="Agreement", ready=not open_, detail=_in_words(open_, access.sides, complete=complete))


def _changed(agreed: SetupTerms | None, terms: SetupTerms) -> list[str] | None:
    """What has changed since a player agreed; None if they have not."""
    if agreed is None:
        return None
    return [name for name, mark in terms.items() if agreed.get(name) != mark]


def _in_words(missing: Mapping[int, list[str] | None], own: Collection[int], *, complete: bool) -> str:
    if not missing:
        return "Both players agree."
    mine = [side for side in missing if side in own]
    parts = missing[mine[0] if mine else min(missing)]
    if parts is not None:
        return f"{have_changed(parts)} since {'you' if mine else 'the other player'} agreed."
    if not complete:
        return "Once everything is chosen."
    return "Look through the set-up, then agree to it." if mine else "The other player is looking through it."


def have_changed(parts: Sequence[str]) -> str:
    """'The board and the mission have changed'."""
    *more, last = [each.lower() for each in parts]
    return f"The {', the '.join(more)} and the {last} have changed" if more else f"The {last} has changed"


def basis(session: Session, game_id: str) -> object:
    """All that a start relies on: equal as long as nobody has chosen, agreed, come or gone."""
    rows = session.execute(_SEATS, {"game": game_id}).all()
    return session.scalar(_KEPT, {"game": game_id}), sorted(map(tuple, rows), key=lambda row: row[0])


def _in_the_open(army: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if army is None else {name: value for name, value in army.items() if name != HIDDEN}


def _fingerprint(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
