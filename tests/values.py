"""Copies of values with other fields, be they Structs or a part of a battle's state."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar

import msgspec

V = TypeVar("V")


def replace(value: V, /, **changes: Any) -> V:
    """A copy of the value in which these fields are others."""
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.replace(value, **changes)
    return dataclasses.replace(value, **changes)  # type: ignore[type-var]
