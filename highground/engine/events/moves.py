"""Moves of every kind: where units stand afterwards."""

from __future__ import annotations

from typing import ClassVar

from highground.engine.events.base import EndOfStep, Fact, Touched, unsettled, with_unit
from highground.engine.events.setting_up import Way, next_to_deploy
from highground.engine.model import Point
from highground.engine.state import ChargeRoll, Charging, Fighting, Moved, Moving, State


class AdvanceRolled(Fact, frozen=True, tag="advance_rolled"):
    """A unit advances up to `limit` inches; `roll` is 0 if it does so without a die."""

    unit: int
    roll: int
    limit: float

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.moved = "advanced"
        below = state.stack[:-1] if isinstance(state.top, Moving) else state.stack
        after.stack = (*below, Moving(self.unit, self.limit, self.roll))
        return after


class MoveGranted(Fact, frozen=True, tag="move_granted"):
    """An ability lets a unit move now. If it does so as its `last` move, it does not charge in this turn."""

    unit: int
    limit: float
    last: bool

    def apply(self, state: State) -> State:
        after = state.next()
        after.stack = (*state.stack, Moving(self.unit, self.limit, 0, True, self.last))
        return after


class UnitMoved(EndOfStep, frozen=True, tag="unit_moved", omit_defaults=True):
    """`distance` is the longest way of a miniature, `places` those after the move (as before if stationary).

    `ways` are those that bend round walls and enemies.
    """

    unit: int
    how: Moved
    places: tuple[Point, ...]
    distance: float
    limit: float
    ways: tuple[Way, ...] = ()
    heights: tuple[float, ...] = ()
    facings: tuple[int, ...] = ()
    touches: ClassVar[Touched] = "unit"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.stand(self.places, self.heights, self.facings)
        frame = state.top
        if not isinstance(frame, Moving):
            unit.moved = self.how
            return after
        after.stack = state.stack[:-1]
        if not frame.granted:
            unit.moved = self.how
            return after
        if self.distance and unit.moved not in {"advanced", "fell_back"}:
            unit.moved = self.how
        unit.charge_tried = unit.charge_tried or bool(frame.last and self.distance)
        return after


class UnitArrived(Fact, frozen=True, tag="unit_arrived", omit_defaults=True):
    """It came from reserve; if that was its `last` move, it does not charge in this turn."""

    unit: int
    places: tuple[Point, ...]
    heights: tuple[float, ...] = ()
    facings: tuple[int, ...] = ()
    last: bool = False
    touches: ClassVar[Touched] = "unit"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.stand(self.places, self.heights, self.facings)
        unit.deployed, unit.reserves, unit.moved, unit.arrived = True, False, "moved", True
        unit.charge_tried = unit.charge_tried or self.last
        return after


class UnitPut(Fact, frozen=True, tag="unit_put", omit_defaults=True):
    """A player put the unit elsewhere by hand: what it did in its turn stays as it is, unless it comes from reserve."""

    unit: int
    places: tuple[Point, ...]
    heights: tuple[float, ...] = ()
    facings: tuple[int, ...] = ()
    touches: ClassVar[Touched] = "unit"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.stand(self.places, self.heights, self.facings)
        if unit.reserves:
            unit.deployed, unit.reserves, unit.moved, unit.arrived = True, False, "moved", True
        return after


class UnitWithdrawn(Fact, frozen=True, tag="unit_withdrawn"):
    """The unit left the table for the reserves; `flew`: by its own move, as aircraft do."""

    unit: int
    flew: bool = False
    touches: ClassVar[Touched] = "everything"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.deployed, unit.reserves, unit.withdrawn, unit.heights = False, True, True, ()
        if self.flew:
            unit.moved = "moved"
        return after


class ReservesLost(Fact, frozen=True, tag="reserves_lost"):
    unit: int
    touches: ClassVar[Touched] = "unit"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.reserves, unit.wounds = False, (0,) * len(unit.wounds)
        return after


class UnitEmbarked(Fact, frozen=True, tag="unit_embarked"):
    unit: int
    transport: int
    touches: ClassVar[Touched] = "unit"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.inside, unit.deployed, unit.heights = self.transport, False, ()
        if not state.started:
            after.stack = next_to_deploy(after, unit.side)
        return after


class UnitDisembarked(Fact, frozen=True, tag="unit_disembarked"):
    """`moved`: it counts as having moved and cannot charge, unless it `may_charge`. `wrecked`: its transport was
    destroyed under it.
    """

    unit: int
    transport: int
    places: tuple[Point, ...]
    moved: bool
    wrecked: bool = False
    may_charge: bool = False
    touches: ClassVar[Touched] = "unit"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.inside, unit.deployed, unit.disembarked, unit.places, unit.heights = None, True, True, self.places, ()
        unit.moved, unit.charge_tried = "moved" if self.moved else "", self.moved and not self.may_charge
        unit.shocked, unit.left = unit.shocked or self.wrecked, self.transport
        return unsettled(after, self.unit) if self.wrecked else after


class ChargeDeclared(Fact, frozen=True, tag="charge_declared"):
    unit: int
    targets: tuple[int, ...]
    distances: tuple[float, ...]

    def apply(self, state: State) -> State:
        after = state.next()
        after.stack = (*state.stack, ChargeRoll(self.unit, self.targets))
        return after


class ChargeCalledOff(Fact, frozen=True, tag="charge_called_off"):
    """The charger or all that it charged fell before the charge was rolled."""

    unit: int

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.charge_tried = True
        after.stack = state.stack[:-1]
        return after


class ChargeRolled(Fact, frozen=True, tag="charge_rolled"):
    """`needed` is the shortest whole roll that reaches every target."""

    unit: int
    targets: tuple[int, ...]
    dice: tuple[int, ...]
    needed: int
    success: bool
    limit: float

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.charge_tried = True
        below = state.stack[:-1] if isinstance(state.top, (Charging, ChargeRoll)) else state.stack
        after.stack = (*below, Charging(self.unit, self.targets, self.limit)) if self.success else below
        return after


class ChargeMoved(EndOfStep, frozen=True, tag="charge_moved", omit_defaults=True):
    """`ways` are those that bend."""

    unit: int
    targets: tuple[int, ...]
    places: tuple[Point, ...]
    ways: tuple[Way, ...] = ()
    heights: tuple[float, ...] = ()
    facings: tuple[int, ...] = ()
    touches: ClassVar[Touched] = "unit"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.stand(self.places, self.heights, self.facings)
        unit.charged = True
        after.stack = state.stack[:-1]
        return after


class UnitPiledIn(Fact, frozen=True, tag="unit_piled_in", omit_defaults=True):
    unit: int
    places: tuple[Point, ...]
    distance: float
    heights: tuple[float, ...] = ()
    facings: tuple[int, ...] = ()
    touches: ClassVar[Touched] = "unit"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.stand(self.places, self.heights, self.facings)
        after.stack = (*state.stack[:-1], Fighting(self.unit, "attack"))
        return after


class UnitConsolidated(Fact, frozen=True, tag="unit_consolidated", omit_defaults=True):
    unit: int
    places: tuple[Point, ...]
    distance: float
    heights: tuple[float, ...] = ()
    facings: tuple[int, ...] = ()
    touches: ClassVar[Touched] = "unit"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.stand(self.places, self.heights, self.facings)
        after.stack = state.stack[:-1]
        return after
