"""Every code has its sentence, every field of a sentence is given where the code is raised."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from highground.engine.abilities.effect import Effect
from highground.engine.abilities.effects import TYPES
from highground.engine.errors import EngineError, Refusal
from highground.words import explain, sentence, sentences
from highground.words.explaining import facts_of
from highground.words.sayings import SAYINGS

SOURCES = Path(__file__).resolve().parents[2] / "highground"
CLASSES = {"EngineError", "EffectFault", "Refusal", "Reason", "DiceError", "LogError", "ReplayError", "Offence"}
OURS = ("engine", "game", "fair", "simulation", "ai")
GIVEN_BY_CLASS = {"Offence": {"unit"}, "EffectFault": {"ability"}, "ReplayError": {"choice"}}
"""Facts that need not stand in the call: the unit that is moved, the ability of an effect, the choice that differs."""
THROUGH_VARIABLE = {"coherency", "through-wall", "through-enemy", "through-friend", "other-events"}
"""Codes whose facts stand in a variable; they are explained in tests of what raises them."""


@cache
def calls() -> list[tuple[str, str, set[str]]]:
    """Each place where an error is made: where, its code, and the facts that it is given."""
    return list(_calls())


def _calls() -> Iterator[tuple[str, str, set[str]]]:
    for path in sorted(each for folder in OURS for each in (SOURCES / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CLASSES:
                yield from _call(f"{path.relative_to(SOURCES)}:{node.lineno}", node, node.func.id)


def _call(where: str, node: ast.Call, name: str) -> Iterator[tuple[str, str, set[str]]]:
    code = next(
        (each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)), ""
    )
    if not code:
        return
    facts = {each.arg for each in node.keywords if each.arg}
    for each in node.args:
        if isinstance(each, ast.Dict):
            facts |= {str(key.value) for key in each.keys if isinstance(key, ast.Constant)}
    yield where, code, facts | GIVEN_BY_CLASS.get(name, set())


def test_every_code_has_a_sentence_and_every_sentence_a_code() -> None:
    elsewhere = {"has-clock", "no-clock", "no-answer-in-time"}
    made = {code for _, code, _ in calls()} | elsewhere
    assert made - set(SAYINGS) == set()
    assert set(SAYINGS) - made == set()


def test_every_field_of_a_sentence_is_given() -> None:
    missing = [
        (where, code, sorted(facts_of(SAYINGS[code]) - facts))
        for where, code, facts in calls()
        if code not in THROUGH_VARIABLE and facts_of(SAYINGS[code]) - facts
    ]
    assert missing == []


@pytest.mark.parametrize("code", SAYINGS)
def test_every_text_is_a_whole_sentence(code: str) -> None:
    saying = SAYINGS[code]
    assert saying.sentence.endswith((".", "{problem}", "{why}", "{due}"))
    assert re.match(r"[A-Z0-9{]", saying.sentence)
    assert not saying.remedy or re.fullmatch(r"[A-Z].*\.", saying.remedy)


def test_a_measure_is_left_out_where_nothing_could_be_measured() -> None:
    assert explain(Refusal("no-enemy-in-reach", unit="Guard", gap=None, reach=12.0)).measure == ""
    near = explain(Refusal("no-enemy-in-reach", unit="Guard", gap=13.25, reach=12.0))
    assert (near.sentence, near.measure) == ("No enemy is within 12 inches of Guard.", "13.2 of 12 inches")


def test_an_error_behind_an_error_has_its_say() -> None:
    first = EngineError("zone-first", army="Blue")
    assert sentence(Refusal("not-now", unit="Guard", due=first)).endswith("Blue chooses a deployment zone first.")
    assert sentences([first, first]).count("Blue") == 2


def _texts(path: Path) -> Iterator[tuple[int, str]]:
    """The strings of a source that are neither docstrings nor words of errors for programmers."""
    tree = ast.parse(path.read_text())
    left = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise):
            left |= {id(each) for each in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in left:
            yield node.lineno, node.value


def test_the_engine_has_no_sentences_for_players() -> None:
    found = [
        f"{path.name}:{line}: {text}"
        for path in (SOURCES / "engine").rglob("*.py")
        for line, text in _texts(path)
        if re.search(r"[a-z]+ [a-z]+.*\.$", text) or re.match(r"[A-Z][a-z]+ [a-z]+ [a-z]+", text)
    ]
    assert found == []


def test_what_a_unit_cannot_do_now_is_said_of_every_act() -> None:
    acts = [kind for kind, each in TYPES.items() if each.possible is not Effect.possible]
    said = {kind: sentence(Refusal("impossible", unit="Guard", action=kind)) for kind in acts}
    assert said == {
        "normal_move": "Guard cannot make a normal move now.",
        "rolled_move": "Guard cannot move now.",
        "shoot": "Guard cannot shoot now.",
        "charge_now": "Guard cannot charge now.",
        "fight_next": "Guard cannot fight now.",
        "withdraw": "Guard cannot leave the table now.",
        "redeploy": "Guard cannot be set up again now.",
        "no_damage": "Guard cannot turn damage away now.",
    }
