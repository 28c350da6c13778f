"""Entities of the specification: the names and kinds of their fields, held against what is answered.

A shape is a type, a tuple of what it may be (types and values; None: it may be null), a list of one shape (each
element), or a dict (the fields that must be there; an entity may have more).
"""

from __future__ import annotations

from typing import Any

Shape = Any

NUMBER = (int, float)
SPOT = "[x, y]"
"""Two numbers."""
FACE = (int, str, None)
"""A roll's number: 4, '3+', or null where none was rolled."""


def check(value: Any, shape: Shape, at: str = "the answer") -> None:
    """Fails with the place and the field that is not as the shape says."""
    if isinstance(shape, dict):
        assert isinstance(value, dict), f"{at}: {value!r} is no object"
        missing = shape.keys() - value.keys()
        assert not missing, f"{at} lacks {sorted(missing)}"
        for name, expected in shape.items():
            check(value[name], expected, f"{at}.{name}")
    elif isinstance(shape, list):
        assert isinstance(value, list), f"{at}: {value!r} is no list"
        for index, each in enumerate(value):
            check(each, shape[0], f"{at}[{index}]")
    else:
        assert _allowed(value, shape), f"{at}: {value!r} is not {shape!r}"


def filled(value: Any, shape: list[Shape], at: str = "the answer") -> None:
    """As `check`, for a list that has something in it."""
    assert value, f"{at} is empty"
    check(value, shape, at)


def _allowed(value: Any, shape: Shape) -> bool:
    if isinstance(shape, tuple):
        return any(_allowed(value, each) for each in shape)
    if shape == SPOT and isinstance(shape, str):
        return isinstance(value, list) and len(value) == 2 and all(_allowed(each, NUMBER) for each in value)
    if isinstance(shape, type):
        return isinstance(value, shape) and (shape is bool or not isinstance(value, bool))
    if isinstance(shape, (dict, list)):
        return _fits(value, shape)
    return bool(value == shape) and type(value) is type(shape)


def _fits(value: Any, shape: Shape) -> bool:
    try:
        check(value, shape)
    except AssertionError:
        return False
    return True
