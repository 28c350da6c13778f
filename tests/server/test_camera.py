"""The camera of a game: a phone is paired, photographs, its photo is read, and the battle takes over what it shows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

import cv2
import httpx2
import msgspec
import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from highground.server.camera.work import EarlierRequest, PhotoRequest
from highground.server.camera.work import read as read_photo
from highground.server.files import open_files
from highground.server.jobs.runner import Runner
from highground.vision.analysis import analyse
from highground.vision.flat import Picture
from highground.vision.found import KnownTable, KnownUnit
from highground.vision.markers.marks import MarkKind, board_places, by_name, marks
from highground.vision.synthetic import SyntheticCamera, SyntheticScene
from highground.vision.synthetic_armies import Figure, Pair, SyntheticTable, take_pair
from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.sites import until
from tests.server.test_play import Table as Played
from tests.server.test_play import begun, made
from tests.vision.test_photo import packed, picture

Json = dict[str, Any]
OVERHEAD = SyntheticCamera(tilt_degrees=3, blur=0.6)


def jpeg(picture: Picture) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()


def photographed(
    units: dict[str, list[tuple[float, float]]], diameter: float, length: float = 0.0, turns: Sequence[float] = ()
) -> Pair:
    """A table with miniatures of some units, each unit's transponder above its first one. With a `length` they are
    ovals, turned so many degrees."""
    places = {mark: board_places()[mark.code] for mark in marks(MarkKind.BOARD)}
    cards = {by_name()[name]: (spots[0][0], spots[0][1] - 2.4) for name, spots in units.items()}
    figures = [
        Figure(by_name()[name], spot, diameter, diameter, number, length, turns[number] if turns else 0.0)
        for name, spots in units.items()
        for number, spot in enumerate(spots)
    ]
    scene = SyntheticScene({**places, **cards}, dict.fromkeys([*places, *cards], 0.0))
    table = SyntheticTable(scene, figures, [], 7)
    return take_pair(table, OVERHEAD, np.random.default_rng(1))


def half_of(picture: Picture, away_from: list[tuple[float, float]]) -> Picture:
    """A good half of an overhead photo of the board, with five of its markers, in which some places are not."""
    high, wide = (round(0.6 * side) for side in picture.shape[:2])
    x, y = np.mean(away_from, axis=0) / (60.0, 44.0) - 0.5
    if abs(x) > abs(y):
        return picture[:, -wide:] if x < 0 else picture[:, :wide]
    return picture[-high:] if y < 0 else picture[:high]


@pytest.fixture(scope="module")
def ada(server: Running) -> Somebody:
    return registered(server.client, "Ada")


@pytest.fixture
def game(client: httpx2.Client, ada: Somebody) -> Played:
    return begun(client, ada)


def sent(game: Played, data: bytes, token: str | None = None, **more: str) -> httpx2.Response:
    headers = {"Authorization": f"Bearer {token}"} if token else game.person.headers
    url = f"/api/game/{game.game_id}/photos"
    return game.client.post(url, headers=headers, files={"file": ("photo.jpg", data)}, data=more)


def paired(game: Played) -> str:
    """A phone's token."""
    code = game.post("camera/pairing").json()["code"]
    answer = game.client.post("/api/camera/join", json={"code": code.lower()})
    assert answer.status_code == 200, answer.text
    assert answer.json()["game_id"] == game.game_id
    return str(answer.json()["token"])


@contextmanager
def channel(server: Running, game_id: str, token: str, role: str = "camera") -> Iterator[ClientConnection]:
    address = str(server.client.base_url).replace("http", "ws", 1).rstrip("/") + f"/ws/game/{game_id}?role={role}"
    protocols = [Subprotocol("highground"), Subprotocol(f"bearer.{token}")]
    with connect(address, subprotocols=protocols, proxy=None) as connection:
        heard(connection, "connected")
        yield connection


def heard(connection: ClientConnection, kind: str, seconds: float = 60) -> Json:
    while True:
        message: Json = json.loads(connection.recv(timeout=seconds))
        if message["type"] == kind:
            return dict(message["payload"])


def test_a_phone_is_paired_by_a_code_that_is_good_once(game: Played) -> None:
    pairing = game.post("camera/pairing").json()
    assert pairing["url"].endswith(f"/game/{game.game_id}/camera?code={pairing['code']}")
    assert pairing["qr"].startswith("<svg")
    assert not game.get("camera").json()["paired"]
    first = game.client.post("/api/camera/join", json={"code": pairing["code"]})
    assert first.json()["game_name"] == "At the weir"
    assert game.get("camera").json()["paired"]
    again = game.client.post("/api/camera/join", json={"code": pairing["code"]})
    assert (again.status_code, again.json()["detail"][:34]) == (404, "This pairing code is not valid any")


