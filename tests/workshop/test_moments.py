"""Rules that begin at a moment, need a die, are chosen for a round, or are of some miniatures, made in the workshop."""

from __future__ import annotations

from typing import Any

import pytest

from highground.engine import events as ev
from highground.engine import log
from highground.engine.battle import Battle
from highground.engine.model import ArmySheet
from highground.packs import load_pack
from highground.words.readings import of_ability
from highground.workshop import RuleSetError, applied, read_rule, read_rule_set
from highground.workshop.making import ability_of
from tests.engine.invariants import check_state
from tests.engine.random_play import play_random
from tests.workshop.sets import Json, effect

BACK = {"name": "Bold", "effects": [
    effect("permission", what="fall back and shoot", when="fell back", duration="turn", face_from=2),
    effect("mortal_wounds", value=1, when="fell back", face_to=1),
]}  # fmt: skip
FORMS = {"name": "Forms", "use": {"window": "round start", "turn": "any", "per": "round"}, "options": [
    {"name": "Hawk", "effects": [effect("roll", stage="hit", value=1, who="friends within", reach=6, follows=True,
                                        duration="round")]},
    {"name": "Bear", "effects": [effect("mortal_wounds", value=1, who="enemies within", reach=6, when="movement end",
                                        duration="round")]},
]}  # fmt: skip
LAST = {"name": "Last", "effects": [effect("last_blows", needed=4)]}
PLAN = {"name": "Plan", "use": {"phases": ["deployment"], "turn": "any", "window": "deployed", "target": "ally",
        "per": "battle", "count": 2}, "effects": [effect("redeploy", who="target")]}  # fmt: skip


LEECH = {"name": "Leech", "effects": [
    effect("mortal_wounds", amount={"count": 1, "sides": 3}, who="target", reach=6, when="enemy shock failed",
           conditions=[{"kind": "contains", "name": "Leech"}]),
    effect("heal_one", amount={"count": 1, "sides": 3}, reach=6, when="enemy shock failed"),
]}  # fmt: skip


def said(rule: Json) -> list[str]:
    return of_ability(ability_of(read_rule(rule, "unit"), "unit"))


def test_each_is_said_in_words() -> None:
    assert said(BACK) == [
        "The unit: may fall back and shoot, on a 2+, after it fell back, until the turn ends",
        "The unit: suffers 1 mortal wound, on a 1, after it fell back",
    ]
    assert said(FORMS)[1:] == [
        "Hawk: Friendly units within 6 inches, wherever it goes: hit rolls +1 with its attacks, until the round ends",
        "Bear: Enemy units within 6 inches: suffers 1 mortal wound, as a movement phase ends, until the round ends",
    ]
    assert said(LEECH) == [
        "That enemy: suffers D3 mortal wounds, when an enemy within 6 inches fails a battle-shock test, "
        "if a leech lives in it",
        "The unit: regains D3 lost wounds, when an enemy within 6 inches fails a battle-shock test",
    ]
    assert said(LAST) == ["The unit: who falls in melee before it has fought fights before it is removed, on a 4+"]
    assert said(PLAN)[1:] == ["The target: is set up again"]


WRONG: dict[str, tuple[Json, str]] = {
    "shock without a reach": ({"effects": [effect("heal", value=1, when="enemy shock failed")]}, "'reach' goes with"),
    "shock for other enemies": (
        {"effects": [effect("mortal_wounds", value=1, who="enemies within", reach=6, when="enemy shock failed")]},
        "is for the unit that has it",
    ),
    "no duration": ({"effects": [effect("charge", value=1, when="moved")]}, "needs a duration"),
    "a die for what always holds": ({"effects": [effect("charge", value=1, face_from=4)]}, "a die is rolled for"),
    "no such die": ({"effects": [effect("heal", value=1, when="moved", face_from=7)]}, "the die shows"),
    "never": ({"effects": [effect("heal", value=1, when="moved", face_from=5, face_to=3)]}, "no die shows that"),
    "a circle of one": (
        {"use": {"phases": ["shooting"]}, "effects": [effect("move", value=1, follows=True, duration="turn")]},
        "goes with its unit",
    ),
    "its window alone": ({"use": {"phases": ["combat"]}, "effects": [effect("redeploy")]}, "go together"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_means_nothing_is_refused_with_a_sentence(name: str) -> None:
    rule, why = WRONG[name]
    with pytest.raises(RuleSetError, match=why):
        read_rule({"name": "Odd", **rule}, "unit")


def ruled() -> tuple[ArmySheet, ArmySheet]:
    """Two sample armies, every unit of the first with one of the rules in turns."""
    pack = load_pack()
    ours, rules = pack.army("vow-1000"), (BACK, FORMS, LAST, PLAN)
    units: list[dict[str, Any]] = [
        {"name": name, "abilities": [rules[i % len(rules)], rules[(i + 1) % len(rules)]]}
        for i, name in enumerate(dict.fromkeys(each.name for each in ours.units))
    ]
    found = read_rule_set(
        {"format": "highground rule set", "version": 1, "name": "All", "faction": ours.faction, "units": units}
    )
    return applied(ours, [found]), pack.army("fen-1000")


def test_whole_battles_with_them_are_legal_and_replay() -> None:
    ours, theirs = ruled()
    met: set[str] = set()

    def look(battle: Battle) -> None:
        check_state(battle)
        for event in battle.records[-1].events:
            if isinstance(event, ev.EffectBegan):
                met.add(event.active.name)
            met.update({type(event).__name__} & {"UnitTakenUp", "FallenStood"})

    for seed in (1, 2):
        battle = play_random(load_pack().setup(ours, theirs), seed, look)
        assert battle.state.completed
        assert log.replay(log.load(log.dump(log.log_of(battle)))).digest() == battle.digest()
    assert {"UnitTakenUp", "Hawk"} <= met or {"UnitTakenUp", "Bear"} <= met


def test_a_rule_of_some_miniatures_ends_with_them() -> None:
    pack = load_pack()
    ours = pack.army("vow-1000")
    mixed = next(each for each in ours.units if len({mini.name for mini in each.line_up}) > 1)
    (name, *_) = [mini.name for mini in mixed.line_up]
    song = {
        "name": "Song",
        "model": name,
        "effects": [effect("roll", stage="hit", value=1, who="friends within", reach=6)],
    }
    found = read_rule_set({
        "format": "highground rule set", "version": 1, "name": "One", "faction": ours.faction,
        "units": [{"name": mixed.name, "abilities": [song, {**song, "name": "Nobody's", "model": "Nobody"}]}],
    })  # fmt: skip
    unit = next(each for each in applied(ours, [found]).units if each.name == mixed.name)
    made = {each.name: each.bearers for each in unit.abilities if each.name in {"Song", "Nobody's"}}
    assert made == {"Song": tuple(i for i, mini in enumerate(mixed.line_up) if mini.name == name)}
