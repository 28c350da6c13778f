"""Sealed dice over a running server: two players with devices, and each way to cheat."""

from __future__ import annotations

import itertools
import json
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest

from highground.engine import log as logs
from highground.engine.log import Log
from highground.fair.verify import Verification, verify
from highground.server.settings import Settings
from tests.game.state.folding import moved_on
from tests.server.conftest import Running, serving
from tests.server.live_device import LiveDevice
from tests.server.people import PASSWORD, Somebody, registered
from tests.server.test_play import Json, Table, begun, seated

PATIENCE = 2.0


@pytest.fixture(scope="module")
def server(settings: Settings) -> Iterator[Running]:
    with serving(settings.model_copy(update={"witness_seconds": PATIENCE, "thrower_seconds": 2.0})) as running:
        yield running


@pytest.fixture(scope="module")
def ada(server: Running) -> Somebody:
    return registered(server.client, "Ada")


@pytest.fixture(scope="module")
def ben(server: Running) -> Somebody:
    return registered(server.client, "Ben")


class Seat:
    """A player with a device."""

    def __init__(self, table: Table, stack: ExitStack) -> None:
        address = str(table.client.base_url).rstrip("/")
        self.table = table
        self.device = LiveDevice(address, table.person, table.game_id)
        stack.callback(self.device.close)

    def post(self, path: str, **body: Any) -> httpx2.Response:
        url = f"/api/game/{self.table.game_id}/{path}"
        return self.table.client.post(url, json=body, headers=self.device.headers)

    def did(self, path: str, **body: Any) -> Json:
        answer = self.post(path, **body)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


@pytest.fixture
def two(client: httpx2.Client, ada: Somebody, ben: Somebody, stack: ExitStack) -> tuple[Seat, Seat]:
    mine, theirs = seated(client, ada, ben)
    return Seat(mine, stack), Seat(theirs, stack)


def log_of(table: Table) -> Log:
    answer = table.get("battle_log")
    assert answer.status_code == 200, answer.text
    return logs.load(answer.content)


def checked(table: Table) -> Verification:
    return verify(log_of(table))


def acting(seats: tuple[Seat, Seat]) -> Seat:
    """The player who is asked."""
    return next(each for each in seats if each.table.state()["request"]["mine"])


def set_up(seats: tuple[Seat, Seat]) -> None:
    """From the roll for the zones to the first command phase, by both players."""
    seats[0].did("roll", stage="deployment")
    chooser = acting(seats)
    army = chooser.table.state()["deployment_status"]["winner_army_uuid"]
    chooser.did("update_deployment", selecting_army_uuid=army, selected_zone_index=0)
    while seats[0].table.state()["game_model"]["phase"] == "deployment":
        seat, state = acting(seats), seats[0].table.state()
        path = "deploy_for_me" if "deploy" in state["request"]["kinds"] else "advance_phase"
        if state["request"]["kinds"][0] == "place":
            seat.did("answer", answer={"choice": "place"})
        else:
            seat.did(path)


def test_two_devices_make_the_dice_and_the_log_proves_it(two: tuple[Seat, Seat]) -> None:
    set_up(two)
    report = checked(two[0].table)
    assert report.fault is None
    assert report.rolls == report.witnessed >= 2
    assert report.by_server == 0
    last = two[0].table.state()["dice"]["last"]
    assert (last["witness"], last["thrower"]) == ("revealed", "revealed")
    assert verify(log_of(two[1].table), two[1].device.receipts).fault is None


def test_what_a_socket_has_brought_of_a_roll_is_not_in_the_answer(two: tuple[Seat, Seat], stack: ExitStack) -> None:
    """A roll is shown as under way before it falls: the answer leads on from there."""
    seat = two[0]
    window = stack.enter_context(seat.device.listening())
    name = json.loads(window.recv(timeout=5))["payload"]["socket"]
    known = seat.table.state()
    said = {**seat.device.headers, "Highground-Known": known["version"], "Highground-Socket": name}
    url = f"/api/game/{seat.table.game_id}/roll"
    answer = seat.table.client.post(url, json={"stage": "deployment"}, headers=said).json()
    heard: list[Json] = []
    while not heard or heard[-1]["type"] != "new_log" or heard[-1]["payload"]["number"] != answer["number"]:
        heard.append(json.loads(window.recv(timeout=5)))
    pushed = [each["payload"] for each in heard if each["type"] == "game_state_update"]
    assert pushed
    for push in (*pushed, answer):
        assert push["from"] == known["version"]
        known = moved_on(known, push["changes"])
    assert {**known, "clock": None} == {**seat.table.state(), "clock": None}


