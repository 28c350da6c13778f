"""How a battle went: each army's chance to win from turn to turn, and the turn that changed it most."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from highground.ai.value import win_chance
from highground.engine import events as ev
from highground.engine.scene import Scene
from highground.engine.state import State
from highground.game.parts.cast import Cast
from highground.game.views.log import Course, TurningPoint

LEAST_SWING = 0.1
"""A turn that changed the chance by less is no turning point."""


class Forecast(msgspec.Struct, frozen=True):
    """The first army's chance to win as the movement of a side's turn began."""

    round: int
    turn: int
    side: int
    chance: float


def is_due(event: ev.Event) -> bool:
    """Whether an event brings the battle to where the value of a position was fitted: the start of a movement phase."""
    return isinstance(event, ev.PhaseChanged) and event.phase == "movement" and event.time == "beginning"


def forecast(scene: Scene) -> Forecast:
    state = scene.state
    return Forecast(state.round, state.turn, state.active, win_chance(scene, 0))


def course(forecasts: Sequence[Forecast], state: State, early: bool, cast: Cast) -> Course:
    """The course of a battle that is over. One that ended `early` has no end that its last turn brought about."""
    end = None if early else 0.5 if state.winner is None else float(state.winner == 0)
    return {
        "turns": [
            {
                "round": each.round,
                "turn": each.turn,
                "army_uuid": cast.army_uuids[each.side],
                "chance": round(each.chance, 3),
            }
            for each in forecasts
        ],
        "end": end,
        "turning_point": _turning_point(forecasts, end, cast),
    }


def _turning_point(forecasts: Sequence[Forecast], end: float | None, cast: Cast) -> TurningPoint | None:
    """The turn from whose movement to that of the next the chance changed most; the first of those that are equal."""
    chances = [each.chance for each in forecasts] + ([] if end is None else [end])
    swings = [abs(after - before) for before, after in pairwise(chances)]
    if not swings or max(swings) < LEAST_SWING:
        return None
    number = swings.index(max(swings))
    turn, before, after = forecasts[number], chances[number], chances[number + 1]
    gainer = 0 if after > before else 1
    return {
        "round": turn.round,
        "turn": turn.turn,
        "army_uuid": cast.army_uuids[turn.side],
        "gained_by": cast.army_uuids[gainer],
        "before": round(before if gainer == 0 else 1 - before, 3),
        "after": round(after if gainer == 0 else 1 - after, 3),
    }
