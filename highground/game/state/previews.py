"""A unit where it might stand: what it would see and could hurt, who could hurt it, what it would hold.

The battle stays as it is: everything is asked of a scene of its own with the unit's miniatures put down there. It is
made of what both players see: units on the table, and their sheets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist
from types import MappingProxyType
from typing import NamedTuple

from highground.engine.errors import Refusal
from highground.engine.figures import Ending
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point
from highground.engine.scene import Scene
from highground.engine.state import Active, Moved, State, Unit, shortened
from highground.engine.steps import charge, movement, targeting
from highground.engine.steps.armament import arms_of, guns
from highground.engine.steps.checks import ending_for, unit_of
from highground.engine.steps.placing import facings_to_enemy, turning
from highground.engine.table.distance import ENGAGEMENT, TOLERANCE
from highground.game.match.match import Match
from highground.game.parts.floors import climbs, heights_at
from highground.game.parts.refusals import refusal_view
from highground.game.state import expectations, surroundings
from highground.game.state.putting_down import why_not_there
from highground.game.views.preview import (
    ChargePreview,
    DangerPreview,
    EscapePreview,
    How,
    Preview,
    TargetPreview,
    WeaponPreview,
)
from highground.words import explain

DIGITS = 2
NEAR = charge.REACH
_MOVED: Mapping[How, Moved] = {
    "stationary": "stationary",
    "move": "moved",
    "advance": "advanced",
    "fall_back": "fell_back",
}


class Scenes(NamedTuple):
    """The battle as it is, and with the unit put down: for what its own army does next, and for what the enemy does.

    `ends` are the places of all its miniatures.
    """

    now: Scene
    own: Scene
    theirs: Scene
    unit: int
    how: How
    ends: Ending

    @property
    def side(self) -> int:
        return self.now.state.units[self.unit].side


def preview(
    match: Match,
    unit: int,
    places: Mapping[int, Point],
    how: How = "",
    floor: int | None = None,
    facings: Mapping[int, int] = MappingProxyType({}),
) -> Preview:
    """The unit with some of its miniatures at other places, by the miniature's index, on a floor or each on its own.

    Those in `facings` face so; who is set up faces the enemy, and others as they do.

    Raises Refusal for a unit that cannot stand anywhere, and for places off the board.
    """
    scenes = _scenes(match.battle.scene, unit, places, facings, how, floor)
    own, foes = scenes.own, scenes.own.standing(1 - scenes.side)
    dangers = [_danger(match, scenes, foe) for foe in foes]
    alive = scenes.own.figures(unit).indices
    left = sum(own.state.units[unit].wounds)
    return {
        "unit_uuid": match.cast.unit_uuids[unit],
        "number": match.number,
        "how": scenes.how,
        "refused": refusal_view(why_not_there(match, unit, scenes.how, scenes.ends)),
        "escape": _escape(scenes),
        "holds_fire": _holds_fire(own, unit),
        "models": len(alive),
        "wounds": left,
        "targets": sorted((_target(match, scenes, foe) for foe in foes), key=_nearest),
        "dangers": sorted(dangers, key=lambda each: (-each["damage"], each["distance"])),
        "damage": round(min(float(left), sum(each["damage"] for each in dangers)), DIGITS),
        "slain": round(min(float(len(alive)), sum(each["slain"] for each in dangers)), DIGITS),
        "charges": _charges(match, scenes, foes),
        "objectives": surroundings.objectives_at(match, scenes.now, own, unit),
        "auras": surroundings.auras_of(match, own, unit),
        "received": surroundings.auras_on(match, own, unit),
    }


def _escape(scenes: Scenes) -> EscapePreview | None:
    """What the unit risks by falling back to where it would stand."""
    now, state = scenes.now, scenes.now.state.units[scenes.unit]
    if scenes.how != "fall_back" or not now.engaged(scenes.unit):
        return None
    try:
        _, tested = movement.breaking_out(now, state, ending_for(now, state, *scenes.ends))
    except Refusal:
        return None
    lost_on = movement.break_out_needed(now, scenes.unit) - 1
    return {"tested": len(tested), "lost_on": lost_on, "slain": round(len(tested) * lost_on / 6, DIGITS)}


def _holds_fire(scene: Scene, unit: int) -> str:
    """What keeps a unit that has weapons to shoot with from using any of them, wherever the enemy is."""
    state = scene.state.units[unit]
    if targeting.usable(scene, state) or not guns(arms_of(scene, unit), scene.sheets[unit]):
        return ""
    if state.moved == "advanced":
        return "it advances, and has no assault weapon"
    if state.moved == "fell_back":
        return "it falls back"
    return "it is engaged, and has no pistol" if scene.engaged(unit) else "none of its weapons can be used now"


def _nearest(target: TargetPreview) -> tuple[bool, float]:
    return not target["sees"], target["distance"]


def _scenes(
    now: Scene, index: int, places: Mapping[int, Point], facings: Mapping[int, int], how: How, floor: int | None
) -> Scenes:
    state = unit_of(now, index, now.state.units[index].side)
    if state.joined is not None:
        raise Refusal("not-on-table", unit=now.called(index))
    stands = _placed(now, state, places)
    faces = state.every_facing if state.deployed else facings_to_enemy(now, state) or state.every_facing
    ways = shortened(tuple([facings.get(i, way) for i, way in enumerate(faces)]))
    ends = Ending(stands, heights_at(now, index, stands, floor), ways)
    how = how or _how(now, state, ends)
    own, theirs = (_with(now, state, ends, how, side) for side in (state.side, 1 - state.side))
    return Scenes(now, own, theirs, index, how, ends)


def _placed(scene: Scene, unit: Unit, places: Mapping[int, Point]) -> tuple[Point, ...]:
    """The places of all miniatures, the dead where they fell. Raises Refusal where some would have none."""
    name, living = scene.called(unit.index), unit.standing
    if not unit.deployed and any(i not in places for i in living):
        raise Refusal("wrong-count", unit=name, miniatures=len(living), places=len(places))
    if not all(0.0 <= x <= BOARD_WIDTH and 0.0 <= y <= BOARD_HEIGHT for x, y in places.values()):
        raise Refusal("no-place-on-table", unit=name)
    return tuple([places.get(i, place) for i, place in enumerate(unit.places)])


def _how(scene: Scene, unit: Unit, ends: Ending) -> How:
    """The least that a unit has to do to come there; a unit that is set up or arrives counts as having moved."""
    if not unit.deployed:
        return "move" if scene.state.started else ""
    if unit.moved or scene.state.phase != "movement":
        return ""
    stands, heights, facings = ends
    rises, turns = climbs(scene.board, unit, stands, heights), _turns(scene, unit, facings)
    far = max(dist(unit.places[i], stands[i]) + rises[i] + turns.get(i, 0.0) for i in unit.standing)
    if scene.sheets[unit.index].gait.airborne:
        return "move"
    if far <= TOLERANCE:
        return "stationary"
    if scene.engaged(unit.index):
        return "fall_back"
    return "move" if far <= movement.speed(scene, unit.index) + TOLERANCE else "advance"


def _turns(scene: Scene, unit: Unit, facings: Sequence[int]) -> dict[int, float]:
    """The inches that each miniature spends on turning so."""
    living = scene.figures(unit.index).indices
    ways = tuple([facings[i] if facings else 0 for i in living])
    return dict(zip(living, turning(scene, unit.index, Ending((), facings=ways)), strict=False))


def _with(now: Scene, unit: Unit, ends: Ending, how: How, acting: int) -> Scene:
    """A scene with the unit put down, in which `acting` is the side that shoots and charges next."""
    scene, before = now.fork(), now.state
    units = [_fresh(each, before, acting) for each in before.units]
    ghost = units[unit.index] = unit.copy()
    ghost.stand(*ends)
    ghost.deployed, ghost.reserves, ghost.inside = True, False, None
    ghost.moved, ghost.shot = _MOVED.get(how, unit.moved), False
    after = before.copy()
    after.units = tuple(units)
    after.active_effects = tuple([each for each in before.active_effects if _still(each, before, acting)])
    if len(after.active_effects) == len(before.active_effects):
        after.active_effects = before.active_effects
    scene.rewind(after)
    return scene


def _fresh(unit: Unit, state: State, acting: int) -> Unit:
    """A unit of the side that acts in its next turn has not done anything there yet."""
    if unit.side != acting or state.active == acting:
        return unit
    twin = unit.copy()
    twin.moved, twin.shot, twin.charge_tried, twin.charged = "", False, False, False
    return twin


def _still(effect: Active, state: State, acting: int) -> bool:
    """Whether an effect will still hold when a side shoots next."""
    duration = effect.effect.duration
    if duration in {"step", "phase"}:
        return state.active == acting and state.phase == "shooting"
    return duration != "turn" or state.active == acting


def _target(match: Match, scenes: Scenes, foe: int) -> TargetPreview:
    scene, unit = scenes.own, scenes.unit
    lane, refusal = scene.lane(unit, foe), targeting.target_refusal(scene, unit, foe)
    fire = expectations.fire(scene, unit, foe) if refusal is None else expectations.NO_FIRE
    rows: list[WeaponPreview] = [
        {
            "weapon_uuid": match.cast.weapon_uuid(each.arm.weapon.uid),
            "weapon_name": each.arm.weapon.name,
            "weapons": each.weapons,
            "range": each.arm.weapon.range,
            "damage": round(each.damage, DIGITS),
            "slain": round(each.slain, DIGITS),
        }
        for each in fire.rows
    ]
    usable = targeting.usable(scene, scene.state.units[unit]) or guns(arms_of(scene, unit), scene.sheets[unit])
    return {
        "unit_uuid": match.cast.unit_uuids[foe],
        "unit_name": match.cast.units[foe],
        "distance": round(scene.gap(unit, foe), 1),
        "sees": any(lane.sees),
        "in_range": bool(rows),
        "cover": lane.cover,
        "range": max((arm.weapon.range for arm in usable.values()), default=0),
        "models": len(scene.figures(foe).indices),
        "damage": round(fire.damage, DIGITS),
        "slain": round(fire.slain, DIGITS),
        "weapons": rows,
        "why": "" if refusal is None else explain(refusal).sentence,
    }


def _danger(match: Match, scenes: Scenes, foe: int) -> DangerPreview:
    scene, unit = scenes.theirs, scenes.unit
    lane = scene.lane(foe, unit)
    fire = expectations.NO_FIRE
    if targeting.target_refusal(scene, foe, unit) is None:
        fire = expectations.fire(scene, foe, unit)
    gap = scene.gap(foe, unit)
    near = gap - movement.speed(scene, foe) <= NEAR and _may_charge(scene, foe, unit)
    return {
        "unit_uuid": match.cast.unit_uuids[foe],
        "unit_name": match.cast.units[foe],
        "distance": round(gap, 1),
        "sees": any(lane.sees),
        "in_range": bool(fire.rows),
        "cover": lane.cover,
        "damage": round(fire.damage, DIGITS),
        "slain": round(fire.slain, DIGITS),
        "blows": round(expectations.blows(scene, foe, unit), DIGITS) if near else 0.0,
    }


def _may_charge(scene: Scene, unit: int, target: int) -> bool:
    """Whether a unit could ever charge another: nothing flies into the air but what flies."""
    mine, theirs = scene.sheets[unit].gait, scene.sheets[target].gait
    return not mine.airborne and (mine.flies or not theirs.airborne)


def _charges(match: Match, scenes: Scenes, foes: list[int]) -> list[ChargePreview]:
    """Charges between the unit and the enemies that are near enough, the nearest first."""
    scene, unit = scenes.theirs, scenes.unit
    found = []
    for foe in foes:
        gap = scene.gap(unit, foe)
        if gap <= NEAR or gap - movement.speed(scene, foe) <= NEAR:
            found.append(_charge(match, scenes, foe, gap))
    return sorted(found, key=lambda each: each["distance"])


def _charge(match: Match, scenes: Scenes, foe: int, gap: float) -> ChargePreview:
    own, theirs, unit = scenes.own, scenes.theirs, scenes.unit
    refusal = charge.why_not(own, own.state.units[unit])
    allowed = refusal is None and _may_charge(own, unit, foe)
    engaged = gap <= ENGAGEMENT + TOLERANCE
    back = _may_charge(theirs, foe, unit) and not engaged
    left = max(0.0, gap - movement.speed(theirs, foe))
    return {
        "unit_uuid": match.cast.unit_uuids[foe],
        "unit_name": match.cast.units[foe],
        "distance": round(gap, 1),
        "engaged": engaged,
        "needed": expectations.charge_needed(own, unit, gap, foe),
        "chance": round(expectations.charge_chance(own, unit, gap, foe), 3) if allowed and not engaged else 0.0,
        "blows": round(expectations.blows(own, unit, foe), DIGITS) if allowed and gap <= NEAR else 0.0,
        "why": "" if refusal is None else explain(refusal).sentence,
        "theirs_needed": expectations.charge_needed(theirs, foe, gap, unit),
        "theirs": round(expectations.charge_chance(theirs, foe, gap, unit), 3) if back else 0.0,
        "theirs_after_move": round(expectations.charge_chance(theirs, foe, left, unit), 3) if back else 0.0,
    }
