"""Setting up: the roll for zones, units in turns, infiltrators, reserves and scouting moves."""

from __future__ import annotations

import pytest

from highground.engine import events as ev
from highground.engine.battle import Battle
from highground.engine.choices import Advance, ChooseZone, Deploy, End, Place, Reserve, RollDice
from highground.engine.model import Point, Terrain
from highground.engine.prompts import AdvancePrompt, PlacePrompt, ZonePrompt
from highground.engine.state import Deploying, Scouting
from tests.engine.field import BLUE, RED, blade, one, only, refusal, row, setup, take, unit

WALL = Terrain("wall", ((3.0, 30.0), (9.0, 30.0), (9.0, 30.5)), walls=(((3.0, 30.0), (9.0, 30.0)),))


def deploying(*blue_rules: str, red: int = 1) -> Battle:
    """Blue chose its zone (west) and deploys first; its units have three miniatures each."""
    mine = [unit(f"Blue {i}", blade(), count=3, rules=rules) for i, rules in enumerate(blue_rules or ("", ""))]
    battle = Battle(setup(mine, [unit(f"Red {i}", blade()) for i in range(red)], WALL), 1)
    take(battle, RollDice(), 5, 2)
    take(battle, ChooseZone(0))
    return battle


def test_a_tie_is_rolled_again_until_somebody_chooses() -> None:
    battle = Battle(setup([unit("A", blade())], [unit("B", blade())]), 1)
    events = take(battle, RollDice(), 3, 3, 6, 6, 1, 4)
    assert one(ev.DeploymentRolled, events) == ev.DeploymentRolled(((3, 3), (6, 6), (1, 4)), RED)
    assert battle.ask() == ZonePrompt(RED, ("zone",))
    refused = refusal(battle, ChooseZone(2))
    assert (refused.code, refused.measure) == ("no-such-zone", "2")
    take(battle, ChooseZone(0))
    assert [army.zone for army in battle.state.armies] == [1, 0]


def test_armies_set_up_in_turns_and_the_longer_list_goes_on_alone() -> None:
    battle = deploying("", "", "")
    order = []
    while isinstance(battle.state.top, Deploying):
        prompt = battle.ask()
        assert prompt is not None
        order.append(prompt.side)
        number, count = prompt.units[0], len(battle.scene.sheets[prompt.units[0]].line_up)
        take(battle, Deploy(number, row(5.0 if prompt.side == BLUE else 55.0, 2.0 + 6 * number, count)))
    assert order == [BLUE, RED, BLUE, BLUE]
    assert battle.ask() == AdvancePrompt(BLUE, ("advance",))


@pytest.mark.parametrize(
    ("places", "code"),
    [
        (row(13.0, 10.0, 3), "outside-zone"),
        (row(11.8, 10.0, 3), "outside-zone"),
        (row(0.5, 10.0, 3), "off-board"),
        (row(5.0, 10.0, 3, 1.0), "on-base"),
        (row(5.0, 10.0, 3, 4.0), "coherency"),
        (row(5.0, 28.5, 3), "on-wall"),
        (row(5.0, 10.0, 2), "wrong-count"),
        (((float("nan"), 1.0), (2.0, 2.0), (3.0, 3.0)), "no-place-on-table"),
        (((1e9, 1.0), (2.0, 2.0), (3.0, 3.0)), "no-place-on-table"),
    ],
)
def test_places_that_no_unit_can_be_set_up_in(places: tuple[Point, ...], code: str) -> None:
    battle = deploying()
    refused = refusal(battle, Deploy(0, places))
    assert refused.code == code
    if code == "wrong-count":
        assert refused.measure == "2 of 3"


def test_a_base_may_touch_the_border_of_its_zone() -> None:
    battle = deploying()
    event = one(ev.UnitDeployed, take(battle, Deploy(0, row(11.37, 10.0, 3))))
    assert battle.state.units[0].places == event.places
    assert battle.state.units[0].deployed


def test_only_the_sides_own_waiting_units_are_set_up() -> None:
    battle = deploying()
    assert refusal(battle, Deploy(2, row(5.0, 10.0))).code == "not-yours"
    assert refusal(battle, Deploy(9, row(5.0, 10.0))).code == "no-such-unit"
    assert refusal(battle, Reserve(-1)).code == "no-such-unit"
    assert refusal(battle, End()).code == "wrong-choice"
    take(battle, Deploy(0, row(5.0, 10.0, 3)))
    take(battle, Deploy(2, row(55.0, 10.0)))
    assert refusal(battle, Deploy(0, row(8.0, 10.0, 3))).code == "already-deployed"
    assert refusal(battle, Deploy(1, row(5.0, 12.0, 3))).code == "on-base"


