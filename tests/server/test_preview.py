"""A unit where it might stand, over the calls: the same as the rules say once it stands there, and nothing changed."""

from __future__ import annotations

from itertools import product
from math import ceil, dist, hypot

import pytest

from highground.engine.abilities.powers import added
from highground.engine.prompts import MovePrompt
from highground.game.match.match import Match
from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.staged import PEOPLE, battle, hosted, played
from tests.server.tables import joined
from tests.server.test_play import Json, Table

Place = tuple[float, float]


@pytest.fixture(scope="module")
def ada(server: Running) -> Somebody:
    return registered(server.client, "Ada")


@pytest.fixture(scope="module")
def battle_there() -> Match:
    """Two armies at the second round's first movement."""
    return played(battle(), lambda now: now.now[0] == 2 and isinstance(now.ask(), MovePrompt))


@pytest.fixture
def table(server: Running, ada: Somebody, battle_there: Match) -> Table:
    return hosted(server, ada, battle_there)


@pytest.fixture
def moving(table: Table, battle_there: Match) -> Match:
    """The same battle with the names that it has in that game."""
    return Match(battle_there.battle, table.game_id, PEOPLE)


def _units(state: Json, *, own: bool) -> list[Json]:
    """The units on the table of the army that moves, or of the other."""
    mover = state["request"]["army_uuid"]
    armies = [army for army in state["game_model"]["armies"] if (army["uuid"] == mover) == own]
    return [unit for army in armies for unit in army["units"] if unit["location"] and unit["alive_count"]]


def _places(match: Match, uuid: str, by: Place = (0.0, 0.0)) -> list[Place]:
    unit = match.battle.state.units[match.unit(uuid)]
    return [(round(x + by[0], 3), round(y + by[1], 3)) for x, y in unit.places]


def _centre(match: Match, uuid: str) -> Place:
    return match.battle.scene.figures(match.unit(uuid)).centre


def _all_free(state: Json, match: Match) -> list[str]:
    """The units that move and are not engaged."""
    indices = [(str(unit["uuid"]), match.unit(unit["uuid"])) for unit in _units(state, own=True)]
    due, scene = match.due().units, match.battle.scene
    return [uuid for uuid, index in indices if index in due and not scene.engaged(index)]


def _free(state: Json, match: Match) -> str:
    return _all_free(state, match)[0]


def _moved(table: Table, match: Match, units: list[str]) -> tuple[Json, Json]:
    """A unit's preview where it then moves to, and the state after the first move of them that is allowed."""
    ways = ((-2.0, 0.0), (2.0, 0.0), (0.0, 2.0), (0.0, -2.0), (1.0, 1.0), (-1.0, -1.0), (0.5, 0.0))
    for uuid, by in product(units, ways):
        places = _places(match, uuid, by)
        seen = table.post("preview", unit_uuid=uuid, places=places)
        body = {"unit_uuid": uuid, "movement_type": "move", "new_location": places[0], "places": places}
        answer = table.post("movement_phase/finalize", **body)
        if answer.status_code == 200:
            return seen.json(), answer.json()
    raise AssertionError("no unit can move anywhere")


def _shooting(table: Table, state: Json) -> Json:
    """Go on to the middle of the shooting phase."""
    for _ in range(40):
        model, kinds = state["game_model"], state["request"]["kinds"]
        if (model["phase"], model["phase_time"]) == ("shooting", "middle"):
            return state
        state = _passed(table, state) if "pass" in kinds else table.did("advance_phase_time")
    raise AssertionError("shooting does not begin")


def _passed(table: Table, state: Json) -> Json:
    """After everybody who is asked for a reaction passed."""
    while "pass" in state["request"]["kinds"]:
        state = table.did("answer", answer={"choice": "pass"})
    return state


def test_a_preview_says_what_the_rules_say_once_the_unit_stands_there(table: Table, moving: Match) -> None:
    state = table.state()
    seen, _ = _moved(table, moving, _all_free(state, moving))
    assert seen["how"] == "move"
    others = [each for each in moving.due().units if moving.cast.unit_uuids[each] != seen["unit_uuid"]]
    previews = [seen]
    for unit in others:
        uuid = moving.cast.unit_uuids[unit]
        _passed(table, table.state())
        table.did("movement_phase/finalize", unit_uuid=uuid, movement_type="stationary")
        previews.append(table.did("preview", unit_uuid=uuid))
    state = _shooting(table, table.state())
    assert sum(_compared(table, each, state) for each in previews) > 5


