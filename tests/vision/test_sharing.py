"""Whose miniatures are that were just set up: units side by side, small tables without a photo."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from msgspec import structs

from highground.vision.assigning import Judged, assign
from highground.vision.bases import FoundBase
from highground.vision.expected import EXPECTED, UNLIKELY, beside_cards
from highground.vision.found import KnownUnit
from highground.vision.looks import VARIES, apart

WIDE, MIDDLE, SMALL = 1.26, 1.12, 0.98
"""Inches of bases of 32, 28.5 and 25 mm."""


def unit(name: str, count: int, diameter: float = WIDE) -> KnownUnit:
    return KnownUnit(name, name, name, (diameter,) * count)


def row(x: float, y: float, count: int, diameter: float = WIDE, score: float = 0.6) -> list[FoundBase]:
    return [FoundBase(x + 1.5 * number, y, diameter, score) for number in range(count)]


def painted(*colours: tuple[float, int]) -> Judged:
    """Miniatures of so many colours, each so often; nothing else is known."""
    looks = [np.full(len(VARIES), lightness) for lightness, count in colours for _ in range(count)]
    nothing = np.zeros((2, len(looks)))
    return Judged(nothing, nothing, (False, False), apart(looks), np.full_like(nothing, np.inf), nothing)


def test_two_units_with_a_card_each_near_the_other_change_as_wholes() -> None:
    """The first unit's card is nearest to a miniature of the second's, whose card only its own are near."""
    bases = [*row(10, 10, 5), *row(10, 14.4, 5)]
    given = assign(bases, [unit("a", 5), unit("b", 5)], {"a": (13.0, 12.3), "b": (18.2, 14.9)}).given
    assert given == {"a": [0, 1, 2, 3, 4], "b": [5, 6, 7, 8, 9]}


def test_three_units_in_a_ring_change_as_wholes() -> None:
    bases = [*row(10, 10, 4), *row(17.5, 10, 4), *row(25, 10, 4)]
    cards = {"a": (15.9, 11.3), "b": (23.4, 11.3), "c": (30.5, 11.8)}
    given = assign(bases, [unit("a", 4), unit("b", 4), unit("c", 4)], cards).given
    assert given == {"a": [0, 1, 2, 3], "b": [4, 5, 6, 7], "c": [8, 9, 10, 11]}


def test_bases_that_taper_are_read_too_narrow_and_are_no_others_for_it() -> None:
    """Read as 28.5 mm and as 25 mm, the cards between them."""
    bases = [*row(10, 10, 5, MIDDLE), *row(10, 14.2, 5, SMALL)]
    given = assign(bases, [unit("a", 5, MIDDLE), unit("b", 5, WIDE)], {"a": (11.5, 12.1), "b": (14.5, 12.1)}).given
    assert given == {"a": [5, 6, 7, 8, 9], "b": [0, 1, 2, 3, 4]}


def test_neighbours_that_look_alike_are_of_one_unit() -> None:
    """One row of two units, with both cards beside its middle."""
    bases = row(10, 10, 8)
    cards = {"a": (15.1, 12.1), "b": (15.4, 12.1)}
    units = [unit("a", 3), unit("b", 5)]
    assert assign(bases, units, cards, painted((20, 3), (60, 5))).given == {"a": [0, 1, 2], "b": [3, 4, 5, 6, 7]}
    assert assign(bases, units, cards, painted((20, 5), (60, 3))).given == {"a": [5, 6, 7], "b": [0, 1, 2, 3, 4]}


def test_units_that_stand_in_each_other_are_told_apart_one_by_one() -> None:
    """Each grown from one to the nearest, either takes some of the other's; their coats differ a little."""
    first = [(10.0, 10.0), (11.8, 9.6), (8.3, 9.5), (12.1, 7.8), (12.6, 6.1)]
    second = [(13.6, 8.1), (15.3, 8.7), (13.3, 9.9), (15.2, 10.5), (16.8, 9.6)]
    bases = [FoundBase(*spot, WIDE, 0.6) for spot in (*first, *second)]
    cards = {"a": (8.0, 9.2), "b": (15.5, 9.0)}
    given = assign(bases, [unit("a", 5), unit("b", 5)], cards, painted((20, 5), (26, 5))).given
    assert given == {"a": [0, 1, 2, 3, 4], "b": [5, 6, 7, 8, 9]}


