"""What is worth knowing of a battle afterwards: firsts, efforts and turning points, gathered from its events."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist
from typing import ClassVar

import msgspec

from highground.engine import events as ev
from highground.engine.model import Setup
from highground.engine.state import State, Unit
from highground.game.parts.cast import Cast
from highground.game.timeline.figures.course import Forecast
from highground.game.timeline.figures.statistics import Counter, Losses

ALL_OF_THEM = 3
"""Fewer objectives than these are not worth a banner each."""


class Kill(msgspec.Struct, frozen=True):
    """The last miniature of an enemy unit was slain; `arrived`: by a unit that had come from reserve that turn."""

    by: int
    unit: int
    round: int
    arrived: bool


class Efforts(msgspec.Struct):
    """What a unit did besides its tally; `inches` are those of its moves and charges along their longest way."""

    inches: float = 0.0
    tests: int = 0
    passed: int = 0


class Chronicle(Counter):
    """A battle's tallies with what they do not say. `kills` are in order; scores stand in `state` as they ended.

    `forecasts` are there where the battle was played with its table (`RunningTimeline`); `early` says that it ended
    before its last turn. `vp_after` holds both armies' victory points at the end of each round that was played to its
    end, by round.
    """

    COUNTED: ClassVar[tuple[str, ...]] = (
        *Counter.COUNTED, "kills", "vp_after", "held_all", "primary_rounds", "efforts", "forecasts", "early",
        "_arrived",
    )  # fmt: skip

    def __init__(self, setup: Setup, cast: Cast) -> None:
        self.cast = cast
        self.kills: list[Kill] = []
        self.vp_after: dict[int, tuple[int, int]] = {}
        self.held_all: set[int] = set()
        self.primary_rounds: tuple[set[int], set[int]] = (set(), set())
        self.efforts = [Efforts() for _ in cast.sheets]
        self.forecasts: list[Forecast] = []
        self.early = False
        self._arrived: set[int] = set()
        super().__init__(setup, cast)

    def take(self, event: ev.Event, after: State) -> None:
        before = self.state
        super().take(event, after)
        if isinstance(event, ev.UnitMoved):
            self._went(event.unit, event.distance)
        elif isinstance(event, ev.ChargeMoved):
            self._went(event.unit, _way(before, event))
        elif isinstance(event, ev.UnitArrived):
            self._arrived.update(self._together(event.unit))
        elif isinstance(event, ev.BattleShockTested):
            self.efforts[event.unit].tests += 1
            self.efforts[event.unit].passed += event.passed
        elif isinstance(event, ev.PrimaryScored) and event.points > 0:
            self.primary_rounds[event.side].add(self.state.round)
        elif isinstance(event, ev.TurnEnded):
            self._turn_ended(event)
        elif isinstance(event, ev.BattleEnded):
            self.early = event.reason != "rounds"

    def _wounds(self, unit: Unit, lost: Losses, slain: Sequence[int], by: int | None) -> None:
        """No event says that a leader has fallen whose unit fights on, so the wounds tell it."""
        super()._wounds(unit, lost, slain, by)
        if by is None or self.cast.sides[by] == unit.side:
            return
        for owner in self._ended(unit, slain):
            self.kills.append(Kill(by, owner, self.state.round, by in self._arrived))

    def _went(self, unit: int, inches: float) -> None:
        for each in self._together(unit):
            self.efforts[each].inches += inches

    def _together(self, unit: int) -> list[int]:
        """The unit and the leaders with it, those of them that live."""
        return [each for each in (unit, *self.state.units[unit].leaders) if not self._gone(each)]

    def _turn_ended(self, event: ev.TurnEnded) -> None:
        self._arrived.clear()
        if event.turn == len(self.state.armies):
            blue, red = self.state.armies
            self.vp_after[event.round] = (blue.vp, red.vp)
        holders = {marker.held_by for marker in self.state.markers}
        if len(self.state.markers) >= ALL_OF_THEM and len(holders) == 1 and None not in holders:
            self.held_all.update(side for side in holders if side is not None)

    def lost(self, side: int) -> list[int]:
        """The indices of an army's units of which nobody is left."""
        return [i for i, owner in enumerate(self.cast.sides) if owner == side and self._gone(i)]

    def left(self, side: int) -> list[int]:
        return [i for i, owner in enumerate(self.cast.sides) if owner == side and not self._gone(i)]


def _way(before: State, event: ev.ChargeMoved) -> float:
    """Inches that the miniature which went furthest was moved, by its way round walls and enemies."""
    bends = dict(event.ways)
    starts = before.units[event.unit].places
    ways = ((start, *bends.get(i, ()), end) for i, (start, end) in enumerate(zip(starts, event.places, strict=False)))
    return max((sum(dist(a, b) for a, b in pairwise(way)) for way in ways), default=0.0)