def _compared(table: Table, seen: Json, state: Json) -> int:
    """How many weapons' targets, expected damage and slain are in the preview as in the shooting phase.

    Shots that differ, as some are in cover, are each predicted at an unhurt target: then only the slain may differ.
    """
    uuid = seen["unit_uuid"]
    shooter: Json = next((unit for unit in state["units"] if unit["uuid"] == uuid), {"weapons": []})
    predicted = {
        (row["weapon_uuid"], target["unit_uuid"]): (target["distance"], row["damage"], row["slain"])
        for target in seen["targets"]
        for row in target["weapons"]
    }
    found = {}
    for weapon in shooter["weapons"]:
        for target in weapon["targets"]:
            aim = {
                "unit_uuid": uuid,
                "weapon_uuid": weapon["weapon_uuid"],
                "target_unit_uuid": target["target_unit_uuid"],
            }
            odds = table.did("odds", targets=[aim])["targets"][0]
            key = weapon["weapon_uuid"], target["target_unit_uuid"]
            found[key] = target["distance"], odds["damage"]["mean"], odds["slain"]["mean"]
    assert found.keys() == predicted.keys()
    for key, values in found.items():
        assert predicted[key][:2] == pytest.approx(values[:2], abs=0.011), key
    return sum(predicted[key] == pytest.approx(values, abs=0.011) for key, values in found.items())


def test_a_preview_refuses_what_the_move_would_be_refused_for_and_nothing_else(table: Table, moving: Match) -> None:
    state = table.state()
    codes: set[str] = set()
    for uuid in _all_free(state, moving):
        for by in product((-5.5, 0.0, 5.5), (-5.5, 0.0, 5.5)):
            places = [place for place in _places(moving, uuid, by) if 0 <= place[0] <= 60 and 0 <= place[1] <= 44]
            if by == (0.0, 0.0) or len(places) < len(_places(moving, uuid)):
                continue
            seen = table.did("preview", unit_uuid=uuid, places=places, how="move")["refused"]
            body = {"unit_uuid": uuid, "movement_type": "move", "new_location": places[0], "places": places}
            answer = table.post("movement_phase/finalize", **body)
            if answer.status_code == 200:
                assert (seen, bool(codes)) == (None, True), "no place before was refused"
                return
            codes.add(seen["code"])
            refused, detail = answer.json(), f"{seen['detail']} {seen['remedy']}".strip()
            assert (detail, seen["measure"]) == (refused["detail"], refused["measure"])
    raise AssertionError("no unit can move anywhere")


def test_a_preview_changes_nothing_and_rolls_nothing(server: Running, table: Table, moving: Match) -> None:
    before, digest = table.state(), moving.battle.digest()
    log = table.get("battle_log").json()
    unit = _free(before, moving)
    for by in ((0.0, 0.0), (3.0, 1.0), (-9.0, 2.0)):
        assert table.did("preview", unit_uuid=unit, places=_places(moving, unit, by))["number"] == before["number"]
    army = before["request"]["army_uuid"]
    assert table.get(f"threat/{army}?unit_uuid={unit}").status_code == 200
    assert table.state() == before
    assert table.get("battle_log").json() == log
    assert moving.battle.digest() == digest
    count = server.rows(f"SELECT count(*) FROM battle_choices WHERE game_id = '{table.game_id}'")
    assert count == [(before["number"],)]


def test_one_miniature_alone_may_be_looked_ahead_with(table: Table, moving: Match) -> None:
    state = table.state()
    unit = next(
        each["uuid"]
        for each in _units(state, own=True)
        if each["alive_count"] > 2 and not moving.battle.scene.engaged(moving.unit(each["uuid"]))
    )
    index = moving.unit(unit)
    figures = moving.battle.scene.figures(index)
    foe = _units(state, own=False)[0]["uuid"]
    (x, y), first = _centre(moving, foe), figures.indices[0]
    here = table.did("preview", unit_uuid=unit)
    there = table.did("preview", unit_uuid=unit, miniatures={moving.miniature_uuid(index, first): [x, y + 8]})
    assert here["how"] == "stationary"
    nearer = {each["unit_uuid"]: each["distance"] for each in there["targets"]}
    assert nearer[foe] <= 8 < next(each["distance"] for each in here["targets"] if each["unit_uuid"] == foe)
    everyone = [list(place) for place in _places(moving, unit)]
    everyone[first] = [x, y + 8]
    assert table.did("preview", unit_uuid=unit, places=everyone) == there


def test_a_preview_has_objectives_and_charges(table: Table, moving: Match) -> None:
    state = table.state()
    unit, index = _free(state, moving), moving.unit(_free(state, moving))
    scene = moving.battle.scene
    spot = scene.setup.layout.objectives[0].location
    x, y = _centre(moving, unit)
    on = table.did("preview", unit_uuid=unit, places=_places(moving, unit, (spot[0] - x, spot[1] - y)), how="move")
    held = next(each for each in on["objectives"] if each["objective_uuid"] == moving.cast.uuid("objective", 0))
    assert held["at"]
    assert held["own_level"] > 0

    foe = next(each for each in _units(state, own=False) if not scene.sheets[moving.unit(each["uuid"])].gait.airborne)
    u, v = _centre(moving, foe["uuid"])
    reach = scene.figures(moving.unit(foe["uuid"])).reach + scene.figures(index).reach + 4
    near = _places(moving, unit, (u - x, (v + reach if v + reach < 40 else v - reach) - y))
    seen = table.did("preview", unit_uuid=unit, places=near, how="move")
    row = next(each for each in seen["charges"] if each["unit_uuid"] == foe["uuid"])
    more = added(scene, index, "charge")
    assert row["needed"] in {max(2, ceil(row["distance"] - 1 + by) - more) for by in (-0.05, 0.05)}
    rolls = [a + b for a in range(1, 7) for b in range(1, 7)]
    assert row["chance"] == pytest.approx(sum(roll >= row["needed"] for roll in rolls) / 36, abs=0.001)
    assert row["theirs_after_move"] >= row["theirs"] > 0
    assert row["blows"] > 0
    advanced = table.did("preview", unit_uuid=unit, places=near, how="advance")
    barred = next(each for each in advanced["charges"] if each["unit_uuid"] == foe["uuid"])
    assert (barred["chance"], barred["why"]) == (
        0,
        f"{scene.sheets[index].name} advanced and cannot charge in this turn.",
    )


