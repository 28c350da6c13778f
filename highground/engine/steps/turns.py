"""The order of rounds, turns, phases and phase times, and what happens between them."""

from __future__ import annotations

from highground.engine import events as ev
from highground.engine.choices import Advance, Choice, EndBattle
from highground.engine.errors import Refusal
from highground.engine.prompts import AdvancePrompt, Prompt
from highground.engine.scene import Scene
from highground.engine.state import ROUNDS, TURN_PHASES, CoherencyRemoval, Phase, PhaseTime
from highground.engine.steps import (
    coherency_removal,
    combat,
    command,
    moments,
    objectives,
    offers,
    secondaries,
    transports,
    windows,
)
from highground.engine.steps.catalogue import LEADER
from highground.engine.steps.checks import expect
from highground.engine.steps.parting import lost

LAST_ROUND_FOR_RESERVES = 3
SETTING_UP = "set-up"
"""Why the second army is asked to go on before the battle."""


def ask_to_advance(scene: Scene) -> Prompt:
    """The first army begins the battle; before that the second is asked whether leaders of its own still join units,
    as the first is while it has not begun."""
    return AdvancePrompt(who_advances(scene), ("advance",), why=SETTING_UP if _second_may_join(scene) else "")


def who_advances(scene: Scene) -> int:
    """The side that goes on while nothing is under way."""
    return 1 if _second_may_join(scene) else scene.state.active


def _second_may_join(scene: Scene) -> bool:
    """Whether the second army has a leader that can join a unit, and has not yet said that its set-up is done."""
    state = scene.state
    if state.started or state.phase_time == "end" or not offers.anything(scene, 1):
        return False
    return any(offer.ability.uid == LEADER.uid for offer in offers.offers(scene, 1))


def start_battle(scene: Scene, choice: Choice) -> None:
    """The roll for the first turn, then round one. Scouts move in between, first those of the army that goes first."""
    expect(choice, Advance)
    if _second_may_join(scene):
        scene.emit(ev.PhaseChanged("deployment", "end"))
        return
    rolls = roll_off(scene, "first turn")
    first = 0 if rolls[-1][0] > rolls[-1][1] else 1
    scouts = [u for u in scene.state.units if u.deployed and "scouts" in scene.sheets[u.index].rules]
    if scouts:
        scouts.sort(key=lambda unit: unit.side != first)
        scene.emit(ev.FirstTurnRolled(first, rolls, tuple([unit.index for unit in scouts])))
    else:
        begin_battle(scene, first, rolls)


def begin_battle(scene: Scene, first: int, rolls: tuple[tuple[int, int], ...] = ()) -> None:
    """Round one, once the scouts have moved."""
    scene.emit(ev.BattleBegan(first, rolls))
    for side, points in enumerate(scene.setup.head_start):
        if points > 0:
            scene.emit(ev.HeadStartGiven(side, points))
    secondaries.deal(scene)
    objectives.update_control(scene)
    _begin_turn(scene, 1, 1, first)


def roll_off(scene: Scene, purpose: str) -> tuple[tuple[int, int], ...]:
    """Every roll of a die each, until they differ."""
    rolls: list[tuple[int, int]] = []
    while not rolls or rolls[-1][0] == rolls[-1][1]:
        a, b = scene.dice.roll(2, purpose)
        rolls.append((a, b))
    return tuple(rolls)


def advance(scene: Scene, choice: Choice) -> None:
    """From a phase's beginning to its middle, or from its end to the next phase."""
    expect(choice, Advance)
    state = scene.state
    if state.phase_time == "beginning":
        enter(scene, state.phase, "middle")
        return
    after = TURN_PHASES.index(state.phase) + 1
    if after < len(TURN_PHASES):
        enter(scene, TURN_PHASES[after], "beginning")
    else:
        _end_turn(scene)


def enter(scene: Scene, phase: Phase, time: PhaseTime) -> None:
    scene.emit(ev.PhaseChanged(phase, time))
    if time == "middle" and phase == "command":
        command.begin(scene)
    elif time == "middle" and phase == "combat":
        combat.begin(scene)
    elif time == "end":
        moments.fallen_stand_up(scene)
        objectives.update_control(scene)
        moments.phase_ends(scene, phase)
        windows.both(scene, "phase end")
    elif time == "beginning":
        moments.phase_begins(scene, phase)
        windows.both(scene, "phase start")


def finish_middle(scene: Scene) -> None:
    """The active army is done with the phase's actions."""
    if scene.state.phase == "command":
        command.finish(scene)
    enter(scene, scene.state.phase, "end")


def _begin_turn(scene: Scene, number: int, turn: int, side: int) -> None:
    scene.emit(ev.TurnBegan(number, turn, side))
    enter(scene, "command", "beginning")
    if turn == 1:
        moments.round_begins(scene)
        windows.both(scene, "round start")
    if number == 1 and turn == 1:
        windows.both(scene, "battle start")


def _end_turn(scene: Scene) -> None:
    """Clean up, then the other army's turn, the next round, or the end."""
    scene.emit(ev.PhaseChanged("cleanup", "middle"))
    _clean_up(scene)


def lose_for_coherency(scene: Scene, frame: CoherencyRemoval, choice: Choice) -> None:
    """A player has chosen what a unit that stands apart loses: the turn goes on to its end."""
    coherency_removal.answer(scene, frame, choice)
    _clean_up(scene)


def _clean_up(scene: Scene) -> None:
    """To the turn's end, unless somebody is asked first."""
    if not coherency_removal.restore(scene):
        return
    state = scene.state
    _lose_reserves(scene)
    objectives.update_control(scene)
    if command.scores_late(scene):
        objectives.score_primary(scene)
    secondaries.score(scene, state.active)
    scene.emit(ev.TurnEnded(state.round, state.turn, state.active))
    if state.turn == 1:
        _begin_turn(scene, state.round, 2, 1 - state.active)
    elif state.round < ROUNDS:
        _begin_turn(scene, state.round + 1, 1, state.first)
    else:
        _end_battle(scene)


def _lose_reserves(scene: Scene) -> None:
    """What has not come by the end of the third round is destroyed, with those aboard."""
    state = scene.state
    if state.round < LAST_ROUND_FOR_RESERVES or state.turn != 2:
        return
    for unit in state.units:
        if unit.reserves and unit.alive and not unit.withdrawn:
            for each in (*transports.aboard(scene, unit.index), unit):
                scene.emit(ev.ReservesLost(each.index))
                lost(scene, each.index)


def end_early(scene: Scene, choice: EndBattle) -> None:
    """The players end the battle; the points stay as they are."""
    if (choice.loser is None) != (choice.reason == "draw") or choice.loser not in (None, 0, 1):
        raise Refusal("wrong-end")
    scene.emit(ev.PhaseChanged("game_end", "end"))
    scene.emit(ev.BattleEnded(None if choice.loser is None else 1 - choice.loser, choice.reason))


def _end_battle(scene: Scene) -> None:
    scene.emit(ev.PhaseChanged("game_end", "end"))
    for side in (0, 1):
        secondaries.score(scene, side, last=True)
    a, b = (army.vp for army in scene.state.armies)
    scene.emit(ev.BattleEnded(None if a == b else int(b > a)))
