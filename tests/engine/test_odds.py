"""The what-if document: figures worked out by hand, and a wrong value named by its field."""

from __future__ import annotations

import copy
import json
import time
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from highground.engine.odds import OddsError, odds
from tests.engine.attack_helpers import mattering

QUESTION: dict[str, Any] = {
    "attacker": {
        "models": 5,
        "weapon": {
            "attacks": "2",
            "skill": "3+",
            "strength": 4,
            "ap": -1,
            "damage": "1",
            "range": 24,
            "keywords": [],
        },
        "stationary": False,
        "charged": False,
        "half_range": False,
    },
    "target": {
        "models": 10,
        "toughness": 4,
        "save": "3+",
        "invuln": None,
        "wounds": 2,
        "fnp": None,
        "keywords": ["Infantry"],
        "cover": False,
    },
    "modifiers": {"hit": 0, "wound": 0, "reroll_hits": "none", "reroll_wounds": "none"},
}


WAYS: dict[str, dict[str, Any]] = {
    "stationary": {"attacker__weapon__keywords": ["Heavy"], "attacker__stationary": True},
    "charged": {"attacker__weapon__keywords": ["Lance"], "attacker__charged": True},
    "half_range": {"attacker__weapon__keywords": ["Melta 1"], "attacker__half_range": True},
    "indirect": {"attacker__weapon__keywords": ["Indirect Fire"], "attacker__indirect": True},
    "engaged": {"attacker__engaged": True},
    "snap": {"attacker__snap": True},
    "cover": {"target__cover": True},
    "target_models": {"attacker__weapon__keywords": ["Blast"], "target__models": 5},
    "target_keywords": {"attacker__weapon__keywords": ["Anti-Monster 2+"], "target__keywords": ["Monster"]},
    "target_rules": {"target__keywords": ["Stealth"]},
}
"""How a question states each circumstance; the last of the changes is the one that states it."""


def asked(**changes: Any) -> dict[str, Any]:
    """The question with values changed at dotted paths (__ for the dot); ... takes a value out."""
    question = copy.deepcopy(QUESTION)
    for path, value in changes.items():
        *outer, name = path.split("__")
        place = question
        for step in outer:
            place = place[step]
        if value is ...:
            del place[name]
        else:
            place[name] = value
    return question


