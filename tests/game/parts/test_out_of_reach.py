"""Which miniatures of a unit are out of reach of a fight, and why."""

from __future__ import annotations

from highground.engine.scene import Scene
from highground.game.parts.out_of_reach import unreached_words, why_nobody_strikes
from tests.engine import field

CONTACT = 2 * field.R
CLUB = field.weapon("club", reach=0)


def fighting(*places: tuple[float, float]) -> Scene:
    """A unit of miniatures at these places, and one enemy at (30, 22)."""
    setup = field.setup([field.unit("Thorns", CLUB, count=len(places))], [field.unit("Reeds", CLUB)])
    return field.position(setup, {0: places, 1: ((30.0, 22.0),)}, phase="combat").scene


def test_it_is_said_how_many_cannot_strike_and_how_far_they_are() -> None:
    scene = fighting((30.0 - CONTACT - 0.5, 22.0), (30.0 - CONTACT - 2.4, 22.0))
    assert unreached_words(scene, 0) == (
        "1 of 2 miniatures (Thorns) cannot strike: 2.4 inches from the nearest enemy, more than 1"
    )
    assert why_nobody_strikes(scene, 0) == ""


def test_nothing_is_said_where_all_strike() -> None:
    scene = fighting((30.0 - CONTACT, 22.0), (30.0, 22.0 + CONTACT))
    assert (unreached_words(scene, 0), why_nobody_strikes(scene, 0)) == ("", "")


def test_a_unit_that_reaches_nobody_has_one_reason_for_all() -> None:
    scene = fighting((30.0 - CONTACT - 5.2, 22.0), (30.0 - CONTACT - 3.0, 22.0))
    assert unreached_words(scene, 0) == ""
    assert why_nobody_strikes(scene, 0) == "up to 5.2 inches from the nearest enemy, more than 1"
