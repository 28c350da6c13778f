"""Dealing gear to the miniatures of a group."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from highground.rosters.deal import deal

ITEMS = st.lists(st.tuples(st.integers(0, 30), st.sampled_from(["ranged", "melee", "own"])), max_size=6)


def test_equal_shares_stay_one_run() -> None:
    assert deal(4, [(4, "ranged"), (8, "melee")]) == [(4, (1, 2))]


def test_what_is_over_goes_round_by_kind() -> None:
    assert deal(5, [(3, "ranged"), (2, "ranged"), (5, "melee")]) == [(3, (1, 0, 1)), (2, (0, 1, 1))]


def test_a_cursor_starts_again_after_the_last_miniature() -> None:
    assert deal(2, [(1, "ranged"), (1, "ranged"), (1, "ranged")]) == [(1, (1, 0, 1)), (1, (0, 1, 0))]


@given(st.integers(1, 20), ITEMS)
def test_nothing_is_lost_and_nobody_is_far_ahead(count: int, items: list[tuple[int, str]]) -> None:
    runs = deal(count, items)
    assert sum(miniatures for miniatures, _ in runs) == count
    for index, (number, _) in enumerate(items):
        assert sum(miniatures * share[index] for miniatures, share in runs) == number
        held = [share[index] for _, share in runs]
        assert max(held) - min(held) <= 1
