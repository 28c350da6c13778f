"""Objectives, missions and victory points."""

from __future__ import annotations

from highground.engine.events.base import Fact, with_army, with_marker
from highground.engine.state import Army, State


def _score(army: Army, number: int, points: int) -> None:
    """Victory points of a round, for an army that is free to be written."""
    by_round = list(army.vp_by_round)
    by_round[number - 1] += points
    army.vp, army.vp_by_round = army.vp + points, tuple(by_round)


def _without(secondaries: tuple[str, ...], uid: str) -> tuple[str, ...]:
    return tuple([each for each in secondaries if each != uid])


class ControlChanged(Fact, frozen=True, tag="control_changed"):
    """`levels` are both armies' objective control within reach."""

    objective: int
    held_by: int | None
    levels: tuple[int, int]

    def apply(self, state: State) -> State:
        after = state.next()
        marker = with_marker(after, self.objective)
        marker.held_by, marker.sticky = self.held_by, False
        return after


class ObjectiveSecured(Fact, frozen=True, tag="objective_secured"):
    """It stays its holder's until the enemy out-controls it."""

    objective: int

    def apply(self, state: State) -> State:
        after = state.next()
        with_marker(after, self.objective).sticky = True
        return after


class HeadStartGiven(Fact, frozen=True, tag="head_start_given"):
    """Victory points that a side begins the battle with: they are in its score, and no round's."""

    side: int
    points: int

    def apply(self, state: State) -> State:
        after = state.next()
        army = with_army(after, self.side)
        army.head_start, army.vp = self.points, army.vp + self.points
        return after


class PointsAmended(Fact, frozen=True, tag="points_amended"):
    """A player gave his army victory points by hand, or took some from it."""

    side: int
    points: int
    reason: str

    def apply(self, state: State) -> State:
        after = state.next()
        army = with_army(after, self.side)
        army.by_hand += self.points
        _score(army, state.round, self.points)
        return after


class PrimaryScored(Fact, frozen=True, tag="primary_scored"):
    side: int
    points: int
    objectives: tuple[int, ...]
    reason: str

    def apply(self, state: State) -> State:
        after = state.next()
        army = with_army(after, self.side)
        army.primary += self.points
        _score(army, state.round, self.points)
        return after


class SecondariesDealt(Fact, frozen=True, tag="secondaries_dealt"):
    """A side's secondary missions: those it fixed for the battle, or the deck that it draws from, in no order."""

    side: int
    fixed: tuple[str, ...]
    deck: tuple[str, ...]

    def apply(self, state: State) -> State:
        after = state.next()
        army = with_army(after, self.side)
        army.hand, army.deck = self.fixed, self.deck
        return after


class SecondaryDrawn(Fact, frozen=True, tag="secondary_drawn"):
    side: int
    secondary: str

    def apply(self, state: State) -> State:
        after = state.next()
        army = with_army(after, self.side)
        army.hand, army.deck = (*army.hand, self.secondary), _without(army.deck, self.secondary)
        return after


class SecondaryDiscarded(Fact, frozen=True, tag="secondary_discarded"):
    """Drawn for the last turn, and not scored."""

    side: int
    secondary: str

    def apply(self, state: State) -> State:
        after = state.next()
        army = with_army(after, self.side)
        army.hand = _without(army.hand, self.secondary)
        return after


class SecondaryScored(Fact, frozen=True, tag="secondary_scored"):
    """`count` is what was counted; a drawn mission is done with then."""

    side: int
    secondary: str
    name: str
    points: int
    count: int
    kept: bool

    def apply(self, state: State) -> State:
        after = state.next()
        army = with_army(after, self.side)
        army.secondary += self.points
        if not self.kept:
            army.hand = _without(army.hand, self.secondary)
        _score(army, state.round, self.points)
        return after
