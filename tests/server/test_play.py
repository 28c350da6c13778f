"""Preparing a game and playing it over the calls: two people at one table, and the computer."""

from __future__ import annotations

import json
from typing import Any

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from highground.server.play import preparation, terms
from highground.server.tasks import off_the_loop
from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.tables import joined
from tests.server.test_rosters import FILES

Json = dict[str, Any]


class Table:
    """A game as one person calls it."""

    def __init__(self, client: httpx2.Client, person: Somebody, game_id: str) -> None:
        self.client, self.person, self.game_id = client, person, game_id

    def get(self, path: str) -> httpx2.Response:
        return self.client.get(f"/api/game/{self.game_id}/{path}", headers=self.person.headers)

    def post(self, path: str, **body: Any) -> httpx2.Response:
        return self.client.post(f"/api/game/{self.game_id}/{path}", json=body, headers=self.person.headers)

    def did(self, path: str, **body: Any) -> Json:
        answer = self.post(path, **body)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def state(self) -> Json:
        found: Json = self.client.get(f"/api/games/{self.game_id}/state", headers=self.person.headers).json()
        return found

    def agreed(self) -> Json:
        """The set-up, to which this player now agrees as it stands."""
        return self.did("setup/agreement", terms=self.get("setup").json()["terms"])

    def chosen(self, side: int, army: str, **more: Any) -> httpx2.Response:
        body = {f"army_{side}": {"id": army, **more}}
        return self.client.patch(f"/api/game/{self.game_id}/setup", json=body, headers=self.person.headers)


@pytest.fixture(scope="module")
def ada(server: Running) -> Somebody:
    return registered(server.client, "Ada")


@pytest.fixture(scope="module")
def ben(server: Running) -> Somebody:
    return registered(server.client, "Ben")


def made(client: httpx2.Client, person: Somebody, *, simulation: bool = False) -> Table:
    body = {"game_name": "At the weir", "description": "", "simulation": simulation}
    answer = client.post("/api/game/create_new_game", json=body, headers=person.headers)
    return Table(client, person, answer.json()["game_id"])


def begun(
    client: httpx2.Client, person: Somebody, *controllers: str, simulation: bool = False, own_dice: bool = False
) -> Table:
    """A game of two sample armies that has begun."""
    table = made(client, person, simulation=simulation)
    for side, army in enumerate(("vow-1000", "fen-1000")):
        controller = controllers[side] if controllers else "human"
        chosen = table.chosen(side, army, controller=controller, player=f"Player {side}", own_dice=own_dice)
        assert chosen.status_code == 200
    assert table.post("start").status_code == 201
    return table


@pytest.fixture
def game(client: httpx2.Client, ada: Somebody) -> Table:
    return begun(client, ada)


# OPEN-26
def test_a_place_alone_is_refused_before_there_are_zones_and_outside_ones_own(game: Table) -> None:
    state = game.state()
    for side in (0, 1):
        uuid = state["deployment_status"]["units_to_deploy"][side][0]["uuid"]
        answer = game.post("finalize_unit_deployment", unit_uuid=uuid, location=[6.0, 20.0])
        assert answer.status_code == 422
        assert answer.json()["detail"].endswith("cannot be set up now. Dice are still to be rolled: deployment.")
    winner = game.did("roll", stage="deployment")["deployment_status"]["winner_army_uuid"]
    assert game.post("finalize_unit_deployment", unit_uuid=uuid, location=[6.0, 20.0]).status_code == 422
    status = game.did("update_deployment", selecting_army_uuid=winner, selected_zone_index=0)["deployment_status"]
    side = [army["uuid"] for army in state["game_model"]["armies"]].index(status["current_army_uuid"])
    uuid = status["units_to_deploy"][side][0]["uuid"]
    answer = game.post("finalize_unit_deployment", unit_uuid=uuid, location=[30.0, 22.0])
    assert (answer.status_code, answer.json()["code"]) == (422, "outside-zone")
    assert "must be set up wholly within its deployment zone." in answer.json()["detail"]


