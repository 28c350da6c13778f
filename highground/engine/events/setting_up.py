"""Setting up: who deploys where, what waits in reserve, who goes first."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from highground.engine.events.base import Fact, Touched, with_unit
from highground.engine.model import Point
from highground.engine.state import Deploying, Frame, Scouting, State, ZoneChoice

Way = tuple[int, tuple[Point, ...]]
"""Where a miniature's way bends between its places before and after: its index, and the corners."""


def next_to_deploy(state: State, side: int) -> tuple[Frame, ...]:
    """The stack in which the other side is next while it has units to set up."""
    waiting = {u.side for u in state.units if not u.deployed and not u.reserves and u.joined is u.inside is None}
    return (*_but_deploying(state), Deploying(1 - side if 1 - side in waiting else side))


def _but_deploying(state: State) -> tuple[Frame, ...]:
    return tuple([frame for frame in state.stack if not isinstance(frame, Deploying)])


class DeploymentRolled(Fact, frozen=True, tag="deployment_rolled"):
    """`rolls` holds each roll of both armies, ties included; `winner` chooses the zone."""

    rolls: tuple[tuple[int, int], ...]
    winner: int

    def apply(self, state: State) -> State:
        after = state.next()
        after.stack = (ZoneChoice(self.winner),)
        return after


class ZoneChosen(Fact, frozen=True, tag="zone_chosen"):
    side: int
    zone: int

    def apply(self, state: State) -> State:
        after = state.next()
        zones = (self.zone, 1 - self.zone) if self.side == 0 else (1 - self.zone, self.zone)
        after.armies = (replace(state.armies[0], zone=zones[0]), replace(state.armies[1], zone=zones[1]))
        after.stack = (Deploying(self.side),)
        return after


class UnitDeployed(Fact, frozen=True, tag="unit_deployed", omit_defaults=True):
    unit: int
    places: tuple[Point, ...]
    heights: tuple[float, ...] = ()
    facings: tuple[int, ...] = ()
    touches: ClassVar[Touched] = "unit"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.stand(self.places, self.heights, self.facings)
        unit.deployed = True
        after.stack = next_to_deploy(after, unit.side)
        return after


class UnitReserved(Fact, frozen=True, tag="unit_reserved"):
    unit: int
    touches: ClassVar[Touched] = "conditions"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.reserves = True
        after.stack = next_to_deploy(after, unit.side)
        return after


class DeploymentEnded(Fact, frozen=True, tag="deployment_ended"):
    """All units are set up or in reserve. `scouts` is empty but in older logs."""

    scouts: tuple[int, ...]

    def apply(self, state: State) -> State:
        after = state.next()
        after.stack = (Scouting(self.scouts),) if self.scouts else _but_deploying(state)
        return after


class UnitTakenUp(Fact, frozen=True, tag="unit_taken_up", omit_defaults=True):
    """A unit that was set up is set up again, or waits in reserve instead."""

    unit: int
    reserves: bool = False
    touches: ClassVar[Touched] = "everything"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.deployed, unit.reserves, unit.heights = False, self.reserves, ()
        if not self.reserves:
            after.stack = (*_but_deploying(state), Deploying(unit.side))
        return after


class UnitScouted(Fact, frozen=True, tag="unit_scouted", omit_defaults=True):
    """`places` None: it stays where it was set up. `ways` are those that bend."""

    unit: int
    places: tuple[Point, ...] | None = None
    ways: tuple[Way, ...] = ()
    heights: tuple[float, ...] = ()
    facings: tuple[int, ...] = ()
    touches: ClassVar[Touched] = "unit"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        waiting = tuple([each for frame in state.stack if isinstance(frame, Scouting) for each in frame.waiting])[1:]
        after.stack = (Scouting(waiting),) if waiting else ()
        if self.places:
            unit.stand(self.places, self.heights, self.facings)
        return after


class FirstTurnRolled(Fact, frozen=True, tag="first_turn_rolled"):
    """Who goes first, where units with scouts move before the battle begins: `scouts` in their order."""

    first: int
    rolls: tuple[tuple[int, int], ...]
    scouts: tuple[int, ...]

    def apply(self, state: State) -> State:
        after = state.next()
        after.first, after.stack = self.first, (Scouting(self.scouts),)
        return after


class BattleBegan(Fact, frozen=True, tag="battle_began"):
    """`rolls` for the first turn, ties included; none where they were made before the scouts moved."""

    first: int
    rolls: tuple[tuple[int, int], ...]

    def apply(self, state: State) -> State:
        after = state.next()
        after.first, after.started, after.stack = self.first, True, ()
        return after
