"""One press taken back as a whole: the choices of one call after the other, down to where the press began."""

from __future__ import annotations

from highground.engine import choices as ch
from highground.engine.errors import Refusal
from highground.engine.model import Point
from highground.game.commands import answers, taking_back
from highground.game.match.match import Control, Match
from highground.game.state.battle_state import game_state
from tests.engine import field
from tests.game.commands.test_commands import infantry, match

BLUE, RED = frozenset({0}), frozenset({1})


def moving(*control: Control) -> Match:
    """Blue's movement, with two units that may move."""
    what = field.setup([infantry("Wardens"), infantry("Runners")], [infantry("Raiders")])
    places: dict[int, tuple[Point, ...]] = {
        0: field.row(20.0, 10.0, 3),
        1: field.row(20.0, 30.0, 3),
        2: field.row(50.0, 20.0, 3),
    }
    battle = field.position(what, places, "movement")
    return match(battle, (control[0], control[1])) if control else match(battle)


def held(game: Match) -> int:
    """Both units hold their position and the phase ends; how many choices there were before."""
    before = game.number
    for unit in (0, 1):
        game.answer(ch.Move(unit, "stationary"))
    game.answer(ch.End())
    return before


def undo_of(game: Match) -> tuple[str, int]:
    found = game_state(game, BLUE)["undo"]
    assert found is not None
    return found["what"], found["back_to"]


def test_all_that_one_press_did_is_taken_back_at_once() -> None:
    game = moving()
    before = held(game)
    assert undo_of(game) == ("ending the phase's actions", before + 2)
    taking_back.undo_to(game, before, BLUE, agreed=False)
    assert game.number == before
    assert game.battle.state.phase == "movement"


def test_no_further_than_asked_and_the_last_choice_alone_where_nothing_is() -> None:
    game = moving()
    before = held(game)
    taking_back.undo_to(game, before + 1, BLUE, agreed=False)
    assert game.number == before + 1
    taking_back.undo_to(game, game.number, BLUE, agreed=False)
    assert game.number == before


def test_it_ends_before_dice_and_before_what_another_side_did() -> None:
    game = moving(Control(), Control("ai"))
    game.answer(ch.Move(0, "advance"))
    while game.due().kinds[0] != "place":
        game.answer(ch.RollDice())
    game.answer(ch.Place())
    rolled = game.number
    game.answer(ch.Move(1, "stationary"))
    taking_back.undo_to(game, 0, BLUE, agreed=False)
    assert game.number <= rolled
    left = game.battle.records[-1]
    assert left.dice or isinstance(left.choice, ch.Move | ch.RollDice)
    theirs = moving()
    held(theirs)
    taking_back.undo_to(theirs, 0, frozenset({1}), agreed=False)
    assert len(theirs.battle.records) > 1
    assert isinstance(theirs.battle.records[-1].choice, ch.Move)


def test_what_the_other_side_prepares_outlasts_what_is_taken_back_meanwhile() -> None:
    """Nobody deselects the unit of a player who is about to shoot, or drops the charges that they have registered."""
    game = moving()
    shooting = field.position(
        game.battle.setup, {i: u.places for i, u in enumerate(game.battle.state.units)}, "shooting"
    )
    game = match(shooting)
    answers.select_unit(game, game.cast.unit_uuids[0], melee=False)
    game.answer(ch.Allocate(2, (1,)))
    taking_back.undo_to(game, game.number, RED, agreed=False)
    assert game.draft.selected == 0
    game.answer(ch.Allocate(1, (1,)))
    taking_back.undo_to(game, game.number, BLUE, agreed=False)
    assert game.draft.selected is None


def test_what_the_enemy_says_of_its_wounds_keeps_nobody_from_taking_back_and_stays_said() -> None:
    game = moving()
    before = game.number
    game.answer(ch.Move(0, "stationary"))
    game.answer(ch.Allocate(2, (1,)))
    game.answer(ch.Move(1, "stationary"))
    game.answer(ch.Allocate(2, (2,)))
    assert undo_of(game) == ("Runners holding its position", before + 2)
    taking_back.undo_to(game, before, BLUE, agreed=False)
    assert [type(record.choice) for record in game.battle.records[before:]] == [ch.Allocate, ch.Allocate]
    assert game.battle.state.units[2].falls == (2,)
    taking_back.undo_to(game, game.number, RED, agreed=False)
    assert game.battle.state.units[2].falls == (1,)


def test_what_the_enemy_says_of_its_wounds_answers_no_request_to_take_back() -> None:
    game = moving()
    game.answer(ch.Move(0, "stationary"))
    taking_back.ask_undo(game, 0)
    game.answer(ch.Allocate(2, (1,)))
    assert game.undo_asked == 0
    found = game_state(game, RED)["undo"]
    assert found is not None
    assert (found["what"], found["yours"]) == ("Wardens holding its position", False)
    taking_back.answer_undo(game, RED, agree=True)
    assert (game.battle.state.units[0].moved, game.battle.state.units[2].falls) == ("", (1,))
    assert game.undo_asked is None


def test_nothing_at_all_is_refused() -> None:
    try:
        taking_back.undo_to(moving(), 0, BLUE, agreed=True)
    except Refusal as refused:
        assert refused.code == "nothing-to-undo"
    else:
        raise AssertionError("There is nothing to take back.")
