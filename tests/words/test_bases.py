"""What a base is called, and what a miniature's sheet says of it."""

from __future__ import annotations

import msgspec
import pytest

from highground.words.bases import BaseSize, base_size
from tests.engine.field import miniatures


@pytest.mark.parametrize(
    ("size", "shape", "words"),
    [
        (BaseSize(32.0, 1.5), "round", "32 mm"),
        (BaseSize(28.5, 1.5), "round", "28.5 mm"),
        (BaseSize(42.0, 2.5, length=75.0), "oval", "42 x 75 mm oval"),
        (BaseSize(80.0, 3.0, length=115.0, rectangular=True), "rectangular", "80 x 115 mm rectangular"),
        (BaseSize(60.0, 3.0, length=60.0), "round", "60 mm"),
        (BaseSize(60.0, 3.0, length=60.0, rectangular=True), "rectangular", "60 x 60 mm rectangular"),
    ],
)
def test_a_base_in_words(size: BaseSize, shape: str, words: str) -> None:
    assert (size.shape, str(size)) == (shape, words)


def test_what_stands_on_a_base_says_so_and_nothing_more_of_a_round_one() -> None:
    oval, square = BaseSize(42.0, 2.5, length=75.0), BaseSize(50.0, 2.0, length=50.0, rectangular=True)
    sheet = miniatures("Rider", 2)
    for size in (oval, square, BaseSize(40.0, 1.8)):
        assert base_size(size.under(sheet)) == size
    assert oval.under(sheet).base.long
    again = BaseSize(32.0, 1.5).under(square.under(sheet))
    assert not {"length_mm", "rectangular"} & msgspec.to_builtins(again).keys()