def test_infiltrators_keep_nine_inches_from_enemies_and_their_zone() -> None:
    battle = deploying("infiltrators", "", red=2)
    take(battle, Deploy(1, row(5.0, 35.0, 3)))
    take(battle, Deploy(2, row(49.0, 20.0)))
    # The red zone begins at x = 48: a base's edge 9 inches away is too close, a hair more is not.
    assert refusal(battle, Deploy(0, row(38.371, 5.0, 3))).code == "near-enemy-zone"
    assert refusal(battle, Deploy(0, row(38.37, 5.0, 3))).code == "near-enemy-zone"
    assert refusal(battle, Deploy(0, row(50.0, 5.0, 3))).code == "near-enemy-zone"
    take(battle, Deploy(0, row(38.369, 5.0, 3)))


def test_infiltrators_keep_nine_inches_from_an_enemy_that_stands_forward() -> None:
    blue, red = unit("Lurkers", blade(), rules="infiltrators"), unit("Scouts", blade(), rules="infiltrators")
    battle = Battle(setup([blue], [red]), 1)
    take(battle, RollDice(), 2, 5)
    take(battle, ChooseZone(1))
    take(battle, Deploy(1, row(30.0, 20.0)))
    refused = refusal(battle, Deploy(0, row(30.0 - 9 - 1.26, 20.0)))
    assert refused.code == "too-close"
    assert "Scouts" in refused.sentence
    take(battle, Deploy(0, row(30.0 - 9.001 - 1.26, 20.0)))


def test_scouts_move_before_the_battle() -> None:
    battle = deploying("scouts 6", "")
    take(battle, Deploy(0, row(11.0, 10.0, 3)))
    take(battle, Deploy(2, row(48.7, 40.0)))
    take(battle, Deploy(1, row(5.0, 35.0, 3)))
    events = take(battle, Advance(), 4, 3)
    assert one(ev.FirstTurnRolled, events) == ev.FirstTurnRolled(BLUE, ((4, 3),), (0,))
    assert battle.state.top == Scouting((0,))
    assert battle.ask() == PlacePrompt(BLUE, ("place",), (0,), 0, 6.0, why="scouts")
    refused = refusal(battle, Place(row(17.1, 10.0, 3)))
    assert (refused.code, refused.measure) == ("too-far", "6.1 of 6 inches")
    events = take(battle, Place(row(17.0, 10.0, 3)))
    assert battle.state.units[0].places == row(17.0, 10.0, 3)
    assert one(ev.BattleBegan, events) == ev.BattleBegan(BLUE, ())
    assert (battle.state.phase, battle.state.active, battle.state.stack) == ("command", BLUE, ())


def test_scouts_keep_nine_inches_from_the_enemy_and_may_stay() -> None:
    blue, red = unit("Runners", blade(), rules="scouts 9"), unit("Lurkers", blade(), rules="infiltrators")
    battle = Battle(setup([blue], [red]), 1)
    take(battle, RollDice(), 6, 5)
    take(battle, ChooseZone(0))
    take(battle, Deploy(0, row(11.0, 10.0)))
    take(battle, Deploy(1, row(26.0, 10.0)))
    take(battle, Advance(), 1, 2)
    assert refusal(battle, Place(row(16.0, 10.0))).code == "too-close"
    assert one(ev.UnitScouted, take(battle, Place())).places is None
    assert battle.state.units[0].places == row(11.0, 10.0)


def test_units_in_reserve_do_not_scout() -> None:
    battle = deploying("scouts 6, deep strike", "")
    take(battle, Reserve(0))
    take(battle, Deploy(2, row(55.0, 10.0)))
    take(battle, Deploy(1, row(5.0, 10.0, 3)))
    assert one(ev.BattleBegan, take(battle, Advance(), 5, 1)).first == BLUE


def test_the_battle_begins_with_a_roll_for_the_first_turn() -> None:
    battle = deploying("")
    take(battle, Deploy(0, row(5.0, 10.0, 3)))
    take(battle, Deploy(1, row(55.0, 10.0)))
    assert refusal(battle, RollDice()).code == "wrong-choice"
    events = take(battle, Advance(), 4, 4, 2, 3)
    assert one(ev.BattleBegan, events) == ev.BattleBegan(RED, ((4, 4), (2, 3)))
    assert one(ev.TurnBegan, events) == ev.TurnBegan(1, 1, RED)
    assert only(ev.PhaseChanged, events) == [ev.PhaseChanged("command", "beginning")]
    assert (battle.state.active, battle.state.first) == (RED, RED)