def test_a_plain_attack() -> None:
    """10 attacks: hit 2/3, wound 1/2, 4+ save fails 1/2: binomial with 1/6; two wounds fell a miniature."""
    found = odds(QUESTION)
    chances = [comb(10, n) * (1 / 6) ** n * (5 / 6) ** (10 - n) for n in range(11)]
    assert list(found) == ["damage", "slain", "stages"]
    assert found["damage"]["mean"] == pytest.approx(10 / 6)
    assert found["damage"]["pmf"] == pytest.approx({str(n): chances[n] for n in range(11)})
    assert found["slain"]["pmf"] == pytest.approx(
        {str(n): sum(chances[2 * n : 2 * n + 2]) for n in range(6)}, abs=1e-12
    )
    assert found["slain"]["mean"] == pytest.approx(sum(n // 2 * chance for n, chance in enumerate(chances)))
    assert found["stages"] == pytest.approx(
        {"attacks": 10, "hits": 20 / 3, "wounds": 10 / 3, "unsaved": 10 / 6, "damage": 10 / 6}
    )


def test_the_answer_is_json() -> None:
    assert json.loads(json.dumps(odds(QUESTION))) == odds(QUESTION)


@pytest.mark.parametrize(
    ("changes", "unsaved"),
    [
        ({"attacker__weapon__skill": "N/A"}, 10 / 4),
        ({"attacker__weapon__skill": None}, 10 / 4),
        ({"attacker__weapon__skill": 3}, 10 / 6),
        ({"attacker__weapon__attacks": "D6"}, 5 * 3.5 / 6),
        ({"attacker__weapon__keywords": ["Sustained Hits 1"]}, 10 * 5 / 6 / 4),
        ({"attacker__weapon__keywords": ["Torrent"]}, 10 / 4),
        ({"attacker__weapon__keywords": ["Heavy"], "attacker__stationary": True}, 10 * 5 / 6 / 4),
        ({"attacker__weapon__keywords": ["Heavy"]}, 10 / 6),
        ({"attacker__weapon__keywords": ["Rapid Fire 1"], "attacker__half_range": True}, 15 / 6),
        ({"attacker__weapon__keywords": ["Lance"], "attacker__charged": True}, 10 * 2 / 3 * 2 / 3 / 2),
        ({"attacker__weapon__keywords": ["Blast"]}, 20 / 6),
        ({"attacker__weapon__keywords": ["Anti-Infantry 2+"]}, 10 * 2 / 3 * 5 / 6 / 2),
        ({"attacker__weapon__keywords": ["Indirect Fire"], "attacker__indirect": True}, 10 / 2 / 2 / 3),
        ({"attacker__engaged": True}, 10 / 2 / 2 / 2),
        ({"attacker__snap": True}, 10 / 6 / 2 / 2),
        ({"target__cover": True}, 10 / 9),
        ({"target__cover": True, "attacker__weapon__range": "Melee"}, 10 / 6),
        ({"target__invuln": "2+"}, 10 / 3 / 6),
        ({"target__save": None}, 10 / 3),
        ({"target__keywords": ["Stealth"]}, 10 / 2 / 2 / 2),
        ({"modifiers__hit": 3}, 10 * 5 / 6 / 4),
        ({"modifiers__wound": -1}, 10 * 2 / 3 / 3 / 2),
        ({"modifiers__reroll_hits": "ones"}, 10 * 7 / 9 / 4),
        ({"modifiers__reroll_hits": "failed"}, 10 * 8 / 9 / 4),
        ({"modifiers__reroll_wounds": "failed"}, 10 * 2 / 3 * 3 / 4 / 2),
        ({"modifiers": ...}, 10 / 6),
    ],
    ids=str,
)
def test_what_changes_the_wounds(changes: dict[str, Any], unsaved: float) -> None:
    assert odds(asked(**changes))["stages"]["unsaved"] == pytest.approx(unsaved)


def test_every_circumstance_that_matters_can_be_asked_about() -> None:
    """A new circumstance needs a field of the question, and a line above."""
    assert mattering() == set(WAYS)
    for changes in WAYS.values():
        *given, last = changes.items()
        assert odds(asked(**changes))["damage"] != odds(asked(**dict(given)))["damage"], last


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"attacker": ...}, "attacker"),
        ({"attacker": []}, "attacker"),
        ({"attacker__models": 0}, "attacker.models"),
        ({"attacker__models": 201}, "attacker.models"),
        ({"attacker__models": 2.5}, "attacker.models"),
        ({"attacker__models": True}, "attacker.models"),
        ({"attacker__stationary": "yes"}, "attacker.stationary"),
        ({"attacker__speed": 3}, "attacker.speed"),
        ({"attacker__weapon": ...}, "attacker.weapon"),
        ({"attacker__weapon__attacks": "lots"}, "attacker.weapon.attacks"),
        ({"attacker__weapon__attacks": -1}, "attacker.weapon.attacks"),
        ({"attacker__weapon__attacks": None}, "attacker.weapon.attacks"),
        ({"attacker__weapon__attacks": ...}, "attacker.weapon.attacks"),
        ({"attacker__weapon__attacks": "999999D6"}, "attacker.weapon.attacks"),
        ({"attacker__weapon__attacks": "D1000"}, "attacker.weapon.attacks"),
        ({"attacker__weapon__attacks": "100", "attacker__models": 200}, "attacker.weapon.attacks"),
        ({"attacker__weapon__skill": "8+"}, "attacker.weapon.skill"),
        ({"attacker__weapon__skill": "7+"}, "attacker.weapon.skill"),
        ({"attacker__weapon__skill": ...}, "attacker.weapon.skill"),
        ({"attacker__weapon__strength": "strong"}, "attacker.weapon.strength"),
        ({"attacker__weapon__ap": 1}, "attacker.weapon.ap"),
        ({"attacker__weapon__damage": 0}, "attacker.weapon.damage"),
        ({"attacker__weapon__range": "far"}, "attacker.weapon.range"),
        ({"attacker__weapon__keywords": "Heavy"}, "attacker.weapon.keywords"),
        ({"attacker__weapon__keywords": ["Heavy", "Humming"]}, "attacker.weapon.keywords[1]"),
        ({"attacker__weapon__keywords": ["Sustained Hits 500"]}, "attacker.weapon.keywords[0]"),
        ({"target": 4}, "target"),
        ({"target__toughness": ...}, "target.toughness"),
        ({"target__save": "1+"}, "target.save"),
        ({"target__fnp": "often"}, "target.fnp"),
        ({"target__wounds": 0}, "target.wounds"),
        ({"target__wounds": 100, "target__models": 200}, "target.wounds"),
        ({"target__keywords": [1]}, "target.keywords"),
        ({"modifiers__hit": "lots"}, "modifiers.hit"),
        ({"modifiers__reroll_hits": "all"}, "modifiers.reroll_hits"),
        ({"modifiers__reroll_wounds": ["ones"]}, "modifiers.reroll_wounds"),
    ],
    ids=str,
)
def test_a_wrong_value_names_its_field(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(OddsError) as error:
        odds(asked(**changes))
    assert error.value.field == field
    assert str(error.value).startswith(field)


def test_an_unknown_keyword_is_answered_with_the_known_ones() -> None:
    with pytest.raises(OddsError, match="'Humming' is no known keyword; known are assault, blast"):
        odds(asked(attacker__weapon__keywords=["Humming"]))


def test_the_largest_question_is_answered_in_time() -> None:
    question = asked(
        attacker__models=200,
        attacker__weapon__attacks="D6+4",
        attacker__weapon__damage="D6+4",
        attacker__weapon__keywords=["Sustained Hits D3", "Lethal Hits", "Devastating Wounds"],
        target__models=40,
        target__wounds=100,
        target__fnp="2+",
    )
    started = time.process_time()
    found = odds(question)
    assert time.process_time() - started < 5
    assert sum(found["damage"]["pmf"].values()) == pytest.approx(1)


PATHS = [
    *(f"attacker__{name}" for name in QUESTION["attacker"]),
    *(f"attacker__weapon__{name}" for name in QUESTION["attacker"]["weapon"]),
    *(f"target__{name}" for name in QUESTION["target"]),
    *(f"modifiers__{name}" for name in QUESTION["modifiers"]),
    "attacker",
    "target",
    "modifiers",
]
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(
        ["D6", "2D3+1", "3+", "N/A", "Melee", "Heavy", "Sustained Hits D3", "Anti-x 2+", "ones", "²", "1_0"]
    ),
)
anything = st.one_of(scalars, st.lists(scalars, max_size=3), st.dictionaries(st.text(max_size=5), scalars, max_size=3))


@settings(max_examples=400)
@given(st.dictionaries(st.sampled_from(PATHS), anything, min_size=1, max_size=3))
def test_any_document_is_answered_or_refused(changes: dict[str, Any]) -> None:
    """Nothing but an answer whose chances add up to 1, or a refusal."""
    try:
        found = odds(asked(**dict(sorted(changes.items(), reverse=True))))
    except OddsError:
        return
    assert sum(found["damage"]["pmf"].values()) == pytest.approx(1)
    assert sum(found["slain"]["pmf"].values()) == pytest.approx(1)
