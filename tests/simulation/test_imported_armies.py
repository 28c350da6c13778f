"""Armies from roster files with any abilities that the parser reads play legally, and can be put down and taken up."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from highground.engine import log
from highground.engine.battle import Battle
from highground.engine.model import ArmySheet, Setup
from highground.packs import load_pack
from highground.rosters import read_roster
from tests.engine.invariants import check_state
from tests.engine.random_play import play_random
from tests.rosters.builder import Tree, ability, as_json, blade, gun, line, roster, selection, squad
from tests.rosters.phrase_cases import READ
from tests.rosters.test_phrases_uses import ALONE, USES
from tests.values import replace

TEXTS = sorted({text for text, _ in READ} | {str(text) for text, *_ in (*USES, *ALONE)})
KEYWORDS = [
    "-", "Assault", "Heavy", "Rapid Fire 1", "Sustained Hits 1", "Lethal Hits", "Devastating Wounds", "Blast",
    "Pistol", "Torrent", "Twin-linked", "Melta 2", "Hazardous", "Indirect Fire", "Precision", "Anti-Infantry 4+",
]  # fmt: skip
WARDENS = "Faction: Ashen Wardens"


def captain(texts: list[str], keywords: str) -> Tree:
    joins = ability("Leader", "This model can be attached to the following unit:\n■ WARDEN SQUAD")
    own = [ability(f"Gift {number}", text) for number, text in enumerate(texts)]
    arms = (selection("Pistol", "upgrade", 1, gun("Pistol", keywords)), selection("Blade", "upgrade", 1, blade()))
    return selection(
        "Captain", "model", 1, line("Captain", w="5"), joins, *own, *arms,
        points=90, categories=["Character", "Infantry", WARDENS],
    )  # fmt: skip


def walker(texts: list[str], keywords: str) -> Tree:
    own = [ability(f"Make {number}", text) for number, text in enumerate(texts)]
    cannon = selection("Cannon", "upgrade", 1, gun("Cannon", keywords, A="D6", S="9", D="D3"))
    return selection(
        "Walker", "model", 1, line("Walker", t="9", w="11"), *own, cannon, selection("Fists", "upgrade", 1, blade()),
        points=150, categories=["Vehicle", WARDENS],
    )  # fmt: skip


@st.composite
def armies(draw: st.DrawFn) -> ArmySheet:
    """A captain, two squads and a walker, each with some of the texts that are read, as a file that is imported."""
    some = st.lists(st.sampled_from(TEXTS), max_size=4, unique=True)
    any_keywords = st.lists(st.sampled_from(KEYWORDS[1:]), max_size=2, unique=True).map(", ".join)
    squads = [squad("Warden squad", 5, *(ability(f"Drill {i}", t) for i, t in enumerate(draw(some)))) for _ in range(2)]
    tree = roster(captain(draw(some), draw(any_keywords)), *squads, walker(draw(some), draw(any_keywords)))
    found = read_roster(as_json(tree)).army
    assert found.playable, found.why_not
    return found


@settings(max_examples=8)
@given(armies(), armies(), st.integers(0, 2**32))
def test_imported_armies_play_legally(one: ArmySheet, other: ArmySheet, seed: int) -> None:
    battle = play_random(battle_of(one, replace(other, name="The others")), seed, check_state)
    assert battle.state.completed


@pytest.mark.slow
@settings(max_examples=3)
@given(armies(), st.integers(0, 2**32))
def test_a_battle_with_an_imported_army_is_put_down_and_taken_up(army: ArmySheet, seed: int) -> None:
    """At every fifth choice it is saved, loaded and played again; every choice is taken back and made again."""

    def put_down(battle: Battle) -> None:
        state, digest, record = battle.state, battle.digest(), battle.records[-1]
        battle.undo(consent=True)
        assert battle.answer(record.choice, record.given) == record.events
        assert (battle.state, battle.digest()) == (state, digest)
        if len(battle.records) % 5 == 0:
            again = log.reopen(log.load(log.dump(log.log_of(battle))))
            assert (again.state, again.digest(), again.ask()) == (state, digest, battle.ask())

    battle = play_random(battle_of(army, load_pack().army("fen-1000")), seed, put_down)
    assert log.replay(log.load(log.dump(log.log_of(battle)))).digest() == battle.digest()


def battle_of(one: ArmySheet, other: ArmySheet) -> Setup:
    return load_pack().setup(one, other)
