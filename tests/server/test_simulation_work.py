"""A simulation's parts summed up: ten thousand battles come to a page of figures."""

from __future__ import annotations

import msgspec

from highground.packs import load_pack
from highground.server.simulations.schemas import SimulationResult
from highground.server.simulations.work import PartResult, SimulationRequest, gather
from highground.simulation.batch import spread
from highground.simulation.battles import Outcome
from highground.simulation.summary import Failed

BATTLES = 10_000


def outcome(index: int) -> Outcome:
    """Every fourth battle a draw, of the others two in three for A."""
    winner = None if index % 4 == 0 else int(index % 4 == 1)
    rounds = ((4, 8, 8, 10, 10), (2, 8, 8, 8, 4))
    return Outcome(index, index + 7, winner, index % 2, (40, 30), rounds, 500, f"{index:032x}")


def test_ten_thousand_battles_come_to_a_page_of_figures() -> None:
    pack = load_pack()
    request = SimulationRequest(
        pack.army("vow-1000"), pack.army("fen-1000"), None, BATTLES, 7, ("standard", "cautious")
    )
    parts = [PartResult([outcome(index) for index in part], []) for part in spread(BATTLES, 4, 5)]
    parts[-1].ended.pop()
    parts[-1].failed.append(Failed(9, "", "StepLimit: the battle is not over"))
    encoded = [msgspec.json.encode(part) for part in parts]
    assert sum(map(len, encoded)) < 2_500_000, "what the table holds meanwhile"
    fields = gather(msgspec.json.encode(request), encoded, 300.0)
    assert len(msgspec.json.encode(fields)) < 2_000
    result = SimulationResult.model_validate(fields)
    assert (result.battles, result.failed, result.seconds) == (BATTLES, 1, 300.0)
    assert (result.wins.a, result.wins.b, result.wins.draw) == (4999, 2500, 2500)
    assert result.personalities == ("standard", "cautious")
    assert (result.vp.a, result.vp_by_round.b) == (40.0, [2.0, 8.0, 8.0, 8.0, 4.0])
