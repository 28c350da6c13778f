"""Units that are sent to a floor, by its number."""

from __future__ import annotations

import pytest

from highground.engine.model import Terrain
from highground.game.commands import answers
from highground.game.match.match import Match
from highground.game.parts.floors import heights_at
from highground.game.state.battle_state import game_state
from highground.game.state.previews import preview
from tests.engine import field
from tests.game.commands.test_commands import infantry, match

MILL = Terrain("Old Mill", ((24.0, 16.0), (34.0, 16.0), (34.0, 26.0), (24.0, 26.0)), height=6.0, floors=(3.0, 6.0))


def beside_the_mill(keywords: str = "infantry") -> Match:
    unit = field.unit("Wardens", field.weapon("gun"), count=3, keywords=keywords)
    what = field.setup([unit], [infantry("Raiders")], MILL)
    return match(field.position(what, {0: field.row(22.5, 19.5, 3), 1: field.row(50, 20, 3)}, "movement"))


def test_a_unit_sent_to_a_floor_ends_there_whole() -> None:
    game = beside_the_mill()
    answers.move(game, game.cast.unit_uuids[0], "move", (25.2, 21.0), (), 1)
    unit = game.battle.state.units[0]
    assert unit.heights == (3.0, 3.0, 3.0)
    shown = game_state(game, frozenset({0, 1}))["game_model"]["armies"][0]["units"][0]["miniatures"]
    assert [each["elevation"] for each in shown] == [3.0, 3.0, 3.0]


def test_places_say_with_the_floor_how_high_each_stands() -> None:
    game = beside_the_mill()
    places = ((22.5, 19.5), (25.0, 20.0), (25.0, 21.5))
    answers.move(game, game.cast.unit_uuids[0], "move", None, places, 1)
    assert game.battle.state.units[0].heights == (0.0, 3.0, 3.0)


@pytest.mark.parametrize(("floor", "heights"), [(0, ()), (1, (3.0,)), (2, (6.0,)), (7, (6.0,)), (None, ())])
def test_a_floor_that_a_piece_lacks_is_its_highest(floor: int | None, heights: tuple[float, ...]) -> None:
    assert heights_at(beside_the_mill().battle.scene, 0, ((28.0, 20.0),), floor) == heights


def test_who_cannot_climb_goes_below() -> None:
    assert heights_at(beside_the_mill("vehicle").battle.scene, 0, ((28.0, 20.0),), 1) == ()


def test_without_a_floor_each_stays_on_its_own() -> None:
    what = field.setup([infantry("Wardens")], [infantry("Raiders")], MILL)
    up = {0: {"heights": (3.0, 3.0, 3.0)}}
    game = match(field.position(what, {0: field.row(26, 19, 3), 1: field.row(50, 20, 3)}, "movement", units=up))
    answers.move(game, game.cast.unit_uuids[0], "move", (28.0, 20.5))
    assert game.battle.state.units[0].heights == (3.0, 3.0, 3.0)


def test_a_preview_looks_from_the_floor() -> None:
    game = beside_the_mill()
    spots = {i: (25.2, 19.5 + 1.5 * i) for i in range(3)}
    above, below = preview(game, 0, spots, floor=1), preview(game, 0, spots, floor=0)
    assert above["targets"][0]["distance"] > below["targets"][0]["distance"]
    assert (above["how"], below["how"]) == ("move", "move")
    assert preview(game, 0, {i: (27.0, 19.5 + 1.5 * i) for i in range(3)}, floor=1)["how"] == "advance"


def test_a_unit_is_set_up_on_a_floor() -> None:
    tower = Terrain("Tower", ((3.0, 4.0), (10.0, 4.0), (10.0, 11.0), (3.0, 11.0)), height=6.0, floors=(3.0,))
    game = match(field.mustering(field.setup([infantry("Wardens")], [infantry("Raiders")], tower), {}))
    answers.deploy(game, game.cast.unit_uuids[0], (6.0, 7.0), False, (), 1)
    assert game.battle.state.units[0].heights == (3.0, 3.0, 3.0)
