"""What a link shows before any script runs: heading, score, armies; and the short form of a battle."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import httpx2
import pytest

from highground.engine.log import Log, dump
from tests.server.people import registered
from tests.server.tables import invited, made
from tests.server.test_logs import uploaded
from tests.server.timelines import action, battle, phase

LARGEST_BRIEF = 40_000


@pytest.fixture(scope="module")
def fought(server_client: httpx2.Client, demo_log: Log) -> str:
    answer = server_client.post("/api/logs", files={"file": ("war.json", dump(demo_log), "application/json")})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["game_id"])


@pytest.fixture(scope="module")
def server_client(server: Any) -> httpx2.Client:
    client: httpx2.Client = server.client
    return client


def meta(page: httpx2.Response) -> dict[str, str]:
    """The page's named tags, and its title."""
    tags = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)" />', page.text))
    title = re.search(r"<title>(.*?)</title>", page.text)
    assert title
    assert page.text.count("<title>") == 1
    return {name: unescape(text) for name, text in {**tags, "title": title[1]}.items()}


def test_a_shared_report_opens_with_winner_score_and_armies(server_client: httpx2.Client, fought: str) -> None:
    summary = server_client.get(f"/api/game/shared/{fought}/summary").json()
    names = [army["name"] for army in summary["armies"]]
    scores = sorted((army["victory_points"] for army in summary["armies"]), reverse=True)
    assert summary["over"]
    winner = names[summary["winner"]]
    assert summary["headline"] == f"{winner} beats {names[1 - summary['winner']]}, {scores[0]} : {scores[1]}"
    assert "points) against" in summary["line"]
    whole = server_client.get(f"/api/game/shared/{fought}/json").json()
    point = whole["statistics"]["course"]["turning_point"]
    turned = next(army["name"] for army in whole["army_list"] if army["uuid"] == point["army_uuid"])
    assert summary["line"].endswith(f". Turning point: round {point['round']}, the turn of {turned}.")
    for path in (f"/shared/{fought}/logs", f"/shared/{fought}"):
        shown = meta(server_client.get(path))
        assert shown["title"] == f"{summary['headline']} · Highground"
        assert (shown["og:title"], shown["og:description"]) == (summary["headline"], summary["line"])
        assert shown["robots"] == "noindex"
        assert shown["og:image"].endswith("/og.png")


def test_what_a_stranger_wrote_cannot_leave_its_place_in_the_page(server_client: httpx2.Client) -> None:
    document = battle()
    document["army_list"][0]["name"] = '"><script>alert(1)</script>'
    page = server_client.get(f"/shared/{uploaded(server_client, document)}/logs")
    assert "<script>alert" not in page.text
    assert meta(page)["og:title"] == '"><script>alert(1)</script> against Stone, 0 : 0'


@pytest.mark.parametrize("armies", [[], "nonsense", [{"name": 7}], [{"name": "Alone"}]])
def test_a_report_that_shows_little_opens_with_its_name(server_client: httpx2.Client, armies: object) -> None:
    document = {**battle(), "army_list": armies}
    game = uploaded(server_client, document)
    assert server_client.get(f"/api/game/shared/{game}/summary").json()["headline"] == "battle"
    assert server_client.get(f"/shared/{game}/logs").status_code == 200


def test_a_battle_that_was_given_up_says_so(server_client: httpx2.Client) -> None:
    document = battle()
    end = {**action(12, "over", "game_end"), "winner": "b", "reason": "resigned"}
    document["rounds"][1]["turns"][0]["phases"].append(phase("game_end", end))
    headline = server_client.get(f"/api/game/shared/{uploaded(server_client, document)}/summary").json()["headline"]
    assert headline == "Stone beats Gale by resignation, 0 : 0"


def test_the_short_form_has_every_board_and_message_in_40_kb(server_client: httpx2.Client, fought: str) -> None:
    with server_client.stream("GET", f"/api/game/shared/{fought}/brief") as answer:
        packed = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert len(packed) <= LARGEST_BRIEF
    brief = server_client.get(f"/api/game/shared/{fought}/brief").json()
    whole = server_client.get(f"/api/game/shared/{fought}/json").json()
    assert (brief["brief"], brief["total"], brief["army_list"]) == (True, whole["total"], whole["army_list"])
    for short, full in zip(_phases(brief), _phases(whole), strict=True):
        assert [each["message"] for each in short["actions"]] == [each["message"] for each in full["actions"]]
        assert short["board_state"].get("scores") == full["board_state"].get("scores")
        places = [[(each["uuid"], each.get("miniatures")) for each in _units(side)] for side in (short, full)]
        assert places[0] == places[1]
    etag = {"If-None-Match": answer.headers["etag"]}
    assert server_client.get(f"/api/game/shared/{fought}/brief", headers=etag).status_code == 304


def _phases(answer: dict[str, Any]) -> list[dict[str, Any]]:
    return [phase for a_round in answer["logs"]["rounds"] for turn in a_round["turns"] for phase in turn["phases"]]


def _units(phase: dict[str, Any]) -> list[dict[str, Any]]:
    return list(phase["board_state"].get("units", []))


def test_a_report_that_is_not_shared_shows_nothing(server_client: httpx2.Client) -> None:
    game = made(server_client, registered(server_client), "Secret duel")
    for path in (f"/api/game/shared/{game}/brief", f"/api/game/shared/{game}/summary"):
        assert server_client.get(path).status_code == 404
    for path in (f"/shared/{game}", f"/shared/{game}/logs"):
        assert "Secret duel" not in server_client.get(path).text


def test_an_invitation_names_the_game_the_host_and_the_armies(server_client: httpx2.Client) -> None:
    host = registered(server_client, "Ada&Co")
    game = made(server_client, host, "Duel <at> dawn")
    sample = server_client.get(f"/api/game/{game}/setup", headers=host.headers).json()["options"]["samples"][0]
    token = invited(server_client, host, game)
    shown = meta(server_client.get(f"/invitation/{token}"))
    assert shown["og:title"] == "Ada&Co invites you to a battle: Duel <at> dawn"
    assert shown["og:description"] == "Take the seat of the red army."
    chosen = {"army_0": {"source": "sample", "id": sample["id"]}}
    answer = server_client.patch(f"/api/game/{game}/setup", headers=host.headers, json=chosen)
    assert answer.status_code == 200, answer.text
    shown = meta(server_client.get(f"/invitation/{token}"))
    assert shown["og:description"] == f"Take the seat of the red army, against {sample['name']}."
    assert server_client.get(f"/api/invitations/{token}").json()["armies"] == [sample["name"], ""]
    assert meta(server_client.get("/invitation/none"))["title"] == "Highground"
