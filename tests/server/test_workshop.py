"""The workshop over HTTP: rule sets kept, shared, refused, and armies and battles that have them."""

from __future__ import annotations

import gzip
import json
from typing import Any

import httpx2
import pytest

from tests.server.conftest import Running
from tests.server.databases import ON_POSTGRESQL
from tests.server.people import Somebody, registered
from tests.server.tables import made
from tests.server.test_games import answered
from tests.server.test_holdings import exported
from tests.server.test_rosters import saved
from tests.workshop.sets import Json, effect, rule_set, upload

TEXTS = {"Ford oath", "Ashen creed", "Hard bark", "Old bell"}
"""What the reader leaves to the players."""


@pytest.fixture
def ada(client: httpx2.Client) -> Somebody:
    return registered(client)


def call(client: httpx2.Client, who: Somebody, verb: str, path: str, body: Any = None) -> httpx2.Response:
    return client.request(verb, f"/api/{path}", headers=who.headers, **({} if body is None else {"json": body}))


def keep(client: httpx2.Client, who: Somebody, **more: Any) -> Json:
    answer = call(client, who, "POST", "rule_sets", {"document": rule_set(**more)})
    assert answer.status_code == 201, answer.text
    row: Json = answer.json()["row"]
    return row


def shown(client: httpx2.Client, who: Somebody, roster: str) -> Json:
    found: Json = call(client, who, "GET", f"rosters/{roster}").json()["roster_dict"]
    return found


def by_hand(roster: Json) -> set[str]:
    every = [*roster["abilities"], *(each for unit in roster["units"] for each in unit["abilities"])]
    return {each["name"] for each in every if each["by_hand"]}


def test_a_rule_set_is_for_all_rosters_of_its_faction_while_it_is_active(client: httpx2.Client, ada: Somebody) -> None:
    roster = saved(client, ada, upload())["roster_id"]
    assert by_hand(shown(client, ada, roster)) == TEXTS
    row = keep(client, ada)
    assert (row["rules"], row["revision"], row["active"], row["token"]) == (6, 1, True, None)
    assert by_hand(shown(client, ada, roster)) == set()
    path = f"rule_sets/{row['rule_set_id']}"
    kept = call(client, ada, "GET", path).json()
    off = call(client, ada, "PUT", path, {"document": kept["document"], "active": False}).json()["row"]
    assert (off["revision"], off["active"]) == (2, False)
    assert by_hand(shown(client, ada, roster)) == TEXTS
    elsewhere = kept["document"] | {"faction": "Marsh folk"}
    call(client, ada, "PUT", path, {"document": elsewhere, "active": True})
    assert by_hand(shown(client, ada, roster)) == TEXTS
    assert call(client, ada, "DELETE", path).status_code == 204
    assert call(client, ada, "GET", "rule_sets").json() == {"rule_sets": []}


def test_what_was_read_wrong_is_corrected_for_one_roster(client: httpx2.Client, ada: Somebody) -> None:
    first, second = (saved(client, ada, upload())["roster_id"] for _ in range(2))
    read = call(client, ada, "GET", f"rosters/{first}/rules").json()
    assert [(each["name"], each["by_hand"]) for each in read["abilities"]] == [("Ford oath", True)]
    assert (read["sets"], read["document"]["name"]) == ([], "Border watch")
    bark = {"name": "Hard bark", "effects": [effect("toughness", value=1)]}
    document = read["document"] | {"units": [{"name": "Warden squad", "abilities": [bark]}]}
    kept = call(client, ada, "PUT", f"rosters/{first}/rules", {"document": document}).json()
    assert kept["sets"] == ["corrections of this roster"]
    found = shown(client, ada, first)
    assert "Hard bark" not in by_hand(found)
    (ours,) = (a for unit in found["units"] for a in unit["abilities"] if a["name"] == "Hard bark")
    assert (ours["effects"], ours["text"]) == (["The unit: toughness +1"], "Nobody has yet found words for this.")
    assert "Hard bark" in by_hand(shown(client, ada, second))
    assert "Nobody has" not in json.dumps(kept["document"])
    bad = document | {"units": [{"name": "Warden squad", "weapons": [{"name": "Thorn rifle", "skill": 9}]}]}
    refused = call(client, ada, "PUT", f"rosters/{first}/rules", {"document": bad})
    assert answered(refused)[0] == 422
    assert call(client, ada, "PUT", f"rosters/{first}/rules", {"document": None}).json()["sets"] == []
    assert "Hard bark" in by_hand(shown(client, ada, first))


