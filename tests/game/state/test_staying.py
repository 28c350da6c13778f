"""What a unit would miss that is let be where it stands."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from highground.engine.model import Point
from highground.engine.table.objectives import OBJECTIVE_REACH
from highground.game.state.staying import missed
from tests.engine import field

FAR = 55.0
AT = OBJECTIVE_REACH + field.R
"""How far the middle of a base may be from an objective that it holds."""
RIFLE = field.weapon("rifle", reach=24)


def said(place: Point, foe: float = FAR, others: Sequence[Point] = (), **changes: object) -> str:
    """Of a unit with a rifle that moves 6 inches, on a board with one objective at (30, 22)."""
    own = [field.unit("Thorns", RIFLE), *(field.unit(f"Watch {i}", RIFLE) for i in range(len(others)))]
    places = {0: (place,), **{i + 1: (other,) for i, other in enumerate(others)}, len(own): ((foe, 22.0),)}
    battle = field.position(
        field.setup(own, [field.unit("Reeds", RIFLE)]), places, phase="movement", time="middle", units={0: changes}
    )
    return missed(battle.scene, 0)


def test_an_objective_that_a_move_may_reach_is_measured_from_the_edge_of_its_marker() -> None:
    assert said((30.0 - AT - 6.0, 22.0)) == "could reach objective 1"
    assert said((30.0 - AT - 6.1, 22.0)) == ""


@pytest.mark.parametrize(
    ("place", "others"), [((30.0, 22.0), []), ((22.0, 22.0), [(30.0, 22.0)]), ((22.0, 22.0), [(30.0, 24.0)])]
)
def test_nothing_is_missed_by_who_stands_at_one_or_has_others_there(place: Point, others: list[Point]) -> None:
    assert said(place, others=others) == ""


def test_the_nearest_enemy_is_named_that_comes_into_range_by_a_move_while_none_is() -> None:
    gap = 2 * field.R
    assert said((10.0, 22.0), foe=10.0 + gap + 29.9) == "could come within range of Reeds"
    assert said((10.0, 22.0), foe=10.0 + gap + 23.9) == ""
    assert said((10.0, 22.0), foe=10.0 + gap + 30.1) == ""


def test_who_has_moved_or_is_engaged_misses_nothing() -> None:
    assert said((22.0, 22.0), moved="moved") == ""
    assert said((22.0, 22.0), foe=22.0 + 2 * field.R + 0.5) == ""
