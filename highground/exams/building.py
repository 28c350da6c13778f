"""Building an exam's position: an engine battle that the events of a real one have brought there."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from highground.engine import events as ev
from highground.engine.battle import Battle
from highground.engine.choices import Advance
from highground.engine.events import Event
from highground.engine.model import ArmySheet, Layout, Objective, Point, Setup, UnitSheet, Zone
from highground.engine.record import Record
from highground.engine.scene import Scene
from highground.engine.steps import objectives
from highground.exams.model import ENEMY, OWN, Scenario, Standpoint
from highground.packs import load_pack

WEST = Zone("west", ((0.0, 0.0), (12.0, 0.0), (12.0, 44.0), (0.0, 44.0)))
EAST = Zone("east", ((48.0, 0.0), (60.0, 0.0), (60.0, 44.0), (48.0, 44.0)))
BETWEEN = 0.15
"""Inches between two bases of a unit."""


def build(scenario: Scenario) -> Battle:
    """The battle at the exam's position."""
    battle = Battle(_setup(scenario), scenario.seed)
    scene = Battle(battle.setup, scenario.seed).scene
    scene.events = []
    for event in _opening(scene, scenario):
        scene.emit(event)
    if scenario.phase != "deployment":
        objectives.update_control(scene)
        for event in _turns(scenario):
            scene.emit(event)
    battle.follow([Record(Advance(), (), tuple(scene.events), 0)])
    return battle


def _setup(scenario: Scenario) -> Setup:
    pack, standing = load_pack(), (scenario.own, scenario.enemy)
    armies = [_army(name, [each.sheet for each in side]) for name, side in zip(("Own", "Enemy"), standing, strict=True)]
    marks = tuple([Objective(f"Objective {k + 1}", place) for k, place in enumerate(scenario.objectives)])
    layout = Layout("exam", "Exam", scenario.terrain, (WEST, EAST), marks)
    stratagems = pack.stratagems if scenario.stratagems else ()
    deck = tuple([each for each in pack.secondaries if each.uid in scenario.hand])
    return Setup((armies[0], armies[1]), layout, scenario.mission, pack.uid, stratagems, deck)


def _army(name: str, sheets: list[UnitSheet]) -> ArmySheet:
    points = sum([sheet.points for sheet in sheets])
    return ArmySheet(name, "highground", name, "", None, points, tuple(sheets))


def _opening(scene: Scene, scenario: Scenario) -> Iterator[Event]:
    """Zones, units on the table and in reserve, and the battle's start."""
    yield ev.DeploymentRolled(((6, 1),), OWN)
    yield ev.ZoneChosen(OWN, 0)
    if scenario.phase == "deployment":
        return
    numbered = list(enumerate((*scenario.own, *scenario.enemy)))
    for unit, each in numbered:
        if each.inside is not None:
            yield ev.UnitEmbarked(unit, each.inside)
        else:
            yield ev.UnitReserved(unit) if each.reserve else ev.UnitDeployed(unit, places_of(each))
    yield ev.BattleBegan(ENEMY if scenario.second else OWN, ((1, 6),) if scenario.second else ((6, 1),))
    for side in (OWN, ENEMY):
        yield ev.SecondariesDealt(side, (), scenario.hand)
    for unit, each in numbered:
        yield from _losses(scene, unit, each)


def _losses(scene: Scene, unit: int, each: Standpoint) -> Iterator[Event]:
    """What the unit has lost on the way here."""
    whole = [miniature.profile.wounds for miniature in each.sheet.line_up]
    gone = range(each.left, len(whole)) if each.left else range(0)
    if gone:
        yield ev.WoundsLost(unit, tuple([(i, whole[i]) for i in gone]), tuple(gone), "exam")
    if each.wounds:
        yield ev.WoundsLost(unit, ((0, whole[0] - each.wounds),), (), "exam")


def _turns(scenario: Scenario) -> Iterator[Event]:
    """Turn after turn up to the one that the exam is in, and its phase."""
    order = (ENEMY, OWN) if scenario.second else (OWN, ENEMY)
    active = ENEMY if scenario.enemy_turn else OWN
    for number in range(1, scenario.round + 1):
        for turn, side in enumerate(order, 1):
            yield ev.TurnBegan(number, turn, side)
            if number == scenario.round and side == active:
                break
    yield ev.PhaseChanged("command", "middle")
    for side in (OWN, ENEMY):
        if scenario.points:
            yield ev.CommandPointsGained(side, scenario.points, "exam")
    for uid in scenario.hand:
        yield ev.SecondaryDrawn(OWN, uid)
    for unit, each in enumerate((*scenario.own, *scenario.enemy)):
        if each.shocked:
            yield ev.BattleShockTested(unit, (1, 1), 7, False)
    if scenario.phase != "command":
        yield ev.PhaseChanged(scenario.phase, "middle")


def places_of(each: Standpoint) -> tuple[Point, ...]:
    """A block of bases about the unit's place, `deep` of them in a file."""
    bases = each.sheet.bases
    step, alive = 2 * max(base.reach for base in bases) + BETWEEN, each.left or len(bases)
    deep = min(each.deep, alive)
    files = ceil(alive / deep)
    return tuple(
        [
            (
                round(each.x + (i // deep - (files - 1) / 2) * step, 3),
                round(each.y + (i % deep - (deep - 1) / 2) * step, 3),
            )
            for i in range(len(bases))
        ]
    )
