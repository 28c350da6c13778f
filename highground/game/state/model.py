"""What the game's model says beside where the battle is: the ground, and who is asked. Places are inches and pixels."""

from __future__ import annotations

from collections.abc import Sequence

from highground.engine.scene import Scene
from highground.game.match.match import Match
from highground.game.parts.board import ground
from highground.game.state.units import PIXELS_PER_INCH
from highground.game.views.board import DeploymentZone, TerrainShape
from highground.game.views.state import Ground, GroundZone, ModelGround, ModelParts
from highground.game.views.values import Place


def model_parts(match: Match) -> ModelParts:
    """The ground, whose choice is due, and where the log is to be had, which is far larger than a state."""
    request, scene = match.ask(), match.battle.scene
    picker = request.side if request is not None else scene.state.active
    zones = tuple(army.zone for army in scene.state.armies)
    return {
        **match.kept.get("ground", (scene.setup, *zones), lambda: _ground(scene)),
        "current_picker_controller": match.control[picker].controller,
        "current_picker_army_name": match.cast.armies[picker],
        "log_controller": {"timeline": f"/api/game/{match.game_id}/logs_json"},
    }


def _ground(scene: Scene) -> ModelGround:
    board = ground(scene)
    return {
        "terrain": {"terrain_pieces": [_piece(piece) for piece in board["terrain"]]},
        "deployment_zones": [_zone(zone) for zone in board["deployment_zones"]],
    }


def _piece(piece: TerrainShape) -> Ground:
    return {
        "name": piece["name"],
        "coordinates": piece["coordinates"],
        "obscuring": piece["obscuring"],
        "coordinates_pixels": _pixels(piece["coordinates"]),
    }


def _zone(zone: DeploymentZone) -> GroundZone:
    return {
        "name": zone["name"],
        "owner_army_index": zone["owner_army_index"],
        "shape": {"points": zone["shape"], "coordinates_pixels": _pixels(zone["shape"])},
    }


def _pixels(points: Sequence[Place]) -> list[Place]:
    return [(x * PIXELS_PER_INCH, y * PIXELS_PER_INCH) for x, y in points]
