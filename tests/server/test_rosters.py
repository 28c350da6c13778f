"""Rosters: read for anybody, kept for their owner, refused with a sentence."""

from __future__ import annotations

import asyncio
import copy
import gzip
import json
from typing import Any

import httpx2
import msgspec
import pytest

from highground.rosters import Roster, read_roster
from highground.rosters.edition import reader_edition
from highground.rosters.model import Missing
from highground.rosters.read import Opened
from highground.rosters.show import to_json
from highground.rosters.sniff import LARGEST
from highground.server.accounts.tables import User
from highground.server.db.engine import Database
from highground.server.rosters import service
from highground.server.rosters.tables import SavedRoster
from tests.rosters.builder import (
    ability,
    as_json,
    as_rosz,
    as_xml,
    blade,
    gun,
    line,
    profile,
    roster,
    selection,
    settings,
    squad,
)
from tests.rosters.test_hostile import LAUGHS, bomb, locked
from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.test_games import answered

SECRET = "The unit that holds the ford may sing twice."
CAPTAIN = selection("Captain", "model", 1, line("Captain", w="5"), gun(), ability("Singer", SECRET), points=90)
GHOST = selection("Ghost", "model", 1, blade(), points=10)
FULL = roster(settings("Detachment", selection("Hold the Ford")), squad(), GHOST, CAPTAIN, points=210)
FILES = {"list.ros": as_xml(FULL), "list.rosz": as_rosz(FULL), "list.json": as_json(FULL)}
NO_ROSTER = (404, {"detail": "There is no such roster."})
ROW = {
    "roster_id",
    "name",
    "faction",
    "detachment",
    "system",
    "points",
    "units",
    "models",
    "playable",
    "left_out",
    "created",
}


@pytest.fixture
def ada(client: httpx2.Client) -> Somebody:
    return registered(client)


def upload(
    client: httpx2.Client, data: bytes, person: Somebody | None = None, name: str = "list.ros"
) -> httpx2.Response:
    headers = {} if person is None else person.headers
    return client.post("/api/upload_list", headers=headers, files={"file": (name, data)})


def saved(client: httpx2.Client, person: Somebody, data: bytes = FILES["list.ros"]) -> dict[str, Any]:
    answer = upload(client, data, person)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def rows(client: httpx2.Client, person: Somebody) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/api/rosters", headers=person.headers).json()["rosters"]
    return found


# API-7, ENT-7
@pytest.mark.parametrize("name", FILES)
def test_a_roster_is_read_as_the_command_line_reads_it(client: httpx2.Client, name: str) -> None:
    """By its content: the name of the file decides nothing."""
    answer = upload(client, FILES[name], name="army.txt")
    assert answer.status_code == 200, answer.text
    expected = to_json(read_roster(FILES[name], "army.txt"))
    report, why_not = expected.pop("report"), expected.pop("why_not")
    found = answer.json()
    units = found["roster_dict"].pop("units")
    assert found["roster_dict"] == {**{k: v for k, v in expected.items() if k != "units"}, "reason": why_not or None}
    assert [{k: v for k, v in unit.items() if k != "profiles"} for unit in units] == expected["units"]
    assert found["report"] == report
    assert report
    assert found["roster_id"] is None


def test_an_army_that_cannot_fight_says_why(client: httpx2.Client, ada: Somebody) -> None:
    other = roster(selection("Galleon", "unit", 1, profile("Galleon", "Ship", Hull="7"), points=5), system="some-game")
    found = saved(client, ada, as_xml(other))
    assert found["roster_dict"]["playable"] is False
    assert found["roster_dict"]["reason"]
    assert found["roster_dict"]["units"][0]["profiles"][0]["characteristics"] == {"Hull": "7"}
    assert rows(client, ada)[0]["playable"] is False


def test_with_a_login_it_is_kept(client: httpx2.Client, ada: Somebody) -> None:
    found = saved(client, ada)
    (row,) = rows(client, ada)
    assert set(row) == ROW
    assert (row["roster_id"], row["name"], row["faction"]) == (found["roster_id"], "Border watch", "Ashen Wardens")
    assert (row["detachment"], row["points"], row["units"], row["models"]) == ("Hold the Ford", 200, 3, 7)
    again = client.get(f"/api/rosters/{row['roster_id']}", headers=ada.headers).json()
    assert again == found | {"learned": 0}
    singer = again["roster_dict"]["units"][2]["abilities"][0]
    assert (singer["name"], singer["text"]) == ("Singer", SECRET)


