"""Trying a rule: what a unit's attacks do, and what attacks at it do, without the rule and with it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator

from msgspec.structs import replace
from typing_extensions import TypedDict

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.condition import Condition
from highground.engine.attack.chances import mean
from highground.engine.attack.exact import distribution
from highground.engine.base import Base
from highground.engine.battle import Battle, opening
from highground.engine.errors import Refusal
from highground.engine.model import Ability, ArmySheet, Layout, Mission, Setup, UnitSheet, Zone
from highground.engine.state import Phase, Shot, Unit, Volley
from highground.engine.steps import striking, targeting
from highground.engine.table.distance import to_point
from highground.rosters.naming import key
from highground.words.conditions import of_condition
from highground.workshop.making import ability_of
from highground.workshop.rule_sets import Rule

IN_COMBAT = 0.5
"""Inches between the units where they fight."""
_MEASURED = frozenset(
    {"keyword", "target keyword", "weapon keyword", "weapon", "within", "half range", "target size", "stronger"}
)
"""Conditions that the trial sees by itself; all others are taken for granted, and named."""
_PLACE = (20.0, 20.0)
_AWAY = 100.0
"""Inches off, from where the front of a base is measured."""
_MISSION = Mission("trial", "Trial", 0)


class TrialRow(TypedDict):
    """One weapon's attacks: wounds lost and miniatures slain on average, without the rule and with it.

    `defending`: it is a weapon of the other unit, against the one that has the rule.
    """

    weapon: str
    melee: bool
    defending: bool
    damage_before: float
    damage_after: float
    slain_before: float
    slain_after: float


class TriedRule(TypedDict):
    """`assumed` names the conditions that were taken for granted, `shown` whether the rule has an effect on attacks."""

    rows: list[TrialRow]
    assumed: list[str]
    shown: bool


def tried(army: ArmySheet, unit: UnitSheet, other: UnitSheet, rule: Rule, option: int, distance: float) -> TriedRule:
    """A unit of an army with a rule and without, against another unit so many inches away."""
    without = replace(unit, abilities=tuple(each for each in unit.abilities if key(each.name) != key(rule.name)))
    abilities = tuple(each for each in army.abilities if key(each.name) != key(rule.name) and each.use is None)
    effects = rule.options[option].effects if 0 <= option < len(rule.options) else rule.effects
    lasting = [effect for effect in effects if effect.lasts]
    own, theirs = _standing(rule, (e for e in lasting if not _of_enemy(e, rule)), lasting)
    before = _table(army, abilities, without, other, distance)
    after = _table(army, abilities, _having(without, own), _having(other, theirs), distance)
    rows = [
        TrialRow(
            weapon=name,
            melee=melee,
            defending=defending,
            damage_before=before.get(place, (0.0, 0.0))[0],
            damage_after=after.get(place, (0.0, 0.0))[0],
            slain_before=before.get(place, (0.0, 0.0))[1],
            slain_after=after.get(place, (0.0, 0.0))[1],
        )
        for place in dict.fromkeys((*before, *after))
        for name, melee, defending in (place,)
    ]
    assumed = dict.fromkeys(of_condition(c) for effect in lasting for c in effect.conditions if _granted(c))
    shown = any(
        (row["damage_before"], row["slain_before"]) != (row["damage_after"], row["slain_after"]) for row in rows
    )
    return {"rows": rows, "assumed": list(assumed), "shown": shown}


def _of_enemy(effect: AnyEffect, rule: Rule) -> bool:
    aimed = effect.who == "target" and rule.use is not None and rule.use.target == "enemy"
    return aimed or effect.who == "enemies within"


def _standing(rule: Rule, own: Iterable[AnyEffect], every: Iterable[AnyEffect]) -> tuple[Rule, Rule]:
    """The rule as one that always holds, for who has it and for its enemy."""
    mine = tuple(map(_held, own))
    theirs = tuple(_held(effect) for effect in every if _of_enemy(effect, rule))
    return Rule(rule.name, effects=mine), Rule(rule.name, effects=theirs)


def _held(effect: AnyEffect) -> AnyEffect:
    conditions = tuple(each for each in effect.conditions if not _granted(each))
    who = "bearer" if effect.who == "bearer" else "self"
    held: AnyEffect = replace(effect, who=who, reach=0.0, duration="always", when="", conditions=conditions)
    return held


def _granted(condition: Condition) -> bool:
    return condition.kind not in _MEASURED


def _having(unit: UnitSheet, rule: Rule) -> UnitSheet:
    return replace(unit, abilities=(*unit.abilities, ability_of(rule, "unit"))) if rule.effects else unit


Means = dict[tuple[str, bool, bool], tuple[float, float]]
"""Wounds and slain miniatures by weapon, by whether it is for melee, and by whether the other unit uses it."""


def _table(
    army: ArmySheet, abilities: tuple[Ability, ...], unit: UnitSheet, other: UnitSheet, distance: float
) -> Means:
    mine = replace(army, units=(unit,), abilities=abilities)
    theirs = ArmySheet(other.name, army.system, "", "", None, other.points, (other,))
    field = Layout("trial", "Trial", (), (Zone("west", ()), Zone("east", ())), ())
    setup = Setup((mine, theirs), field, _MISSION)
    found: Means = {}
    for melee in (False, True):
        for attacker in (0, 1):
            battle = _met(setup, "combat" if melee else "shooting", IN_COMBAT if melee else distance, attacker)
            for name, volleys in _attacks(battle, attacker, melee):
                harms = [distribution(each.sequence.attack, each.sequence.target) for each in volleys]
                # Miniatures of a unit may carry weapons of one name with other numbers: they share a row.
                damage, slain = found.get((name, melee, bool(attacker)), (0.0, 0.0))
                damage += sum([mean(each.damage) for each in harms], 0.0)
                slain += sum([mean(each.slain) for each in harms], 0.0)
                found[name, melee, bool(attacker)] = (damage, slain)
    return {row: (round(damage, 3), round(slain, 3)) for row, (damage, slain) in found.items()}


def _front(base: Base) -> float:
    """Inches from a base's centre to its edge, the way that it faces."""
    return _AWAY - to_point((0.0, 0.0), base, (_AWAY, 0.0))