def test_a_witness_that_does_not_answer_stops_nobody(two: tuple[Seat, Seat]) -> None:
    mine, theirs = two
    theirs.device.mute = "witness"
    started = time.monotonic()
    mine.did("roll", stage="deployment")
    assert PATIENCE <= time.monotonic() - started < PATIENCE + 10
    assert mine.table.state()["dice"]["last"]["witness"] == "missed"
    report = checked(mine.table)
    assert report.fault is None
    assert report.witnessed == 0
    assert "did not reveal in time" in report.notes[0]
    mine.did("undo_request")
    theirs.did("undo_answer", agree=True)
    again = time.monotonic()
    mine.did("roll", stage="deployment")
    assert time.monotonic() - again < PATIENCE, "nobody waits twice for a device that is away"
    theirs.device.mute = ""
    theirs.device.join()
    mine.did("undo_request")
    theirs.did("undo_answer", agree=True)
    mine.did("roll", stage="deployment")
    assert mine.table.state()["dice"]["last"]["witness"] == "revealed"
    assert (checked(mine.table).undone, checked(mine.table).fault) == (2, None)


def test_nobody_pays_on_the_clock_for_the_opponents_device(two: tuple[Seat, Seat]) -> None:
    mine, theirs = two
    mine.did("clock", do="start", minutes=5)
    theirs.did("offer_answer", kind="clock", agree=True)
    acts, waits = (mine, theirs) if acting(two) is mine else (theirs, mine)
    waits.device.mute = "witness"
    (side,), started = acts.table.state()["sides"], time.monotonic()
    before = acts.table.state()["clock"]["used"][side]
    acts.did("roll", stage="deployment")
    paid = acts.table.state()["clock"]["used"][side] - before
    assert acts.table.state()["dice"]["last"]["witness"] == "missed"
    assert 0 <= paid <= time.monotonic() - started - PATIENCE / 2


def test_a_choice_stays_fixed_until_its_device_is_back(two: tuple[Seat, Seat]) -> None:
    """The thrower is cut off between its choice and its part of the dice: nothing else can be chosen meanwhile."""
    mine, theirs = two
    mine.device.mute = "thrower"
    rolling = threading.Thread(target=mine.post, args=("roll",), kwargs={"stage": "deployment"})
    rolling.start()
    while not mine.device.fixed or mine.device.fixed[-1]["awaits"] != ["thrower"]:
        time.sleep(0.01)
    other = mine.post("roll", stage="deployment")
    assert (other.status_code, "fixed" in other.json()["detail"]) == (409, True)
    pending = mine.table.get("dice").json()["pending"]
    assert pending["awaits"] == ["thrower"]
    assert mine.device.reveal(pending, "thrower").status_code == 204
    rolling.join(60)
    assert mine.table.state()["number"] == 1
    assert checked(mine.table).fault is None
    assert theirs.table.state()["dice"]["last"]["thrower"] == "revealed"


def test_a_server_that_restarts_in_the_middle_of_a_roll_goes_on_with_it(
    server: Running, two: tuple[Seat, Seat]
) -> None:
    mine, theirs = two
    theirs.device.mute, mine.device.mute = "witness", "thrower"
    rolling = threading.Thread(target=mine.post, args=("roll",), kwargs={"stage": "deployment"})
    rolling.start()
    while not mine.device.fixed:
        time.sleep(0.01)
    rolling.join(60)  # the call has given up; the choice is still fixed
    server.matches.forget()
    pending = mine.table.get("dice").json()["pending"]
    assert pending["roll"] == 1
    mine.device.reveal(pending, "thrower")
    deadline = time.monotonic() + 30
    while mine.table.state()["number"] == 0:
        assert time.monotonic() < deadline
        mine.table.get("setup")
        time.sleep(0.1)
    assert checked(mine.table).fault is None


