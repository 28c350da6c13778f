"""What an ability lets a unit do at once, outside its own turn or order."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine.ability import Effect
from highground.engine.attack import Circumstances
from highground.engine.choices import Use
from highground.engine.scene import Scene
from highground.engine.state import Charging, Melee, Moving, Window
from highground.engine.steps import again, charge, possible
from highground.engine.steps.declared import volley


def act(scene: Scene, effect: Effect, unit: int, choice: Use, window: Window | None) -> None:
    """Begin what the unit does; what is left to choose comes as requests of its own."""
    if effect.text in _MOVES:
        scene.emit(ev.MoveGranted(unit, float(effect.value), last=effect.text == "last move"))
    else:
        _ACTS[effect.text](scene, unit, choice, window)


def _shoot(scene: Scene, unit: int, choice: Use, window: Window | None) -> None:
    """Every weapon at the target that it can reach; only unmodified sixes hit."""
    target = choice.targets[0]
    what = Circumstances(cover=scene.lane(unit, target).cover, snap=True)
    volleys = [
        volley(scene, unit, arm, bearers, target, what) for arm, bearers in possible.snap_shots(scene, unit, target)
    ]
    scene.emit(ev.ShotsDeclared(unit, tuple(volleys)))


def _charge(scene: Scene, unit: int, choice: Use, window: Window | None) -> None:
    charge.roll(scene, scene.state.units[unit], choice.targets)


def _move(scene: Scene, unit: int, choice: Use, window: Window | None) -> None:
    face = scene.dice.roll(1, "move")[0]
    scene.emit(ev.AdvanceRolled(unit, face, float(face)))


def _fight_first(scene: Scene, unit: int, choice: Use, window: Window | None) -> None:
    scene.emit(ev.PickPassed(_first_step(scene), scene.state.units[unit].side))
    scene.emit(ev.UnitPicked(unit))


def _first_step(scene: Scene) -> bool:
    frame = scene.top
    return isinstance(frame, Melee) and frame.first


def _reroll(scene: Scene, unit: int, choice: Use, window: Window | None) -> None:
    """The roll that the window is about is thrown again."""
    frame = scene.top
    if window is None:
        return
    if window.roll == "charge":
        declared = frame.targets if isinstance(frame, Charging) else ()
        charge.throw(scene, scene.state.units[unit], declared or window.about[1:], again=True)
    elif window.roll == "advance" and isinstance(frame, Moving):
        face = scene.dice.reroll(1, "advance")[0]
        scene.emit(ev.AdvanceRolled(unit, face, frame.limit - frame.roll + face))
    else:
        again.throw(scene, window.roll, choice.die)


_MOVES = frozenset({"normal move", "last move"})


_ACTS = {
    "shoot": _shoot,
    "charge": _charge,
    "move": _move,
    "fight first": _fight_first,
    "re-roll": _reroll,
}
