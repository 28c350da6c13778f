"""What players put right by hand: points, where a unit stands, a die. All that a table can hold is taken."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine.amendments import AmendDie, AmendPlace, AmendRoll, AmendScore, AnyAmendment
from highground.engine.attached import base_sheets
from highground.engine.attack.again import ATTACK_ROLLS, AttackRoll, faces_of, highest_of
from highground.engine.errors import Refusal
from highground.engine.figures import Ending, facing_so, whole
from highground.engine.scene import Scene
from highground.engine.state import Resolving, Unit
from highground.engine.steps import again, climbing, mending
from highground.engine.steps.checks import ending_for
from highground.engine.steps.placing import refuse
from highground.engine.table.distance import bounds
from highground.engine.table.ground import Bystanders
from highground.engine.table.moves import walk

_NEAR = 2.0


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
    if target is None:
        return Refusal("effect-needs-unit", ability=name, effect=wanted.__struct_config__.tag)
    if isinstance(wanted, AmendRoll):
        return mending.refusal(scene, wanted, target)
    if scene.top is not None:
        return Refusal("effect-not-now", ability=name, effect="place")
    unit = scene.state.units[target]
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
    elif isinstance(wanted, AmendRoll):
        mending.carry_out(scene, wanted, target or 0)
    elif target is not None:
        unit = scene.state.units[target]
        end = _ending(scene, unit, wanted)
        scene.emit(ev.UnitPut(target, *whole(scene.figures(target), end, unit)))


def last_roll(scene: Scene, wanted: AmendDie) -> AttackRoll | None:
    """The roll of the die, if it fell last and may show such a face."""
    frame = scene.top
    if not isinstance(frame, Resolving) or not 0 <= wanted.volley < len(frame.volleys):
        return None
    sequence = frame.volleys[wanted.volley].sequence
    for roll in ATTACK_ROLLS:
        faces, _ = faces_of(sequence, roll)
        if 0 <= wanted.die < len(faces) and faces[wanted.die]:
            return roll if 0 <= wanted.face <= highest_of(sequence, roll, wanted.die) else None
    return None


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
