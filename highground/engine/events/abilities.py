"""Abilities in use, the timing windows for them, and leaders that join or leave a unit."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from highground.engine.events.base import Fact, Touched, with_army, with_unit, write_unit
from highground.engine.state import AbilityCast, Active, Hit, Resolving, State, Unit, Window, places_of, shortened


def _share_history(leader: Unit, host: Unit) -> None:
    """Where a leader is, and what it has done, because the unit that it joined is there and did it."""
    leader.deployed, leader.reserves, leader.inside = host.deployed, host.reserves, host.inside
    leader.disembarked, leader.moved, leader.shot = host.disembarked, host.moved, host.shot
    leader.charge_tried, leader.charged = host.charge_tried, host.charged
    leader.fought, leader.shocked = host.fought, host.shocked
    leader.left, leader.arrived, leader.withdrawn = host.left, host.arrived, host.withdrawn


def _is_shooting(state: State, unit: int) -> bool:
    """Whether the unit's shots are being resolved."""
    return any(isinstance(each, Resolving) and each.unit == unit and not each.melee for each in state.stack)


def _still_affected(state: State, leader: int, host: int) -> tuple[Active, ...]:
    """What was used on the unit that a leader had joined, for the leader that is left of it.

    What is for single miniatures goes by who has it, and players see to what they switched on by hand.
    """
    mine = [each for each in state.active_effects if each.unit == host and each.effect.who != "bearer"]
    return tuple([replace(each, unit=leader) for each in mine if not each.by_hand])


class AbilityUsed(Fact, frozen=True, tag="ability_used"):
    """An ability or stratagem was used, by or on a unit, at targets, for so many command points."""

    ability: str
    name: str
    side: int
    unit: int | None
    targets: tuple[int, ...]
    cost: int
    touches: ClassVar[Touched] = "conditions"

    def apply(self, state: State) -> State:
        after = state.next()
        with_army(after, self.side).cp -= self.cost
        cast = AbilityCast(self.ability, self.side, self.unit, state.round, state.turn, state.phase)
        after.casts = (*state.casts, cast)
        return after


class CountChanged(Fact, frozen=True, tag="count_changed"):
    """What an army keeps count of under a name is `now` that many, by an ability."""

    side: int
    count: str
    now: int
    name: str
    touches: ClassVar[Touched] = "conditions"

    def apply(self, state: State) -> State:
        after = state.next()
        army = with_army(after, self.side)
        others = tuple([each for each in army.counts if each[0] != self.count])
        army.counts = (*others, (self.count, self.now)) if self.now else others
        return after


class EffectBegan(Fact, frozen=True, tag="effect_began"):
    active: Active
    touches: ClassVar[Touched] = "conditions"

    def apply(self, state: State) -> State:
        after = state.next()
        after.active_effects = (*state.active_effects, self.active)
        return after


class StanceLeft(Fact, frozen=True, tag="stance_left"):
    """What was used on a unit under a name is over, because something else is used under it now."""

    unit: int | None
    stance: str
    touches: ClassVar[Touched] = "conditions"

    def apply(self, state: State) -> State:
        after = state.next()
        after.active_effects = tuple(
            [each for each in state.active_effects if each.unit != self.unit or each.effect.stance != self.stance]
        )
        return after


class BountyPaid(Fact, frozen=True, tag="bounty_paid"):
    """Command points for the fall of a marked enemy, beside those that an army may gain in a round; it is paid once."""

    side: int
    points: int
    name: str
    touches: ClassVar[Touched] = "conditions"

    def apply(self, state: State) -> State:
        after = state.next()
        with_army(after, self.side).cp += self.points
        after.active_effects = tuple(
            [
                each
                for each in state.active_effects
                if (each.side, each.name, each.effect.question) != (self.side, self.name, "bounty")
            ]
        )
        return after