def test_a_new_code_lets_the_earlier_phone_go(game: Played) -> None:
    first, second = paired(game), paired(game)
    blank = jpeg(np.full((200, 300, 3), 90, dtype=np.uint8))
    refused = sent(game, blank, first)
    assert (refused.status_code, refused.json()["detail"][:28]) == (401, "This phone is not paired wit")
    assert sent(game, blank, second).status_code == 201


def test_a_phone_s_token_is_good_for_its_game_s_camera_alone(server: Running, game: Played, ada: Somebody) -> None:
    token = paired(game)
    assert game.client.get("/api/user/games", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    other = begun(game.client, ada)
    blank = jpeg(np.full((200, 300, 3), 90, dtype=np.uint8))
    assert sent(other, blank, token).status_code == 401
    for role, where in (("player", game.game_id), ("camera", other.game_id)):
        with pytest.raises(ConnectionClosed), channel(server, where, token, role):
            pass


# API-68, API-69, API-77, API-78, API-79, API-81, OPEN-27, OPEN-77, SOCK-4, CAM-3, CAM-4
def test_the_page_asks_and_the_phone_takes_the_picture(server: Running, game: Played) -> None:
    token = paired(game)
    with channel(server, game.game_id, game.person.token) as page, channel(server, game.game_id, token) as phone:
        phone.send(json.dumps({"type": "camera_connected", "payload": {"device_id": "phone-1", "phone": True}}))
        assert heard(page, "camera_connected")["device_id"] == "phone-1"
        asked = {"dice_tray": True, "selection": {"startX": 0.1, "endX": 0.4}, "game_id": game.game_id}
        page.send(json.dumps({"type": "take_picture", "payload": asked}))
        assert heard(phone, "take_picture") == asked
        blank = jpeg(np.full((200, 300, 3), 90, dtype=np.uint8))
        kept = sent(game, blank, token, dice_tray="true").json()
        assert heard(page, "image_received")["image_id"] == kept["image_id"]
        captured = heard(page, "image_captured")
        assert 0 <= captured.pop("age") < 30
        assert captured == {
            "game_id": game.game_id,
            "image_id": kept["image_id"],
            "image_url": kept["image_url"],
            "dice_tray": True,
        }
        phone.close()
        assert heard(page, "disconnect")["phone"] is True
    assert not game.get("latest_image").json()["exists"]


# API-76, OPEN-76
def test_the_game_hears_of_its_camera_under_names_of_its_own(server: Running, game: Played) -> None:
    """The camera's channel has them without `camera_`."""
    token = paired(game)
    with (
        channel(server, game.game_id, game.person.token, "player") as table,
        channel(server, game.game_id, game.person.token) as page,
    ):
        kept = sent(game, jpeg(np.full((200, 300, 3), 90, dtype=np.uint8)), token).json()
        assert heard(table, "camera_image_captured")["image_id"] == kept["image_id"]
        assert heard(page, "image_captured")["image_id"] == kept["image_id"]


@pytest.mark.parametrize(
    ("data", "status", "sentence"),
    [
        (b"", 422, "The photo is empty"),
        (b"GIF89a....", 422, "This file is no photo that can be read"),
        (jpeg(np.full((600, 800, 3), 90, dtype=np.uint8))[:700], 422, "The photo is damaged"),
    ],
)
def test_what_is_no_photo_is_refused_and_nothing_is_kept(game: Played, data: bytes, status: int, sentence: str) -> None:
    answer = sent(game, data)
    assert (answer.status_code, answer.json()["detail"][: len(sentence)]) == (status, sentence)
    assert not game.get("latest_image").json()["exists"]


# ENT-34, CAM-31, OPEN-29
def test_the_dice_tray_s_rectangle_is_kept_as_fractions(game: Played) -> None:
    url = f"/api/game/{game.game_id}/camera"
    tray = {"startX": 0.1, "startY": 0.2, "endX": 0.4, "endY": 0.6}
    kept = game.client.patch(url, json={"dice_tray_coordinates": tray}, headers=game.person.headers)
    assert kept.json()["dice_tray_coordinates"] == tray == game.get("camera").json()["dice_tray_coordinates"]
    for wrong in (tray | {"endX": 1.4}, tray | {"endX": 0.1}):
        answer = game.client.patch(url, json={"dice_tray_coordinates": wrong}, headers=game.person.headers)
        assert answer.status_code == 422


def test_a_photo_of_the_tray_is_not_read_as_the_table(game: Played) -> None:
    blank = jpeg(np.full((200, 300, 3), 90, dtype=np.uint8))
    image_id = sent(game, blank, dice_tray="true").json()["image_id"]
    sentence = "This photo shows the dice tray, whose dice are read by themselves. Take a photo of the table."
    for answer in (
        game.post("process_game_state", image_id=image_id),
        game.post("camera/calibration", image_id=image_id),
        game.get(f"reconciliation?image_id={image_id}"),
    ):
        assert (answer.status_code, answer.json()["detail"]) == (409, sentence)


def test_a_photo_that_waited_on_the_phone_is_not_the_newest(server: Running, game: Played) -> None:
    """It was taken before the one that went through at once; the table hears how old it is."""
    data = jpeg(np.full((480, 640, 3), 90, np.uint8))
    newer = sent(game, data).json()["image_id"]
    with channel(server, game.game_id, game.person.token) as page:
        older = sent(game, data, age="600")
        assert older.status_code == 201
        assert 600 <= heard(page, "image_captured")["age"] <= 630
    assert game.get("latest_image").json()["image_id"] == newer
    latest = sent(game, data).json()["image_id"]
    assert game.get("latest_image").json()["image_id"] == latest
    for wrong in ("-1", "nan", "1e9", "long"):
        assert sent(game, data, age=wrong).status_code == 422


def test_a_photo_without_the_board_calibrates_nothing(game: Played) -> None:
    grey = np.random.default_rng(1).integers(60, 160, (400, 600, 3)).astype(np.uint8)
    image_id = sent(game, jpeg(grey)).json()["image_id"]
    shown = game.did("camera/calibration", image_id=image_id)
    assert (shown["empty_image_id"], shown["residual"]) == (None, None)
    assert [each["code"] for each in shown["problems"] if each["fatal"]] == ["no-board"]


@dataclass(frozen=True)
class Waiting:
    """A unit that waits to be set up, with a row of places for it in its zone and the printed marker of its number."""

    unit: Json
    transponder: str
    spots: list[tuple[float, float]]

    @property
    def diameter(self) -> float:
        return 2 * float(self.unit["miniatures"][0]["radius"])


def waiting_unit(game: Played, *, ovals: bool = False) -> Waiting:
    """Rolls for the zones, takes one, and finds a unit of three to ten miniatures, of the side that sets up first: on
    round bases, or on ovals."""
    winner = game.did("roll", stage="deployment")["deployment_status"]["winner_army_uuid"]
    state = game.did("update_deployment", selecting_army_uuid=winner, selected_zone_index=0)
    status, model = state["deployment_status"], game.state()["game_model"]
    side = next(i for i, army in enumerate(model["armies"]) if army["uuid"] == status["current_army_uuid"])
    units = [unit for army in model["armies"] for unit in army["units"]]
    waiting = {each["uuid"] for each in status["units_to_deploy"][side]}
    number, unit = next((n, u) for n, u in enumerate(units, 1) if u["uuid"] in waiting and _is_drawn_easily(u, ovals))
    first = unit["miniatures"][0]
    spots = _spots(model, side, unit["starting_strength"], first.get("length", 2 * first["radius"]))
    return Waiting(unit, f"transponder-{number:02d}", spots)


def calibrated(game: Played, pair: Pair) -> None:
    empty = sent(game, jpeg(pair.empty)).json()
    shown = game.did("camera/calibration", image_id=empty["image_id"])
    assert (shown["empty_image_id"], shown["markers"], shown["problems"]) == (empty["image_id"], 8, [])
    assert shown["residual"] < 0.05


def read(server: Running, game: Played, photo: Json) -> Json:
    """What is read from a photo, as the channel shows it."""
    with channel(server, game.game_id, game.person.token) as page:
        early = game.get(f"reconciliation?image_id={photo['image_id']}")
        assert (early.status_code, early.json()["detail"]) == (409, "This photo has not been read yet.")
        begun_job = game.post("process_game_state", image_id=photo["image_id"])
        assert begun_job.status_code == 202
        done = heard(page, "job_completed")
    assert (done["job_id"], done["job_type"], done["detail"]) == (begun_job.json()["job_id"], "photo", "")
    return dict(done["result"])


def assert_latest(game: Played, photo: Json, result: Json) -> None:
    latest = game.get("latest_image").json()
    assert latest["exists"]
    assert (latest["image_id"], latest["image_url"]) == (photo["image_id"], photo["image_url"])
    assert latest["analysis"] == result
    assert latest["processed_at"] is not None


def assert_for_its_players_alone(game: Played, *paths: str) -> None:
    for path in paths:
        picture = game.client.get(path, headers=game.person.headers)
        assert (picture.status_code, picture.content[:2]) == (200, b"\xff\xd8")
        assert game.client.get(path, headers={"Accept": "image/*"}).status_code == 401


def test_a_browser_that_opens_a_debug_picture_is_given_the_web_app(client: httpx2.Client) -> None:
    """It brings no login; the web app fetches the picture with one."""
    opened = client.get("/debug/some-photo.jpg", headers={"Accept": "text/html,image/avif,*/*;q=0.8"})
    assert (opened.status_code, "<div id=root>" in opened.text) == (200, True)
    assert client.get("/debug/some-photo.jpg", headers={"Accept": "image/*"}).status_code == 401


# SITE-14, CAM-3, CAM-18..22, API-21, API-61, API-62, API-64, API-80, ENT-31, ENT-32, OPEN-30, OPEN-75, DEBUG-9, API-22
def test_a_unit_is_set_up_from_a_photo(server: Running, game: Played) -> None:
    """The whole way: calibrate, photograph, read, compare, accept."""
    waiting = waiting_unit(game)
    name, count = waiting.unit["name"], len(waiting.spots)
    pair = photographed({waiting.transponder: waiting.spots}, waiting.diameter)
    calibrated(game, pair)
    photo = sent(game, jpeg(pair.full)).json()
    result = read(server, game, photo)
    assert result["detected_objects"] == {"models": count, "transponders": 1, "objectives": 0, "terrain": 0}
    (given,) = result["assignments"]
    assert (given["transponder"], given["unit_name"]) == (waiting.transponder, name)
    assert len(given["assignments"]) == count
    assert_latest(game, photo, result)
    debug = [f"/debug/{result[path]}" for path in ("debug_image_path", "assignment_debug_image_path")]
    assert_for_its_players_alone(game, photo["image_url"], *debug)
    assert_taken_over(game, photo["image_id"], waiting.unit)


def riding(client: httpx2.Client, person: Somebody) -> Played:
    """A game that has begun of two armies with a unit of three on ovals each."""
    table = made(client, person, simulation=False)
    for side in (0, 1):
        assert table.chosen(side, "vow-1000", controller="human", player=f"Player {side}").status_code == 200
    assert table.post("start").status_code == 201
    return table


TURNS = (20.0, 75.0, 140.0)
"""How three ovals lie, in degrees."""


@dataclass(frozen=True)
class Ridden:
    """A photo that was read of a unit on ovals, what it shows of them and what is proposed."""

    game: Played
    image_id: str
    waiting: Waiting
    seen: list[Json]
    proposal: Json

    def accepted(self, **more: Any) -> list[Json]:
        """The unit's miniatures in the battle, once that is accepted."""
        unit = self.waiting.unit["uuid"]
        state = self.game.did("reconciliation", image_id=self.image_id, unit_uuid=unit, **more)
        units = [each for army in state["game_model"]["armies"] for each in army["units"]]
        return list(next(each for each in units if each["uuid"] == unit)["miniatures"])


@pytest.fixture
def ridden(server: Running, client: httpx2.Client, ada: Somebody) -> Ridden:
    game = riding(client, ada)
    waiting = waiting_unit(game, ovals=True)
    base = waiting.unit["miniatures"][0]
    wide = float(np.sqrt(base["length"] * waiting.diameter))
    pair = photographed({waiting.transponder: waiting.spots}, wide, base["length"], TURNS)
    calibrated(game, pair)
    photo = sent(game, jpeg(pair.full)).json()
    seen = read(server, game, photo)["objects"]["model"]
    (proposal,) = game.get(f"reconciliation?image_id={photo['image_id']}").json()["proposals"]
    return Ridden(game, photo["image_id"], waiting, seen, proposal)


def lie(facings: Sequence[float]) -> list[float]:
    """By how many degrees, up to 90, the lines along which miniatures face differ from those drawn."""
    return [abs((facing - turn + 90) % 180 - 90) for facing, turn in zip(facings, TURNS, strict=True)]


def test_a_unit_on_ovals_is_set_up_from_a_photo_as_they_lie(ridden: Ridden) -> None:
    """Each miniature's turning, and not the one that its unit would get without a word, reaches the battle."""
    base, proposal = ridden.waiting.unit["miniatures"][0], ridden.proposal
    assert [each["length"] for each in ridden.seen] == [base["length"]] * 3
    assert (proposal["kind"], len(set(proposal["facings"]))) == ("set-up", 3)
    order = np.argsort([y for _, y in proposal["places"]])
    assert max(lie([proposal["facings"][each] for each in order])) < 8
    there = ridden.accepted()
    assert [each["facing"] for each in there] == proposal["facings"]
    assert [each["location"] for each in there] == [pytest.approx(place, abs=0.3) for place in proposal["places"]]


def test_ovals_that_a_person_turned_face_as_they_were_turned(ridden: Ridden) -> None:
    places = ridden.proposal["places"]
    wrong = ridden.game.post(
        "reconciliation", image_id=ridden.image_id, unit_uuid=ridden.waiting.unit["uuid"], places=places, facings=[5]
    )
    assert (wrong.status_code, "3" in wrong.json()["detail"]) == (422, True), wrong.text
    assert [each["facing"] for each in ridden.accepted(places=places, facings=[5, 90, 355])] == [5, 90, 355]


def test_ovals_that_a_person_picked_face_as_they_were_read(ridden: Ridden) -> None:
    there = ridden.accepted(models=[2, 0, 1])
    seen = [ridden.seen[each] for each in (2, 0, 1)]
    assert [each["location"] for each in there] == [pytest.approx(each["location"], abs=0.3) for each in seen]
    off = [(each["facing"] - found["turn"] + 90) % 180 - 90 for each, found in zip(there, seen, strict=True)]
    assert off == pytest.approx([0, 0, 0], abs=0.51)


def test_an_earlier_photo_of_the_battle_is_read_with_a_new_one(tmp_path: Path) -> None:
    """In place of a photo of the empty board; one that is gone meanwhile is done without."""
    spots = [(20.0, 20.0 + 1.6 * n) for n in range(4)]
    pair = photographed({"transponder-03": spots}, 1.26)
    for name in ("new", "old"):
        path = tmp_path / "files" / "game" / f"{name}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(jpeg(pair.full))
    unit = KnownUnit("u", "Wardens", "transponder-03", (1.26,) * 4, tuple(spots))
    before = analyse(pair.full, KnownTable((unit,)), pair.empty)

    def result(old: str) -> Json:
        wanted = PhotoRequest(
            str(tmp_path), "", "game/new.jpg", None, KnownTable((unit,)), "game/debug/new", "/new",
            (EarlierRequest(old, before),),
        )  # fmt: skip
        return read_photo(msgspec.json.encode(wanted), lambda _share, _stage: None)

    found = result("game/old.jpg")
    assert not found["problems"]
    assert [len(each["assignments"]) for each in found["assignments"]] == [4]
    assert [each["code"] for each in result("game/gone.jpg")["problems"]] == ["no-empty-photo"]


def test_what_one_photo_leaves_out_is_taken_from_the_one_just_before(server: Running, game: Played) -> None:
    """The second photo shows the other half of the table alone."""
    waiting = waiting_unit(game)
    pair = photographed({waiting.transponder: waiting.spots}, waiting.diameter)
    calibrated(game, pair)
    whole = read(server, game, sent(game, jpeg(pair.full)).json())
    assert not any(each.get("remembered") for each in whole["objects"]["model"])
    photo = sent(game, jpeg(half_of(pair.full, waiting.spots))).json()
    result = read(server, game, photo)
    assert result["detected_objects"]["transponders"] == 0
    assert [each["remembered"] for each in result["objects"]["model"]] == [True] * len(waiting.spots)
    (proposal,) = game.get(f"reconciliation?image_id={photo['image_id']}").json()["proposals"]
    count, name = len(waiting.spots), waiting.unit["name"]
    hidden = f"{count} of its miniatures are hidden in this photo; their places are from the one before."
    assert (proposal["kind"], proposal["message"]) == ("set-up", f"{name} was put on the table. {hidden}")
    assert proposal["acceptable"]


def test_what_the_screen_did_since_a_photo_was_read_is_not_undone_by_it(server: Running, game: Played) -> None:
    """A unit is set up by hand after its photo: the photo, which shows it elsewhere, asks for nothing."""
    waiting = waiting_unit(game)
    pair = photographed({waiting.transponder: waiting.spots}, waiting.diameter)
    calibrated(game, pair)
    photo = sent(game, jpeg(pair.full)).json()
    assert not read(server, game, photo)["problems"]
    elsewhere = [[x, y + 2.0] for x, y in waiting.spots]
    game.did("finalize_unit_deployment", unit_uuid=waiting.unit["uuid"], places=elsewhere)
    shown = game.get(f"reconciliation?image_id={photo['image_id']}").json()
    assert (shown["waiting"], [each["kind"] for each in shown["proposals"]]) == (False, ["outdated"])
    again = game.post("reconciliation", image_id=photo["image_id"], unit_uuid=waiting.unit["uuid"])
    assert again.status_code == 409


def assert_taken_over(game: Played, image_id: str, unit: Json) -> None:
    """The photo's one proposal becomes a choice of the battle, once."""
    differences = game.get(f"reconciliation?image_id={image_id}").json()
    assert differences["waiting"]
    (proposal,) = differences["proposals"]
    assert (proposal["kind"], proposal["message"]) == ("set-up", f"{unit['name']} was put on the table.")
    state = game.did("reconciliation", image_id=image_id, unit_uuid=unit["uuid"], number=differences["number"])
    there = next(u for army in state["game_model"]["armies"] for u in army["units"] if u["uuid"] == unit["uuid"])
    assert there["deployed"]
    assert not game.get(f"reconciliation?image_id={image_id}").json()["waiting"]
    assert game.post("reconciliation", image_id=image_id, unit_uuid=unit["uuid"], number=0).status_code == 409


def _is_drawn_easily(unit: Json, ovals: bool) -> bool:
    fitting = all(("length" in each) is ovals and not each.get("rectangular") for each in unit["miniatures"])
    return fitting and 3 <= unit["starting_strength"] <= 10


def _spots(model: Json, side: int, count: int, diameter: float) -> list[tuple[float, float]]:
    """A row in the side's deployment zone."""
    zone = next(each for each in model["deployment_zones"] if each["owner_army_index"] == side)
    corners = zone["shape"]["points"]
    x, y = (sum(corner[axis] for corner in corners) / len(corners) for axis in (0, 1))
    return [(x, y + (number - count / 2) * (diameter + 0.3)) for number in range(count)]


def test_a_photo_of_which_nothing_can_be_read_ends_as_a_sentence(server: Running, game: Played) -> None:
    """The job ends, and the worker goes on."""
    image_id = sent(game, jpeg(np.full((400, 600, 3), 90, dtype=np.uint8))).json()["image_id"]
    with channel(server, game.game_id, game.person.token) as page:
        game.post("process_game_state", image_id=image_id)
        result = heard(page, "job_completed")["result"]
    assert [each["code"] for each in result["problems"]] == ["empty"]
    until(lambda: game.get("latest_image").json()["analysis"] is not None)
    shown = game.get(f"reconciliation?image_id={image_id}").json()
    assert (shown["unread"], shown["waiting"], shown["proposals"]) == (result["problems"][0]["message"], False, [])


def test_what_is_drawn_of_a_game_that_was_deleted_meanwhile_is_deleted_too(
    server: Running, ada: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, read, drawn = begun(server.client, ada), Runner._done_by_a_process, Event()
    folder = server.settings.data / "files" / "games" / game.game_id

    async def too_late(runner: Runner, *job: Any) -> Json:
        """The game is deleted while the photo is read, and the pictures are drawn after that."""
        ending = await read(runner, *job)
        url = f"{str(server.client.base_url).rstrip('/')}/api/game/{game.game_id}"
        async with httpx2.AsyncClient(trust_env=False) as client:
            assert (await client.delete(url, headers=ada.headers)).status_code == 204
        await open_files(server.settings).put(f"games/{game.game_id}/debug/photo.jpg", b"drawn")
        drawn.set()
        return ending

    monkeypatch.setattr(Runner, "_done_by_a_process", too_late)
    photo = sent(game, packed("JPEG", picture(320, 240))).json()["image_id"]
    assert folder.is_dir()
    assert game.post("process_game_state", image_id=photo).status_code == 202
    assert drawn.wait(60)
    until(lambda: not folder.exists(), 20)
