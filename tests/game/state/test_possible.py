"""What can be done now, and why not: at every moment of a battle."""

from __future__ import annotations

import pytest

from highground.engine.abilities.afflictions import AddToNerve
from highground.engine.battle import Battle
from highground.engine.choices import Advance, RollDice
from highground.engine.events import BattleShockTested
from highground.engine.model import Ability
from highground.game.commands import computer
from highground.game.match.match import Control, Match
from highground.game.state.asked import request_view
from highground.game.state.possible import possible
from tests.engine import field
from tests.game.state.test_state import sample
from tests.values import replace

BOW = field.weapon("bow", "1", reach=24)


def match_of(battle: Battle) -> Match:
    return Match(battle, "game", (Control(player="Ada"), Control(player="Ben")))


def why(battle: Battle) -> dict[str, str]:
    """Why each unit that is asked cannot act; empty for one that can."""
    return {unit["name"]: unit["why"] for unit in possible(match_of(battle), frozenset({0}))["units"]}


def test_a_unit_that_may_shoot_but_has_no_target_shows_why() -> None:
    blue = [field.unit("Archers", BOW), field.unit("Guards", field.blade())]
    what = field.setup(blue, [field.unit("Raiders", field.blade())])
    far = field.position(what, {0: field.row(10.0, 20.0), 2: field.row(50.0, 20.0)})
    assert why(far)["Archers"] == "Raiders is out of Bow's range: 38.7 of 24 inches."
    locked = {0: field.row(30.0, 20.0), 1: field.row(48.5, 20.0), 2: field.row(50.0, 20.0)}
    assert why(field.position(what, locked))["Archers"] == "Raiders is engaged with a unit of your own."
    near = field.position(what, {0: field.row(30.0, 20.0), 2: field.row(50.0, 20.0)})
    assert why(near)["Archers"] == ""


@pytest.mark.parametrize("added", [0, -1])
def test_the_prompt_for_a_battle_shock_test_shows_the_roll_needed(added: int) -> None:
    wardens = field.unit("Wardens", field.blade(), count=5)
    if added:
        wardens = replace(wardens, abilities=(Ability("Gloom", effects=(AddToNerve(added),)),))
    what = field.setup([wardens], [field.unit("Raiders", field.blade())])
    places = {0: field.row(10.0, 20.0, 5), 1: field.row(50.0, 20.0)}
    lost = {0: {"wounds": (1, 0, 0, 0, 0)}}
    battle = field.position(what, places, "command", time="beginning", units=lost)
    battle.answer(Advance())
    match = match_of(battle)
    view = request_view(match, match.due())
    sheet = what.armies[0].units[0].line_up[0].profile
    assert (view["stage"], view["needed"]) == ("battle-shock", sheet.leadership - added)
    (tested,) = [each for each in battle.answer(RollDice()) if isinstance(each, BattleShockTested)]
    assert tested.leadership == view["needed"]


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
