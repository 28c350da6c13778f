"""What abilities bring about by themselves at a moment of the battle, without anybody's choosing."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine import powers
from highground.engine.dice import total
from highground.engine.powers import Borne, Powers
from highground.engine.scene import Scene
from highground.engine.steps.casualties import heal, regrow


def command_begins(scene: Scene) -> None:
    _happen(scene, "command start", (scene.state.active,))
    _happen(scene, "each command start", (0, 1))


def command_ends(scene: Scene) -> None:
    _happen(scene, "command end", (scene.state.active,))


def _happen(scene: Scene, moment: str, sides: tuple[int, ...]) -> None:
    """Whatever the units of these sides have for the moment, once for each unit: equal ones do not add up."""
    due = Powers.of(scene.setup).moments.get(moment)
    if not due:
        return
    done: set[tuple[int, int]] = set()
    for each in due:
        unit = powers.bearing(scene, each)
        if unit is None or (unit, id(each.power)) in done:
            continue
        state = scene.state.units[unit]
        if state.on_table and state.side in sides and powers.holds(scene, unit, each.power.effect):
            done.add((unit, id(each.power)))
            _bring_about(scene, unit, each)


def _bring_about(scene: Scene, unit: int, found: Borne) -> None:
    name, effect = found.power
    if effect.kind == "command_points":
        _command_points(scene, unit, found)
        return
    if not _wanting(scene, unit, effect.kind):
        return
    rolled = effect.amount
    amount = effect.value if rolled is None else total(rolled.count, rolled.sides, rolled.plus, scene.dice, name)
    if effect.kind == "regrow":
        regrow(scene, unit, amount, name)
    else:
        heal(scene, unit, amount, name, 1 if effect.kind == "heal_one" else None)


def _wanting(scene: Scene, unit: int, kind: str) -> bool:
    """Whether the unit has anything to get back, so that no dice are thrown for nothing."""
    state, sheet = scene.state.units[unit], scene.sheets[unit]
    hurt = any(0 < left < sheet.line_up[i].profile.wounds for i, left in enumerate(state.wounds))
    body = sheet.body or len(sheet.line_up)
    return hurt or (kind == "regrow" and not all(state.wounds[:body]))


def _command_points(scene: Scene, unit: int, found: Borne) -> None:
    """`value` points, or one if the die shows the number that the effect's text names."""
    name, effect = found.power
    points = effect.value
    if effect.text:
        face = scene.dice.roll(1, name)
        points = int(face[0] >= int(effect.text))
        scene.emit(ev.CauseRolled(unit, name, face, int(effect.text), bool(points)))
    if points:
        scene.emit(ev.CommandPointsGained(scene.state.units[unit].side, points, name))
