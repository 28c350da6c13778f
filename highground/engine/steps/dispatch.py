"""The battle's procedure: who is asked what, and what an answer brings about.

What is under way lies on the state's stack of frames; below it, phase and phase time say what comes next. A battle can
be saved between any two answers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from highground.engine.choices import Allocate, ByHand, Choice, End, EndBattle, Use
from highground.engine.errors import Refusal
from highground.engine.prompts import Prompt
from highground.engine.scene import Scene
from highground.engine.state import (
    BattleShock,
    ChargeRoll,
    Charging,
    CoherencyRemoval,
    Deploying,
    Fighting,
    LastBlows,
    Melee,
    Moving,
    Resolving,
    RollOff,
    Scouting,
    Window,
    ZoneChoice,
)
from highground.engine.steps import (
    again,
    by_hand,
    casualties,
    charge,
    coherency_removal,
    combat,
    command,
    declared,
    deployment,
    falling,
    last_blows,
    movement,
    offers,
    shooting,
    turns,
    uses,
    windows,
)

Ask = Callable[[Scene, Any], Prompt]
Answer = Callable[[Scene, Any, Choice], None]

_FRAMES: dict[type, tuple[Ask, Answer]] = {
    RollOff: (deployment.ask_roll, deployment.roll),
    ZoneChoice: (deployment.ask_zone, deployment.choose_zone),
    Deploying: (deployment.ask_deploy, deployment.deploy),
    Scouting: (deployment.ask_scout, deployment.scout),
    BattleShock: (command.ask_test, command.test),
    Moving: (movement.ask_place, movement.place),
    Resolving: (declared.ask_roll, again.roll),
    ChargeRoll: (charge.ask_roll, charge.roll_declared),
    Charging: (charge.ask_place, charge.place),
    Melee: (combat.ask_pick, combat.pick),
    Fighting: (combat.ask_fight, combat.fight),
    LastBlows: (last_blows.ask, last_blows.strike),
    CoherencyRemoval: (coherency_removal.ask, turns.lose_for_coherency),
    Window: (windows.ask, uses.answer),
}

_MIDDLES: dict[str, Callable[[Scene], Prompt]] = {
    "command": command.ask,
    "movement": movement.ask,
    "shooting": shooting.ask,
    "charge": charge.ask,
    "combat": combat.ask,
}

_ACTIONS: dict[str, Callable[[Scene, Choice], None]] = {
    "movement": movement.answer,
    "shooting": shooting.answer,
    "charge": charge.answer,
}

_ENDS: dict[str, Callable[[Scene, End], None]] = {"movement": movement.check_end, "combat": combat.check_end}


def ask(scene: Scene) -> Prompt | None:
    """What has to be answered next; None once the battle is over."""
    state = scene.state
    if state.completed:
        return None
    prompt = _ask(scene)
    more: tuple[str, ...] = ("use",) if _free(scene) and offers.anything(scene, prompt.side) else ()
    if by_hand.any_of(scene.setup, prompt.side):
        more = (*more, "by_hand")
    return replace(prompt, kinds=(*prompt.kinds, *more)) if more else prompt


def _ask(scene: Scene) -> Prompt:
    state = scene.state
    frame = scene.top
    if frame is not None:
        return _FRAMES[type(frame)][0](scene, frame)
    if not state.started or state.phase_time != "middle":
        return turns.ask_to_advance(scene)
    return _MIDDLES[state.phase](scene)


def _free(scene: Scene) -> bool:
    """Whether nothing is under way that an ability would interrupt."""
    top = scene.top
    return top is None or isinstance(top, (Deploying, Melee))


def _user(scene: Scene) -> int:
    """The side that is asked while nothing is under way."""
    top = scene.top
    if isinstance(top, Deploying):
        return top.side
    return top.picker if isinstance(top, Melee) else turns.who_advances(scene)


def answer(scene: Scene, choice: Choice) -> None:
    """Bring about what the choice means. Raises Refusal, before any event, if the rules do not allow it."""
    _answer(scene, choice)
    charge.call_off(scene)
    seen = falling.fell(scene)
    windows.after_losses(scene)
    falling.fell(scene, seen)


def _answer(scene: Scene, choice: Choice) -> None:
    state = scene.state
    if state.completed:
        raise Refusal("over")
    frame = scene.top
    if isinstance(choice, EndBattle):
        turns.end_early(scene, choice)
    elif isinstance(choice, Allocate):
        casualties.allocate(scene, choice)
    elif isinstance(choice, ByHand):
        by_hand.switch(scene, _ask(scene).side if choice.side is None else choice.side, choice)
    elif isinstance(choice, Use) and _free(scene):
        uses.freely(scene, _user(scene), choice)
    elif frame is not None and not (isinstance(choice, End) and isinstance(frame, Melee)):
        _FRAMES[type(frame)][1](scene, frame, choice)
    elif not state.started:
        turns.start_battle(scene, choice)
    elif state.phase_time != "middle":
        turns.advance(scene, choice)
    elif isinstance(choice, End):
        check = _ENDS.get(state.phase)
        if check is not None:
            check(scene, choice)
        turns.finish_middle(scene)
    else:
        _act(scene, choice)


def _act(scene: Scene, choice: Choice) -> None:
    action = _ACTIONS.get(scene.state.phase)
    if action is None:
        raise Refusal("wrong-choice", fitting=("End",), made=type(choice).__name__)
    action(scene, choice)
