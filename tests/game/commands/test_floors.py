"""Units that are sent to a floor, by its number."""

from __future__ import annotations

import pytest

from highground.engine.battle import Battle
from highground.engine.errors import Refusal
from highground.engine.model import Terrain
from highground.engine.record import Given
from highground.game.commands import answers
from highground.game.commands.reconciliation import Proposal, accept, compare, transponder
from highground.game.match.match import Match
from highground.game.parts.floors import heights_at
from highground.game.state.battle_state import game_state
from highground.game.state.previews import preview
from highground.vision.found import KINDS, Analysis, Assignment, Placed, Thing, ThingKind
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


def photographed(game: Match, spots: list[tuple[float, float]], ups: list[float]) -> Analysis:
    """What a photo shows that has the first unit there, so many inches up."""
    unit, name = game.cast.unit_uuids[0], game.cast.units[0]
    seen = tuple(Thing((0, 0, 1, 1), 0.9, at, 1.26, up=up) for at, up in zip(spots, ups, strict=True))
    placed = tuple(Placed(number, at, 0.9) for number, at in enumerate(spots))
    counts = {"models": len(spots), "transponders": 1, "objectives": 0, "terrain": 0}
    objects: dict[ThingKind, tuple[Thing, ...]] = {**dict.fromkeys(KINDS, ()), "model": seen}
    given = (Assignment(transponder(0), name, unit, placed),)
    return Analysis(objects, counts, given, (), (1920, 1080), 0.01, "markers", 100.0)


def shown(game: Match, spots: list[tuple[float, float]], ups: list[float]) -> Proposal:
    found = compare(game, photographed(game, spots, ups))
    return next(each for each in found if each.unit_uuid == game.cast.unit_uuids[0])


def test_who_is_photographed_on_a_floor_stands_there_in_the_battle() -> None:
    """The climb counts, and a hair beyond the limit is drawn back with it."""
    game, spots = beside_the_mill(), [(25.6, 19.5), (25.6, 21.0), (24.9, 22.5)]
    seen = shown(game, spots, [3.0, 3.0, 3.0])
    assert (seen.kind, seen.heights, seen.moved) == ("moved", (3.0, 3.0, 3.0), 6.1)
    assert seen.message == "Wardens moved 6.1 of 6.0 inches. All stand 3 inches up."
    accept(game, seen.unit_uuid, seen.places, floor=seen.heights)
    unit = game.battle.state.units[0]
    assert unit.heights == (3.0, 3.0, 3.0)
    assert unit.places[0] == pytest.approx((25.5, 19.5), abs=0.01)
    assert shown(game, list(unit.places), [3.0, 3.0, 3.0]).kind == "same"


def test_a_climb_that_is_too_far_is_said_and_refused() -> None:
    game = beside_the_mill()
    seen = shown(game, [(25.2, 19.5), (25.2, 21.0), (22.5, 22.5)], [6.0, 6.0, 0.0])
    assert seen.message == "Wardens moved 8.7 of 6.0 inches. 2 stand 6 inches up, the others on the ground."
    with pytest.raises(Refusal):
        accept(game, seen.unit_uuid, seen.places, floor=seen.heights)
    assert not game.battle.state.units[0].heights


def on_the_mill(keywords: str = "infantry", heights: tuple[float, ...] = (3.0, 3.0, 3.0)) -> Match:
    unit = field.unit("Wardens", field.weapon("gun"), count=3, keywords=keywords)
    what = field.setup([unit], [infantry("Raiders")], MILL)
    up = {0: {"heights": heights}}
    return match(field.position(what, {0: field.row(26, 19, 3), 1: field.row(50, 20, 3)}, "movement", units=up))


def test_who_comes_down_stands_on_the_ground() -> None:
    game = on_the_mill()
    seen = shown(game, [(23.0, 19.0), (23.0, 20.5), (23.0, 22.0)], [0.0, 0.0, 0.0])
    assert (seen.heights, seen.message) == ((), "Wardens moved 6.0 of 6.0 inches.")
    accept(game, seen.unit_uuid, seen.places, floor=0)
    assert game.battle.state.units[0].heights == ()


def test_one_that_is_read_on_another_floor_where_it_stood_has_not_climbed() -> None:
    """From right above the floors look alike; that half of a unit climbed straight up is believed."""
    game = on_the_mill()
    stood = list(game.battle.state.units[0].places)
    one = shown(game, stood, [3.0, 6.0, 3.0])
    assert (one.kind, one.heights) == ("same", (3.0, 3.0, 3.0))
    most = shown(game, stood, [6.0, 6.0, 3.0])
    assert (most.kind, most.heights, most.moved) == ("moved", (6.0, 6.0, 3.0), 3.0)


def test_who_cannot_climb_is_seen_on_the_ground() -> None:
    game = beside_the_mill("vehicle")
    seen = shown(game, [(25.2, 19.5), (25.2, 21.0), (25.2, 22.5)], [3.0, 3.0, 3.0])
    assert (seen.heights, seen.moved) == ((), 2.7)


def test_who_is_set_up_on_a_floor_is_set_up_there() -> None:
    lofts = [
        Terrain(f"Loft {x}", ((x, 8.0), (x + 8, 8.0), (x + 8, 16.0), (x, 16.0)), floors=(4.0,)) for x in (2.0, 50.0)
    ]
    wardens = field.unit("Wardens", field.weapon("gun"), count=3, keywords="infantry")
    game = match(Battle(field.setup([wardens], [infantry("Raiders")], *lofts), seed=4))
    answers.roll(game, given=Given((5, 2)))
    answers.choose_zone(game, game.cast.army_uuids[0], 0)
    answers.deploy(game, game.cast.unit_uuids[1], None, in_reserves=True) if game.due().units[0] else None
    x = 4.0 if game.battle.state.armies[0].zone == 0 else 54.0
    seen = shown(game, [(x, 10.0), (x, 11.5), (x, 13.0)], [4.0, 4.0, 4.0])
    assert (seen.kind, seen.message) == ("set-up", "Wardens was put on the table. All stand 4 inches up.")
    accept(game, seen.unit_uuid, seen.places, floor=seen.heights)
    assert game.battle.state.units[0].heights == (4.0, 4.0, 4.0)