def test_a_lost_device_is_passed_over_only_when_the_other_agrees(two: tuple[Seat, Seat]) -> None:
    mine, theirs = two
    mine.device.mute = "thrower"
    rolling = threading.Thread(target=mine.post, args=("roll",), kwargs={"stage": "deployment"})
    rolling.start()
    while not mine.device.fixed or mine.device.fixed[-1]["awaits"] != ["thrower"]:
        time.sleep(0.01)
    rolling.join(60)
    assert theirs.post("dice/lost").status_code == 409
    assert mine.post("dice/lost").status_code == 204
    assert mine.post("dice/lost_answer", agree=True).status_code == 422
    with mine.device.listening() as heard:
        assert theirs.post("dice/lost_answer", agree=False).status_code == 204
        while (message := json.loads(heard.recv(timeout=20)))["type"] != "offer_answer":
            pass
    assert (message["payload"]["kind"], message["payload"]["agreed"]) == ("lost_device", False)
    assert (mine.table.state()["offers"], mine.table.state()["number"]) == ([], 0), "the roll still waits"
    assert mine.post("dice/lost").status_code == 204
    (offer,) = theirs.table.state()["offers"]
    assert (offer["kind"], offer["yours"]) == ("lost_device", False)
    assert theirs.post("dice/lost_answer", agree=True).status_code == 204
    deadline = time.monotonic() + 30
    while mine.table.state()["number"] == 0:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert mine.table.state()["dice"]["last"]["thrower"] == "missed"
    assert checked(mine.table).fault is None


def test_nobody_reveals_for_another_or_twice(two: tuple[Seat, Seat]) -> None:
    mine, theirs = two
    mine.device.mute = "thrower"
    rolling = threading.Thread(target=mine.post, args=("roll",), kwargs={"stage": "deployment"})
    rolling.start()
    while not mine.device.fixed or mine.device.fixed[-1]["awaits"] != ["thrower"]:
        time.sleep(0.01)
    roll = mine.device.fixed[-1]
    assert theirs.device.reveal(roll, "thrower").status_code == 403
    forged = {"roll": roll["roll"], "role": "thrower", "value": "0" * 64, "seal": "0" * 128}
    wrong = mine.post("dice/reveal", **forged)
    assert (wrong.status_code, wrong.json()["code"]) == (422, "wrong-reveal")
    mine.device.reveal(roll, "thrower")
    rolling.join(60)
    assert mine.device.reveal(roll, "thrower").status_code == 409


def step_on(table: Table, state: Json) -> None:
    """Do the next thing that is asked, with as little thought as possible."""
    kinds = state["request"]["kinds"]
    if state["request"]["controller"] == "ai":
        table.did("ai_step")
    elif "deploy" in kinds:
        table.did("deploy_for_me")
    elif "zone" in kinds:
        table.did("update_deployment", selecting_army_uuid=state["request"]["army_uuid"], selected_zone_index=0)
    elif "roll" in kinds:
        table.did("roll", stage="all")
    elif kinds[0] in {"pass", "place"}:
        table.did("answer", answer={"choice": kinds[0]})
    else:
        table.did("advance_phase_time")


def test_the_computer_rolls_with_its_opponent_as_witness(
    client: httpx2.Client, ada: Somebody, stack: ExitStack
) -> None:
    table = begun(client, ada, "ai", "human")
    seat = Seat(table, stack)
    while table.state()["number"] < 12:
        state = table.state()
        if state["request"]["controller"] == "ai":
            seat.did("ai_step")
        elif "deploy" in state["request"]["kinds"]:
            seat.did("deploy_for_me")
        elif "zone" in state["request"]["kinds"]:
            seat.did("update_deployment", selecting_army_uuid=state["request"]["army_uuid"], selected_zone_index=0)
        else:
            seat.did("roll", stage="deployment")
    report = checked(table)
    assert report.fault is None
    assert report.rolls >= 1
    assert report.by_server == 0


def test_without_any_device_the_log_says_that_the_server_rolled_alone(client: httpx2.Client, ada: Somebody) -> None:
    table = begun(client, ada)
    table.did("roll", stage="deployment")
    report = checked(table)
    assert (report.fault, report.rolls, report.by_server) == (None, 1, 1)
    assert "server alone" in " ".join(report.notes)


def test_what_was_taken_back_is_rolled_again_with_other_dice(client: httpx2.Client, ada: Somebody) -> None:
    """The owner alone cannot look ahead: the same choice made again meets other dice, and the log keeps both."""
    table = begun(client, ada)
    faces = set()
    for _ in range(12):
        rolled = table.did("roll", stage="deployment")["deployment_status"]["rolls"]
        faces.add(tuple(map(tuple, rolled)))
        table.did("undo")
    assert len(faces) > 1
    log = log_of(table)
    assert len(log.undone) == 12
    assert verify(log).fault is None


