"""How strong the computer plays: chosen at set-up, thought about within its time, explained; and its coach."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from functools import cache
from time import sleep

import httpx2
import pytest

from highground.ai.levels import LEVELS
from highground.game.match.match import Control, Match
from highground.server.play import service
from tests.server.conftest import Running
from tests.server.people import registered
from tests.server.staged import PEOPLE, battle, hosted, played
from tests.server.tables import joined, made
from tests.server.test_play import Table

STRONGEST = Control("ai", level="strongest", seconds=1.0)
PATIENT = Control("ai", level="strongest", seconds=60.0)
"""For what has to be tried to the end however busy the machine is."""


@cache
def moving() -> Match:
    """A battle at the beginning of the first movement phase."""
    return played(battle(), lambda match: match.now >= (1, 1, "movement") and "move" in match.due().kinds)


@cache
def late() -> Match:
    """A charge phase in which somebody can charge who is not far."""
    return played(battle(), lambda match: match.now == (1, 2, "charge") and "charge" in match.due().kinds)


@cache
def firing() -> Match:
    """A shooting phase in which somebody has several targets."""
    return played(battle(), lambda match: match.now == (2, 1, "shooting") and "shoot" in match.due().kinds)


def against_computer(server: Running, match: Match) -> Table:
    """The battle as a game in which the side that is due is a person's, and the other the computer's."""
    mine, theirs = Control(), Control("ai")
    control = (mine, theirs) if match.due().side == 0 else (theirs, mine)
    return hosted(server, registered(server.client, "Ada"), match, control)


def test_levels_are_chosen_openly_with_what_was_measured(server: Running) -> None:
    ada = registered(server.client, "Ada")
    table = Table(server.client, ada, made(server.client, ada))
    shown = table.get("setup").json()
    levels = {each["id"]: each for each in shown["options"]["levels"]}
    assert list(levels) == list(LEVELS)
    known = levels["classic"]["measured"][0]
    assert known["against"] == "recruit"
    assert 0 < known["low"] < known["wins"] < known["high"] < 1
    kept = table.chosen(1, "fen-1000", controller="ai", level="strongest", seconds=0.5).json()
    assert (kept["armies"][1]["level"], kept["armies"][1]["seconds"]) == ("strongest", 0.5)
    for wrong, why in (({"level": "champion"}, "There is no such level"), ({"seconds": 0.01}, "at least 0.05")):
        refused = table.chosen(1, "fen-1000", controller="ai", **wrong)
        assert refused.status_code == 422
        assert why in refused.json()["detail"]


@pytest.mark.parametrize(("level", "layout", "way"), [
    ("regular", "salt-terraces", "fixed"),
    ("regular", "sunken-quarter", "drawn"),
    ("classic", "salt-terraces", "drawn"),
])  # fmt: skip
def test_a_level_settles_on_missions_that_nobody_chose_for_it(
    server: Running, level: str, layout: str, way: str
) -> None:
    """Its own missions alone: what was chosen for it stays, and a person's are never touched."""
    ada = registered(server.client, "Ada")
    for wanted in ([], ["muddy-boots", "four-winds"]):
        table = Table(server.client, ada, made(server.client, ada))
        board = table.get("setup").json()["chosen"] | {"layout": layout}
        path, headers = f"/api/game/{table.game_id}/setup", ada.headers
        assert server.client.patch(path, json={"game": board}, headers=headers).status_code == 200
        table.chosen(0, "vow-1000")
        table.chosen(1, "fen-1000", controller="ai", level=level, fixed_missions=wanted)
        assert table.post("start").status_code == 201
        person, computer = table.state()["game_model"]["armies"]
        assert person["objective_type"] == "drawn"
        assert computer["objective_type"] == ("fixed" if wanted else way)


def test_the_level_plays_and_a_phase_is_thought_about_once(server: Running) -> None:
    table = hosted(server, registered(server.client, "Ada"), moving(), (STRONGEST, STRONGEST))
    army = next(a for a in table.state()["game_model"]["armies"] if a["uuid"] == table.state()["current_army_uuid"])
    assert (army["level"], army["thinking_seconds"]) == ("strongest", 1.0)
    number, seen = table.state()["number"], []
    for _ in range(40):
        thought = table.did("ai_think", number=number)["thought"]
        seen.append(thought["trials"])
        if thought["done"]:
            break
    assert seen == sorted(seen)
    assert table.state()["number"] == number, "thinking is no choice"
    server.matches.forget()
    said = table.did("ai_step", number=number)
    assert said["plan"]["trials"] == seen[-1], "it was not thought about again, though it was read from the database"
    assert said["plan"]["plans"][0]["chance"] >= 0
    assert "plan for the turn: " in said["plan"]["sentence"]
    assert table.did("ai_step")["plan"]["plans"] == said["plan"]["plans"]
    assert table.post("ai_think", number=number).status_code == 409