def _met(setup: Setup, phase: Phase, gap: float, active: int) -> Battle:
    """Both units face to face, so far apart. All of a unit stand on one place: each sees and reaches what one does."""
    state = opening(setup)
    fronts = [max(_front(base) for base in sheet.bases) for army in setup.armies for sheet in army.units]
    far = round(_PLACE[0] + gap + fronts[0] + fronts[1], 3)
    units = (_put(state.units[0], _PLACE), _put(state.units[1], (far, _PLACE[1])))
    armies = dataclasses.replace(state.armies[0], zone=0), dataclasses.replace(state.armies[1], zone=1)
    battle = Battle(setup, 1)
    battle.scene.rewind(
        dataclasses.replace(
            state,
            armies=armies,
            units=units,
            phase=phase,
            phase_time="middle",
            round=1,
            turn=1,
            active=active,
            started=True,
            stack=(),
        )
    )
    return battle


def _put(unit: Unit, place: tuple[float, float]) -> Unit:
    return dataclasses.replace(unit, places=tuple(place for _ in unit.wounds), deployed=True)


def _attacks(battle: Battle, attacker: int, melee: bool) -> Iterator[tuple[str, list[Volley]]]:
    """Each weapon by itself, aimed at the other unit; those that do not reach it are left out."""
    scene = battle.scene
    unit = scene.state.units[attacker]
    arms = striking.melee_arms(scene, unit) if melee else targeting.usable(scene, unit)
    for uid, arm in arms.items():
        shots = [Shot(uid, 1 - attacker)]
        try:
            volleys = (
                striking.volleys_of(scene, unit, shots) if melee else targeting.volleys_of(scene, unit, arms, shots)
            )
        except Refusal:
            continue
        yield arm.weapon.name, volleys
