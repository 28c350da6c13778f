"""The figures of a batch."""

from __future__ import annotations

import msgspec
import pytest

from highground.simulation.battles import Outcome
from highground.simulation.summary import Failed, summarise, wilson
from tests.simulation.setups import sample


@pytest.mark.parametrize(
    ("wins", "battles", "low", "high"),
    [
        # R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_is_wilsons(wins: int, battles: int, low: float, high: float) -> None:
    rate = wilson(wins, battles)
    assert rate.value == pytest.approx(wins / battles)
    assert rate.low == pytest.approx(low, abs=5e-5)
    assert rate.high == pytest.approx(high, abs=5e-5)
    mirrored = wilson(battles - wins, battles)
    assert (mirrored.low, mirrored.high) == pytest.approx((1 - rate.high, 1 - rate.low))


def test_nothing_fought_says_nothing() -> None:
    rate = wilson(0, 0)
    assert (rate.value, rate.low, rate.high) == (None, 0.0, 1.0)


def outcome(index: int, winner: int | None, first: int, vp: tuple[int, int]) -> Outcome:
    by_round = tuple((0, 0, 0, 0, points) for points in vp)
    return Outcome(index, index + 100, winner, first, vp, (by_round[0], by_round[1]), 500, f"digest {index}")


OUTCOMES = [outcome(4, None, 1, (30, 30)), outcome(0, 0, 0, (40, 20)), outcome(1, 1, 0, (10, 50)),
            outcome(3, 0, 1, (25, 5))]  # fmt: skip


def test_figures_count_what_ended_and_name_what_did_not() -> None:
    summary = summarise(sample(), 7, 2, 2.0, OUTCOMES, [Failed(102, "a.json", "ZeroDivisionError: x")])
    assert summary.battles == 5
    assert summary.battles_per_second == 2.0
    assert (summary.wins.a, summary.wins.b, summary.wins.draw) == (2, 1, 1)
    assert summary.win_rate_a.value == pytest.approx(2.5 / 4)
    assert (summary.vp.a, summary.vp.b) == pytest.approx((105 / 4, 105 / 4))
    assert summary.vp_by_round.b == pytest.approx((0, 0, 0, 0, 105 / 4))
    first = summary.first_turn
    assert (first.wins, first.losses, first.draws) == (1, 2, 1)
    assert first.win_rate.value == pytest.approx(1.5 / 4)
    assert summary.digests == ("digest 0", "digest 1", None, "digest 3", "digest 4")


def test_the_digest_is_of_all_battles_in_their_order() -> None:
    digests = {
        summarise(sample(), 7, jobs, 1.0, battles, []).digest
        for jobs, battles in ((1, OUTCOMES[1:3]), (2, OUTCOMES[2:0:-1]))
    }
    assert len(digests) == 1
    assert summarise(sample(), 7, 1, 1.0, OUTCOMES[1:2], []).digest not in digests


def test_a_batch_without_a_battle_that_ended_is_json_all_the_same() -> None:
    summary = summarise(sample(), 7, 1, 0.0, [], [Failed(1, "a.json", "x")])
    read = msgspec.json.decode(msgspec.json.encode(summary))
    assert read["vp"] == {"a": None, "b": None}
    assert read["win_rate_a"] == {"value": None, "low": 0.0, "high": 1.0}
    assert read["battles_per_second"] == 0.0
