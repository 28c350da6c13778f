"""What players put right by hand: points, where a unit stands, a die. All that a table can hold is taken."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine.amendments import (
    AmendDamage,
    AmendDie,
    AmendPlace,
    AmendRoll,
    AmendScore,
    AmendWounds,
    AnyAmendment,
)
from highground.engine.attached import base_sheets
from highground.engine.attack.again import ATTACK_ROLLS, AttackRoll, faces_of, highest_of
from highground.engine.errors import Refusal
from highground.engine.figures import Ending, facing_so, whole
from highground.engine.scene import Scene
from highground.engine.state import Melee, Unit
from highground.engine.steps import again, casualties, climbing, mending
from highground.engine.steps.checks import ending_for
from highground.engine.steps.placing import refuse
from highground.engine.table.distance import bounds
from highground.engine.table.ground import Bystanders
from highground.engine.table.moves import walk

_NEAR = 2.0
MOST_WOUNDS = 100


def free(scene: Scene) -> bool:
    """Whether nothing is under way that what is done at once would interrupt."""
    return scene.state.started and (scene.top is None or isinstance(scene.top, Melee))


def refusal(scene: Scene, side: int, name: str, wanted: AnyAmendment, target: int | None) -> Refusal | None:
    """Why it cannot be put right so."""
    if not scene.state.started:
        return Refusal("effect-not-now", ability=name, effect="by hand")
    if isinstance(wanted, AmendScore):
        had = scene.state.armies[side].vp
        fits = wanted.points and had + wanted.points >= 0
        return None if fits else Refusal("points-amended", points=wanted.points, had=had)
    if isinstance(wanted, AmendDie):
        return None if last_roll(scene, wanted) is not None else Refusal("no-die", ability=name, roll="last")
    if isinstance(wanted, AmendDamage):
        return None if _due(scene, wanted) and 0 <= wanted.damage <= MOST_WOUNDS else Refusal("no-damage-due")
    return _of_unit_refused(scene, name, wanted, target)


def _of_unit_refused(
    scene: Scene, name: str, wanted: AmendRoll | AmendPlace | AmendWounds, target: int | None
) -> Refusal | None:
    if target is None:
        return Refusal("effect-needs-unit", ability=name, effect=wanted.__struct_config__.tag)
    if isinstance(wanted, AmendRoll):
        return mending.refusal(scene, wanted, target)
    if not free(scene):
        return Refusal("effect-not-now", ability=name, effect=wanted.__struct_config__.tag)
    unit = scene.state.units[target]
    if isinstance(wanted, AmendWounds):
        return _wounds_refused(scene, unit, wanted)
    if not (unit.on_table or unit.reserves):
        return Refusal("not-on-table", unit=base_sheets(scene.setup)[target].name)
    try:
        _ending(scene, unit, wanted)
    except Refusal as problem:
        return problem
    return None


def carry_out(scene: Scene, side: int, name: str, wanted: AnyAmendment, target: int | None) -> None:
    """Put right what `refusal` has nothing against."""
    if isinstance(wanted, AmendScore):
        scene.emit(ev.PointsAmended(side, wanted.points, name))
    elif isinstance(wanted, AmendDie):
        roll = last_roll(scene, wanted)
        again.reroll(scene, roll or "", (wanted.volley, wanted.die), wanted.face or None)
    elif isinstance(wanted, AmendDamage):
        again.set_damage(scene, (wanted.volley, wanted.wound), wanted.damage)
    elif isinstance(wanted, AmendRoll):
        mending.carry_out(scene, wanted, target or 0)
    elif isinstance(wanted, AmendWounds):
        left = list(scene.state.units[target or 0].wounds)
        left[wanted.miniature] = wanted.wounds
        _set_wounds(scene, target or 0, left, name)
    elif target is not None:
        unit = scene.state.units[target]
        end = _ending(scene, unit, wanted)
        scene.emit(ev.UnitPut(target, *whole(scene.figures(target), end, unit)))


def last_roll(scene: Scene, wanted: AmendDie) -> AttackRoll | None:
    """The roll of the die, if it fell last and may show such a face."""
    frame = again.attacks_under_way(scene)
    if frame is None or not 0 <= wanted.volley < len(frame.volleys):
        return None
    sequence = frame.volleys[wanted.volley].sequence
    for roll in ATTACK_ROLLS:
        faces, _ = faces_of(sequence, roll)
        if 0 <= wanted.die < len(faces) and faces[wanted.die]:
            return roll if 0 <= wanted.face <= highest_of(sequence, roll, wanted.die) else None
    return None


def _due(scene: Scene, wanted: AmendDamage) -> bool:
    """Whether there is such an attack that got through and has done no damage yet."""
    frame = again.attacks_under_way(scene)
    return frame is not None and (wanted.volley, wanted.wound) in again.damage_due(frame)


def _wounds_refused(scene: Scene, unit: Unit, wanted: AmendWounds) -> Refusal | None:
    name = scene.called(unit.index)
    if not unit.alive or not 0 <= wanted.miniature < len(unit.wounds) or not unit.wounds[wanted.miniature]:
        return Refusal("no-such-miniatures", unit=name)
    if not 0 <= wanted.wounds <= MOST_WOUNDS or wanted.wounds == unit.wounds[wanted.miniature]:
        return Refusal("wounds-amended", unit=name, has=unit.wounds[wanted.miniature], most=MOST_WOUNDS)
    return None


def _set_wounds(scene: Scene, unit: int, left: list[int], cause: str) -> None:
    """So many wounds are left to each miniature of the unit from now on."""
    gained = tuple(
        [(i, now - had) for i, (had, now) in enumerate(zip(scene.state.units[unit].wounds, left)) if now > had]
    )
    if gained:
        scene.emit(ev.WoundsHealed(unit, gained, cause))
    casualties.lose(scene, unit, left, cause, None)


def refit(scene: Scene, unit: int, before: tuple[int, ...], cause: str) -> None:
    """The miniatures of a unit begin with more or fewer wounds than `before`: who lives has so many more or fewer."""
    now, wounds = scene.sheets[unit].wounds, scene.state.units[unit].wounds
    left = [max(1, had + now[i] - before[i]) if had else 0 for i, had in enumerate(wounds)]
    _set_wounds(scene, unit, left, cause)


def _ending(scene: Scene, unit: Unit, wanted: AmendPlace) -> Ending:
    """Where the unit stands then: on the board, on nobody's base and no wall, together; enemies may be near."""
    end = ending_for(scene, unit, wanted.places, wanted.heights, wanted.facings)
    figures, foes = scene.figures(unit.index), scene.standing(1 - unit.side)
    if end.heights or scene.raised:
        offence = climbing.check_places(scene, unit, end, foes)
    else:
        bases = facing_so(figures, end.facings)
        x, y, reach = bounds(end.places, bases)
        enemies = scene.bases_near(1 - unit.side, (x, y), reach + _NEAR)
        friends = scene.bases_near(unit.side, (x, y), reach + _NEAR, unit.index)
        around = Bystanders(enemies, friends, keep_from=())
        found = walk(scene.board, end.places, end.places, bases, None, around)
        offence = None if isinstance(found, dict) else found
    if offence is not None:
        raise refuse(scene, unit.index, offence)
    return end
