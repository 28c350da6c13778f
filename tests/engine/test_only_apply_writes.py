"""An event's `apply` is the only writer of battle state: shown on the source and on whole battles."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from highground.engine import events as ev
from highground.engine.battle import Battle, opening
from highground.engine.events import Event, Fact, apply
from highground.engine.state import Army, Marker, State, Unit
from tests.engine.menagerie import MENAGERIE, SKIRMISH
from tests.engine.random_play import play_random

PACKAGE = Path(__file__).resolve().parents[2] / "highground"
WRITERS = "engine/events/"
VALUES = (State, Unit, Army, Marker)
FIELDS = frozenset(field.name for kind in VALUES for field in fields(kind))
BUILDERS = {"engine/battle.py": {"opening", "_muster"}}
"""Where states are made from nothing, before the first event."""
SCENE_WRITERS = {"__init__", "fork", "emit", "rewind"}
"""The only functions that set `Scene.state`: to begin, to copy, to take an event in, to take a refused choice back."""
OTHER_RECORDS = {
    ("engine/steps/declared.py", "_remaining"): {"count", "wounds"},
    ("engine/attack/roll.py", "roll_stage"): {"**"},
    ("engine/attack/again.py", "_damages"): {"first"},
    ("engine/effects/keywords.py", "_asks"): {"**"},
    ("ai/player.py", "_arrive"): {"units"},
    ("ai/personality.py", "at"): {"**"},
    ("ai/levels.py", "_like"): {"**"},
    ("ai/levels.py", "shaded"): {"**"},
    ("simulation/armies.py", "public"): {"units"},
    ("simulation/matchups.py", "_part_of"): {"units"},
}
"""Functions that copy other records whose fields have the same names: pools, a sequence, circumstances, a prompt,
a personality, the sheet of an army."""


def offences(path: str, source: str) -> list[str]:
    """Lines that copy, build or set battle state where nothing but `apply` may."""
    found = []
    for function, node in _walk(ast.parse(source), ""):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            words = {word.arg or "**" for word in node.keywords} & (FIELDS | {"**"})
            allowed = OTHER_RECORDS.get((path, function), set())
            if name in {"replace", "__replace__"} and words - allowed:
                found.append(f"{path}:{node.lineno} copies {sorted(words)}")
            if name in {"force_setattr", "__setattr__", "setattr"}:
                found.append(f"{path}:{node.lineno} sets by {name}")
            made = name in {kind.__name__ for kind in VALUES} and function not in BUILDERS.get(path, set())
            if made and path.startswith("engine/"):
                found.append(f"{path}:{node.lineno} makes a {name}")
            if name == "rewind" and path != "engine/battle.py":
                found.append(f"{path}:{node.lineno} rewinds")
        for target in _targets(node):
            owner = path == "engine/scene.py" and function in SCENE_WRITERS
            if isinstance(target, ast.Attribute) and target.attr == "state" and not owner:
                found.append(f"{path}:{node.lineno} sets .state")
            if isinstance(target, ast.Attribute) and target.attr in FIELDS and not _of_itself(target):
                found.append(f"{path}:{node.lineno} writes .{target.attr}")
    return found


def _of_itself(target: ast.Attribute) -> bool:
    """Whether an object writes a field of its own, which state does not do outside its files; or it is a scene's."""
    return ast.unparse(target.value) in {"self", "scene"}


def _targets(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        flat = [each.elts if isinstance(each, ast.Tuple) else [each] for each in node.targets]
        return [target for row in flat for target in row]
    return [node.target] if isinstance(node, ast.AugAssign | ast.AnnAssign) else []


def _walk(node: ast.AST, function: str) -> Iterator[tuple[str, Any]]:
    for child in ast.iter_child_nodes(node):
        inner = child.name if isinstance(child, ast.FunctionDef) else function
        yield inner, child
        yield from _walk(child, inner)


ENGINE_SIDE = ("engine", "ai", "simulation")
OF_STATE = "engine/state.py"


def sources() -> list[Path]:
    return [path for part in ENGINE_SIDE for path in sorted((PACKAGE / part).rglob("*.py"))]


def test_no_source_but_apply_writes_state() -> None:
    checked = 0
    found = []
    for path in sources():
        name = path.relative_to(PACKAGE).as_posix()
        if name != OF_STATE and not name.startswith(WRITERS):
            text = path.read_text()
            checked += 1
            found += offences(name, text)
    assert found == []
    assert checked > 40


@pytest.mark.parametrize(
    "source",
    [
        "def step(scene):\n    unit = replace(scene.state.units[0], shot=True)",
        "def step(scene):\n    state = msgspec.structs.replace(scene.state, round=2)",
        "def step(scene, **changes):\n    return replace(scene.state, **changes)",
        "def step(scene):\n    scene.state = before",
        "def step(scene):\n    scene.state, x = before, 1",
        "def step(scene):\n    return Army(cp=3)",
        "def step(scene):\n    scene.rewind(before)",
        "def step(unit):\n    object.__setattr__(unit, 'shot', True)",
        "def step(unit):\n    unit.shot = True",
        "def step(scene):\n    scene.state.armies[0].cp += 1",
    ],
)
def test_the_scan_finds_writers(source: str) -> None:
    assert offences("engine/steps/new.py", source)


def test_the_scan_sees_the_writers_themselves() -> None:
    files = [path for path in (PACKAGE / WRITERS).glob("*.py") if path.name != "__init__.py"]
    assert all(offences("engine/other.py", path.read_text()) for path in files)


def test_every_event_says_what_it_does() -> None:
    assert all(kind.apply is not Fact.apply for kind in get_args(Event))


def kinds_of(fact: type[Fact]) -> Iterator[type[Fact]]:
    for kind in fact.__subclasses__():
        yield kind
        yield from kinds_of(kind)


def test_every_event_travels_as_json() -> None:
    """One that is imported nowhere would be written into logs that nobody can read."""
    facts = {kind for kind in kinds_of(Fact) if kind.__module__.startswith(ev.__name__) and not kind.__subclasses__()}
    assert facts == set(get_args(Event)), "each is imported in engine/events/__init__.py"


@pytest.mark.parametrize("seed", [1, 2])
def test_states_are_folds_of_events(seed: int) -> None:
    """From the opening, the events alone lead to the battle's state after every single choice."""
    for setup in (MENAGERIE, SKIRMISH):
        folded = opening(setup)
        seen = 0

        def fold(battle: Battle) -> None:
            nonlocal folded, seen
            assert battle.records[-1].first_event == folded.events
            for event in battle.records[-1].events:
                folded = apply(folded, event)
                seen += 1
            assert folded == battle.state

        play_random(setup, seed, fold)
        assert seen > 100


def test_apply_changes_neither_argument() -> None:
    battle = play_random(SKIRMISH, 3)
    state = opening(SKIRMISH)
    for record in battle.records:
        for event in record.events:
            before, fact = repr(state), repr(event)
            after = apply(state, event)
            assert (repr(state), repr(event)) == (before, fact)
            assert after.events == state.events + 1
            state = after


def test_events_survive_json() -> None:
    battle = play_random(MENAGERIE, 4)
    for record in battle.records:
        assert msgspec.json.decode(msgspec.json.encode(record.events), type=tuple[ev.Event, ...]) == record.events