def test_a_roster_is_renamed_and_deleted(server: Running, ada: Somebody) -> None:
    client = server.client
    roster_id = saved(client, ada)["roster_id"]
    path = f"/api/rosters/{roster_id}"
    answer = client.patch(path, headers=ada.headers, json={"name": "  River  guard "})
    assert (answer.status_code, answer.json()["name"]) == (200, "River guard")
    assert client.get(path, headers=ada.headers).json()["roster_dict"]["name"] == "River guard"
    empty = client.patch(path, headers=ada.headers, json={"name": ""})
    assert answered(empty) == (422, {"detail": "Please give the roster a name."})
    assert client.delete(path, headers=ada.headers).status_code == 204
    assert rows(client, ada) == []
    for method in ("GET", "DELETE"):
        assert answered(client.request(method, path, headers=ada.headers)) == NO_ROSTER
    assert server.rows(f"SELECT 1 FROM rosters WHERE id = '{roster_id}'") == []


def test_a_roster_is_its_owners_alone(client: httpx2.Client, ada: Somebody) -> None:
    brook = registered(client, "Brook")
    path = f"/api/rosters/{saved(client, ada)['roster_id']}"
    assert rows(client, brook) == []
    assert answered(client.get(path, headers=brook.headers)) == NO_ROSTER
    assert answered(client.patch(path, headers=brook.headers, json={"name": "Mine"})) == NO_ROSTER
    assert answered(client.delete(path, headers=brook.headers)) == NO_ROSTER
    assert rows(client, ada)[0]["name"] == "Border watch"


BAD = [
    (b"", 422, "The file is empty."),
    (b"%PDF-1.7", 422, "The file is a PDF document, not a roster."),
    (FILES["list.ros"][:-400], 422, "The file"),
    (LAUGHS, 422, "The file"),
    (bomb(40), 422, "The archive expands to far more than a roster can hold"),
    (locked(), 422, "The archive is locked by a password."),
    (b'{"rounds": []}', 422, "The file is JSON, but of no list builder that is known here."),
    (as_json(roster()), 422, "The roster 'Border watch' holds no units."),
    (b'{"roster": {"name": "\\ud800", "forces": []}}', 422, "The"),
    (as_json({**FULL, "name": "ODD"}).replace(b"ODD", b"\\ud800"), 422, "The"),
    (b"[" * 100_000, 422, "The file"),
]


@pytest.mark.parametrize(("data", "status", "sentence"), BAD)
def test_a_bad_file_gets_a_sentence_and_leaves_nothing(
    server: Running, ada: Somebody, data: bytes, status: int, sentence: str
) -> None:
    answer = upload(server.client, data, ada)
    assert answer.status_code == status, answer.text
    assert answer.json()["detail"].startswith(sentence)
    assert answer.json()["detail"].endswith(".")
    assert rows(server.client, ada) == []


def test_a_file_larger_than_any_roster_is_not_even_read(
    server: Running, ada: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "LARGEST", 1000)
    answer = upload(server.client, b"<roster>" + b" " * 1000, ada)
    sentence = f"The file is too large: a roster has at most {LARGEST // 2**20} MB, and most have less than one."
    assert answered(answer) == (413, {"detail": sentence})


def test_a_reader_that_breaks_is_the_files_fault(
    server: Running, ada: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_data: bytes, _name: str) -> Opened:
        raise KeyError("odd")

    monkeypatch.setattr(service, "open_roster", broken)
    answer = upload(server.client, FILES["list.ros"], ada)
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("The file cannot be read as a roster: its parts do not fit together.")
    assert rows(server.client, ada) == []


def test_without_a_file_the_field_is_named(client: httpx2.Client) -> None:
    answer = client.post("/api/upload_list", data={"other": "1"})
    assert answered(answer) == (422, {"detail": "file: Field required."})


def test_a_login_that_is_over_is_said_before_the_roster_is_lost(client: httpx2.Client) -> None:
    answer = client.post(
        "/api/upload_list", headers={"Authorization": "Bearer gone"}, files={"file": ("a.ros", FILES["list.ros"])}
    )
    assert answered(answer) == (401, {"detail": "Please log in to go on."})


def test_odd_numbers_and_names_are_kept_within_bounds(client: httpx2.Client, ada: Somebody) -> None:
    long = copy.deepcopy({**FULL, "name": "N\u0000" * 30})
    long["forces"][0]["catalogueName"] = "F" * 300
    for unit in long["forces"][0]["selections"][1:]:
        unit["costs"][0]["value"] = 9e8
    found = saved(client, ada, as_json(long))
    (row,) = rows(client, ada)
    assert (row["name"], row["faction"]) == ("N" * 30, "F" * 200)
    assert row["points"] == 2**31 - 1
    assert found["roster_dict"]["points_computed"] == 2_700_000_000


