"""What can be done now, and why not: at every moment of a battle."""

from __future__ import annotations

from highground.game.commands import computer
from highground.game.state.possible import possible
from tests.game.state.test_state import sample


def test_every_unit_that_cannot_act_has_a_sentence() -> None:
    game, asked, said = sample(), set(), set()
    for _ in range(150):
        computer.step(game)
        known = game.number
        shown = possible(game, frozenset({0}))
        prompt = game.ask()
        assert prompt is not None
        assert game.number == known
        assert shown["mine"] is (prompt.side == 0)
        assert shown["asked"].endswith(".")
        assert "{" not in shown["asked"]
        asked.add(shown["verb"])
        for unit in shown["units"]:
            assert unit["can"] is (unit["why"] == "")
            said.add(unit["why"].split(" ", 2)[-1])
    assert asked >= {"set up", "move", "shoot", "charge", "fight"}
    assert len(said) > 8
