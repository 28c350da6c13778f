"""Miniatures on long bases: how they are shown, and how they face where their unit is sent to a place."""

from __future__ import annotations

import pytest

from highground.game.commands import answers
from highground.game.match.match import Control, Match
from highground.game.parts.units import half_width
from highground.game.state.units import unit_view
from tests.engine import field
from tests.values import replace


def carts(width: float, length: float) -> Match:
    one = field.unit("Carts", field.weapon("gun"), count=2)
    (group,) = one.miniatures
    long = replace(one, miniatures=(replace(group, base_mm=width, length_mm=length, rectangular=True),))
    what = field.setup([long], [field.unit("Foes", field.weapon("gun"))])
    battle = field.position(what, {0: field.row(20, 20, 2, 4.2), 1: field.row(50, 40)}, "movement")
    return Match(battle, "g", (Control(), Control()))


@pytest.mark.parametrize(("width", "length", "radius"), [(100.0, 60.0, 1.969), (60.0, 100.0, 1.181)])
def test_a_rectangle_is_shown_as_wide_as_it_is(width: float, length: float, radius: float) -> None:
    match = carts(width, length)
    shown = unit_view(match, match.battle.state.units[0], match.ask())["miniatures"][0]
    assert shown["radius"] == half_width(match.battle.scene.sheets[0].line_up[0]) == radius
    assert shown["length"] == round(length / 25.4, 3)


def test_who_is_sent_to_a_place_turns_as_was_asked() -> None:
    match = carts(60.0, 100.0)
    answers.move(match, match.cast.unit_uuids[0], "move", (23.0, 22.1), facings=(90, 90))
    unit = match.battle.state.units[0]
    assert unit.facings == (90, 90)
    assert [x for x, _ in unit.places] == [23.0, 23.0]
