"""Names, verbs, marker images and the small words of sentences."""

from __future__ import annotations

import re

import pytest

from highground.engine.model import Setup
from highground.game.parts.cast import Cast
from highground.game.parts.phrases import (
    count,
    heading,
    inches,
    listed,
    objective_called,
    objectives_listed,
    roll_off,
    way,
)
from tests.game.timeline.small import HOUND, LIGHTERS, army, setup
from tests.values import replace


def named(*names: str) -> Cast:
    """A cast of hounds with these names against one more of the first name."""
    units = [replace(HOUND, name=name) for name in names]
    return Cast(replace(setup(), armies=(army("One", *units), army("Two", units[0]))), "x")


def test_a_mirror_match_has_two_armies() -> None:
    same = replace(setup(), armies=(army("Red Lanterns", LIGHTERS), army("Red Lanterns", LIGHTERS)))
    cast = Cast(same, "x")
    assert cast.armies == ("Red Lanterns (blue)", "Red Lanterns (red)")
    assert cast.transponders == ("transponders/lamplighters.svg", "transponders/lamplighters-2.svg")
    assert len(set(cast.unit_uuids)) == 2


@pytest.mark.parametrize("name", ["Élan du Nord!", "  ", "火の番人", "a" * 200, "-x-", "Mill's Own (2nd)"])
def test_marker_images_have_names_that_the_server_takes(name: str) -> None:
    cast = named(name, name, "Else")
    slugs = [path.removeprefix("transponders/").removesuffix(".svg") for path in cast.transponders]
    assert len(set(slugs)) == len(slugs)
    assert all(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}", slug) for slug in slugs)


def test_verbs_follow_the_unit() -> None:
    cast = named("Gulper", "Peat Lobbers", "Brass")
    assert [cast.does(unit, "shoot") for unit in range(3)] == [
        "Gulper shoots", "Peat Lobbers shoot", "Brass shoots",
    ]  # fmt: skip
    assert Cast(setup(), "x").does(0, "are", "is") == "Lamplighters 1 are"


def test_uuids_are_the_same_every_time() -> None:
    first, again, other = Cast(setup(), "a"), Cast(setup(), "a"), Cast(setup(), "b")
    assert first.unit_uuids == again.unit_uuids != other.unit_uuids
    assert first.weapon_uuid("hook") == first.weapon_uuid("hook") != first.weapon_uuid("tooth")


def test_a_setup_is_all_a_cast_needs() -> None:
    found: Setup = setup()
    assert [Cast(found, "").sides, Cast(found, "").sheets] == [(0, 0, 1), (LIGHTERS, LIGHTERS, HOUND)]


@pytest.mark.parametrize(
    ("end", "word"),
    [((5, 0), "east"), ((5, 5), "south-east"), ((0, 5), "south"), ((-5, 5), "south-west"), ((-5, 0), "west"),
     ((-5, -5), "north-west"), ((0, -5), "north"), ((5, -5), "north-east"), ((5, 1), "east")],
)  # fmt: skip
def test_the_compass_has_south_downwards(end: tuple[float, float], word: str) -> None:
    assert heading((0.0, 0.0), end) == word


def test_small_words() -> None:
    assert [count(0, "hit"), count(1, "hit"), count(2, "hit")] == ["no hits", "1 hit", "2 hits"]
    assert [listed([]), listed(["A"]), listed(["A", "B"]), listed(["A", "B", "C"])] == [
        "",
        "A",
        "A and B",
        "A, B and C",
    ]
    assert [inches(1.0), inches(0.04), inches(5.849)] == ["1.0 inch", "0.0 inches", "5.8 inches"]
    assert way((1.0, 1.0), (1.0, 1.04)) == ""
    assert roll_off(((3, 3), (2, 2), (1, 6)), 1) == "6 to 1 after 2 ties"


def test_an_objective_has_its_number_on_the_map_and_its_name_if_it_has_one() -> None:
    called = [objective_called(1, name) for name in ("The Mill", "", "Objective 7", "7")]
    assert called == ["objective 2, The Mill", "objective 2", "objective 2", "objective 2"]
    assert [objectives_listed(names) for names in ([], called[:1], [called[0], "objective 4"])] == [
        "",
        "objective 2, The Mill",
        "objectives 2 (The Mill) and 4",
    ]
