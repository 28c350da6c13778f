"""A unit where it might stand, and how far the enemy's threat reaches: reads that roll no dice."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, Field

from highground.engine.errors import Refusal as RuleRefusal
from highground.engine.model import Point
from highground.engine.spare import present
from highground.game.match.match import Match
from highground.game.state.previews import preview
from highground.game.state.threat import threat
from highground.game.views.preview import How, Preview, Threat
from highground.server.accounts.access import MaybeSignedIn, SignedIn
from highground.server.errors import Refusal
from highground.server.games.access import Access, GameId, Need
from highground.server.play.calls import CHANGE, READ, Play, sent
from highground.server.play.schemas import Facings, Floor, Spot, Uuid

router = APIRouter(prefix="/api/game/{game_id}", tags=["play"])

NOT_YOURS = "You do not command this unit: only its own player looks ahead with it."
MOST_MINIATURES = 200


class PreviewCall(BaseModel):
    """Where a unit would stand: `places` has one for every miniature of it, `miniatures` those that move, by uuid.

    `facings` and `turned` say the same of how they face. With `how` it came there by that move; else by the least that
    reaches.
    """

    unit_uuid: Uuid
    places: list[Spot] = Field(default=[], max_length=MOST_MINIATURES)
    miniatures: dict[Uuid, Spot] = Field(default={}, max_length=MOST_MINIATURES)
    facings: Facings
    turned: dict[Uuid, Annotated[int, Field(ge=0, le=359)]] = Field(default={}, max_length=MOST_MINIATURES)
    how: How = ""
    floor: Floor


@router.post("/preview", operation_id="getPreview", response_model=Preview, responses=CHANGE)
async def get_preview(play: Play, user: SignedIn, game_id: GameId, call: PreviewCall) -> Response:
    """What a unit of the caller's could do from where it would stand, and what could be done to it there.

    Nothing changes and no die is rolled; `refused` says so where the rules would not take its move there.
    """

    def read(match: Match, access: Access) -> Preview:
        unit = match.unit(call.unit_uuid)
        if match.battle.state.units[unit].side not in access.sides:
            raise Refusal(403, NOT_YOURS)
        return preview(match, unit, _places(match, unit, call), call.how, call.floor, _facings(match, unit, call))

    return sent(await play.look(user, game_id, read, Need.READ))


def _places(match: Match, unit: int, call: PreviewCall) -> dict[int, Point]:
    there = present(match.battle.scene.sheets[unit], match.battle.state.units[unit])
    if call.places and len(call.places) != len(there):
        raise RuleRefusal("wrong-count", unit=match.cast.units[unit], miniatures=len(there), places=len(call.places))
    found = {index: (x, y) for index, (x, y) in zip(there, call.places, strict=False)}
    return found | {match.miniature(unit, uuid): (x, y) for uuid, (x, y) in call.miniatures.items()}


def _facings(match: Match, unit: int, call: PreviewCall) -> dict[int, int]:
    there = present(match.battle.scene.sheets[unit], match.battle.state.units[unit])
    found = dict(zip(there, call.facings, strict=False))
    return found | {match.miniature(unit, uuid): facing for uuid, facing in call.turned.items()}


@router.get("/threat/{army_uuid}", operation_id="getThreat", response_model=Threat, responses=READ | CHANGE)
async def get_threat(
    play: Play,
    user: MaybeSignedIn,
    game_id: GameId,
    army_uuid: Annotated[str, Path(max_length=64, description="The army that is threatened.")],
    unit_uuid: Annotated[str, Query(max_length=64, description="One of its units, in place of a typical one.")] = "",
) -> Response:
    """What an army's enemy could do at most in each square of the board in its next turn, in expected wounds."""

    def read(match: Match, _access: Access) -> Threat:
        side = match.army(army_uuid)
        if not unit_uuid:
            return threat(match, side)
        unit = match.unit(unit_uuid)
        if match.battle.state.units[unit].side != side:
            raise RuleRefusal("not-yours", unit=match.cast.units[unit])
        return threat(match, side, unit)

    return sent(await play.look(user, game_id, read))
