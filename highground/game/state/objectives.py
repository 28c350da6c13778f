"""The objectives as the board and the summary show them: which army holds them, with which units, from how far."""

from __future__ import annotations

from functools import partial
from itertools import chain

from highground.engine.figures import Figures
from highground.engine.scene import Scene
from highground.engine.steps import objectives
from highground.engine.table.distance import TOLERANCE, to_point
from highground.engine.table.objectives import CONTROL_REACH, MARKER_RADIUS
from highground.game.match.match import Match
from highground.game.parts.board import objective_shown
from highground.game.parts.missions import worth_words
from highground.game.state.units import PIXELS_PER_INCH
from highground.game.views.state import ArmyControl, ModelRange, ObjectiveState

IN_RANGE = CONTROL_REACH + TOLERANCE
"""Inches within which an army counts as in range."""

Near = tuple[int, int, float]
"""A unit, one of its miniatures, and its inches from base edge to the edge of the objective's marker."""


def objective_view(match: Match, index: int) -> ObjectiveState:
    """An objective with what both armies have near it."""
    scene = match.battle.scene
    standing = [unit for side in (0, 1) for unit in scene.standing(side)]
    near = ((scene.figures(unit), scene.sheets[unit], scene.state.units[unit].shocked) for unit in standing)
    levels = objectives.levels(scene, index)
    zones = [army.zone for army in scene.state.armies]
    made_of = (scene.state.markers[index], *zones, *levels, match.cast.units, *chain.from_iterable(near))
    return match.kept.get(("objective", index), made_of, lambda: _view(match, index))


def _view(match: Match, index: int) -> ObjectiveState:
    scene, cast = match.battle.scene, match.cast
    objective, marker = scene.setup.layout.objectives[index], scene.state.markers[index]
    control = [_control(match, index, side) for side in (0, 1)]
    near = [each for side in (0, 1) for each in _model_ranges(match, index, side)]
    x, y = objective.location
    return {
        **objective_shown(cast, objective, marker),
        "uuid": cast.uuid("objective", index),
        "pixel_location": (x * PIXELS_PER_INCH, y * PIXELS_PER_INCH),
        "worth": worth_words(scene, cast, index),
        "empowered": marker.empowered,
        "model_ranges": near,
        "control_info": {
            "held_by_army_name": None if marker.held_by is None else cast.armies[marker.held_by],
            "empowered": marker.empowered,
            "army_control": control,
            "model_ranges": [{"name": each["name"], "distance": each["distance"], "oc": each["oc"]} for each in near],
        },
    }


def _control(match: Match, index: int, side: int) -> ArmyControl:
    scene, cast = match.battle.scene, match.cast
    near = _gaps(match, index, side)
    closest = min((gap for _, _, gap in near), default=None)
    return {
        "army_uuid": cast.army_uuids[side],
        "army_name": cast.armies[side],
        "in_control_range": closest is not None and closest <= IN_RANGE,
        "total_oc": objectives.levels(scene, index)[side],
        "models_in_range": sum(gap <= IN_RANGE for _, _, gap in near),
        "closest_distance": None if closest is None else round(closest, 1),
    }


def _model_ranges(match: Match, index: int, side: int) -> list[ModelRange]:
    """The miniatures that count at an objective, the nearest first."""
    scene, cast = match.battle.scene, match.cast
    found = sorted((gap, unit, i) for unit, i, gap in _gaps(match, index, side) if gap <= IN_RANGE)
    return [
        {
            "name": f"{cast.units[unit]}: {scene.sheets[unit].line_up[i].name}",
            "army_uuid": cast.army_uuids[side],
            "distance": round(gap, 1),
            "oc": 0 if scene.state.units[unit].shocked else scene.sheets[unit].line_up[i].profile.objective_controlled,
        }
        for gap, unit, i in found
    ]


def _gaps(match: Match, index: int, side: int) -> list[Near]:
    """All of a side's miniatures on the table."""
    scene, kept = match.battle.scene, match.kept
    found: list[Near] = []
    for unit in scene.standing(side):
        figures = scene.figures(unit)
        found += kept.get(("gaps", index, unit), (figures,), partial(_gaps_of, scene, index, unit, figures))
    return found


def _gaps_of(scene: Scene, index: int, unit: int, figures: Figures) -> list[Near]:
    spot = scene.setup.layout.objectives[index].location
    standing = zip(figures.indices, figures.places, figures.bases, strict=True)
    return [(unit, i, max(0.0, to_point(place, base, spot) - MARKER_RADIUS)) for i, place, base in standing]