def test_a_sharing_begins_with_what_was_known_before() -> None:
    """Two rows that fit either card stay whose they were, as far as there is room."""
    bases = [*row(10, 10, 4), *row(10, 14, 4)]
    units, cards = [unit("a", 4), unit("b", 4)], {"a": (12.2, 12.0), "b": (12.3, 12.0)}
    for one, other in (("a", "b"), ("b", "a")):
        given = assign(bases, units, cards, before=[one] * 4 + [other] * 4).given
        assert given == {one: [0, 1, 2, 3], other: [4, 5, 6, 7]}
    assert sorted(map(len, assign(bases, units, cards, before=["a"] * 8).given.values())) == [4, 4]


def test_what_was_hardly_seen_takes_nobody_s_place() -> None:
    """Faint things lie nearer to the card than the unit's own."""
    faint = [FoundBase(14.8, 11.9, WIDE, 0.27), FoundBase(16.2, 12.2, WIDE, 0.27)]
    given = assign([*row(10, 10, 4), *faint], [unit("a", 4)], {"a": (16.0, 11.0)}).given
    assert given == {"a": [0, 1, 2, 3]}


def test_a_unit_without_a_card_has_what_is_left_over() -> None:
    bases = [*row(10, 10, 5), *row(10, 13.5, 4)]
    given = assign(bases, [unit("a", 5), unit("b", 4)], {"a": (18.5, 10.0)}).given
    assert given == {"a": [0, 1, 2, 3, 4], "b": [5, 6, 7, 8]}


@pytest.mark.parametrize("other", [unit("c", 4), unit("c", 7), unit("c", 5, MIDDLE)])
def test_nothing_is_guessed_where_two_units_could_have_what_is_left_over(other: KnownUnit) -> None:
    bases = [*row(10, 10, 5), *row(10, 13.5, 4)]
    given = assign(bases, [unit("a", 5), unit("b", 4), other], {"a": (18.5, 10.0)}).given
    assert given == {"a": [0, 1, 2, 3, 4], "b": [], "c": []}


def test_a_unit_that_is_not_on_the_table_gets_no_single_stranger() -> None:
    bases = [*row(10, 10, 5), FoundBase(40.0, 20.0, WIDE, 0.8)]
    given = assign(bases, [unit("a", 5), unit("hero", 1)], {"a": (18.5, 10.0)}).given
    assert given == {"a": [0, 1, 2, 3, 4], "hero": []}


def test_a_unit_that_is_not_on_the_table_takes_nothing_from_one_with_a_card_a_little_away() -> None:
    given = assign(row(10, 10, 5), [unit("a", 5), unit("b", 5)], {"a": (19.6, 12.0)}).given
    assert given == {"a": [0, 1, 2, 3, 4], "b": []}


def test_who_lost_sight_of_a_unit_whose_places_are_known_is_still_of_it() -> None:
    """More than twice coherency from the others, as where those between were not seen."""
    stood = KnownUnit("a", "a", "a", (WIDE,) * 6, ((10.0, 10.0), (11.5, 10.0), *[None] * 4))
    bases = [*row(10, 10, 4), FoundBase(20.2, 10.0, WIDE, 0.6)]
    assert assign(bases, [stood], {"a": (10.0, 12.0)}).given == {"a": [0, 1, 2, 3, 4]}


def test_units_that_could_be_mixed_up_are_named() -> None:
    """Both cards lie between two rows that look alike."""
    bases = [*row(10, 10, 5), *row(10, 14.4, 5)]
    units = [unit("a", 5), unit("b", 5)]
    assert assign(bases, units, {"a": (11.5, 12.2), "b": (14.5, 12.2)}).interchangeable == [("a", "b")]
    assert assign(bases, units, {"a": (11.5, 12.2), "b": (14.5, 16.6)}).interchangeable == []
    different = painted((20, 5), (60, 5))
    odd = np.array([[0.0] * 5 + [2.0] * 5, [2.0] * 5 + [0.0] * 5])
    known = replace(different, odd=odd)
    assert assign(bases, units, {"a": (11.5, 12.2), "b": (14.5, 12.2)}, known).interchangeable == []