def test_ways_to_set_up_are_compared_before_the_first_unit_is_placed(server: Running) -> None:
    """Once, within the time of a turn; what came out best is what its next units follow."""
    match = played(battle(), lambda match: "deploy" in match.due().kinds)
    table = hosted(server, registered(server.client, "Ada"), match, (STRONGEST, STRONGEST))
    number = table.state()["number"]
    thought = table.did("ai_think", number=number)["thought"]
    while not thought["done"]:
        trials, thought = thought["trials"], table.did("ai_think", number=number)["thought"]
        assert thought["trials"] >= trials
    assert thought["phase"] == "deployment"
    assert {"set up as usual", "set up further back"} <= {each["words"] for each in thought["plans"]}
    said = table.did("ai_step", number=number)
    assert said["plan"]["trials"] == thought["trials"]
    assert said["plan"]["sentence"].startswith("The plan for the deployment: set up ")


@pytest.mark.parametrize(("moment", "phase", "sentence", "words"), [
    (firing, "shooting", r"Before it shot, it tried other targets in \d+ trials\. ", r" prefers? to shoot at "),
    (late, "charge", r"Before its charges it tried others in \d+ trials\. ", r" charge"),
])  # fmt: skip
def test_other_shots_and_charges_are_tried_before_the_first_one(
    server: Running, moment: Callable[[], Match], phase: str, sentence: str, words: str
) -> None:
    table = hosted(server, registered(server.client, "Ada"), moment(), (PATIENT, PATIENT))
    number = table.state()["number"]
    thought = table.did("ai_think", number=number)["thought"]
    while not thought["done"]:
        thought = table.did("ai_think", number=number)["thought"]
    assert thought["phase"] == phase
    assert re.match(sentence, thought["sentence"])
    rows = [each["words"] for each in thought["plans"]]
    assert "as planned" in rows
    assert len(rows) > 1
    assert all(each == "as planned" or re.search(words, each) for each in rows)
    said = table.did("ai_step", number=number)
    assert said["plan"] == thought


def test_a_move_is_drawn_with_what_else_was_considered(server: Running) -> None:
    table = hosted(server, registered(server.client, "Ada"), moving(), (Control("ai"), Control("ai")))
    marks = [mark for _ in range(4) for mark in table.did("ai_step")["marks"]]
    assert {mark["kind"] for mark in marks} >= {"way", "considered"}
    assert all(0 <= mark["end"][0] <= 60 and 0 <= mark["end"][1] <= 44 for mark in marks)
    assert table.did("ai_think")["thought"] is None


def test_the_coach_says_what_it_would_do_and_nothing_happens(server: Running) -> None:
    table = against_computer(server, moving())
    before = table.state()
    coached = table.did("coach", seconds=1.0)
    assert coached["number"] == before["number"] == table.state()["number"]
    assert 2 <= len(coached["advice"]) <= 3
    chances = [each["chance"] for each in coached["advice"]]
    assert chances[0] >= max(chances) - 0.02, "the margin of points decides between chances that are nearly equal"
    for each in coached["advice"]:
        assert each["description"].endswith(".")
        assert "victory points" in each["expected"]
        assert "of" in each["risk"]


def test_between_two_people_the_coach_answers_once_both_agree(server: Running) -> None:
    ada, ben = registered(server.client, "Ada"), registered(server.client, "Ben")
    table = hosted(server, ada, moving(), PEOPLE)
    joined(server.client, ada, ben, table.game_id)
    other = Table(server.client, ben, table.game_id)
    mine, theirs = (table, other) if table.state()["request"]["mine"] else (other, table)
    refused = mine.post("coach", seconds=0.2)
    assert (refused.status_code, refused.json()["code"]) == (422, "no-coach")
    theirs.did("coach/allow", on=True)
    assert mine.post("coach", seconds=0.2).status_code == 422
    assert mine.state()["offers"][0]["kind"] == "coach"
    mine.did("offer_answer", kind="coach", agree=True)
    assert mine.state()["coach"] is True
    assert mine.did("coach", seconds=0.2)["advice"]
    assert theirs.post("coach", seconds=0.2).status_code == 403
    mine.did("coach/allow", on=False)
    assert mine.post("coach", seconds=0.2).status_code == 422


def test_a_player_is_warned_before_a_choice_that_costs_too_much(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "WEIGHING_SECONDS", 9.0)  # all trials, however busy the machine is
    table = against_computer(server, late())
    before = table.state()["number"]
    headers = {**table.person.headers, "Highground-Warn": "1"}
    url, body = f"/api/game/{table.game_id}/answer", {"answer": {"choice": "end"}}
    warned = server.client.post(url, headers=headers, json=body)
    assert warned.status_code == 412
    assert "of your chance to win" in warned.json()["detail"]
    assert warned.json()["better"]["description"]
    assert table.state()["number"] == before
    assert server.client.post(url, headers=table.person.headers, json=body).status_code == 200
    assert table.state()["number"] == before + 1


def test_a_game_that_is_deleted_while_its_computer_thinks_is_gone(server: Running) -> None:
    ada = registered(server.client, "Ada")
    slow = Control("ai", level="strongest", seconds=4.0)
    table = hosted(server, ada, moving(), (slow, slow))
    answers: list[httpx2.Response] = []
    asking = threading.Thread(target=lambda: answers.append(table.post("ai_step")))
    asking.start()
    sleep(0.5)
    assert server.client.delete(f"/api/game/{table.game_id}", headers=ada.headers).status_code == 204
    asking.join()
    assert [(each.status_code, each.json()["detail"]) for each in answers] == [(404, "There is no such game.")]
