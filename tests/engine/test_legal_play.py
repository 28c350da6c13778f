"""Random legal battles: nothing raises, every state is one that the rules allow, and everything can be played again."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from highground.engine import listing, log
from highground.engine.battle import Battle, play
from highground.engine.choices import Choice
from highground.engine.errors import Refusal, ReplayError
from highground.engine.model import Setup
from highground.engine.record import Record
from highground.packs import load_pack
from highground.words import sentence
from tests.engine.invariants import check_state
from tests.engine.menagerie import CONVOY, LONG, MENAGERIE, SKIRMISH, STACKED
from tests.engine.random_play import answer_somehow, play_random
from tests.values import replace

LAYOUTS = sorted(load_pack().layouts)


def sample(layout: str) -> Setup:
    pack = load_pack()
    mission = next(iter(pack.missions.values()))
    return Setup((pack.army("vow-1000"), pack.army("fen-1000")), pack.layouts[layout], mission, "highground")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_sample_armies_play_legally_on_every_layout(layout: str) -> None:
    battle = play_random(sample(layout), 11, check_state)
    assert battle.state.completed
    assert battle.state.phase == "game_end"
    assert battle.state.round == 5


@settings(max_examples=12)
@given(st.integers(0, 2**32), st.sampled_from([MENAGERIE, SKIRMISH, CONVOY, STACKED, LONG]))
def test_small_armies_play_legally(seed: int, setup: Setup) -> None:
    battle = play_random(setup, seed, check_state)
    assert battle.state.completed


@pytest.mark.parametrize("seed", range(3))
def test_a_saved_battle_loads_and_replays_to_the_same_digest(seed: int) -> None:
    battle = play_random(SKIRMISH, seed)
    saved = log.dump(log.log_of(battle, ("one", "two")))
    loaded = log.load(saved)
    assert loaded.players == ("one", "two")
    again = log.replay(loaded)
    assert again.digest() == battle.digest() == loaded.digest
    assert again.state == battle.state
    assert log.dump(log.log_of(again, ("one", "two"))) == saved


def test_a_changed_event_is_named_by_its_choice() -> None:
    record = log.log_of(play_random(SKIRMISH, 4))
    at = len(record.records) // 2
    wrong = replace(record.records[at], events=record.records[at].events[:-1])
    changed = replace(record, records=(*record.records[:at], wrong, *record.records[at + 1 :]))
    with pytest.raises(ReplayError) as error:
        log.replay(changed)
    assert error.value.choice == at


def test_a_battle_can_be_saved_and_continued_at_every_choice() -> None:
    """Continued from its log at any point, a battle is the one that was never put down."""
    whole = play_random(SKIRMISH, 5)
    for at in range(0, len(whole.records), max(1, len(whole.records) // 12)):
        saved = log.dump(log.log_of(whole.branch(at)))
        resumed = log.replay(log.load(saved))
        for record in whole.records[at:]:
            assert resumed.answer(record.choice, record.given) == record.events
        assert resumed.digest() == whole.digest()


@settings(max_examples=4)
@given(st.integers(0, 2**32), st.sampled_from([SKIRMISH, CONVOY]))
def test_taken_back_and_made_again_every_choice_leads_to_the_same_place(seed: int, setup: Setup) -> None:
    def again(battle: Battle) -> None:
        state, digest, record = battle.state, battle.digest(), battle.records[-1]
        undone = battle.undo(consent=True)
        assert undone == record
        assert battle.answer(record.choice, record.given) == record.events
        assert (battle.state, battle.digest()) == (state, digest)

    assert play_random(setup, seed, again).state.completed


@pytest.mark.parametrize("setup", [SKIRMISH, CONVOY])
def test_a_saved_battle_comes_back_whole_at_every_choice(setup: Setup) -> None:
    """A battle is its records: through JSON and back they lead to the same state after every one of them."""
    kept = Battle(setup, 3)

    def store(battle: Battle) -> None:
        record = msgspec.json.decode(msgspec.json.encode(battle.records[-1]), type=Record)
        kept.follow([record])
        assert (kept.state, kept.ask()) == (battle.state, battle.ask())

    play_random(setup, 3, store)


def test_branches_are_prefixes() -> None:
    battle = play_random(SKIRMISH, 6)
    for at in (0, 1, len(battle.records) // 3, len(battle.records)):
        branch = battle.branch(at)
        assert branch.records == battle.records[:at]
        again = play(SKIRMISH, 6, [(record.choice, record.given) for record in branch.records])
        assert (branch.state, branch.digest(), branch.ask()) == (again.state, again.digest(), again.ask())
        assert branch.state.events == sum(len(record.events) for record in battle.records[:at])
    assert battle.branch(len(battle.records)).state == battle.state
    with pytest.raises(ValueError, match="choices"):
        battle.branch(len(battle.records) + 1)
    with pytest.raises(ValueError, match="choices"):
        battle.branch(-1)


def test_clones_are_independent() -> None:
    """At every twentieth choice a clone goes its own way; the battle does not notice."""
    random = Random(1)
    seen = 0

    def fork(battle: Battle) -> None:
        nonlocal seen
        if len(battle.records) % 20 or battle.ask() is None:
            return
        state, digest, asked = battle.state, battle.digest(), battle.ask()
        twin = battle.clone()
        assert (twin.state, twin.digest(), twin.ask()) == (state, digest, asked)
        for _ in range(5):
            prompt = twin.ask()
            if prompt is not None:
                answer_somehow(twin, prompt, random)
        assert len(twin.records) > len(battle.records)
        assert (battle.state, battle.digest(), battle.ask()) == (state, digest, asked)
        seen += 1

    play_random(MENAGERIE, 7, fork)
    assert seen > 5


def test_clones_and_their_origin_come_to_the_same_events() -> None:
    def compare(battle: Battle) -> None:
        prompt = battle.ask()
        if len(battle.records) % 15 or prompt is None:
            return
        twin, other = battle.clone(), battle.branch(len(battle.records))
        choice = answer_somehow(twin, prompt, Random(3))
        assert other.answer(choice) == twin.records[-1].events
        assert other.digest() == twin.digest()

    play_random(SKIRMISH, 8, compare)


def strays(battle: Battle) -> list[Choice]:
    """Choices from elsewhere in the battle: most do not fit now."""
    return [record.choice for record in battle.records[:: max(1, len(battle.records) // 10)]]


def test_refused_choices_leave_the_battle_as_it_was() -> None:
    refused = 0
    old: list[Choice] = strays(play_random(SKIRMISH, 9))

    def provoke(battle: Battle) -> None:
        nonlocal refused
        if len(battle.records) % 7:
            return
        for choice in old:
            state, digest, records = battle.state, battle.digest(), len(battle.records)
            twin = battle.clone()
            try:
                twin.answer(choice)
            except Refusal as refusal:
                refused += 1
                assert refusal.code
                assert sentence(refusal).endswith(".")
                assert (twin.state, twin.digest(), len(twin.records)) == (state, digest, records)
                assert twin.ask() == battle.ask()

    play_random(SKIRMISH, 10, provoke)
    assert refused > 50


def test_every_option_that_is_listed_is_taken() -> None:
    """`options` lists legal answers only."""
    listed = 0

    def try_all(battle: Battle) -> None:
        nonlocal listed
        prompt = battle.ask()
        if prompt is None or len(battle.records) % 23:
            return
        options = listing.options(battle, prompt)
        assert options
        for choice in options[:: max(1, len(options) // 25)]:
            assert battle.allows(choice), (choice, prompt)
            listed += 1

    play_random(SKIRMISH, 12, try_all)
    play_random(MENAGERIE, 13, try_all)
    play_random(CONVOY, 14, try_all)
    assert listed > 60
