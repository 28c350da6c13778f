"""Small armies, boards and positions, in words of our own, for tests of whole steps."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import pytest

from highground.engine.battle import Battle, opening
from highground.engine.choices import Advance, Choice
from highground.engine.effects import parse_keyword
from highground.engine.errors import Refusal
from highground.engine.events import Event, LeaderJoined, apply
from highground.engine.model import (
    Ability,
    Amount,
    ArmySheet,
    Carried,
    Keyword,
    Layout,
    MiniatureSheet,
    Mission,
    Objective,
    Point,
    Polygon,
    Profile,
    Setup,
    Terrain,
    UnitSheet,
    Weapon,
    Zone,
)
from highground.engine.record import Given
from highground.engine.state import Deploying, Phase, PhaseTime, State, Unit
from highground.words import Explained, explain
from tests.values import replace

E = TypeVar("E")
R = 0.63
"""Inches: the radius of a 32 mm base."""
BLUE, RED = 0, 1
WEST: Polygon = ((0.0, 0.0), (12.0, 0.0), (12.0, 44.0), (0.0, 44.0))
EAST: Polygon = ((48.0, 0.0), (60.0, 0.0), (60.0, 44.0), (48.0, 44.0))
MISSION = Mission("hold", "Hold", per_objective=5, hold_more=5, first_round=2, turn_cap=15, total_cap=50)


def weapon(
    uid: str,
    attacks: str = "1",
    skill: int | None = 3,
    strength: int = 4,
    ap: int = 0,
    damage: str = "1",
    keywords: str = "",
    reach: int = 24,
    mode: str = "",
) -> Weapon:
    words = tuple(parse_keyword(word.strip()) for word in keywords.split(",") if word.strip())
    return Weapon(
        uid,
        uid.replace("-", " ").capitalize(),
        reach,
        Amount.parse(attacks),
        skill,
        Amount(plus=strength),
        ap,
        Amount.parse(damage),
        words,
        mode,
    )


def blade(uid: str = "blade", **values: Any) -> Weapon:
    return weapon(uid, reach=0, **values)


def rule(text: str) -> Ability:
    """'stealth', 'scouts 6', 'deadly demise D3': a name, and a value if the last word holds a digit."""
    *name, last = text.split()
    if name and any(letter.isdigit() for letter in last):
        return Ability(text, rule=Keyword(" ".join(name), Amount.parse(last)))
    return Ability(text, rule=Keyword(text))


def miniatures(name: str, count: int, *arms: Weapon | Carried, base_mm: float = 32.0, **stats: Any) -> MiniatureSheet:
    """`count` miniatures, by default 6 inches, T4, save 4+, 1 wound, leadership 7, OC 1."""
    values: dict[str, Any] = {
        "movement": 6, "toughness": 4, "save": 4, "wounds": 1, "leadership": 7, "objective_controlled": 1,
    }  # fmt: skip
    carried = tuple(arm if isinstance(arm, Carried) else Carried(arm) for arm in arms)
    return MiniatureSheet(name, count, Profile(**{**values, **stats}), carried, base_mm)


def unit(
    name: str, *arms: Weapon | Carried, count: int = 1, keywords: str = "infantry", rules: str = "", **stats: Any
) -> UnitSheet:
    """A unit of equal miniatures."""
    return mixed(name, miniatures(name, count, *arms, **stats), keywords=keywords, rules=rules)


def mixed(name: str, *groups: MiniatureSheet, keywords: str = "infantry", rules: str = "") -> UnitSheet:
    """A unit of several kinds of miniatures."""
    return UnitSheet(
        name.lower().replace(" ", "-"),
        name,
        100,
        groups,
        tuple(word.strip() for word in keywords.split(",")),
        abilities=tuple(rule(text.strip()) for text in rules.split(",") if text.strip()),
    )


def army(name: str, units: Sequence[UnitSheet]) -> ArmySheet:
    return ArmySheet(name, "highground", name, "", None, 100 * len(units), tuple(units))


def layout(*terrain: Terrain, objectives: Sequence[Point] = ((30.0, 22.0),)) -> Layout:
    marks = tuple(Objective(f"Objective {i + 1}", place) for i, place in enumerate(objectives))
    return Layout("plain", "Plain", terrain, (Zone("west", WEST), Zone("east", EAST)), marks)


def setup(
    blue: Sequence[UnitSheet],
    red: Sequence[UnitSheet],
    *terrain: Terrain,
    mission: Mission = MISSION,
    objectives: Sequence[Point] = ((30.0, 22.0),),
) -> Setup:
    return Setup((army("Blue", blue), army("Red", red)), layout(*terrain, objectives=objectives), mission)


def row(x: float, y: float, count: int = 1, step: float = 1.5) -> tuple[Point, ...]:
    """Places one above the other."""
    return tuple((x, round(y + i * step, 3)) for i in range(count))


def beside(x: float, gap: float, radius: float = R, other: float = R) -> float:
    """The x of a base that stands so many inches right of the edge of the one at x."""
    return round(x + radius + gap + other, 3)


def position(
    what: Setup,
    places: Mapping[int, Sequence[Point]],
    phase: Phase = "shooting",
    *,
    round: int = 1,
    active: int = BLUE,
    time: PhaseTime = "middle",
    units: Mapping[int, Mapping[str, Any]] | None = None,
    seed: int = 1,
    **more: Any,
) -> Battle:
    """A battle during a phase, with units where they are put and the others nowhere.

    `units` holds further fields of single units' states, `more` those of the state.
    """
    state = opening(what)
    changes = units or {}
    placed = [_put(each, places.get(each.index), changes.get(each.index, {})) for each in state.units]
    armies = tuple(replace(each, zone=side) for side, each in enumerate(state.armies))
    fields: dict[str, Any] = {
        "armies": armies, "units": tuple(placed), "phase": phase, "phase_time": time, "round": round,
        "turn": 1 if active == BLUE else 2, "active": active, "started": True, "stack": (),
    }  # fmt: skip
    battle = Battle(what, seed)
    battle.scene.rewind(replace(state, **{**fields, **more}))
    return battle


def _put(each: Unit, places: Sequence[Point] | None, changes: Mapping[str, Any]) -> Unit:
    if places is not None:
        each = replace(each, places=tuple(places), deployed=True)
    return replace(each, **changes)


def join(battle: Battle, leader: int, unit: int) -> None:
    """A leader has joined a unit, as it did before the battle."""
    battle.scene.rewind(apply(battle.state, LeaderJoined(leader, unit)))


def mustering(what: Setup, places: Mapping[int, Sequence[Point]], side: int = BLUE, **more: Any) -> Battle:
    """A battle while the armies are set up: the side is to set up its next unit."""
    return position(what, places, "deployment", active=side, started=False, stack=(Deploying(side),), **more)


def fight(battle: Battle) -> Battle:
    """Into the middle of the combat phase, where the order of the fights is worked out."""
    state = battle.state
    battle.scene.rewind(replace(state, phase="combat", phase_time="beginning", stack=()))
    battle.answer(Advance())
    return battle


def state_of(battle: Battle, **changes: Any) -> State:
    """The battle's state with changed fields, put into the battle."""
    battle.scene.rewind(replace(battle.state, **changes))
    return battle.state


def take(battle: Battle, choice: Choice, *faces: int) -> tuple[Event, ...]:
    """Answer with exactly these dice: too few or too many are refused."""
    return battle.answer(choice, Given(faces))


def refusal(battle: Battle, choice: Choice, given: Given | None = None) -> Explained:
    """How the choice is refused; the battle must be as it was, and the words a full sentence."""
    state, digest, asked, records = battle.state, battle.digest(), battle.ask(), len(battle.records)
    with pytest.raises(Refusal) as caught:
        battle.answer(choice, given)
    assert (battle.state, battle.digest(), battle.ask(), len(battle.records)) == (state, digest, asked, records)
    found = explain(caught.value)
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", found.code)
    assert re.fullmatch(r"[A-Z0-9].*\.", found.sentence), found.sentence
    return found


def only(kind: type[E], events: Sequence[Event]) -> list[E]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def one(kind: type[E], events: Sequence[Event]) -> E:
    """The only event of a kind."""
    (found,) = only(kind, events)
    return found
