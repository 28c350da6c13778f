"""Battle logs: what they hold, and what is said of files that are none."""

from __future__ import annotations

import re

import msgspec
import pytest

from highground.engine import log
from highground.engine.battle import Battle, play
from highground.engine.choices import ChooseZone, Deploy, RollDice
from highground.engine.errors import LogError, ReplayError
from highground.engine.events import UnitDeployed
from highground.engine.ledger import Rolled
from highground.engine.record import Given
from highground.words import sentence
from tests.engine.field import row
from tests.engine.menagerie import SKIRMISH
from tests.engine.random_play import play_random
from tests.values import replace


def short() -> Battle:
    battle = Battle(SKIRMISH, 7)
    battle.answer(RollDice(), Given((4, 4, 6, 2), "camera"))
    battle.answer(ChooseZone(0))
    battle.answer(Deploy(0, row(5, 10, 3)))
    return battle


def test_dice_from_outside_are_kept_and_played_again() -> None:
    battle = short()
    assert battle.records[0].dice == tuple(Rolled("deployment", 6, faces, "camera") for faces in ((4, 4), (6, 2)))
    loaded = log.load(log.dump(log.log_of(battle)))
    assert loaded.records[0].given == Given((4, 4, 6, 2), "camera")
    assert log.replay(loaded).records == battle.records
    assert play(SKIRMISH, 7, loaded.choices()).digest() == battle.digest()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not readable JSON"),
        (b"{", "not readable JSON"),
        (b"\xff\xfe", "not readable JSON"),
        (b"[" * 100_000, "not a battle log"),
        (b"[]", "not a battle log"),
        (b"{}", "not a battle log"),
        (b'{"setup": 3}', "not a battle log"),
    ],
)
def test_files_that_are_no_logs_are_reported(data: bytes, words: str) -> None:
    with pytest.raises(LogError) as error:
        log.load(data)
    assert re.search(words, sentence(error.value))
    assert sentence(error.value).endswith(".")


def test_unknown_fields_and_formats_are_refused() -> None:
    whole = log.log_of(short())
    with pytest.raises(LogError) as error:
        log.load(log.dump(replace(whole, format=99)))
    assert re.search("format 99", sentence(error.value))
    raw = msgspec.json.decode(log.dump(whole))
    with pytest.raises(LogError) as error:
        log.load(msgspec.json.encode({**raw, "surprise": 1}))
    assert re.search("surprise", sentence(error.value))


def test_a_wrong_choice_of_a_log_is_reported_by_its_number() -> None:
    whole = log.log_of(short())
    wrong = replace(whole.records[2], choice=Deploy(0, row(30, 10, 3)))
    with pytest.raises(ReplayError) as error:
        log.replay(replace(whole, records=(*whole.records[:2], wrong)))
    assert re.search("wholly within its deployment zone", sentence(error.value))
    assert error.value.choice == 2


def test_a_wrong_seed_is_reported_by_the_first_choice_with_other_dice() -> None:
    whole = log.log_of(play_random(SKIRMISH, 3))
    with pytest.raises(ReplayError) as error:
        log.replay(replace(whole, seed=whole.seed + 1))
    assert error.value.choice == 0


def test_a_changed_die_is_reported_with_its_place() -> None:
    whole = log.log_of(short())
    record = whole.records[0]
    changed = replace(record, dice=(Rolled("deployment", 6, (4, 3), "camera"), *record.dice[1:]))
    with pytest.raises(ReplayError) as error:
        log.replay(replace(whole, records=(changed, *whole.records[1:])))
    assert re.search(r"deployment \[4,3\] became deployment \[4,4\]", sentence(error.value))
    assert error.value.choice == 0


def test_a_changed_event_is_reported_with_its_place() -> None:
    whole = log.log_of(short())
    record = whole.records[2]
    event = record.events[0]
    assert isinstance(event, UnitDeployed)
    event = replace(event, places=((1.0, 1.0), *event.places[1:]))
    changed = replace(record, events=(event, *record.events[1:]))
    with pytest.raises(ReplayError) as error:
        log.replay(replace(whole, records=(*whole.records[:2], changed)))
    assert re.search(r"unit_deployed\.places\[0\]\[0\] 1\.0 became 5", sentence(error.value))
    assert error.value.choice == 2


def test_rolls_left_out_and_other_counts_are_reported() -> None:
    whole = log.log_of(short())
    record = whole.records[0]
    for changed, words in (
        (replace(record, dice=()), "0 rolls became 2"),
        (replace(record, first_event=5), "event 5 instead of 0"),
    ):
        with pytest.raises(ReplayError) as error:
            log.replay(replace(whole, records=(changed, *whole.records[1:])))
        assert re.search(words, sentence(error.value))


def test_a_wrong_digest_is_reported() -> None:
    whole = log.log_of(short())
    with pytest.raises(ReplayError) as error:
        log.replay(replace(whole, digest="00"))
    assert re.search("digest", sentence(error.value))
    assert error.value.choice == 3


def test_a_log_reopens_as_the_battle_that_replay_makes() -> None:
    whole = log.load(log.dump(log.log_of(play_random(SKIRMISH, 3))))
    opened, played = log.reopen(whole), log.replay(whole)
    assert opened.state == played.state
    assert opened.records == played.records
    assert opened.digest() == played.digest()
    assert opened.branch(20).ask() == played.branch(20).ask()


def test_a_log_reopens_only_with_the_events_of_its_digest() -> None:
    whole = log.log_of(short())
    event = whole.records[2].events[0]
    assert isinstance(event, UnitDeployed)
    changed = replace(whole.records[2], events=(replace(event, places=row(6, 10, 3)),))
    with pytest.raises(ReplayError) as error:
        log.reopen(replace(whole, records=(*whole.records[:2], changed)))
    assert re.search("digest", sentence(error.value))
    later = replace(whole.records[1], first_event=9)
    with pytest.raises(ReplayError) as error:
        log.reopen(replace(whole, records=(whole.records[0], later, whole.records[2])))
    assert re.search("event 9 instead of 1", sentence(error.value))
    assert error.value.choice == 1


def test_the_digest_grows_with_every_choice() -> None:
    battle = Battle(SKIRMISH, 7)
    seen = {battle.digest()}
    for record in play_random(SKIRMISH, 7).records:
        battle.answer(record.choice)
        seen.add(battle.digest())
    assert len(seen) == len(battle.records) + 1