def test_two_hundred_rosters_are_enough(server: Running, ada: Somebody) -> None:
    first = saved(server.client, ada)["roster_id"]
    columns = "user_id, name, faction, detachment, system, points, units, models, playable, created, file_name"
    columns = f"{columns}, original, parsed"
    for number in range(199):
        copy = f"SELECT 'copy-{ada.id}-{number}', {columns} FROM rosters WHERE id = '{first}'"
        server.write(f"INSERT INTO rosters (id, {columns}) {copy}")
    sentence = "You have 200 rosters, the most that are kept. Delete one that you no longer need."
    assert answered(upload(server.client, FILES["list.ros"], ada)) == (409, {"detail": sentence})
    assert len(rows(server.client, ada)) == 200
    server.client.delete(f"/api/rosters/{first}", headers=ada.headers)
    assert upload(server.client, FILES["list.ros"], ada).status_code == 200


def kept(**changed: Any) -> SavedRoster:
    data = FILES["list.ros"]
    parsed = gzip.compress(msgspec.json.encode(read_roster(data)))
    values = {"name": "Border watch", "file_name": "list.ros", "original": gzip.compress(data), "parsed": parsed}
    return SavedRoster(**{**values, **changed})


@pytest.mark.parametrize("name", FILES)
def test_what_was_read_is_read_back(name: str) -> None:
    roster_ = read_roster(FILES[name])
    assert msgspec.json.decode(msgspec.json.encode(roster_), type=Roster) == roster_


def test_a_roster_that_another_version_read_is_read_again() -> None:
    """What is stored in a shape that this version does not know does not count."""
    old = gzip.compress(json.dumps({"shape": "another"}).encode())
    assert service.stored_roster(kept(parsed=old)) == service.stored_roster(kept())


@pytest.mark.parametrize("reader", ["", "an older one"])
def test_what_another_edition_of_the_reader_made_of_a_file_is_read_again(reader: str) -> None:
    """What it read was wrong: nobody has to upload the file again to be rid of it."""
    right = read_roster(FILES["list.ros"])
    wrong = msgspec.structs.replace(right, army=msgspec.structs.replace(right.army, units=right.army.units[:1]))
    old = msgspec.json.encode(service.KeptReading(reader, wrong) if reader else wrong)
    saved_ = kept(parsed=gzip.compress(old))
    assert service.stored_roster(saved_).army.units == right.army.units
    now = msgspec.json.encode(service.KeptReading(reader_edition(), wrong))
    assert service.stored_roster(kept(parsed=gzip.compress(now))).army.units == wrong.army.units
    lost = kept(parsed=gzip.compress(old), original=gzip.compress(b"no roster"))
    assert service.stored_roster(lost).army.units == wrong.army.units


def test_a_roster_that_breaks_its_reader_after_an_update_stays_as_it_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> Roster:
        raise KeyError("of a mistake in the reader")

    old = service.KeptReading("an older one", read_roster(FILES["list.ros"]))
    monkeypatch.setattr(service, "read_roster", broken)
    file = gzip.compress(FILES["list.ros"] + b"<!-- read by nobody yet -->")
    saved_ = kept(parsed=gzip.compress(msgspec.json.encode(old)), original=file)
    assert service.stored_roster(saved_).army.units == old.roster.army.units


def test_what_the_shelf_gave_to_a_list_stays_with_its_report() -> None:
    right = read_roster(FILES["list.ros"])
    old = msgspec.structs.replace(right, format="text", missing=(Missing("unit-1", "Wardens", False, ("Oar",)),))
    parsed = gzip.compress(msgspec.json.encode(service.KeptReading("an older one", old)))
    again = service.stored_roster(
        kept(parsed=parsed, original=gzip.compress(b"x"), filled=gzip.compress(FILES["list.ros"]))
    )
    assert (again.format, again.missing, again.report) == (old.format, old.missing, old.report)
    assert again.army.units == right.army.units


def test_a_game_can_use_the_army(server: Running, ada: Somebody) -> None:
    roster_id = saved(server.client, ada)["roster_id"]
    server.client.patch(f"/api/rosters/{roster_id}", headers=ada.headers, json={"name": "River guard"})

    async def army() -> Any:
        database = Database(server.settings.database)
        async with database.read() as session:
            found = await service.army_of(session, User(id=ada.id), roster_id)
        await database.close()
        return found

    found = asyncio.run(army())
    assert (found.name, found.playable, [unit.name for unit in found.units]) == (
        "River guard",
        True,
        ["Warden squad", "Captain"],
    )
