"""Taking choices back: free while no die was rolled, else with the opponent's consent, and never hidden."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from highground.engine import log
from highground.engine.battle import Battle
from highground.engine.choices import ChooseZone, RollDice
from highground.engine.errors import Refusal
from highground.engine.record import history
from highground.words import sentence
from tests.engine.menagerie import SKIRMISH
from tests.engine.random_play import play_random


def refused(battle: Battle) -> str:
    state, digest, records = battle.state, battle.digest(), len(battle.records)
    with pytest.raises(Refusal) as error:
        battle.undo()
    assert (battle.state, battle.digest(), len(battle.records)) == (state, digest, records)
    assert sentence(error.value).endswith(".")
    return error.value.code


def test_a_choice_without_dice_is_taken_back_freely() -> None:
    battle = Battle(SKIRMISH, 7)
    battle.answer(RollDice())
    state, digest, asked = battle.state, battle.digest(), battle.ask()
    battle.answer(ChooseZone(0))
    assert battle.undo().choice == ChooseZone(0)
    assert (battle.state, battle.digest(), battle.ask()) == (state, digest, asked)
    battle.answer(ChooseZone(1))
    (undone,) = battle.undone
    assert (undone.serial, undone.until, undone.record.choice, undone.consented) == (1, 2, ChooseZone(0), False)


def test_a_history_has_all_that_was_chosen_and_taken_back_in_order() -> None:
    battle = Battle(SKIRMISH, 7)
    battle.answer(RollDice())
    battle.answer(ChooseZone(0))
    battle.undo()
    battle.answer(ChooseZone(1))
    battle.undo()
    battle.undo(consent=True)
    battle.answer(RollDice())
    battle.answer(ChooseZone(0))
    steps = [
        (type(step.record.choice).__name__, step.number, step.undo) for step in history(battle.records, battle.undone)
    ]
    assert steps == [
        ("RollDice", 0, False),
        ("ChooseZone", 1, False),
        ("ChooseZone", 1, True),
        ("ChooseZone", 1, False),
        ("ChooseZone", 1, True),
        ("RollDice", 0, True),
        ("RollDice", 0, False),
        ("ChooseZone", 1, False),
    ]
    restored = Battle.restored(SKIRMISH, 7, battle.records, battle.undone)
    restored.undo()
    assert restored.undone[-1].serial == 4


@given(st.lists(st.booleans(), max_size=40))
def test_any_history_can_be_read_from_what_is_kept(undos: list[bool]) -> None:
    battle, expected = Battle(SKIRMISH, 7), []
    for undo in undos:
        if undo and battle.records:
            battle.undo(consent=True)
            expected.append((len(battle.records), True))
        elif len(battle.records) < 2:
            battle.answer(ChooseZone(0) if battle.records else RollDice())
            expected.append((len(battle.records) - 1, False))
    assert [(step.number, step.undo) for step in history(battle.records, battle.undone)] == expected


def test_dice_need_consent_and_come_again() -> None:
    battle = Battle(SKIRMISH, 7)
    events = battle.answer(RollDice())
    assert refused(battle) == "needs-consent"
    battle.undo(consent=True)
    assert battle.records == []
    assert battle.answer(RollDice()) == events, "nobody rolls better by taking back"
    assert battle.undone[0].consented


def test_there_is_nothing_before_the_beginning() -> None:
    assert refused(Battle(SKIRMISH, 7)) == "nothing-to-undo"


def test_a_whole_battle_can_be_taken_back_choice_by_choice() -> None:
    battle = play_random(SKIRMISH, 2)
    whole = list(battle.records)
    digest = battle.digest()
    while battle.records:
        battle.undo(consent=True)
        assert battle.records == whole[: len(battle.records)]
    assert battle.state == Battle(SKIRMISH, 2).state
    assert battle.digest() == Battle(SKIRMISH, 2).digest()
    for record in whole:
        assert battle.answer(record.choice) == record.events
    assert battle.digest() == digest
    assert len(battle.undone) == len(whole)


def test_the_log_shows_what_was_taken_back() -> None:
    battle = Battle(SKIRMISH, 7)
    battle.answer(RollDice())
    battle.answer(ChooseZone(0))
    battle.undo()
    loaded = log.load(log.dump(log.log_of(battle)))
    assert loaded.undone == tuple(battle.undone)
    assert log.replay(loaded).digest() == battle.digest()
