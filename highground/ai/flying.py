"""Where an aircraft flies, and which way it turns there, so that it can fly on."""

from __future__ import annotations

from math import atan2, degrees
from typing import NamedTuple

from highground.ai.moving import Candidate, Places
from highground.ai.outlook import Spots
from highground.ai.personality import Personality
from highground.engine import choices as ch
from highground.engine.base import FULL_TURN
from highground.engine.figures import Ending, spread
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point
from highground.engine.scene import Scene
from highground.engine.steps import flight
from highground.engine.table.distance import centre

TURN_STEP = 15
"""Degrees between the turns that are tried."""
SPARE = 4.0
"""Inches of room beyond the least flight that keep a base on the table, about."""
SHOWN = 3


class Flight(NamedTuple):
    """The move, what its end is worth, and the ends that were thought of, best first."""

    choice: ch.Move
    best: Candidate | None
    ranked: list[Candidate]


def best_flight(scene: Scene, unit: int, personality: Personality) -> Flight:
    """To the place ahead that is worth the most, turned towards the fight; off the table where there is none."""
    ways = list(flight.flights(scene, unit))
    if not ways:
        return Flight(ch.Move(unit, "fly_off"), None, [])
    state, figures = scene.state.units[unit], scene.figures(unit)
    places = Places(scene, state, personality, 0.0, advancing=False, spots=Spots([centre(each) for each in ways]))
    ranked = places.ranked(len(ways))
    ends = ways[ranked[0].number]
    facings = turned(scene, unit, ends)
    move = ch.Move(unit, "move", spread(figures, ends, state), facings=facings)
    return Flight(move, ranked[0], ranked[:SHOWN])


def turned(scene: Scene, unit: int, ends: tuple[Point, ...]) -> tuple[int, ...]:
    """How all of its miniatures face once it has flown there: to where it can fly on, the enemy before it."""
    state = scene.state.units[unit]
    heading = state.every_facing[scene.figures(unit).indices[0]]
    turns = range(-flight.MOST_TURN, flight.MOST_TURN + 1, TURN_STEP)
    for turn in sorted(turns, key=lambda each: _drawback(scene, unit, ends, (heading + each) % FULL_TURN)):
        facings = tuple([(each + turn) % FULL_TURN for each in state.every_facing])
        those = tuple([facings[i] for i in scene.figures(unit).indices])
        if flight.may_end(scene, state, Ending(ends, facings=those)):
            return facings
    return state.every_facing


def arrival_heading(scene: Scene, unit: int, places: tuple[Point, ...]) -> tuple[int, ...]:
    """How it faces where it comes in, which may be any way."""
    ways = range(0, FULL_TURN, TURN_STEP)
    best = min(ways, key=lambda each: _drawback(scene, unit, places, each))
    return (best,) * len(scene.state.units[unit].places)


def _drawback(scene: Scene, unit: int, places: tuple[Point, ...], heading: int) -> tuple[float, float]:
    """The drawbacks of a heading: room missing for the next flight, then the turn needed to face the enemies."""
    place = centre(places)
    missing = max(0.0, flight.LEAST + SPARE - flight.room_ahead(place, heading))
    x, y = _goal(scene, unit)
    toward = round(degrees(atan2(y - place[1], x - place[0])))
    return missing, float(flight.turned_by(heading, toward))


def _goal(scene: Scene, unit: int) -> Point:
    """The middle of the enemies on the table, or of the board."""
    foes = [scene.figures(foe).centre for foe in scene.standing(1 - scene.state.units[unit].side)]
    return centre(foes) if foes else (BOARD_WIDTH / 2, BOARD_HEIGHT / 2)
