"""Reactions over HTTP: five turns of the computer, what a player wants to be asked, and what he is asked."""

from __future__ import annotations

import json
import os
from typing import Any

import msgspec
import pytest

from highground.ai.personality import PERSONALITIES
from highground.ai.player import AiPlayer
from highground.engine import choices as ch
from highground.engine.battle import Battle
from highground.engine.prompts import ReactPrompt, RollPrompt
from highground.engine.state import Resolving
from highground.game.commands import computer
from highground.game.match.match import USUAL, Asking, Control, Match
from highground.packs import load_pack
from tests.conftest import REPOSITORY
from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.staged import SEED, hosted
from tests.server.tables import joined
from tests.server.test_play import Table, begun
from tests.server.test_recorded_panels import same_each_time

Json = dict[str, Any]
PLAYER, ENEMY = 0, 1
AGAINST_COMPUTER = (Control(), Control("ai"))
MOST_QUESTIONS = 8
"""In five turns of the computer, nothing of which is worth it."""
_AI = AiPlayer(PERSONALITIES["standard"])


def battle(asking: Asking, control: tuple[Control, Control] = AGAINST_COMPUTER) -> Match:
    pack = load_pack()
    match = Match(Battle(pack.setup(pack.army("vow-1000"), pack.army("fen-1000")), SEED), "here", control)
    match.asking = asking
    return match


def on(match: Match) -> bool:
    """The next choice that is not the player's answer to a question; whether there was one to make.

    Attacks are rolled stage by stage, so that their dice may be rerolled.
    """
    prompt = match.ask()
    if prompt is None or (isinstance(prompt, ReactPrompt) and prompt.side == PLAYER):
        return False
    rolls = isinstance(match.battle.scene.top, Resolving) and isinstance(prompt, RollPrompt)
    match.answer(ch.RollDice(prompt.stage) if rolls else _AI.choose(match.battle.clone(), prompt))
    return True


def asked(
    server: Running,
    who: Somebody,
    why: str,
    control: tuple[Control, Control] = AGAINST_COMPUTER,
    stage: str = "",
) -> Table:
    """A game in which the player is asked about everything, at a question of this kind."""
    match = battle(Asking(), control)
    while True:
        while on(match):
            pass
        prompt = match.due()
        if (prompt.why, prompt.stage) == (why, stage):
            break
        match.answer(ch.Pass())
    return hosted(server, who, match, control, asking=match.asking)


@pytest.fixture(scope="module")
def ada(server: Running) -> Somebody:
    return registered(server.client, "Ada")


@pytest.mark.slow
def test_five_turns_of_the_computer_ask_little(server: Running, ada: Somebody) -> None:
    """A whole battle over the calls: the player is asked what may be worth it to him, and passes each time.

    The same battle is played beside it without a server, from the same seed: choice by choice they are the same.
    """
    match = battle(USUAL)
    while not match.battle.state.started:
        on(match)
    table = hosted(server, ada, match, AGAINST_COMPUTER, asking=USUAL)
    questions = 0
    while (prompt := match.ask()) is not None:
        if match.is_computer(prompt.side):
            computer.step(match)
            state = table.did("ai_step")
        else:
            react = isinstance(prompt, ReactPrompt)
            questions += react and match.battle.state.active == ENEMY
            choice = ch.Pass() if react else _AI.choose(match.battle.clone(), prompt)
            match.answer(choice)
            state = table.did("answer", answer=msgspec.to_builtins(choice))
        assert state["number"] == match.number
    assert match.battle.state.round == 5
    assert questions <= MOST_QUESTIONS


def test_a_game_that_begins_asks_what_may_be_worth_it(server: Running, ada: Somebody) -> None:
    (army,) = begun(server.client, ada, "human", "ai").get("reactions").json()["armies"]
    found = {each["key"]: each for each in army["reactions"]}
    assert found["highground.second-throw:charge"]["name"] == "Second Throw"
    assert {each["stop"] for each in found.values()} == {each["usual"] for each in found.values()} == {"worth"}