def test_a_preview_names_the_units_that_an_aura_would_reach(table: Table, moving: Match) -> None:
    scene = moving.battle.scene
    bell = next(unit for unit in scene.state.units if moving.cast.units[unit.index] == "Tollbell Battery")
    foe = next(index for index in scene.standing(1 - bell.side) if not scene.engaged(index))
    x, y = scene.figures(foe).centre
    near = [[min(59.0, max(1.0, x)), min(43.0, y + 6)] for _ in bell.places]
    uuid = moving.cast.unit_uuids[bell.index]
    auras = table.did("preview", unit_uuid=uuid, places=near)["auras"]
    tolling = next(each for each in auras if each["name"] == "Tolling")
    assert tolling["against_enemies"]
    assert moving.cast.unit_uuids[foe] in [each["uuid"] for each in tolling["units"]]
    assert all(_gap(moving, each["uuid"], near) <= tolling["reach"] for each in tolling["units"])


def _gap(match: Match, uuid: str, places: list[list[float]]) -> float:
    """A little less than the inches between a unit and places, whatever stands on them."""
    figures = match.battle.scene.figures(match.unit(uuid))
    return min(dist((x, y), b) - r for x, y, r in figures.discs for b in places) - 2.5


def test_what_cannot_be_looked_ahead_with_is_refused_in_a_sentence(
    server: Running, ada: Somebody, table: Table, moving: Match
) -> None:
    state = table.state()
    unit, foe = _units(state, own=True)[0]["uuid"], _units(state, own=False)[0]["uuid"]
    few = table.post("preview", unit_uuid=unit, places=[[1, 1]] * 40)
    assert (few.status_code, few.json()["code"]) == (422, "wrong-count")
    off = table.post("preview", unit_uuid=unit, places=[[-5, 2]] * len(_places(moving, unit)))
    assert (off.status_code, off.json()["code"]) == (422, "no-place-on-table")
    nobody = table.post("preview", unit_uuid="nobody")
    assert (nobody.status_code, nobody.json()["code"]) == (422, "unknown-unit")
    fallen = next(each.index for each in moving.battle.state.units if each.deployed and not each.alive)
    gone = table.post("preview", unit_uuid=moving.cast.unit_uuids[fallen])
    assert (gone.status_code, gone.json()["code"]) == (422, "destroyed")

    ben = registered(server.client, "Ben")
    joined(server.client, ada, ben, table.game_id, side=moving.due().side)
    theirs = table.post("preview", unit_uuid=unit)
    assert theirs.status_code == 403
    assert theirs.json()["detail"] == "You do not command this unit: only its own player looks ahead with it."
    assert table.post("preview", unit_uuid=foe).status_code == 200
    assert Table(server.client, ben, table.game_id).post("preview", unit_uuid=unit).status_code == 200


def test_the_threat_falls_with_the_distance_and_is_never_more_than_a_unit_has(table: Table, moving: Match) -> None:
    state = table.state()
    army, unit = state["request"]["army_uuid"], _units(state, own=True)[0]["uuid"]
    found = table.get(f"threat/{army}").json()
    assert (found["columns"], found["rows"], found["cell"]) == (30, 22, 2)
    assert [len(row) for row in found["values"]] == [30] * 22
    assert found["highest"] == max(value for row in found["values"] for value in row) > 0
    scene = moving.battle.scene
    enemies = [scene.figures(each) for each in scene.standing(1 - moving.due().side)]
    nearest = {
        (column, row): min(hypot(2 * column + 1 - f.centre[0], 2 * row + 1 - f.centre[1]) for f in enemies)
        for column in range(30)
        for row in range(22)
    }
    far, near = max(nearest, key=lambda cell: nearest[cell]), min(nearest, key=lambda cell: nearest[cell])
    assert found["values"][far[1]][far[0]] < found["values"][near[1]][near[0]] / 4
    left = sum(moving.battle.state.units[moving.unit(unit)].wounds)
    own = table.get(f"threat/{army}?unit_uuid={unit}").json()
    assert own["against"] == moving.cast.units[moving.unit(unit)]
    assert own["highest"] <= own["wounds"] == left
    foe = _units(state, own=False)[0]["uuid"]
    wrong = table.get(f"threat/{army}?unit_uuid={foe}")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "not-yours")
    assert table.get("threat/none").status_code == 422