def test_a_set_up_says_what_is_missing_until_nothing_is(client: httpx2.Client, ada: Somebody) -> None:
    table = made(client, ada)
    shown = table.get("setup").json()
    assert [each["ready"] for each in shown["readiness"]] == [True, False, False]
    assert not shown["can_start"]
    assert {each["id"] for each in shown["options"]["samples"]} >= {"vow-1000", "fen-2000"}
    early = table.post("start")
    assert (early.status_code, early.json()["detail"]) == (409, "The game is not ready: Blue army, Red army.")
    assert table.get("current_phase").status_code == 409
    table.chosen(0, "vow-1000")
    shown = table.chosen(1, "fen-1000", controller="ai", personality="aggressive", intensity=5).json()
    assert shown["can_start"]
    assert shown["armies"][1]["personality"] == "aggressive"
    started = table.post("start")
    assert started.json() == {"url": f"/game/{table.game_id}/view?from_setup=1"}
    assert table.post("start").status_code == 409
    assert table.chosen(0, "fen-1000").status_code == 409


def test_a_battle_with_one_fixed_mission_waits_for_the_second(client: httpx2.Client, ada: Somebody) -> None:
    table = made(client, ada)
    table.chosen(1, "fen-1000", controller="ai")
    shown = table.chosen(0, "vow-1000", fixed_missions=["muddy-boots"]).json()
    assert shown["readiness"][1] == {
        "what": "Blue army",
        "ready": False,
        "detail": "Choose a second fixed mission.",
    }
    assert not shown["can_start"]
    early = table.post("start")
    assert (early.status_code, early.json()["detail"]) == (409, "The game is not ready: Blue army.")
    assert table.chosen(0, "vow-1000", fixed_missions=["muddy-boots", "four-winds"]).json()["can_start"]
    assert table.post("start").status_code == 201


def test_the_owner_sees_that_the_other_player_lacks_a_fixed_mission(
    client: httpx2.Client, ada: Somebody, ben: Somebody
) -> None:
    table = made(client, ada)
    joined(client, ada, ben, table.game_id)
    table.chosen(0, "vow-1000")
    Table(client, ben, table.game_id).chosen(1, "fen-1000", fixed_missions=["muddy-boots"])
    shown = table.get("setup").json()
    assert shown["readiness"][2] == {
        "what": "Red army",
        "ready": False,
        "detail": "The other player is still choosing.",
    }
    assert (shown["can_start"], shown["armies"][1]["fixed_missions"]) == (False, [])


@pytest.mark.parametrize("leaves", [True, False])
def test_no_battle_begins_with_an_army_that_was_changed_meanwhile(
    client: httpx2.Client, ada: Somebody, ben: Somebody, monkeypatch: pytest.MonkeyPatch, leaves: bool
) -> None:
    """The opponent chooses another one, or leaves with theirs, while the battle is made ready."""
    mine, theirs = set_up(client, ada, ben)
    theirs.agreed()
    opened = preparation._opened

    def slowly(*args: Any) -> Any:
        if leaves:
            assert client.delete(f"/api/game/{mine.game_id}/seats/1", headers=ben.headers).status_code == 204
        else:
            assert theirs.chosen(1, "vow-1000").status_code == 200
        return opened(*args)

    monkeypatch.setattr(preparation, "_opened", slowly)
    started = mine.post("start")
    monkeypatch.undo()
    assert (started.status_code, started.json()["detail"]) == (409, terms.LOOK_AGAIN)
    shown = mine.get("setup").json()
    assert not shown["begun"]
    assert [army and army["id"] for army in shown["armies"]] == ["vow-1000", None if leaves else "vow-1000"]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"army_0": {"id": "nobody"}}, "There is no such sample army."),
        ({"army_0": {"id": "vow-1000", "personality": "mad"}}, "There is no such personality"),
        ({"army_0": {"id": "vow-1000", "fixed_missions": ["x"]}}, "There is no such fixed mission."),
        (
            {"army_0": {"id": "vow-1000", "fixed_missions": ["muddy-boots", "muddy-boots"]}},
            "Choose two different fixed missions",
        ),
        ({"game": {"layout": "moon", "mission": "toll-of-names"}}, "There is no such board."),
        ({"game": {"layout": "three-kilns", "mission": "x"}}, "There is no such mission."),
    ],
)
def test_what_is_not_there_cannot_be_chosen(client: httpx2.Client, ada: Somebody, change: Json, sentence: str) -> None:
    table = made(client, ada)
    answer = client.patch(f"/api/game/{table.game_id}/setup", json=change, headers=ada.headers)
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(sentence)


