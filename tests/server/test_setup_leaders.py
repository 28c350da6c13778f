"""Leaders of a set-up join the units that the roster's file attaches them to, unless their player chooses others."""

from __future__ import annotations

import httpx2
import pytest

from highground.engine import choices as ch
from highground.engine.battle import Battle
from highground.game.match.match import Match
from tests.engine import field
from tests.rosters.builder import Tree, ability, as_json, line, roster, selection, squad
from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.staged import PEOPLE, hosted
from tests.server.tables import joined
from tests.server.test_play import Json, Table, made
from tests.server.test_rosters import saved
from tests.values import replace

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


def test_the_army_that_is_set_up_last_joins_its_leaders_too_before_the_battle_begins(
    server: Running, ada: Somebody
) -> None:
    captain = replace(field.unit("Captain", field.blade(), keywords="infantry, character"), leads=("Guard",))
    guard = field.unit("Guard", field.weapon("rifle"), field.blade(), count=2)
    battle = Battle(field.setup([field.unit("Gunner", field.weapon("cannon"))], [guard, captain]), seed=3)
    field.take(battle, ch.RollDice("deployment"), 1, 6)
    field.take(battle, ch.ChooseZone(0))
    for unit, places in ((1, field.row(5, 5, 2)), (0, field.row(55, 5)), (2, field.row(7, 5))):
        field.take(battle, ch.Deploy(unit, places))
    ben = registered(server.client, "Ben")
    mine = hosted(server, ada, Match(battle, "here", PEOPLE), PEOPLE)
    joined(server.client, ada, ben, mine.game_id)
    theirs = Table(server.client, ben, mine.game_id)
    asked = theirs.state()["request"]
    assert (asked["mine"], asked["kinds"], asked["why"]) == (True, ["advance", "use"], "set-up")
    assert mine.post("advance_phase").status_code == 403, "nobody begins the battle before the other is done"
    (leader,) = [each for each in theirs.get("abilities").json()["abilities"] if each["overall_active"]]
    (target,) = theirs.get(f"ability/{leader['id']}/targets").json()["targets"]
    theirs.did("process_activated_ability", ability_id=leader["id"], target_uuids=[target["uuid"]])
    assert (mine.state()["request"]["mine"], mine.state()["request"]["why"]) == (True, "")
    theirs.did("undo")
    assert theirs.did("advance_phase")["game_model"]["phase"] == "deployment"
    assert mine.did("advance_phase")["game_model"]["phase"] == "command"
    assert mine.get("logs_json").status_code == 200
