"""Long bases that a photo shows turned: what it proposes, and what the battle makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from highground.engine.battle import Battle
from highground.engine.errors import Refusal
from highground.engine.model import Point
from highground.engine.record import Given
from highground.game.commands import answers
from highground.game.commands.reconciliation import accept, compare, differs, picked, transponder
from highground.game.match.match import Match
from highground.vision.found import KINDS, Analysis, Assignment, Placed, Thing
from tests.engine import field
from tests.game.commands.test_commands import BLADE, GUN, infantry, match, uuid
from tests.values import replace

_RIDERS = replace(field.miniatures("Lancers", 2, GUN, BLADE, base_mm=42.0, movement=10), length_mm=75.0)
LANCERS = field.mixed("Lancers", _RIDERS, keywords="mounted")
STAND, ENDS = ((20.0, 20.0), (20.0, 23.0)), ((24.0, 20.0), (24.0, 23.0))


def riding(*facings: int) -> Match:
    """Two lancers on ovals of 75 x 42 mm before their move, and infantry far away."""
    what = field.setup([LANCERS], [infantry("Raiders")])
    battle = field.position(what, {0: STAND, 1: field.row(50.0, 20.0, 3)}, "movement")
    riders = replace(battle.state.units[0], facings=facings)
    battle.scene.rewind(replace(battle.state, units=(riders, *battle.state.units[1:])))
    return match(battle)


def photo(game: Match, places: Sequence[Point], turns: Sequence[float | None], unit: int = 0) -> Analysis:
    """What a photo would show in which the lancers stand and lie so, and all others as they did."""
    things = [Thing((0, 0, 1, 1), 0.9, place, 2.21, turn=turn) for place, turn in zip(places, turns, strict=True)]
    given = [_given(game, unit, [Placed(i, place, 0.9) for i, place in enumerate(places)])]
    other = game.battle.state.units[1 - unit]
    if other.on_table:
        given.append(_given(game, 1 - unit, [Placed(9, place, 0.9) for place in other.places]))
    counts = {"models": sum(len(each.assignments) for each in given), "transponders": 2, "objectives": 0, "terrain": 0}
    objects: dict[Any, tuple[Thing, ...]] = dict.fromkeys(KINDS, ())
    return Analysis(objects | {"model": tuple(things)}, counts, tuple(given), (), (1920, 1080), 0.01, "markers", 100.0)


def _given(game: Match, unit: int, placed: Sequence[Placed]) -> Assignment:
    return Assignment(transponder(unit), game.cast.units[unit], uuid(game, unit), tuple(placed))


def proposed(game: Match, analysis: Analysis, unit: int = 0) -> Any:
    return next(each for each in compare(game, analysis) if each.unit_uuid == uuid(game, unit))


@pytest.mark.parametrize(
    ("facings", "turns", "found"),
    [
        ((0, 0), (4.0, 178.0), ()),
        ((0, 0), (60.0, 10.0), (60, 0)),
        ((0, 0), (120.0, 0.0), (300, 0)),
        ((180, 180), (60.0, 10.0), (240, 180)),
        ((350, 90), (60.0, None), (60, 90)),
        ((90, 270), (20.4, 150.0), (20, 330)),
    ],
)
def test_a_long_base_turns_the_shorter_way_if_it_surely_turned(
    facings: tuple[int, int], turns: tuple[float, float], found: tuple[int, ...]
) -> None:
    game = riding(*facings)
    assert proposed(game, photo(game, ENDS, turns)).facings == found


def test_who_moved_and_turned_pays_for_it() -> None:
    game = riding(0, 0)
    seen = photo(game, ENDS, (80.0, 45.0))
    found = proposed(game, seen)
    assert (found.kind, found.message) == (
        "moved", "Lancers moved 4.0 of 10.0 inches and turned, which takes 1 more.",
    )  # fmt: skip
    accept(game, uuid(game, 0), found.places, facings=found.facings)
    assert game.battle.state.units[0].every_facing == (80, 45)
    assert game.battle.state.units[0].places == ENDS
    assert not differs(compare(game, seen))


def test_who_only_turned_stands_where_it_stood() -> None:
    game = riding(0, 0)
    seen = photo(game, STAND, (80.0, 45.0))
    assert (proposed(game, seen).kind, proposed(game, seen).facings) == ("same", ())
    assert not differs(compare(game, seen))


def test_turns_go_with_the_miniatures_that_they_were_seen_of() -> None:
    game = riding(0, 0)
    found = proposed(game, photo(game, ENDS[::-1], (50.0, 3.0)))
    assert (found.places, found.facings) == (ENDS, (0, 50))
    accept(game, uuid(game, 0), found.places, facings=found.facings)
    assert game.battle.state.units[0].every_facing == (0, 50)


def test_places_corrected_by_hand_turn_nobody() -> None:
    game = riding(30, 0)
    accept(game, uuid(game, 0), ENDS)
    assert game.battle.state.units[0].every_facing == (30, 0)


@pytest.mark.parametrize(("roll", "side", "facings"), [((2, 5), 1, (10, 330)), ((5, 2), 0, (190, 150))])
def test_who_is_set_up_lies_as_the_photo_shows_with_the_front_to_the_enemy(
    roll: tuple[int, int], side: int, facings: tuple[int, ...]
) -> None:
    """Red sets up in the west, blue in the east."""
    game = match(Battle(field.setup([LANCERS], [LANCERS]), seed=4))
    answers.roll(game, given=Given(roll))
    chooser = game.due().side
    answers.choose_zone(game, game.cast.army_uuids[chooser], 0 if chooser else 1)
    (unit,) = game.due().units
    assert game.cast.sides[unit] == side
    x = 6.0 if side else 54.0
    found = proposed(game, photo(game, ((x, 10.0), (x, 13.0)), (10.0, 150.0), unit), unit)
    assert (found.kind, found.facings) == ("set-up", facings)
    accept(game, uuid(game, unit), found.places, facings=found.facings)
    assert game.battle.state.units[unit].every_facing == facings


def test_places_corrected_by_hand_are_faced_as_they_were_turned() -> None:
    game = riding(30, 0)
    accept(game, uuid(game, 0), ENDS, facings=(30, 75))
    assert game.battle.state.units[0].every_facing == (30, 75)


def test_facings_are_as_many_as_live() -> None:
    game = riding(30, 0)
    with pytest.raises(Refusal, match="wrong-count"):
        accept(game, uuid(game, 0), ENDS, facings=(30, 75, 0))
    assert game.battle.state.units[0].places == STAND


def test_those_picked_bring_their_turns_and_go_to_whom_they_are_nearest() -> None:
    """The photo shows three, the last two of which are the unit's."""
    game = riding(0, 0)
    seen = photo(game, ((40.0, 30.0), *ENDS[::-1]), (20.0, 50.0, 3.0))
    assert proposed(game, seen).kind == "too-many"
    found = picked(game, seen, uuid(game, 0), [1, 2])
    assert (found.places, found.facings) == (ENDS, (0, 50))
    with pytest.raises(Refusal, match="wrong-count"):
        picked(game, seen, uuid(game, 0), [1, 1, 7])