def test_a_rule_set_is_private_until_it_is_shared_by_a_link(server: Running, ada: Somebody) -> None:
    client = server.client
    brook = registered(client, "Brook")
    row = keep(client, ada)
    path = f"rule_sets/{row['rule_set_id']}"
    assert call(client, brook, "GET", path).status_code == 404
    token = call(client, ada, "POST", f"{path}/link").json()["token"]
    assert call(client, ada, "POST", f"{path}/link").json()["token"] == token
    found = call(client, brook, "GET", f"shared_rule_sets/{token}").json()
    assert found == {"document": call(client, ada, "GET", path).json()["document"]}
    assert call(client, brook, "POST", "rule_sets", found).status_code == 201
    assert call(client, ada, "DELETE", f"{path}/link").json()["token"] is None
    gone = call(client, brook, "GET", f"shared_rule_sets/{token}")
    assert answered(gone) == (404, {"detail": "Nobody shares a rule set by this link any more."})
    assert len(call(client, brook, "GET", "rule_sets").json()["rule_sets"]) == 1
    assert [name for name in exported(client, ada) if name.startswith("rule-sets/")]


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ({"roster": {}}, "This is no rule set of Highground"),
        (rule_set(run="rm -rf"), "unknown field 'run'"),
        (rule_set(name="a" * 101), "more than 100 characters"),
        (rule_set(note="x" * 300_000), "too large"),
    ],
)
def test_what_is_no_rule_set_is_refused_and_nothing_is_kept(
    client: httpx2.Client, ada: Somebody, document: Json, why: str
) -> None:
    refused = call(client, ada, "POST", "rule_sets", {"document": document})
    assert refused.status_code == 422
    assert why in refused.json()["detail"]
    assert call(client, ada, "GET", "rule_sets").json() == {"rule_sets": []}


def test_a_document_that_is_nested_without_end_is_refused(client: httpx2.Client, ada: Somebody) -> None:
    body = '{"document":' + '{"note":[' * 20_000 + "]}" * 20_000 + "}"
    headers = ada.headers | {"content-type": "application/json"}
    assert client.post("/api/rule_sets", headers=headers, content=body).status_code == 422


def test_a_rule_in_words_and_on_trial(client: httpx2.Client, ada: Somebody) -> None:
    rule = {"name": "Keen", "effects": [effect("roll", stage="hit", value=1)]}
    said = call(client, ada, "POST", "workshop/words", {"rule": rule, "level": "unit"}).json()
    assert said == {"lines": ["The unit: hit rolls +1 with its attacks"], "problem": None}
    wrong = call(client, ada, "POST", "workshop/words", {"rule": rule, "level": "stratagem"}).json()
    assert wrong == {"lines": [], "problem": "'Keen': it needs to say when it is used."}
    roster = saved(client, ada, upload())["roster_id"]
    units = call(client, ada, "GET", f"workshop/units/{roster}").json()["units"]
    asked = {"rule": rule, "level": "unit", "army": roster, "unit": units.index("Warden squad")}
    enemies = call(client, ada, "GET", "workshop/units/fen-1000").json()["units"]
    assert enemies[:3] == ["Pack Matron", "Mudrunners 1", "Mudrunners 2"]
    found = call(client, ada, "POST", "workshop/trial", asked | {"other_army": "fen-1000", "other_unit": 1}).json()
    rifle = next(row for row in found["rows"] if row["weapon"] == "Thorn rifle")
    assert rifle["damage_after"] > rifle["damage_before"] > 0
    nobody = call(client, ada, "POST", "workshop/trial", asked | {"other_army": "fen-1000", "other_unit": 99})
    assert answered(nobody) == (422, {"detail": "There is no such unit to try it on."})


