"""The heap of legs that ways round obstacles are found by."""

from __future__ import annotations

from heapq import heappop, heappush

from hypothesis import given
from hypothesis import strategies as st

from highground.engine.table.paths import _Legs

numbers = st.integers(0, 400)
lengths = st.one_of(st.sampled_from([0.0, 1.0, 2.5]), st.floats(0.0, 99.0))
legs = st.tuples(lengths, lengths, numbers, numbers)


@given(st.lists(st.one_of(legs, st.none()), max_size=80))
def test_legs_come_out_as_they_would_of_a_heap_of_tuples(steps: list[tuple[float, float, int, int] | None]) -> None:
    """A leg goes in, or, for each None, the first comes out; and then all the rest."""
    ours, theirs = _Legs(), list[tuple[float, float, int, int]]()
    for leg in (*steps, *[None] * len(steps)):
        if leg is not None:
            ours.push(*leg)
            heappush(theirs, leg)
        elif theirs:
            assert ours.pop() == heappop(theirs)[1:]
        assert ours.count == len(theirs)
