"""From the question to the engine's sight and back."""

from __future__ import annotations

from highground.engine.model import Layout, Terrain, Zone
from highground.engine.table.board import Board, board_of
from highground.engine.table.wedges import blocked_all_round, wedges
from highground.server.sight.schemas import SightAnswer, SightQuestion, SightTerrain

NO_ZONES = (Zone("blue", ()), Zone("red", ()))


def look(question: SightQuestion) -> SightAnswer:
    rays = wedges(_board(question.terrain), question.origin, question.radius, question.range, question.rays)
    return SightAnswer(rays=[round(ray, 3) for ray in rays], blocked=blocked_all_round(rays, question.range))


def _board(pieces: list[SightTerrain]) -> Board:
    terrain = tuple(Terrain(piece.name, tuple(piece.coordinates), piece.obscuring) for piece in pieces)
    return board_of(Layout("question", "", terrain, NO_ZONES, ()))