def test_units_of_other_sizes_and_units_that_stand_where_they_stood_are_not_taken_for_each_other() -> None:
    bases = [*row(10, 10, 5), *row(10, 14.4, 3)]
    cards = {"a": (11.5, 12.2), "b": (14.5, 12.2)}
    assert assign(bases, [unit("a", 5), unit("b", 3)], cards).interchangeable == []
    stood = KnownUnit("a", "a", "a", (WIDE,) * 5, tuple((base.x, base.y) for base in bases[:5]))
    both = [*bases[:5], *row(10, 14.4, 5)]
    assert assign(both, [stood, unit("b", 5)], cards).interchangeable == []


def test_units_without_cards_that_only_a_miniature_more_distinguishes_are_named() -> None:
    """One too many may be nobody's; they keep what they have. With two too many, or a card, they are told apart."""
    bases, before = [*row(10, 10, 6), *row(30, 10, 5)], ["b"] * 6 + ["a"] * 5
    units = [unit("a", 5), unit("b", 6)]
    assert assign(bases, units, {}, before=before) == ({"a": [6, 7, 8, 9, 10], "b": [0, 1, 2, 3, 4, 5]}, [("a", "b")])
    assert assign(bases, units, {"b": (10.0, 12.0)}, before=before).interchangeable == []
    more = [*row(10, 10, 7), *row(30, 10, 5)]
    assert assign(more, [unit("a", 5), unit("b", 7)], {}, before=["b", *before]).interchangeable == []


def test_the_card_of_a_unit_on_a_roof_lies_at_its_foot() -> None:
    """Eight inches from the card, half an inch from the terrain that it stands on."""
    bases, nothing = row(10, 10, 1), np.zeros((1, 1))
    units, cards = [unit("a", 1)], {"a": (20.0, 10.0)}
    far = Judged(nothing, nothing, (False,), nothing, nothing + np.inf, nothing)
    assert assign(bases, units, cards, far).given == {"a": []}
    assert assign(bases, units, cards, replace(far, foot=nothing + 1.25)).given == {"a": [0]}


def test_a_circle_of_a_unit_s_size_is_surer_beside_its_card() -> None:
    circles = [FoundBase(10, 10, WIDE, 0.4), FoundBase(10, 10, SMALL, 0.4), FoundBase(30, 10, WIDE, 0.4)]
    clearer = [each.score - 0.4 for each in beside_cards(circles, [unit("a", 3)], {"a": (12.0, 10.0)})]
    assert clearer == pytest.approx([EXPECTED, 0, 0])
    stood = KnownUnit("a", "a", "a", (WIDE,), ((10.0, 10.0),))
    assert beside_cards(circles, [stood], {"a": (12.0, 10.0)}) == circles


def test_an_oval_is_less_sure_the_farther_it_is_from_its_units_cards() -> None:
    """Unless one of these units may be anywhere: its card is not seen, or it stays where it stood."""
    riders = KnownUnit("a", "a", "a", (2.21,) * 3, lengths=(2.95,) * 3)
    more = structs.replace(riders, transponder="b")
    ovals = [FoundBase(x, 10, 2.21, 0.4, 0.0, 2.95) for x in (10.0, 15.0, 40.0)]
    cards = {"a": (8.0, 10.0)}
    near, away, far = (each.score - 0.4 for each in beside_cards(ovals, [riders], cards))
    assert near == pytest.approx(EXPECTED)
    assert 0 < away < EXPECTED
    assert far == pytest.approx(UNLIKELY * EXPECTED)
    hidden = [each.score - 0.4 for each in beside_cards(ovals, [riders, more], cards)]
    assert hidden == pytest.approx([near, away, 0])
    stayed = structs.replace(more, places=((50.0, 30.0),) * 3)
    assert beside_cards(ovals, [riders, stayed], {**cards, "b": (50.0, 32.0)})[2] == ovals[2]


def test_the_end_of_a_long_row_of_ovals_is_as_sure_as_it_is_seen() -> None:
    """Though its card lies at the other end; but not if there is a gap in the row, or hardly anything to see of it."""
    riders = KnownUnit("a", "a", "a", (2.21,) * 6, lengths=(2.95,) * 6)
    row = [FoundBase(10 + 3.2 * number, 10, 2.21, 0.6, 0.0, 2.95) for number in range(6)]
    cards = {"a": (8.0, 10.0)}
    assert beside_cards(row, [riders], cards)[-1] == row[-1]
    assert beside_cards([row[0], row[-1]], [riders], cards)[-1].score < row[-1].score
    faint = [replace(each, score=0.4) for each in row]
    assert beside_cards(faint, [riders], cards)[-1].score < 0.4
