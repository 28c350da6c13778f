"""Bases that a player corrects: round, oval or rectangular, kept with the rule set, said in words, refused if odd."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from highground.engine.model import MiniatureSheet
from highground.words.bases import base_size
from highground.workshop.applying import applied
from highground.workshop.reading import RuleSetError, read_rule_set, read_unit
from highground.workshop.saying import of_unit
from tests.engine.field import army, miniatures, mixed
from tests.workshop.sets import rule_set

Json = dict[str, Any]
OVAL: Json = {"base_mm": 42, "length_mm": 75}
SQUARE: Json = {"base_mm": 80, "length_mm": 115, "rectangular": True}
PUP: Json = {"name": "Pup", "movement": 6, "toughness": 3, "save": 7, "wounds": 1, "leadership": 8,
             "objective_controlled": 1}  # fmt: skip


def corrected(change: Json, sheet: MiniatureSheet) -> MiniatureSheet:
    read = read_rule_set(rule_set(units=[{"name": "Riders", "models": [change]}]))
    (found,) = applied(army("Blue", [mixed("Riders", sheet)]), [read]).units
    return found.miniatures[0]


def test_a_round_base_is_made_long_and_round_again() -> None:
    rider = miniatures("Rider", 2)
    oval = corrected(OVAL, rider)
    assert (oval.base_mm, oval.length_mm, oval.rectangular, oval.height) == (42.0, 75.0, UNSET, rider.height)
    hull = corrected(SQUARE | {"height": 3}, oval)
    assert str(base_size(hull)) == "80 x 115 mm rectangular"
    assert hull.height == 3.0
    again = corrected({"base_mm": 60}, hull)
    assert (again.base_mm, again.length_mm, again.rectangular) == (60.0, UNSET, UNSET)


def test_a_base_stays_where_nothing_is_said_of_it() -> None:
    oval = corrected(OVAL, miniatures("Rider", 2))
    assert base_size(corrected({"toughness": 9, "height": 4}, oval)) == msgspec.structs.replace(
        base_size(oval), height=4.0
    )


def test_who_may_be_added_has_such_a_base_too() -> None:
    read = read_rule_set(rule_set(units=[{"name": "Riders", "spares": [PUP | OVAL]}]))
    (found,) = applied(army("Blue", [mixed("Riders", miniatures("Rider", 2))]), [read]).units
    assert str(base_size(found.miniatures[1])) == "42 x 75 mm oval"
    assert found.miniatures[1].spare is True


def test_it_is_said_in_words() -> None:
    models = [{"toughness": 5, **OVAL}, {"name": "Cart", **SQUARE}, {"name": "Foot", "base_mm": 32}]
    change = read_unit({"name": "Riders", "models": models, "spares": [PUP | OVAL]})
    assert of_unit(change) == [
        "All of the unit: T 5, base 42 x 75 mm oval",
        "Cart: base 80 x 115 mm rectangular",
        "Foot: base 32 mm",
        "Up to 10 × Pup may be added in battle: M 6, T 3, W 1, Ld 8+, OC 1, base 42 x 75 mm oval",
    ]


def test_it_goes_out_and_comes_in_with_the_rule_set_and_old_files_are_read() -> None:
    read = read_rule_set(rule_set(units=[{"name": "Riders", "models": [SQUARE, {"name": "Foot", "base_mm": 32}]}]))
    written = msgspec.json.decode(msgspec.json.encode(read))
    assert written["units"][0]["models"] == [SQUARE, {"name": "Foot", "base_mm": 32}]
    assert read_rule_set(written) == read


@pytest.mark.parametrize(
    ("base", "why"),
    [
        ({"base_mm": 9}, "a base is 10 to 400 mm wide, not 9"),
        ({"base_mm": 42, "length_mm": 0}, "a base is 10 to 400 mm long, not 0"),
        ({"base_mm": 42, "length_mm": 8.5}, "a base is 10 to 400 mm long, not 8.5"),
        ({"base_mm": 75, "length_mm": 42}, "an oval base is at least as long as it is wide"),
        ({"base_mm": 75, "rectangular": True}, "a rectangular base needs a length"),
        ({"length_mm": 75}, "its width is needed too"),
        ({"rectangular": True}, "its width is needed too"),
    ],
)
def test_a_base_that_cannot_be_is_refused_with_a_sentence(base: Json, why: str) -> None:
    with pytest.raises(RuleSetError, match=f"^Unit 'Riders': .*{why}.*[.]$"):
        read_rule_set(rule_set(units=[{"name": "Riders", "models": [base]}]))


def test_a_rectangle_may_be_wider_than_long_and_an_oval_as_long_as_wide() -> None:
    wide = corrected({"base_mm": 115, "length_mm": 80, "rectangular": True}, miniatures("Cart", 1))
    assert str(base_size(wide)) == "115 x 80 mm rectangular"
    assert str(base_size(corrected({"base_mm": 60, "length_mm": 60}, miniatures("Cart", 1)))) == "60 mm"
