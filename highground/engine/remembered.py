"""A value that is worked out when it is first asked for, and then kept with what it is a value of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class remembered(Generic[T]):  # noqa: N801 - it is used as a decorator
    """As `functools.cached_property`, which the compiler takes for a property and works out every time."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self._work = work
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: type | None = None) -> T:
        value = self._work(instance)
        instance.__dict__[self._name] = value
        return value
