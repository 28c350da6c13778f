"""Setting up: the roll for zones, the zones, units in turns, and scouting moves."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine.attached import scouting_inches
from highground.engine.base import Base
from highground.engine.choices import Choice, ChooseZone, Deploy, Embark, Place, Reserve, RollDice
from highground.engine.errors import Refusal
from highground.engine.figures import Ending, facing_so, whole
from highground.engine.model import Point
from highground.engine.prompts import DeployPrompt, PlacePrompt, Prompt, RollPrompt, ZonePrompt
from highground.engine.scene import Scene
from highground.engine.state import Deploying, RollOff, Scouting, Unit, ZoneChoice
from highground.engine.steps import offers, transports, windows
from highground.engine.steps.checks import ending_for, expect, unit_of
from highground.engine.steps.placing import (
    check_path,
    check_standing,
    facings_to_enemy,
    keep_distance,
    ways,
)
from highground.engine.steps.reserving import reserve_refusal, zone_of
from highground.engine.steps.turns import begin_battle, roll_off
from highground.engine.table.bases import disc_within, wholly_within
from highground.engine.table.distance import TOLERANCE
from highground.engine.table.shapes import edges, square_to_segment

INFILTRATION = 9.0
"""Inches that infiltrators and scouts keep from the enemy's units, and infiltrators from the enemy's zone."""


def ask_roll(scene: Scene, frame: RollOff) -> Prompt:
    return RollPrompt(0, ("roll",), stage="deployment")


def roll(scene: Scene, frame: RollOff, choice: Choice) -> None:
    expect(choice, RollDice)
    for leader, unit in scene.setup.joined:
        scene.emit(ev.LeaderJoined(leader, unit))
    rolls = roll_off(scene, "deployment")
    scene.emit(ev.DeploymentRolled(rolls, 0 if rolls[-1][0] > rolls[-1][1] else 1))


def ask_zone(scene: Scene, frame: ZoneChoice) -> Prompt:
    return ZonePrompt(frame.side, ("zone",))


def choose_zone(scene: Scene, frame: ZoneChoice, choice: Choice) -> None:
    zone = expect(choice, ChooseZone).zone
    if zone not in (0, 1):
        raise Refusal("no-such-zone", zone=zone)
    scene.emit(ev.ZoneChosen(frame.side, zone))


def waiting(scene: Scene, side: int) -> tuple[int, ...]:
    """The side's units that are neither set up nor in reserve."""
    units = [u for u in scene.state.units if not u.deployed and not u.reserves and u.side == side]
    return tuple([u.index for u in units if u.joined is None and u.inside is None])


def ask_deploy(scene: Scene, frame: Deploying) -> Prompt:
    units = waiting(scene, frame.side)
    aboard = ("embark",) if any(transports.rides(scene, unit) for unit in units) else ()
    return DeployPrompt(frame.side, ("deploy", "reserve", *aboard), units)


def deploy(scene: Scene, frame: Deploying, choice: Choice) -> None:
    if isinstance(choice, Embark):
        transports.embark_at_setup(scene, choice, frame.side)
        _end_if_done(scene)
        return
    made = expect(choice, Deploy, Reserve)
    unit = unit_of(scene, made.unit, frame.side)
    if unit.deployed or unit.reserves or unit.inside is not None:
        raise Refusal("already-deployed", unit=scene.called(unit.index))
    if isinstance(made, Reserve):
        refusal = reserve_refusal(scene, unit)
        if refusal is not None:
            raise refusal
        scene.emit(ev.UnitReserved(unit.index))
    else:
        if scene.sheets[unit.index].gait.airborne:
            raise Refusal("aircraft-wait", unit=scene.called(unit.index))
        end = ending_for(scene, unit, made.places, made.heights, made.facings or facings_to_enemy(scene, unit))
        _check_setup(scene, unit, end)
        scene.emit(ev.UnitDeployed(unit.index, *whole(scene.figures(unit.index), end, unit)))
    _end_if_done(scene)


def _end_if_done(scene: Scene) -> None:
    if waiting(scene, 0) or waiting(scene, 1):
        return
    scene.emit(ev.DeploymentEnded(()))
    if not any(offers.used_now(scene, side, "deployed") for side in (0, 1)):
        windows.both(scene, "deployed")


def _check_setup(scene: Scene, unit: Unit, end: Ending) -> None:
    """On the table, apart from other bases, and in the zone, or, for infiltrators, far from the enemy."""
    check_standing(scene, unit, end)
    if "infiltrators" in scene.sheets[unit.index].rules:
        _check_infiltration(scene, unit, end)
        return
    zone = zone_of(scene, unit.side)
    for place, base in zip(end.places, facing_so(scene.figures(unit.index), end.facings)):
        if not wholly_within(place, base, zone):
            raise Refusal("outside-zone", unit=scene.called(unit.index))


def _check_infiltration(scene: Scene, unit: Unit, end: Ending) -> None:
    keep_distance(scene, unit, end, INFILTRATION)
    for place, base in zip(end.places, facing_so(scene.figures(unit.index), end.facings)):
        if not clear_of_zone(scene, unit.side, place, base):
            raise Refusal("near-enemy-zone", unit=scene.called(unit.index), distance=INFILTRATION)


def clear_of_zone(scene: Scene, side: int, place: Point, base: Base) -> bool:
    """Whether a base of the side's infiltrators stands far enough from the enemy's zone."""
    zone = zone_of(scene, 1 - side)
    return not disc_within(place, 0.0, zone) and all(
        square_to_segment(x, y, border) > (INFILTRATION + radius + TOLERANCE) ** 2
        for x, y, radius in base.at(*place)
        for border in edges(zone)
    )


def scouting_distance(scene: Scene, unit: int) -> float:
    return float(scouting_inches(scene.sheets[unit].rules["scouts"]))


def ask_scout(scene: Scene, frame: Scouting) -> Prompt:
    unit = frame.waiting[0]
    side = scene.state.units[unit].side
    return PlacePrompt(side, ("place",), (unit,), unit, scouting_distance(scene, unit), why="scouts")


def scout(scene: Scene, frame: Scouting, choice: Choice) -> None:
    made = expect(choice, Place)
    unit = scene.state.units[frame.waiting[0]]
    if made.places is None:
        scene.emit(ev.UnitScouted(unit.index))
        _begin_if_done(scene)
        return
    end = ending_for(scene, unit, made.places, made.heights, made.facings)
    bends = check_path(scene, unit, end, scouting_distance(scene, unit.index))
    keep_distance(scene, unit, end, INFILTRATION)
    places, heights, facings = whole(scene.figures(unit.index), end, unit)
    scene.emit(ev.UnitScouted(unit.index, places, ways(scene, unit.index, bends), heights, facings))
    _begin_if_done(scene)


def _begin_if_done(scene: Scene) -> None:
    """The battle begins once the last scouts have moved."""
    if scene.top is None:
        begin_battle(scene, scene.state.first)