class ByHandSwitched(Fact, frozen=True, tag="by_hand_switched"):
    """A player switched an ability that the engine does not act on, of a unit or the army (`unit` None), on or off.

    `actives` are the effects that began, on `target` or on all of the army. Off: all that were on of it are over.
    """

    side: int
    ability: str
    name: str
    unit: int | None
    target: int | None
    on: bool
    actives: tuple[Active, ...] = ()

    def apply(self, state: State) -> State:
        after = state.next()
        switched = (self.side, self.ability, self.unit)
        kept = state.active_effects
        if not self.on:
            kept = tuple([each for each in kept if (each.side, each.by_hand, each.owner) != switched])
        after.active_effects = (*kept, *self.actives)
        return after


class WindowOpened(Fact, frozen=True, tag="window_opened"):
    kind: str
    side: int
    about: tuple[int, ...]
    roll: str = ""

    def apply(self, state: State) -> State:
        after = state.next()
        after.stack = (*state.stack, Window(self.kind, self.side, self.about, self.roll))
        return after


class AfterShotsOpened(Fact, frozen=True, tag="after_shots_opened"):
    """The window 'shot', with what was hit by what, for abilities that depend on it."""

    side: int
    about: tuple[int, ...]
    hits: tuple[Hit, ...]

    def apply(self, state: State) -> State:
        after = state.next()
        after.stack = (*state.stack, Window("shot", self.side, self.about, "", self.hits))
        return after


class WindowClosed(Fact, frozen=True, tag="window_closed"):
    kind: str
    side: int

    def apply(self, state: State) -> State:
        """The window goes; what an ability puts on the stack comes after."""
        after = state.next()
        after.stack = state.stack[:-1]
        return after


class LeaderJoined(Fact, frozen=True, tag="leader_joined"):
    leader: int
    unit: int
    touches: ClassVar[Touched] = "everything"

    def apply(self, state: State) -> State:
        after, host = with_unit(state, self.unit)
        leader = write_unit(after, self.leader)
        host.heights = shortened(host.every_height + leader.every_height)
        host.facings = shortened(host.every_facing + leader.every_facing)
        host.places, host.wounds = host.places + leader.places, host.wounds + leader.wounds
        first = len(host.wounds) - len(leader.wounds)
        host.added += tuple([first + i for i in leader.added])
        host.spent += tuple([(first + i, uid) for i, uid in leader.spent])
        host.leaders = (*host.leaders, leader.index)
        leader.wounds, leader.joined = (0,) * len(leader.wounds), host.index
        leader.deployed, leader.reserves, leader.inside = False, False, None
        return after


class LeaderLeft(Fact, frozen=True, omit_defaults=True, tag="leader_left"):
    """The unit that the leader had joined is gone; it is a unit of its own again.

    `ready`: the unit fell before any die of its attacks was rolled, so that the leader may still make its own.
    """

    leader: int
    unit: int
    ready: bool = False
    touches: ClassVar[Touched] = "everything"

    def apply(self, state: State) -> State:
        after, host = with_unit(state, self.unit)
        leader = write_unit(after, self.leader)
        mine = places_of(state.units, host, leader.index)
        start, stop = mine.start, mine.stop
        leader.places, leader.wounds, leader.joined = host.places[start:stop], host.wounds[start:stop], None
        leader.heights = shortened(host.every_height[start:stop])
        leader.facings = shortened(host.every_facing[start:stop])
        leader.added = tuple([i - start for i in host.added if start <= i < stop])
        leader.spent = tuple([(i - start, uid) for i, uid in host.spent if start <= i < stop])
        host.spent = tuple(
            [(i if i < start else i - stop + start, uid) for i, uid in host.spent if not start <= i < stop]
        )
        host.added = tuple([i if i < start else i - stop + start for i in host.added if not start <= i < stop])
        _share_history(leader, host)
        leader.shot = leader.shot or (_is_shooting(state, host.index) and not self.ready)
        leader.fought = leader.fought and not self.ready
        if leader.alive:
            after.active_effects += _still_affected(state, leader.index, host.index)
        host.heights = shortened(host.every_height[:start] + host.every_height[stop:])
        host.facings = shortened(host.every_facing[:start] + host.every_facing[stop:])
        host.places = host.places[:start] + host.places[stop:]
        host.wounds = host.wounds[:start] + host.wounds[stop:]
        host.leaders = tuple([each for each in host.leaders if each != leader.index])
        return after
