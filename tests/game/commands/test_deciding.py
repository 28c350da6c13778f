"""The computer always answers: with its player's decision, or plainly where that fails."""

from __future__ import annotations

from typing import Any

import pytest

from highground.ai.player import AiPlayer, Decision
from highground.engine import choices as ch
from highground.engine.battle import Battle
from highground.engine.errors import Refusal
from highground.game.commands import computer
from highground.game.commands.deciding import FAILED, answer
from highground.game.match.match import Control, Match
from highground.packs import load_pack

AI = (Control("ai"), Control("ai"))


def battle() -> Match:
    pack = load_pack()
    return Match(Battle(pack.setup(pack.army("vow-1000"), pack.army("fen-1000")), 5), "g", AI)


def thinking(monkeypatch: pytest.MonkeyPatch, decision: Any) -> None:
    monkeypatch.setattr(AiPlayer, "decide", lambda player, battle, prompt: decision())


def broken() -> Decision:
    raise LookupError("the player lost its way")


# AI-1: whatever becomes of its thoughts, both armies of a computer's battle act to its end.
@pytest.mark.parametrize("decision", [broken, lambda: Decision(ch.ChooseZone(7))])
def test_a_player_that_fails_is_answered_for(monkeypatch: pytest.MonkeyPatch, decision: Any) -> None:
    thinking(monkeypatch, decision)
    game = battle()
    first = computer.step(game)
    assert first.rationale == FAILED
    for _ in range(3000):
        if game.ask() is None:
            break
        computer.step(game)
    assert game.battle.state.completed


def test_a_decision_that_is_taken_has_nothing_to_excuse() -> None:
    game = battle()
    assert answer(game.battle, computer.question_of(game, 0)).why == ""


def test_a_person_is_not_answered_for() -> None:
    game = Match(battle().battle, "g", (Control(), Control()))
    with pytest.raises(Refusal, match="not-computer"):
        computer.step(game)
