"""What can be done now, and why not: at every moment of a battle."""

from __future__ import annotations

from highground.play import computer
from highground.play.possible import possible
from tests.play.test_state import sample


def test_every_unit_that_cannot_act_has_a_sentence() -> None:
    game, asked, said = sample(), set(), set()
    for _ in range(150):
        computer.step(game)
        known = game.number
        told = possible(game, frozenset({0}))
        request = game.ask()
        assert request is not None
        assert game.number == known
        assert told["mine"] is (request.side == 0)
        assert told["asked"].endswith(".")
        assert "{" not in told["asked"]
        asked.add(told["verb"])
        for unit in told["units"]:
            assert unit["can"] is (unit["why"] == "")
            said.add(unit["why"].split(" ", 2)[-1])
    assert asked >= {"set up", "move", "shoot", "charge", "fight"}
    assert len(said) > 8