def test_a_question_shows_users_targets_odds_and_price(server: Running, ada: Somebody) -> None:
    table = asked(server, ada, "enemy moved")
    question = table.get("question").json()["question"]
    assert question["why"] == "enemy moved"
    assert [each["name"] for each in question["enemies"]]
    shots = next(each for each in question["offers"] if each["name"] == "Shot on the Wing")
    assert (shots["cost"], shots["stop"]) == (1, "always")
    assert shots["ways"][0]["unit"]
    assert {way["target"]["uuid"] for way in shots["ways"]} == {each["uuid"] for each in question["enemies"]}
    assert all(way["measure"] == "dealt" and way["having"] > way["without"] == 0.0 for way in shots["ways"])
    assert shots["ways"] == sorted(shots["ways"], key=lambda way: -way["worth_it"])
    assert question["otherwise"] == "Without an answer the enemy goes on with its turn."


def test_not_to_be_asked_again_passes_what_is_due_and_lasts_over_a_reload(server: Running, ada: Somebody) -> None:
    table = asked(server, ada, "enemy moved")
    state = table.state()
    keys = [each["key"] for each in table.get("question").json()["question"]["offers"]]
    army = state["request"]["army_uuid"]
    after = table.did("reactions", army_uuid=army, stops=dict.fromkeys(keys, "turn"))
    assert after["number"] == state["number"] + 1
    assert table.get("question").json() == {"question": None}
    server.matches.forget()
    (kept,) = table.get("reactions").json()["armies"]
    assert {each["stop"] for each in kept["reactions"] if each["key"] in keys} == {"turn"}
    assert {each["stop"] for each in kept["reactions"] if each["key"] not in keys} == {"always"}


def test_stops_of_the_other_army_are_not_ones_own(server: Running, ada: Somebody) -> None:
    ben = registered(server.client, "Ben")
    people = (Control(), Control())
    table = asked(server, ada, "enemy moved", people)
    joined(server.client, ada, ben, table.game_id)
    theirs = Table(server.client, ben, table.game_id)
    army = table.state()["request"]["army_uuid"]
    refused = theirs.post("reactions", army_uuid=army, rest="never")
    assert (refused.status_code, refused.json()["detail"]) == (403, "You do not command this army.")
    assert [each["army_uuid"] == army for each in theirs.get("reactions").json()["armies"]] == [False]
    assert theirs.get("question").json() == {"question": None}
    seen = theirs.state()["request"]
    assert (seen["mine"], seen["kinds"], seen["why"], seen["units"]) == (False, ["pass"], "", [])
    enemy = [each for each in theirs.get("stratagems").json()["stratagems"] if each["location"]["army_uuid"] == army]
    assert not any(each["overall_active"] for each in enemy), "what may be used would tell what is asked"
    aimed = {
        seat: [seat.get(f"ability/{each['id']}/targets").json()["targets"] for each in enemy]
        for seat in (table, theirs)
    }
    assert any(aimed[table])
    assert not any(aimed[theirs]), "so would what it may be used on"


def test_an_unknown_reaction_is_refused_with_its_name(server: Running, ada: Somebody) -> None:
    table = asked(server, ada, "enemy moved")
    army = table.state()["request"]["army_uuid"]
    refused = table.post("reactions", army_uuid=army, stops={"nobody's": "never"})
    assert (refused.status_code, refused.json()["detail"]) == (422, "Your army has no reaction 'nobody's'.")


RECORDING = REPOSITORY / "web/src/test/fixtures/reactions.json"
MOMENTS = {"charge": ("rolled", "charge"), "snap": ("enemy moved", ""), "save": ("rolled", "save")}
"""The questions that the web app's tests look at."""


def test_the_recorded_questions_are_those_of_the_server(server: Running, ada: Somebody) -> None:
    """`HIGHGROUND_RECORD=1 .venv/bin/pytest tests/server/test_reactions.py` writes the recording again."""
    found: Json = {}
    for name, (why, stage) in MOMENTS.items():
        table = asked(server, ada, why, stage=stage)
        answers = {"question": table.get("question").json()["question"], "request": table.state()["request"]}
        if name == "snap":
            answers |= table.get("reactions").json()
        found[name] = json.loads(same_each_time(json.dumps(answers), table.game_id))
    text = json.dumps(found, indent=1) + "\n"
    if os.environ.get("HIGHGROUND_RECORD"):
        RECORDING.write_text(text)
    assert json.loads(RECORDING.read_text()) == json.loads(text), "record it again, see above"