def test_an_advance_is_rolled_before_its_place_is_judged(client: httpx2.Client, ada: Somebody) -> None:
    """Nothing that is refused shows a die: beyond any roll nothing is rolled, and what is rolled stands."""
    table = begun(client, ada, "ai", "human")
    while "move" not in (state := table.state())["request"]["kinds"] or state["request"]["controller"] == "ai":
        step_on(table, state)
    number = state["number"]
    for unit, way in itertools.product(_waiting(state), (1, -1)):
        x, y = unit["location"]
        advance = {"unit_uuid": unit["uuid"], "movement_type": "advance"}
        refused = table.post("movement_phase/finalize", **advance, new_location=[x + 25 * way, y])
        if refused.json()["code"] != "advance-too-far":
            continue  # the board's edge is nearer
        most = float(refused.json()["measure"].split("at most ")[1].split()[0])
        moved = table.post("movement_phase/finalize", **advance, new_location=[x + (most - 0.05) * way, y])
        if moved.status_code == 200:
            break
        assert moved.json()["code"] == "on-base", moved.text
        assert table.state()["number"] == number
    shown = moved.json()
    assert shown["number"] > number, "the roll stands"
    if shown["result"]["refused"] is not None:
        assert shown["request"]["kinds"][0] == "place"
        assert table.did("movement_phase/finalize", unit_uuid=unit["uuid"], movement_type="advance")


def _waiting(state: Json) -> list[Json]:
    """The units on the board that may be moved now, as the state has them."""
    named = set(state["request"]["units"])
    sides = [unit for army in state["game_model"]["armies"] for unit in army["units"]]
    return [each for each in sides if each["uuid"] in named and each["location"]]


def stuck(seats: tuple[Seat, Seat]) -> tuple[Seat, Seat]:
    """A roll whose thrower has gone before revealing: the player who waits, and that one."""
    gone = acting(seats)
    gone.device.mute = "thrower"
    assert gone.post("roll", stage="deployment").status_code == 409
    return next(each for each in seats if each is not gone), gone


def test_a_battle_is_claimed_from_a_player_who_went_away_in_the_middle_of_a_roll(
    server: Running, two: tuple[Seat, Seat]
) -> None:
    """Nobody keeps a battle from its end by cutting off the own device; the roll falls without it and says so."""
    waits, gone = stuck(two)
    early = waits.post("claim")
    assert (early.status_code, early.json()["code"]) == (422, "not-absent")
    assert waits.table.state()["number"] == 0, "an early claim lets no die fall"
    assert gone.post("claim").json()["code"] == "not-due"
    gone.device.close()  # one that still asks for rolls is at the table
    long_ago = datetime.now(UTC) - timedelta(days=2)
    game = waits.table.game_id
    server.write(f"UPDATE attendances SET seen = '{long_ago}' WHERE game_id = '{game}'")
    server.write(f"UPDATE battles SET began = '{long_ago}' WHERE game_id = '{game}'")
    ended = waits.did("claim")
    (side,) = waits.table.state()["sides"]
    model = ended["game_model"]
    assert (model["status"], model["winner_army_uuid"]) == ("Completed", model["armies"][side]["uuid"])
    assert checked(waits.table).fault is None


@pytest.mark.parametrize("path", ["roll", "resign"])
def test_a_roll_waits_for_no_device_of_a_deleted_account(client: httpx2.Client, stack: ExitStack, path: str) -> None:
    """Its player is gone for good: who commands both armies then goes on, or ends the battle."""
    seats = seated(client, registered(client, "Eve"), registered(client, "Finn"))
    waits, gone = stuck((Seat(seats[0], stack), Seat(seats[1], stack)))
    person = gone.table.person
    assert client.request("DELETE", "/api/user", headers=person.headers, json={"password": PASSWORD}).status_code == 204
    late = waits.post(path, **({"stage": "deployment", "number": 0} if path == "roll" else {"side": 0}))
    assert late.status_code == (409 if path == "roll" else 200)
    state = waits.table.state()
    assert (state["sides"], state["number"]) == ([0, 1], 1 if path == "roll" else 2)
    assert state["dice"]["last"]["thrower"] == "missed"
    assert (state["request"] is None) is (path == "resign")
    assert checked(waits.table).fault is None


@pytest.mark.parametrize("who", ["waits", "gone"])
def test_either_player_resigns_while_a_roll_waits_for_a_device(two: tuple[Seat, Seat], who: str) -> None:
    waits, gone = stuck(two)
    loser, winner = (waits, gone) if who == "waits" else (gone, waits)
    (theirs,) = winner.table.state()["sides"]
    wrong = loser.post("resign", side=theirs)
    assert (wrong.status_code, waits.table.state()["number"]) == (403, 0), "a refused call lets no die fall"
    model = loser.did("resign")["game_model"]
    assert (model["status"], model["winner_army_uuid"]) == ("Completed", model["armies"][theirs]["uuid"])
    assert checked(waits.table).fault is None