def test_a_kept_rule_set_that_is_not_understood_any_more_takes_no_roster_away(server: Running, ada: Somebody) -> None:
    client = server.client
    roster = saved(client, ada, upload())["roster_id"]
    row = keep(client, ada)
    body = gzip.compress(json.dumps(rule_set(army=[{"name": "Old", "effects": [{"kind": "gone"}]}])).encode()).hex()
    literal = f"decode('{body}', 'hex')" if ON_POSTGRESQL else f"x'{body}'"
    server.write(f"UPDATE rule_sets SET body = {literal} WHERE id = '{row['rule_set_id']}'")
    assert by_hand(shown(client, ada, roster)) == TEXTS
    status, answer = answered(call(client, ada, "GET", f"rule_sets/{row['rule_set_id']}"))
    assert (status, "another version" in answer["detail"]) == (409, True)
    assert call(client, ada, "DELETE", f"rule_sets/{row['rule_set_id']}").status_code == 204


def test_a_battle_keeps_the_rules_that_it_began_with(client: httpx2.Client, ada: Somebody) -> None:
    roster = saved(client, ada, upload())["roster_id"]
    row = keep(client, ada)
    game = made(client, ada)
    armies = {
        "army_0": {"source": "roster", "id": roster, "controller": "human", "player": "Ada"},
        "army_1": {"source": "sample", "id": "fen-1000", "controller": "human", "player": "Brook"},
    }
    ready = call(client, ada, "PATCH", f"game/{game}/setup", armies).json()
    assert [each["rules"] for each in ready["armies"]] == [["Songs of the ford"], []]
    begun = call(client, ada, "POST", f"game/{game}/start", {})
    assert begun.status_code == 201, begun.text

    def known() -> set[str]:
        found = call(client, ada, "GET", f"game/{game}/stratagems").json()["stratagems"]
        return {each["name"] for each in found}

    assert {"Low fog", "Quick step"} <= known()
    assert call(client, ada, "DELETE", f"rule_sets/{row['rule_set_id']}").status_code == 204
    assert {"Low fog", "Quick step"} <= known()
    assert "Ashen Creed" in call(client, ada, "GET", f"game/{game}/abilities").text


def test_what_a_unit_gets_is_said_in_words_or_why_it_cannot_be(client: httpx2.Client, ada: Somebody) -> None:
    lance = {"name": "Bog lance", "attacks": "2", "skill": 3, "strength": "8", "damage": "2"}
    body = {"unit": {"name": "Warden squad", "carries": [lance]}}
    said = call(client, ada, "POST", "workshop/unit_words", body).json()
    line = "Each miniature also carries Bog lance: melee, A 2, hits on 3+, S 8, AP 0, D 2"
    assert said == {"lines": [line], "problem": None}
    body["unit"]["carries"] = [lance | {"skill": 9}]
    said = call(client, ada, "POST", "workshop/unit_words", body).json()
    assert said == {"lines": [], "problem": "Weapon 'Bog lance': its skill is 2 to 6, or 0 where it hits by itself."}


def test_a_base_is_said_in_words_and_an_odd_one_refused(client: httpx2.Client, ada: Somebody) -> None:
    model: dict[str, object] = {"name": "Warden", "base_mm": 42, "length_mm": 75}
    body = {"unit": {"name": "Warden squad", "models": [model]}}
    said = call(client, ada, "POST", "workshop/unit_words", body).json()
    assert said == {"lines": ["Warden: base 42 x 75 mm oval"], "problem": None}
    model["rectangular"] = True
    said = call(client, ada, "POST", "workshop/unit_words", body).json()
    assert said == {"lines": ["Warden: base 42 x 75 mm rectangular"], "problem": None}
    model.update(length_mm=20, rectangular=False)
    why = "Unit 'Warden squad': an oval base is at least as long as it is wide, not 42 mm wide and 20 mm long."
    assert call(client, ada, "POST", "workshop/unit_words", body).json() == {"lines": [], "problem": why}
