"""Rounds, turns and phases, and what belongs to their beginnings: command points and battle-shock."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Literal

from highground.engine.events.base import Fact, Touched, unsettled, with_army, with_unit, without_test
from highground.engine.state import Active, BattleShock, Phase, PhaseTime, State, Unit


def _rested(unit: Unit) -> Unit:
    """The unit as a turn begins."""
    after = unit.copy()
    after.moved, after.left, after.arrived = "", None, False
    after.shot = after.charge_tried = after.charged = after.fought = after.disembarked = False
    return after


_NEXT = {f"until your next {phase} phase": phase for phase in ("command", "movement", "shooting")}
"""The phase of the own turn with which a duration ends."""


class TurnBegan(Fact, frozen=True, tag="turn_began"):
    round: int
    turn: int
    side: int
    may_end_effects: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        after = state.next()
        after.units = tuple([_rested(unit) for unit in state.units])
        after.markers = tuple([replace(marker, before=marker.held_by) for marker in state.markers])
        after.round, after.turn, after.active = self.round, self.turn, self.side
        if self.turn == 1:
            for side in (0, 1):
                with_army(after, side).cp_beyond = 0
        return after

    def ends(self, state: State, active: Active) -> bool:
        duration = active.effect.duration
        if duration == "until your next turn":
            return self.side == active.side
        return duration in {"step", "phase", "turn"} or (duration == "round" and self.round != active.round)


class PhaseChanged(Fact, frozen=True, tag="phase_changed"):
    phase: Phase
    time: PhaseTime
    may_end_effects: ClassVar[bool] = True

    def apply(self, state: State) -> State:
        after = state.next()
        after.phase, after.phase_time, after.stack = self.phase, self.time, ()
        return after

    def ends(self, state: State, active: Active) -> bool:
        duration = active.effect.duration
        if duration == "phase":
            return self.time == "beginning"
        later = (state.round, state.turn) != (active.round, active.turn)
        return later and state.active == active.side and _NEXT.get(duration) == self.phase


REGULAR = "command phase"
"""The reason of the command point that each army gains in each command phase."""


class CommandPointsGained(Fact, frozen=True, tag="command_points_gained"):
    side: int
    points: int
    reason: str

    def apply(self, state: State) -> State:
        after = state.next()
        army = with_army(after, self.side)
        army.cp += self.points
        if self.reason != REGULAR:
            army.cp_beyond = max(0, army.cp_beyond + self.points)
        return after


class TestsCalled(Fact, frozen=True, tag="tests_called"):
    """These units take battle-shock tests, in this order."""

    units: tuple[int, ...]

    def apply(self, state: State) -> State:
        after = state.next()
        after.stack = (*state.stack, BattleShock(self.units))
        return after


class BattleShockTested(Fact, frozen=True, tag="battle_shock_tested"):
    unit: int
    dice: tuple[int, ...]
    leadership: int
    passed: bool
    touches: ClassVar[Touched] = "conditions"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.shocked = not self.passed
        tested = without_test(after, self.unit)
        return tested if self.passed else unsettled(tested, self.unit)


class Rallied(Fact, frozen=True, tag="rallied"):
    """No longer battle-shocked."""

    unit: int
    touches: ClassVar[Touched] = "conditions"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.shocked = False
        return after


class TurnEnded(Fact, frozen=True, tag="turn_ended"):
    round: int
    turn: int
    side: int

    def apply(self, state: State) -> State:
        return state.next()


class BattleEnded(Fact, frozen=True, tag="battle_ended"):
    winner: int | None
    reason: Literal["rounds", "resigned", "absent", "time", "draw"] = "rounds"

    def apply(self, state: State) -> State:
        after = state.next()
        after.completed, after.winner, after.stack = True, self.winner, ()
        return after
