"""Attacks, the order of fights, and the wounds that come of them."""

from __future__ import annotations

from typing import ClassVar

from highground.engine.attack.sequence import RollStage, Sequence
from highground.engine.events.base import EndOfStep, Fact, Touched, with_unit, without_test, write_unit
from highground.engine.model import Point
from highground.engine.state import (
    CoherencyRemoval,
    Destroyed,
    Fighting,
    LastBlows,
    Melee,
    Resolving,
    State,
    Volley,
    shortened,
)


def _hurt(wounds: tuple[int, ...], lost: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    left = list(wounds)
    for miniature, amount in lost:
        left[miniature] -= amount
    return tuple(left)


def _resolving_on(state: State, volleys: tuple[Volley, ...], stage: RollStage | None = None) -> State:
    """The next state, in which the declared attacks have come this far."""
    at = len(state.stack) - 1
    while not isinstance(state.stack[at], Resolving):
        at -= 1  # a question about them lies above
    frame = state.stack[at]
    assert isinstance(frame, Resolving)
    after = state.next()
    now = Resolving(frame.unit, frame.melee, volleys, stage or frame.stage)
    after.stack = (*state.stack[:at], now, *state.stack[at + 1 :])
    return after


def _lenders(state: State, weapon: str) -> set[int]:
    """The passengers that fire a weapon of the declared attacks from their transport's deck."""
    frame = state.top
    if not isinstance(frame, Resolving):
        return set()
    return {lender for each in frame.volleys if each.weapon == weapon for lender in each.lenders}


class ShotsDeclared(Fact, frozen=True, tag="shots_declared"):
    unit: int
    volleys: tuple[Volley, ...]

    def apply(self, state: State) -> State:
        after = state.next()
        after.stack = (*state.stack, Resolving(self.unit, False, self.volleys))
        return after


class StrikesDeclared(Fact, frozen=True, tag="strikes_declared"):
    unit: int
    volleys: tuple[Volley, ...]

    def apply(self, state: State) -> State:
        after = state.next()
        after.stack = (*state.stack, Resolving(self.unit, True, self.volleys))
        return after


class StageRolled(Fact, frozen=True, tag="stage_rolled"):
    """One roll stage of the declared attacks is done; `volleys` are how far they have come, `next_stage` comes next."""

    unit: int
    stage: RollStage
    next_stage: RollStage
    volleys: tuple[Volley, ...]

    def apply(self, state: State) -> State:
        return _resolving_on(state, self.volleys, self.next_stage)


class VolleysRevised(Fact, frozen=True, tag="volleys_revised"):
    """What was used in between has changed the declared attacks."""

    unit: int
    volleys: tuple[Volley, ...]

    def apply(self, state: State) -> State:
        return _resolving_on(state, self.volleys)


class DieRerolled(Fact, frozen=True, tag="die_rerolled"):
    """One die of the unit's declared attacks showed `was` and shows `face` now. `die` is its place among the faces of
    the `roll` of volley `volley`."""

    unit: int
    roll: str
    volley: int
    die: int
    was: int
    face: int
    volleys: tuple[Volley, ...]

    def apply(self, state: State) -> State:
        return _resolving_on(state, self.volleys)


class DamageIgnored(Fact, frozen=True, tag="damage_ignored"):
    """A wound of the unit's declared attacks at `target` does nothing; its damage `was` so much."""

    unit: int
    target: int
    volley: int
    wound: int
    was: int
    volleys: tuple[Volley, ...]

    def apply(self, state: State) -> State:
        return _resolving_on(state, self.volleys)


class DamageAmended(Fact, frozen=True, tag="damage_amended"):
    """Players put right by hand what damage a wound of the unit's declared attacks at `target` is about to do."""

    unit: int
    target: int
    volley: int
    wound: int
    was: int
    now: int
    volleys: tuple[Volley, ...]

    def apply(self, state: State) -> State:
        return _resolving_on(state, self.volleys)


class AllocationChosen(Fact, frozen=True, tag="allocation_chosen"):
    """Which miniatures of a unit take wounds first from now on, in this order."""

    unit: int
    first: tuple[int, ...]

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.falls = self.first
        return after


class AttacksMade(Fact, frozen=True, tag="attacks_made"):
    """The attacks of one weapon of a unit at a target, with every die (`sequence`).

    `lost` are the wounds that each miniature of the target lost (index, wounds), `slain` those that died of it.
    `spent`: the weapons were used up, of each bearer as many. Passengers that fired it from their transport's deck
    have shot.
    """

    unit: int
    target: int
    bearers: tuple[int, ...]
    melee: bool
    sequence: Sequence
    lost: tuple[tuple[int, int], ...]
    slain: tuple[int, ...]
    spent: bool = False
    touches: ClassVar[Touched] = "target"

    def apply(self, state: State) -> State:
        after, target = with_unit(state, self.target)
        target.wounds = _hurt(target.wounds, self.lost)
        uid = self.sequence.attack.weapon
        for lender in _lenders(state, uid):
            write_unit(after, lender).shot = True
        if self.spent:
            shooter = write_unit(after, self.unit)
            each = max(1, self.sequence.attack.weapons // len(self.bearers))
            shooter.spent = shooter.spent + tuple([(bearer, uid) for bearer in self.bearers for _ in range(each)])
        return after


class UnitShot(EndOfStep, frozen=True, tag="unit_shot"):
    """The unit is done with shooting in this phase. `held`: it held its fire."""

    unit: int
    held: bool = False

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.shot = True
        if isinstance(state.top, Resolving):
            after.stack = state.stack[:-1]
        return after


class StrikesMade(EndOfStep, frozen=True, tag="strikes_made"):
    """The unit's attacks in melee are done; it consolidates next."""

    unit: int

    def apply(self, state: State) -> State:
        after = state.next()
        below = state.stack[:-1] if isinstance(state.top, Resolving) else state.stack
        done = Fighting(self.unit, "consolidate")
        mine = [isinstance(each, Fighting) and each.unit == self.unit for each in below]
        after.stack = tuple([done if own else each for each, own in zip(below, mine)])
        return after


class FallenStood(Fact, frozen=True, tag="fallen_stood"):
    """Slain miniatures of a unit are not removed before they have struck, once the attacks of the unit `by` are done.

    They have a wound until then.
    """

    unit: int
    miniatures: tuple[int, ...]
    by: int
    touches: ClassVar[Touched] = "unit"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.wounds = _hurt(unit.wounds, tuple([(i, -1) for i in self.miniatures]))
        blows = LastBlows(self.unit, self.miniatures, self.by)
        after.stack = (*state.stack[:-1], blows, state.stack[-1])
        return after


class LastBlowsMade(Fact, frozen=True, tag="last_blows_made"):
    """They have struck, and are removed."""

    unit: int
    miniatures: tuple[int, ...]
    touches: ClassVar[Touched] = "unit"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.wounds = _hurt(unit.wounds, tuple([(i, unit.wounds[i]) for i in self.miniatures]))
        after.stack = state.stack[:-1]
        return after


class FightsBegan(Fact, frozen=True, tag="fights_began"):
    first: bool
    picker: int

    def apply(self, state: State) -> State:
        after = state.next()
        after.stack = (Melee(self.first, self.picker),)
        return after


class UnitPicked(Fact, frozen=True, tag="unit_picked"):
    unit: int

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.fought = True
        after.stack = (*state.stack, Fighting(self.unit))
        return after


class PickPassed(Fact, frozen=True, tag="pick_passed"):
    """Whose pick it is next, and whether units that strike first still pick."""

    first: bool
    picker: int

    def apply(self, state: State) -> State:
        after = state.next()
        after.stack = (*state.stack[:-1], Melee(self.first, self.picker))
        return after


class FightsEnded(Fact, frozen=True, tag="fights_ended"):
    """Nobody is left to fight in this phase."""

    def apply(self, state: State) -> State:
        after = state.next()
        after.stack = state.stack[:-1]
        return after


class WoundsLost(Fact, frozen=True, tag="wounds_lost"):
    """Mortal wounds and the like: `lost` holds (miniature, wounds), `dice` the roll that caused it."""

    unit: int
    lost: tuple[tuple[int, int], ...]
    slain: tuple[int, ...]
    cause: str
    dice: tuple[int, ...] = ()
    fnp: tuple[int, ...] = ()
    by: int | None = None
    touches: ClassVar[Touched] = "unit"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.wounds = _hurt(unit.wounds, self.lost)
        return after


class WoundsHealed(Fact, frozen=True, tag="wounds_healed"):
    """`gained` holds (miniature, wounds); one that had none has come back, on the ground at the place in `places`."""

    unit: int
    gained: tuple[tuple[int, int], ...]
    cause: str
    places: tuple[tuple[int, Point], ...] = ()
    touches: ClassVar[Touched] = "unit"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        wounds, places = list(unit.wounds), list(unit.places)
        for miniature, amount in self.gained:
            wounds[miniature] += amount
        if self.places and unit.heights:
            back = {miniature for miniature, _ in self.places}
            unit.heights = shortened(tuple([0.0 if i in back else high for i, high in enumerate(unit.heights)]))
        for miniature, place in self.places:
            places[miniature] = place
        unit.wounds, unit.places = tuple(wounds), tuple(places)
        return after


class MiniaturesAdded(Fact, frozen=True, tag="miniatures_added"):
    """Spare miniatures of a unit have come to it, on the ground: `gained` holds (miniature, wounds)."""

    unit: int
    gained: tuple[tuple[int, int], ...]
    cause: str
    places: tuple[tuple[int, Point], ...]
    touches: ClassVar[Touched] = "unit"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        wounds, places = list(unit.wounds), list(unit.places)
        for miniature, amount in self.gained:
            wounds[miniature] = amount
        for miniature, place in self.places:
            places[miniature] = place
        come = {miniature for miniature, _ in self.gained}
        if unit.heights:
            unit.heights = shortened(tuple([0.0 if i in come else high for i, high in enumerate(unit.heights)]))
        unit.wounds, unit.places = tuple(wounds), tuple(places)
        unit.added = tuple(sorted(come.union(unit.added)))
        unit.spent = tuple([each for each in unit.spent if each[0] not in come])
        return after


class CauseRolled(Fact, frozen=True, tag="cause_rolled"):
    """Dice of a hazard or a demise, whatever comes of them."""

    unit: int
    cause: str
    dice: tuple[int, ...]
    needed: int
    happened: bool

    def apply(self, state: State) -> State:
        return state.next()


class LeadershipTested(Fact, frozen=True, tag="leadership_tested"):
    """A unit took a test of its leadership for an ability, of whatever comes of it."""

    unit: int
    cause: str
    dice: tuple[int, ...]
    needed: int
    passed: bool

    def apply(self, state: State) -> State:
        return state.next()


class MiniaturesRemoved(Fact, frozen=True, tag="miniatures_removed"):
    """Taken off to bring a unit back into coherency, or because they found no room about their wreck."""

    unit: int
    miniatures: tuple[int, ...]
    touches: ClassVar[Touched] = "unit"

    def apply(self, state: State) -> State:
        after, unit = with_unit(state, self.unit)
        unit.wounds = _hurt(unit.wounds, tuple([(i, unit.wounds[i]) for i in self.miniatures]))
        if isinstance(state.top, CoherencyRemoval):
            after.stack = state.stack[:-1]
        return after


class CoherencyRemovalAsked(Fact, frozen=True, tag="thinning_asked"):
    """The unit stands apart at the turn's end, and its player can choose which miniatures it loses.

    The tag is that of stored logs, and goes into their digests.
    """

    unit: int

    def apply(self, state: State) -> State:
        after = state.next()
        after.stack = (*state.stack, CoherencyRemoval(self.unit))
        return after


class UnitDestroyed(Fact, frozen=True, tag="unit_destroyed"):
    unit: int
    by: int | None = None

    def apply(self, state: State) -> State:
        after = state.next()
        fallen = Destroyed(self.unit, state.round, state.turn, state.phase, state.phase_time)
        after.destroyed = (*state.destroyed, fallen)
        return without_test(after, self.unit)
