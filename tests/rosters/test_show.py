"""What the command line prints of a roster."""

from __future__ import annotations

import json

from highground.rosters import read_roster
from highground.rosters.show import to_json, to_text
from tests.rosters.builder import ability, as_json, blade, gun, line, profile, roster, selection, settings, squad

UNIT_KEYS = {"name", "points", "keywords", "models", "abilities"}
MODEL_KEYS = {
    "name", "count", "movement", "toughness", "save", "wounds", "leadership", "objective_controlled", "invuln", "fnp",
    "base", "base_mm", "length_mm", "rectangular",
    "ranged_weapons", "melee_weapons",
}  # fmt: skip
WEAPON_KEYS = {"name", "count", "range", "attacks", "skill", "strength", "ap", "damage", "keywords", "mode"}
CAPTAIN = selection(
    "Captain",
    "model",
    1,
    line("Captain", w="5"),
    ability("Invulnerable Save", "4+"),
    selection(
        "Lances", "upgrade", 2, gun("➤ Sun lance - low", BS="N/A"), gun("➤ Sun lance - high", "Blast, Melta 2", S="9")
    ),
    selection("Blade", "upgrade", 1, blade(D="D3+1")),
    points=90,
)
GHOST = selection("Ghost", "model", 1, blade(), points=10)
FULL = roster(settings("Detachment", selection("Hold the Ford")), squad(), GHOST, CAPTAIN, points=210)


def test_json_has_the_promised_shape() -> None:
    shown = to_json(read_roster(as_json(FULL)))
    assert {"name", "system", "faction", "detachment", "points_stated", "points_computed", "units", "report"} <= set(
        shown
    )
    assert (shown["points_stated"], shown["points_computed"], shown["playable"]) == (210, 200, True)
    for unit in shown["units"]:
        assert set(unit) >= UNIT_KEYS
        for model in unit["models"]:
            assert set(model) >= MODEL_KEYS
            assert all(set(weapon) >= WEAPON_KEYS for weapon in model["ranged_weapons"] + model["melee_weapons"])
    assert all(set(item) == {"code", "severity", "message", "where"} for item in shown["report"])
    assert json.loads(json.dumps(shown)) == shown


def test_json_has_the_values() -> None:
    wardens, ghost, captain = to_json(read_roster(as_json(FULL)))["units"]
    assert (wardens["name"], wardens["models"][0]["count"], wardens["models"][0]["save"]) == ("Warden squad", 5, 3)
    assert (ghost["left_out"], ghost["models"][0]["wounds"]) == (True, None)
    (model,) = captain["models"]
    assert (model["wounds"], model["invuln"], model["fnp"]) == (5, 4, None)
    low, high = model["ranged_weapons"]
    assert (low["count"], low["skill"], low["range"], low["mode"]) == (2, "N/A", 24, "Sun lance")
    assert (high["strength"], high["keywords"], high["mode"]) == ("9", ["blast", "melta 2"], "Sun lance")
    (stroke,) = model["melee_weapons"]
    assert (stroke["range"], stroke["damage"], stroke["skill"], stroke["ap"]) == ("Melee", "D3+1", "3+", 0)


def test_a_base_is_said_in_words_and_in_numbers() -> None:
    shown = to_json(read_roster(as_json(roster(squad(), squad("Riders", categories=["Mounted"])))))
    foot, riders = (unit["models"][0] for unit in shown["units"])
    assert (foot["base"], foot["base_mm"], foot["length_mm"], foot["rectangular"]) == ("32 mm", 32.0, None, False)
    assert (riders["base"], riders["base_mm"], riders["length_mm"]) == ("42 x 75 mm oval", 42.0, 75.0)


def test_equal_units_keep_their_name_and_get_a_label() -> None:
    units = to_json(read_roster(as_json(roster(squad("Wardens"), squad("Wardens")))))["units"]
    assert [(unit["name"], unit["label"]) for unit in units] == [("Wardens", "Wardens A"), ("Wardens", "Wardens B")]


def test_text_shows_it_to_people() -> None:
    text = to_text(read_roster(as_json(FULL)))
    assert text.startswith("Border watch\nSome Game · Ashen Wardens · Hold the Ford · 200 points (stated: 210)\n")
    assert "Ghost  10 points  (left out)" in text
    assert "invuln 4+" in text
    assert "base 32 mm" in text
    assert "2 x Sun lance - high" in text
    assert "stats-missing" in text
    assert max(map(len, text.splitlines())) < 200


def test_text_of_an_army_that_cannot_fight_says_why_and_shows_raw_profiles() -> None:
    unit = selection("Old guard", "unit", 1, profile("Old guard", "Unit", Move="6", Fight="4"))
    text = to_text(read_roster(as_json(roster(unit, system="x"))))
    assert "Can't fight: Only 10th and 11th edition" in text
    assert "Unit: Old guard  Move 6  Fight 4" in text
    (shown,) = to_json(read_roster(as_json(roster(unit, system="x"))))["units"]
    assert shown["profiles"] == [
        {"name": "Old guard", "type": "Unit", "count": 1, "characteristics": {"Move": "6", "Fight": "4"}}
    ]
