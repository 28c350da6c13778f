"""The board as the state and the timeline both show it: terrain, zones, objectives, and the score."""

from __future__ import annotations

from highground.engine.model import Objective, Terrain
from highground.engine.scene import Scene
from highground.engine.state import Army, Marker
from highground.game.parts.cast import Cast
from highground.game.views.board import ArmyScore, BeganAhead, BoardShape, GivenByHand, ObjectiveShown, TerrainShape


def ground(scene: Scene) -> BoardShape:
    """Terrain, and the deployment zones with the armies that have them."""
    layout = scene.setup.layout
    owners = {army.zone: side for side, army in enumerate(scene.state.armies)}
    return {
        "terrain": [_piece(piece) for piece in layout.terrain],
        "deployment_zones": [
            {"name": zone.name, "owner_army_index": owners.get(index, index), "shape": list(zone.coordinates)}
            for index, zone in enumerate(layout.zones)
        ],
    }


def _piece(piece: Terrain) -> TerrainShape:
    shown: TerrainShape = {
        "name": piece.name,
        "coordinates": list(piece.coordinates),
        "obscuring": piece.obscuring,
        "height": piece.height,
        "walls": list(piece.walls),
    }
    if piece.floors:
        shown["floors"] = list(piece.floors)
    return shown


def objective_shown(cast: Cast, objective: Objective, marker: Marker) -> ObjectiveShown:
    """An objective, and whose it is."""
    return {
        "name": objective.name,
        "location": objective.location,
        "held_by": None if marker.held_by is None else cast.army_uuids[marker.held_by],
        "sticky": marker.sticky,
    }


def score_shown(army: Army) -> ArmyScore:
    return {
        "vp": army.vp,
        "cp": army.cp,
        "primary": army.primary,
        "secondary": army.secondary,
        **head_start_shown(army.head_start),
        **by_hand_shown(army.by_hand),
    }


def head_start_shown(points: int) -> BeganAhead:
    return {"head_start": points} if points else {}


def by_hand_shown(points: int) -> GivenByHand:
    return {"by_hand": points} if points else {}
