"""What is worked out once and kept: all that the rules remember, and when they forget it.

- `Once`, of a frozen value such as a sheet or a layout: kept with the value, which never changes, and never forgotten.
- `OnTable`, of a scene: forgotten as soon as an event touches the table or effects in force change (`Fact.touches`).
- `While`, of a scene: kept with what it was worked out from, and good for as long as that is still the same.
- `Latest`, of a scene: as `While`, but one answer and no key, for what is asked all the time.

Each is declared beside the function that works it out, and nothing else reads or writes it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

K = TypeVar("K")
T = TypeVar("T")


class Once(Generic[T]):
    """One answer about each value. The last one asked for is at hand: of a battle's setup it is always the same."""

    def __init__(self, name: str, work: Callable[[Any], T]) -> None:
        self._name = name
        self._work = work
        self._last: object = None
        self._answer: T | None = None

    def of(self, value: object) -> T:
        if value is self._last and self._answer is not None:
            return self._answer
        found = self._kept(value)
        self._last = None  # another thread must not take the one for the other's
        self._answer = found
        self._last = value
        return found

    def _kept(self, value: object) -> T:
        kept = value.__dict__
        found: T | None = kept.get(self._name)
        if found is None:
            found = kept[self._name] = self._work(value)
        return found


KINDS: Final = 24
"""The most of `OnTable`, of `While` and of `Latest` that may be declared."""


class Memory:
    """What a scene remembers, by the numbers of those that are declared."""

    def __init__(self) -> None:
        self.table: list[dict[Any, Any] | None] = [None] * KINDS
        self.held: list[dict[Any, tuple[Any, Any]] | None] = [None] * KINDS
        self.latest: list[tuple[Any, Any] | None] = [None] * KINDS
        self.fresh = True
        """Whether nothing is remembered that hangs on the table."""

    def forget(self) -> None:
        """Forget what hangs on the table."""
        if not self.fresh:
            self.table, self.fresh = [None] * KINDS, True


class _Numbers:
    """Numbers in the order of declaration. A name would have to be looked up each time."""

    def __init__(self) -> None:
        self._last = -1

    def next(self) -> int:
        self._last += 1
        if self._last >= KINDS:
            raise RuntimeError("more is declared than KINDS allows")
        return self._last


_OF_TABLE, _OF_SCENE, _OF_ONE = _Numbers(), _Numbers(), _Numbers()


class OnTable(Generic[K, T]):
    """Answers by a key, until something on the table changes."""

    def __init__(self) -> None:
        self._number = _OF_TABLE.next()

    def get(self, memory: Memory, key: K) -> T | None:
        known = memory.table[self._number]
        found: T | None = None if known is None else known.get(key)
        return found

    def put(self, memory: Memory, key: K, answer: T) -> T:
        known = memory.table[self._number]
        if known is None:
            known = memory.table[self._number] = {}
            memory.fresh = False
        known[key] = answer
        return answer


class While(Generic[K, T]):
    """An answer by a key, good for what it was worked out from: what is equal to it or, if `same`, it alone."""

    def __init__(self, same: bool = False) -> None:
        self._number = _OF_SCENE.next()
        self._same = same

    def get(self, memory: Memory, key: K, basis: Any) -> T | None:
        known = self.last(memory, key)
        if known is None:
            return None
        good = known[0] is basis if self._same else known[0] == basis
        found: T | None = known[1] if good else None
        return found

    def last(self, memory: Memory, key: K) -> tuple[Any, T] | None:
        """What the last answer was worked out from, and the answer, whether or not it is still good."""
        answers = memory.held[self._number]
        return None if answers is None else answers.get(key)

    def put(self, memory: Memory, key: K, basis: Any, answer: T) -> T:
        answers = memory.held[self._number]
        if answers is None:
            answers = memory.held[self._number] = {}
        answers[key] = (basis, answer)
        return answer


class Latest(Generic[T]):
    """The answer for what was asked last, good for that very value."""

    def __init__(self) -> None:
        self._number = _OF_ONE.next()

    def get(self, memory: Memory, basis: Any) -> T | None:
        known = memory.latest[self._number]
        if known is None or known[0] is not basis:
            return None
        found: T = known[1]
        return found

    def put(self, memory: Memory, basis: Any, answer: T) -> T:
        memory.latest[self._number] = (basis, answer)
        return answer
