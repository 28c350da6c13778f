"""Leaders of a set-up join the units that the roster's file attaches them to, unless their player chooses others."""

from __future__ import annotations

import httpx2
import pytest

from tests.rosters.builder import Tree, ability, as_json, line, roster, selection, squad
from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.test_play import Json, Table, made
from tests.server.test_rosters import saved

LEADS = ability("Leader", "This model can be attached to the following unit:\n- Warden squad")


@pytest.fixture(scope="module")
def ada(server: Running) -> Somebody:
    return registered(server.client, "Ada")


def captain(name: str, body: Tree) -> Tree:
    categories = ["Character", "Infantry"]
    leader = selection(name, "model", 1, line(name), LEADS, points=75, categories=categories)
    return leader | {"attachedTo": body["id"]}


def army(table: Table, roster_id: str, **more: object) -> Json:
    answer = table.chosen(0, roster_id, source="roster", own_dice=True, **more)
    assert answer.status_code == 200, answer.text
    shown: Json = answer.json()["armies"][0]
    return shown


def joining(table: Table) -> list[str]:
    """What the log says of leaders as the battle begins."""
    assert table.chosen(1, "fen-1000", own_dice=True).json()["can_start"]
    assert table.post("start").status_code == 201
    table.did("roll", stage="deployment", dice={"faces": [2, 6]})
    logged = table.get("logs_json?since_id=0").json()["logs"]
    return [each["message"] for each in logged if "joins" in each["message"]]


def test_leaders_join_the_units_that_the_file_attaches_them_to(client: httpx2.Client, ada: Somebody) -> None:
    """The second leader has no room beside the first: only what may be is taken over."""
    first, second = squad(), squad(count=6)
    tree = roster(first, second, captain("Captain", second), captain("Sage", second))
    roster_id = saved(client, ada, as_json(tree))["roster_id"]
    table = made(client, ada)
    assert army(table, roster_id)["joined"] == [{"leader": 2, "unit": 1}]
    assert joining(table) == ["Captain joins Warden squad B"]


def test_what_the_player_chooses_is_kept(client: httpx2.Client, ada: Somebody) -> None:
    body = squad()
    roster_id = saved(client, ada, as_json(roster(body, captain("Captain", body))))["roster_id"]
    table = made(client, ada)
    assert army(table, roster_id)["joined"] == [{"leader": 1, "unit": 0}]
    assert army(table, roster_id, joined=[])["joined"] == []
    assert joining(table) == []
