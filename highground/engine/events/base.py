"""What every event has: a change of the state, and what that change touches."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from highground.engine.state import Active, Army, BattleShock, Frame, Marker, State, Unit

Touched = Literal["nothing", "conditions", "unit", "target", "everything"]
"""What an event changes of what is measured on the table: nothing; conditions of units, but neither where they stand
nor who lives; miniatures of its `unit` or of its `target` alone; or which miniatures make up a unit.
"""


class Fact(msgspec.Struct, frozen=True, gc=False, tag_field="event"):
    """A fact about a battle, in the past tense. Sides, units and miniatures are indices; distances are inches."""

    touches: ClassVar[Touched] = "nothing"
    may_end_effects: ClassVar[bool] = False

    def apply(self, state: State) -> State:
        """The state after the fact. Writes nothing but copies that it made."""
        raise NotImplementedError

    def ends(self, state: State, active: Active) -> bool:
        """Whether an effect's time is over with the fact, in the state after it."""
        return False

    def touched_unit(self) -> int:
        """The unit whose miniatures it touches, where it touches those of one unit."""
        unit: int = getattr(self, self.touches)
        return unit


class EndOfStep(Fact, frozen=True):
    """A fact with which a unit is done with what it did: effects that last for a step end."""

    may_end_effects: ClassVar[bool] = True

    def ends(self, state: State, active: Active) -> bool:
        return active.effect.duration == "step"


def apply(state: State, event: Fact) -> State:
    """The state after an event, without the effects that end with it. Neither argument is changed."""
    after = event.apply(state)
    if after.active_effects and event.may_end_effects:
        left = tuple([active for active in after.active_effects if not event.ends(after, active)])
        if len(left) != len(after.active_effects):
            after.active_effects = left
    return after


def with_unit(state: State, index: int) -> tuple[State, Unit]:
    """The next state, and the unit in it, both free to be written."""
    after = state.next()
    return after, write_unit(after, index)


def write_unit(after: State, index: int) -> Unit:
    """A copy of a unit, in its place in a state that is free to be written."""
    unit, units = after.units[index].copy(), list(after.units)
    units[index] = unit
    after.units = tuple(units)
    return unit


def unsettled(after: State, unit: int) -> State:
    """The state, free to be written, in which the unit has none of what ends with battle-shock."""
    if any(each.unit == unit and each.effect.stance for each in after.active_effects):
        left = [each for each in after.active_effects if each.unit != unit or not each.effect.stance]
        after.active_effects = tuple(left)
    return after


def without_test(after: State, unit: int) -> State:
    """The state, free to be written, in which the unit waits for no test of its nerve."""
    stack: list[Frame] = []
    for frame in after.stack:
        if isinstance(frame, BattleShock) and unit in frame.waiting:
            rest = tuple([each for each in frame.waiting if each != unit])
            stack += [BattleShock(rest)] if rest else []
        else:
            stack.append(frame)
    if len(stack) != len(after.stack) or any(a is not b for a, b in zip(stack, after.stack)):
        after.stack = tuple(stack)
    return after


def with_army(after: State, side: int) -> Army:
    """A copy of an army, in its place in a state that is free to be written."""
    army = after.armies[side].copy()
    after.armies = (army, after.armies[1]) if side == 0 else (after.armies[0], army)
    return army


def with_marker(after: State, objective: int) -> Marker:
    """A copy of an objective's state, in its place in a state that is free to be written."""
    marker = after.markers[objective].copy()
    after.markers = (*after.markers[:objective], marker, *after.markers[objective + 1 :])
    return marker