def test_a_stranger_sees_no_battle(client: httpx2.Client, game: Table, ben: Somebody) -> None:
    theirs = Table(client, ben, game.game_id)
    assert theirs.get("setup").status_code == 404
    assert theirs.post("advance_phase").status_code == 404
    assert client.get(f"/api/games/{game.game_id}/state").status_code == 401


def deployed(table: Table, *, upto: str = "command") -> Json:
    """Roll, choose a zone, set everybody up, begin."""
    state = table.did("roll", stage="deployment")
    winner = state["deployment_status"]["winner_army_uuid"]
    state = table.did("update_deployment", selecting_army_uuid=winner, deployment_zones=[], selected_zone_index=0)
    zones = state["map_data"]["deployment_zones"]
    while not state["deployment_status"]["all_units_deployed"]:
        state = set_one_up(table, state, zones)
    while state["game_model"]["phase"] != upto:
        if state["request"]["kinds"][0] == "place":
            state = table.did("answer", answer={"choice": "place"})
        else:
            state = table.did("advance_phase_time")
    return state


def set_one_up(table: Table, state: Json, zones: list[Json]) -> Json:
    status = state["deployment_status"]
    side = [army["uuid"] for army in state["game_model"]["armies"]].index(status["current_army_uuid"])
    unit = status["units_to_deploy"][side][0]["uuid"]
    shape = next(zone["shape"] for zone in zones if zone["owner_army_index"] == side)
    left, top = (min(corner[axis] for corner in shape) for axis in (0, 1))
    right, bottom = (max(corner[axis] for corner in shape) for axis in (0, 1))
    for step in range(60):
        x, y = left + (right - left) * (0.1 + 0.2 * (step % 5)), top + (bottom - top) * (0.05 + 0.08 * (step // 5))
        answer = table.post("finalize_unit_deployment", unit_uuid=unit, location=[x, y], in_reserves=False)
        if answer.status_code == 200:
            found: Json = answer.json()
            return found
    return table.did("finalize_unit_deployment", unit_uuid=unit, location=None, in_reserves=True)


# OPEN-80
def test_a_game_is_deployed_and_played_into_its_first_turn(client: httpx2.Client, game: Table) -> None:
    """API-25, API-26, API-27, API-28, API-32, API-33, API-34, API-35, API-36, API-38, API-39."""
    state = deployed(game)
    assert game.get("current_phase").json() == {"phase": "command", "phase_time": "beginning", "round": 1, "turn": 1}
    times = []
    while state["game_model"]["phase"] == "command":
        times.append(state["game_model"]["phase_time"])
        state = game.did("advance_phase_time")
    assert times == ["beginning", "middle", "end"]
    state = game.did("advance_phase_time")
    unit = state["units"][0]
    x, y = unit["location"]
    moved = game.did("movement_phase/finalize", unit_uuid=unit["uuid"], movement_type="stationary")
    shown = {each["uuid"]: each for army in moved["game_model"]["armies"] for each in army["units"]}
    assert shown[unit["uuid"]]["location"] == [x, y]
    assert shown[unit["uuid"]]["stationary"]
    assert game.get("deployment_phase/state").json()["deployment_status"]["all_units_deployed"]


def test_a_refusal_says_why_and_changes_nothing(game: Table) -> None:
    before = game.state()
    game.did("roll", stage="deployment")
    state = game.state()
    loser = next(
        a["uuid"] for a in state["game_model"]["armies"] if a["uuid"] != state["deployment_status"]["winner_army_uuid"]
    )
    answer = game.post("update_deployment", selecting_army_uuid=loser, selected_zone_index=1)
    assert answer.status_code == 422
    assert answer.json()["code"] == "not-your-zone"
    assert answer.json()["detail"].endswith("won the roll and chooses the zone.")
    assert game.state() == state
    assert before["number"] + 1 == state["number"]


def test_a_stale_call_learns_what_happened(game: Table) -> None:
    game.did("roll", stage="deployment", number=0)
    answer = game.post("roll", stage="deployment", number=0)
    assert answer.status_code == 409
    body = answer.json()
    assert (body["detail"], body["number"]) == ("The battle moved on.", 1)
    assert len(body["events"]) == 1


def set_up(client: httpx2.Client, owner: Somebody, guest: Somebody, *, own_dice: bool = False) -> tuple[Table, Table]:
    """One game as each of its two players calls it, with both armies chosen."""
    table = made(client, owner)
    joined(client, owner, guest, table.game_id)
    theirs = Table(client, guest, table.game_id)
    assert table.chosen(0, "vow-1000", own_dice=own_dice).status_code == 200
    assert theirs.chosen(1, "fen-1000", own_dice=own_dice).status_code == 200
    return table, theirs


def seated(client: httpx2.Client, owner: Somebody, guest: Somebody, *, own_dice: bool = False) -> tuple[Table, Table]:
    """One battle as each of its two players calls it, before the first roll."""
    table, theirs = set_up(client, owner, guest, own_dice=own_dice)
    theirs.agreed()
    assert table.post("start").status_code == 201
    return table, theirs


def rolled_off(mine: Table, theirs: Table, *faces: int) -> Json:
    """Both dice of the roll for the zones, which one player lays down and the other confirms."""
    mine.did("roll", stage="deployment", dice={"faces": list(faces)})
    return theirs.did("offer_answer", kind="dice", agree=True)


def test_dice_from_a_table_are_taken_when_they_fit(client: httpx2.Client, ada: Somebody) -> None:
    game = begun(client, ada, own_dice=True)
    wrong = game.post("roll", stage="deployment", dice={"faces": [4]})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "wrong-dice")
    state = game.did("roll", stage="deployment", dice={"faces": [2, 6]})
    assert state["deployment_status"]["rolls"] == [[2, 6]]


def test_what_was_done_can_be_taken_back_by_who_plays_both_armies(game: Table) -> None:
    game.did("roll", stage="deployment")
    state = game.did("undo")
    assert state["number"] == 0
    assert state["deployment_status"]["rolls"] == []
    empty = game.post("undo")
    assert (empty.status_code, empty.json()["code"]) == (422, "nothing-to-undo")
    assert game.did("roll", stage="deployment")["number"] == 1


def test_one_press_is_taken_back_by_one_call(game: Table) -> None:
    before = deployed(game, upto="movement")["number"]
    state = game.did("advance_phase_time")
    for unit in state["units"]:
        state = game.did("movement_phase/finalize", unit_uuid=unit["uuid"], movement_type="stationary")
    assert state["number"] > before + 1
    assert state["undo"]["back_to"] == state["number"] - 1
    assert game.did("undo", back_to=before)["number"] == before


def test_the_first_turn_is_shown_with_the_dice_that_decided_it(game: Table) -> None:
    assert game.state()["deployment_status"]["first_turn"] is None
    state = deployed(game)
    shown = state["deployment_status"]["first_turn"]
    blue, red = shown["rolls"][-1]
    first = state["game_model"]["armies"][0 if blue > red else 1]["uuid"]
    assert (shown["army_uuid"], state["current_army_uuid"]) == (first, first)


def test_each_player_is_told_who_chooses_the_missing_army(client: httpx2.Client, ada: Somebody, ben: Somebody) -> None:
    table = made(client, ada)
    joined(client, ada, ben, table.game_id)
    own, other = "Choose a sample army or one of your rosters.", "The other player chooses it."
    for seat, expected in ((table, [own, other]), (Table(client, ben, table.game_id), [other, own])):
        readiness = seat.get("setup").json()["readiness"]
        assert [each["detail"] for each in readiness[1:3]] == expected


def test_two_people_command_their_own_armies(client: httpx2.Client, ada: Somebody, ben: Somebody) -> None:
    table = made(client, ada)
    table.chosen(0, "vow-1000", own_dice=True)
    link = client.post(f"/api/game/{table.game_id}/invitations", json={}, headers=ada.headers).json()["url"]
    client.post(f"/api/invitations/{link.rsplit('/', 1)[1]}", headers=ben.headers)
    theirs = Table(client, ben, table.game_id)
    assert table.chosen(1, "fen-1000").status_code == 403
    assert theirs.chosen(1, "fen-1000", own_dice=True).status_code == 200
    assert theirs.post("start").status_code == 403
    theirs.agreed()
    assert table.post("start").status_code == 201
    assert (table.state()["sides"], theirs.state()["sides"]) == ([0], [1])
    state = rolled_off(table, theirs, 1, 6)
    assert state["request"]["mine"]
    army = state["game_model"]["armies"][1]["uuid"]
    refused = table.post("update_deployment", selecting_army_uuid=army, selected_zone_index=0)
    assert refused.status_code == 403
    assert "which the other player commands" in refused.json()["detail"]
    theirs.did("update_deployment", selecting_army_uuid=army, selected_zone_index=0)
    assert table.post("undo").status_code == 403
    assert theirs.did("undo")["number"] == 1


def test_the_computer_plays_its_part_and_explains_it(client: httpx2.Client, ada: Somebody) -> None:
    """API-37, API-40, SITE-10."""
    table = begun(client, ada, "ai", "ai")
    said: list[Json] = []
    while not said or said[-1]["game_model"]["phase"] != "movement" or said[-1]["game_model"]["phase_time"] != "middle":
        said.append(table.did("ai_step"))
    moved = table.did("ai_movement")
    assert moved["ai_action_description"].endswith(".")
    assert moved["ai_rationale"]
    assert isinstance(moved["ai_instructions"], list)
    assert table.post("ai_deployment").status_code == 422
    human = begun(client, ada)
    refused = human.post("ai_deployment")
    assert (refused.status_code, refused.json()["detail"]) == (409, f"{_first_army(human)} is commanded by a person.")


def _first_army(table: Table) -> str:
    name: str = table.state()["game_model"]["armies"][0]["name"]
    return name


def test_a_battle_outlives_the_memory_of_its_server(server: Running, game: Table) -> None:
    deployed(game)
    before = game.state()
    server.matches.forget()
    assert game.state() == before
    assert game.did("advance_phase_time")["number"] == before["number"] + 1


def test_the_log_grows_while_the_battle_is_fought(client: httpx2.Client, game: Table) -> None:
    assert game.get("logs_json").json()["total"] == 0
    deployed(game)
    whole = game.get("logs_json").json()
    assert whole["total"] > 10
    entries = [a for r in whole["logs"]["rounds"] for t in r["turns"] for p in t["phases"] for a in p["actions"]]
    assert entries == sorted(entries, key=lambda entry: (entry["timestamp"], entry["id"]))
    game.did("advance_phase_time")
    newer = game.get(f"logs_json?since_id={entries[-1]['id']}").json()
    assert newer["incremental"]
    assert [entry["id"] > entries[-1]["id"] for entry in newer["logs"]]
    assert client.get(f"/api/game/shared/{game.game_id}/json").status_code == 404


# OPEN-16, OPEN-24
def watching(client: httpx2.Client, person: Somebody, game_id: str) -> ClientConnection:
    """A socket that is let in to watch the game, or hear of a job."""
    url = str(client.base_url).replace("http://", "ws://").rstrip("/")
    protocols = [Subprotocol("highground"), Subprotocol(f"bearer.{person.token}")]
    return connect(f"{url}/ws/game/{game_id}", subprotocols=protocols, proxy=None)


def heard_of(socket: ClientConnection) -> list[Json]:
    """Its simulation updates up to the last one."""
    shown: list[Json] = []
    while not shown or shown[-1]["payload"]["status"] == "running":
        message = json.loads(socket.recv(timeout=20))
        shown += [message] if message["type"] == "simulation_update" else []
    return shown


# OPEN-70
def test_a_simulation_job_shows_its_owner_how_far_it_is(client: httpx2.Client, ada: Somebody, ben: Somebody) -> None:
    wanted = {"army_a": "vow-1000", "army_b": "fen-1000", "battles": 3}
    job = client.post("/api/simulations", json=wanted, headers=ada.headers).json()["job_id"]
    with watching(client, ada, job) as socket:
        over = heard_of(socket)[-1]["payload"]
    assert over == {"job_id": job, "status": "completed", "progress": 1.0, "note": ""}
    with watching(client, ben, job) as socket, pytest.raises(ConnectionClosed) as refused:
        heard_of(socket)
    assert refused.value.rcvd is not None
    assert refused.value.rcvd.code == 4404


def test_abilities_are_listed_and_used(client: httpx2.Client, game: Table) -> None:
    """API rows of abilities, stratagems, effects, targets and their use; ERR: a refusal's detail."""
    deployed(game)
    listed = game.get("abilities").json()
    assert listed["game_state"]["phase"] == "command"
    assert listed["abilities"]
    stratagems = game.get("stratagems").json()["stratagems"]
    assert {each["location"]["army_name"] for each in stratagems} == {"The Gate Guard", "The Spring Tide"}
    assert len(game.get("active-effects").json()["active_effects"]) == 2
    idle = next(each for each in stratagems if not each["overall_active"])
    refused = game.post("process_activated_ability", ability_id=idle["id"], target_uuids=[])
    assert refused.status_code == 422
    assert refused.json()["detail"]
    assert game.get("ability/x/targets").status_code == 422
    assert game.get(f"ability/{idle['id']}/targets").json() == {"targets": []}


def test_every_board_to_choose_is_reported_with_what_stands_on_it(client: httpx2.Client, ada: Somebody) -> None:
    boards = client.get("/api/layouts").json()["layouts"]
    options = made(client, ada).get("setup").json()["options"]
    assert client.get("/api/options").json() == options
    offered = options["layouts"]
    assert [board["id"] for board in boards] == [each["id"] for each in offered]
    for board in boards:
        assert len(board["zones"]) == 2
        assert board["objectives"]
        outlines = [piece["coordinates"] for piece in (*board["terrain"], *board["zones"])]
        assert all(len(outline) >= 3 for outline in outlines)
        assert all(0 <= x <= 60 and 0 <= y <= 44 for outline in outlines for x, y in outline)
    stair = next(board for board in boards if board["id"] == "broken-stair")
    building = next(piece for piece in stair["terrain"] if piece["name"] == "Stair Building")
    assert (building["height"], building["obscuring"], building["walls"][0]) == (5, True, [[20, 27], [20, 33]])


def test_what_a_side_chose_is_reported_without_who_chose_it(client: httpx2.Client, ada: Somebody) -> None:
    table = made(client, ada)
    army = table.chosen(0, "vow-1000", player="Ada").json()["armies"][0]
    assert (army["id"], army["source"], army["player"]) == ("vow-1000", "sample", "Ada")
    assert army["points"] <= 1000
    assert "chooser" not in army


# OPEN-41
def test_an_uploaded_roster_can_be_an_army_of_a_game(client: httpx2.Client, ada: Somebody) -> None:
    uploaded = client.post(
        "/api/upload_list", files={"file": ("list.ros", FILES["list.ros"])}, headers=ada.headers
    ).json()
    listed = client.get("/api/rosters", headers=ada.headers).json()["rosters"]
    roster = next(each for each in listed if each["roster_id"] == uploaded["roster_id"])
    table = made(client, ada)
    answer = table.chosen(0, roster["roster_id"], source="roster")
    assert answer.status_code == 200, answer.text
    assert answer.json()["armies"][0]["name"] == roster["name"]
    assert table.chosen(1, "fen-1000").json()["can_start"]
    assert table.post("start").status_code == 201


def test_fixed_missions_are_chosen_without_knowing_the_others(
    client: httpx2.Client, ada: Somebody, ben: Somebody
) -> None:
    table = made(client, ada)
    joined(client, ada, ben, table.game_id)
    theirs = Table(client, ben, table.game_id)
    missions = [each["id"] for each in client.get("/api/options").json()["secondaries"][:2]]
    assert table.chosen(0, "vow-1000", fixed_missions=missions).json()["armies"][0]["fixed_missions"] == missions
    assert theirs.get("setup").json()["armies"][0]["fixed_missions"] == []
    seen = theirs.chosen(1, "fen-1000", fixed_missions=missions[::-1]).json()["armies"]
    assert [each["fixed_missions"] for each in seen] == [[], missions[::-1]]
    theirs.agreed()
    assert table.post("start").status_code == 201
    shown = theirs.get("setup").json()["armies"]
    assert [each["fixed_missions"] for each in shown] == [missions, missions[::-1]]


async def test_a_fault_of_ours_ends_in_an_error_and_not_in_silence() -> None:
    with pytest.raises(RuntimeError, match="ran out"):
        await off_the_loop(lambda: next(iter(())))
