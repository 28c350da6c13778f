"""Aircraft as their player is shown them, and what comes of sending them somewhere."""

from __future__ import annotations

import pytest

from highground.engine.errors import Refusal
from highground.game.commands import answers
from highground.game.match.match import Control, Match
from highground.game.state.marching import flies_off, marches
from highground.game.state.units import unit_view
from tests.engine.field import position, row, setup, unit, weapon
from tests.engine.test_flight import plane


def squadron(x: float, facing: int = 0) -> Match:
    what = setup([plane()], [unit("Foes", weapon("gun"))])
    units = {0: {"facings": (facing,) if facing else ()}}
    battle = position(what, {0: row(x, 20), 1: row(50, 40)}, "movement", round=2, units=units)
    return Match(battle, "g", (Control(), Control()))


def test_its_move_is_straight_on_to_the_edge_and_it_may_fly_off() -> None:
    scene = squadron(20).battle.scene
    assert marches(scene, 0) == [{"how": "move", "limit": 40.0, "sure": 40.0, "least": 20.0}]
    assert flies_off(scene, 0)
    assert not flies_off(scene, 1)


def test_where_the_table_is_too_short_it_may_only_fly_off() -> None:
    scene = squadron(45).battle.scene
    assert marches(scene, 0) == []
    assert flies_off(scene, 0)


def test_it_faces_on_a_round_base_too() -> None:
    match = squadron(20, facing=90)
    shown = unit_view(match, match.battle.state.units[0], match.ask())["miniatures"][0]
    assert shown["facing"] == 90
    assert "length" not in shown
    foe = unit_view(match, match.battle.state.units[1], match.ask())["miniatures"][0]
    assert "facing" not in foe


@pytest.mark.parametrize(("sent", "comes"), [((47.0, 28.0), 47.0), ((25.0, 20.0), 40.0)])
def test_it_comes_abreast_of_where_it_is_sent_or_as_far_as_it_must(sent: tuple[float, float], comes: float) -> None:
    match = squadron(20)
    answers.move(match, match.cast.unit_uuids[0], "move", sent, facings=(45,))
    state = match.battle.state.units[0]
    assert (state.places, state.facings) == (((comes, 20.0),), (45,))


def test_it_flies_off_by_the_same_call() -> None:
    match = squadron(20)
    answers.move(match, match.cast.unit_uuids[0], "fly_off", None)
    assert match.battle.state.units[0].reserves


def test_holding_its_position_is_refused_because_it_flies_on() -> None:
    match = squadron(20)
    with pytest.raises(Refusal) as refused:
        answers.move(match, match.cast.unit_uuids[0], "hold", None)
    assert refused.value.code == "flies-on"
