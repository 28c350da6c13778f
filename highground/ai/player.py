"""A player that looks one ply ahead: it weighs what each legal choice brings, and takes the best."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain
from math import cos, dist, pi, sin
from typing import Final

import msgspec
from mypy_extensions import mypyc_attr

from highground.ai import choosing, deploying, stakes, targets, using
from highground.ai.aims import Aims
from highground.ai.arriving import arrival, best_exit
from highground.ai.deploying import ERRANDS_FROM, USUAL, Deployment
from highground.ai.flying import arrival_heading, best_flight
from highground.ai.going import LOOKS, goal
from highground.ai.moving import CONSIDERED, TERMS, Candidate, Places
from highground.ai.personality import Personality
from highground.engine import choices as ch
from highground.engine import finding
from highground.engine.abilities.bans import forbids
from highground.engine.attached import own_sheet
from highground.engine.battle import Battle
from highground.engine.model import Point, Setup
from highground.engine.prompts import (
    AdvancePrompt,
    ChargePrompt,
    DeployPrompt,
    EndPrompt,
    MovePrompt,
    PickPrompt,
    PlacePrompt,
    Prompt,
    ReactPrompt,
    RemovePrompt,
    RollPrompt,
    ShootPrompt,
    StrikePrompt,
    ZonePrompt,
)
from highground.engine.scene import Scene
from highground.engine.steps import coherency_removal, movement, transports
from highground.engine.table.distance import Disc, toward

FIGHTS = ("charge", "combat")
"""Phases in which whatever may be used is looked at before any choice, by who looks at the mission."""
_BEFORE = ("deployment", "command")
"""Phases before whose end leaders and abilities that last a turn are considered."""
SHOWN = 4
"""Candidates that a decision names."""


class Decision(msgspec.Struct, frozen=True):
    """A choice and why: the terms of its score, and the best other candidates."""

    choice: ch.Choice
    terms: dict[str, float] = {}
    others: tuple[Candidate, ...] = ()


@mypyc_attr(allow_interpreted_subclasses=True)
class AiPlayer:
    """Answers any prompt with a legal choice; the same battle always gets the same answer."""

    def __init__(self, personality: Personality, deployment: Deployment = USUAL) -> None:
        self.personality = personality
        self.deployment = deployment

    def weights(self, unit: int) -> Personality:
        """What is cared for where this unit acts."""
        return self.personality

    def preferred(self, unit: int) -> int:
        """The target that the unit would rather shoot at than others, or `targets.NOBODY`."""
        return targets.NOBODY

    def missions(self, setup: Setup, side: int) -> tuple[str, ...]:
        """The secondary missions that it settles on for the whole battle, by uid; none if it draws them."""
        return choosing.missions(setup, side) if self.weights(-1).mission else ()

    def choose(self, battle: Battle, prompt: Prompt) -> ch.Choice:
        return self.decide(battle, prompt).choice

    def decide(self, battle: Battle, prompt: Prompt) -> Decision:
        """The choice with the terms that spoke for it."""
        if "use" in prompt.kinds:
            use = self._use(battle, prompt)
            if use is not None:
                return Decision(use)
        if "disembark" in prompt.kinds and isinstance(prompt, EndPrompt):
            out = self._get_out(battle, prompt)
            if out is not None:
                return out
        if isinstance(prompt, EndPrompt) and "arrive" in prompt.kinds:
            return self._arrive(battle, prompt)
        return _ANSWERS[type(prompt)](self, battle, prompt)

    def _use(self, battle: Battle, prompt: Prompt) -> ch.Use | None:
        """Leaders and blessings are thought of before the battle and the turn, the rest by the unit about to act."""
        before = isinstance(prompt, AdvancePrompt) and battle.state.phase in _BEFORE
        if before or isinstance(prompt, DeployPrompt):
            return using.best_use(battle.scene, prompt.side, share=self._thrift(battle, prompt))
        if isinstance(prompt, ShootPrompt):
            return using.best_use(battle.scene, prompt.side, prompt.units[0], self._thrift(battle, prompt))
        if self.weights(-1).mission and battle.state.phase in FIGHTS and not isinstance(prompt, ReactPrompt):
            return using.best_use(battle.scene, prompt.side, share=self._thrift(battle, prompt))
        return None

    def _thrift(self, battle: Battle, prompt: Prompt) -> float | None:
        """What a command point is kept for, by who looks at the mission; see `using.best_use`."""
        return using.thrift(battle.scene, prompt.side) if self.weights(-1).mission else None

    def _window(self, battle: Battle, prompt: Prompt) -> Decision:
        """What is worth its price; who looks at the mission tries it on a copy of the battle before it pays for it."""
        share = self._thrift(battle, prompt)
        exact = None if share is None else partial(stakes.paid_worth, battle)
        return Decision(using.best_use(battle.scene, prompt.side, share=share, exact=exact) or ch.Pass())

    def _part_with(self, battle: Battle, prompt: Prompt) -> Decision:
        """What a unit out of coherency loses: the fewest points, or miniatures if it does not play the mission."""
        scene, unit = battle.scene, prompt.units[0]
        ways = coherency_removal.ways(scene, unit)
        if self.weights(unit).mission:
            return Decision(ch.Remove(min(ways, key=lambda gone: _points_of(scene, unit, gone))))
        return Decision(ch.Remove(ways[0]))

    def _deploy(self, battle: Battle, prompt: Prompt) -> Decision:
        scene = battle.scene
        ride = deploying.ride(scene, prompt.units) if "embark" in prompt.kinds else None
        if ride is not None:
            return Decision(ch.Embark(*ride))
        unit = deploying.next_unit(scene, prompt.units)
        waits = deploying.held_back(scene, unit) or self._kept_for_missions(scene, unit)
        places = None if waits else deploying.places(scene, unit, self.deployment)
        return Decision(ch.Reserve(unit) if places is None else ch.Deploy(unit, places))

    def _kept_for_missions(self, scene: Scene, unit: int) -> bool:
        """Whether the unit waits in reserve for missions to be drawn, by who looks at them."""
        if not self.weights(unit).mission or unit != deploying.errand_unit(scene, scene.state.units[unit].side):
            return False
        return not deploying.may_not_wait(scene, unit)

    def _arrive(self, battle: Battle, prompt: Prompt) -> Decision:
        """Reserves come in when everybody else has moved, as near to the ground in dispute as they may."""
        scene = battle.scene
        for unit in prompt.units:
            if scene.state.units[unit].reserves:
                weights = self.weights(unit)
                if weights.mission:
                    if scene.state.round < ERRANDS_FROM and unit == deploying.errand_unit(scene, prompt.side):
                        continue
                    found = arrival(scene, unit, weights)
                    coming = None if found is None else _coming(battle, unit, found[0])
                    if found is not None and coming is not None:
                        return _explained(coming, found[1], found[2][:SHOWN])
                for anchor in sorted(_arrival_anchors(scene), key=partial(_crowded, scene.circles(1 - prompt.side))):
                    places = finding.arrive(scene, unit, anchor)
                    if places is not None:
                        return Decision(_coming(battle, unit, places) or ch.Arrive(unit, places))
        return Decision(ch.End())

    def _get_out(self, battle: Battle, prompt: Prompt) -> Decision | None:
        """Passengers get out as soon as they may: on the best side of their transport, by who looks at the mission."""
        scene = battle.scene
        for unit in transports.able_to_leave(scene):
            ways = finding.getting_out(scene, unit)
            if self.weights(unit).mission:
                found = best_exit(battle, unit, self.weights(unit), list(ways))
                if found is not None:
                    return _explained(*found)
                continue
            for places in ways:
                choice = ch.Disembark(unit, places)
                if battle.allows(choice):
                    return Decision(choice)
        return None

    def _move(self, battle: Battle, prompt: Prompt) -> Decision:
        unit = next(u for u in prompt.units if battle.state.units[u].on_table and not battle.state.units[u].moved)
        if battle.scene.sheets[unit].gait.airborne:
            flown = best_flight(battle.scene, unit, self.weights(unit))
            return Decision(flown.choice) if flown.best is None else _explained(flown.choice, flown.best, flown.ranked)
        free = not battle.scene.engaged(unit) and bool(movement.speed(battle.scene, unit))
        if free and "use" in prompt.kinds and using.frees_advance(battle.scene, prompt.side, unit):
            use = using.best_use(battle.scene, prompt.side, unit, self._thrift(battle, prompt))
            if use is not None:
                return Decision(use)
        return self.own_move(battle, unit)

    def own_move(self, battle: Battle, unit: int) -> Decision:
        """The move of a unit that does not fly, with nothing used before it."""
        if battle.scene.engaged(unit):
            return self._move_engaged(battle, unit)
        limit = movement.speed(battle.scene, unit)
        return self._move_free(battle.scene, unit, limit) if limit else Decision(ch.Move(unit, "stationary"))

    def _move_free(self, scene: Scene, unit: int, limit: float) -> Decision:
        able = not forbids(scene, unit, "advance")
        places = Places(scene, scene.state.units[unit], self.weights(unit), limit, advancing=able)
        ranked = places.ranked(SHOWN)
        going = goal(scene, unit, limit, chain(ranked, places.after(SHOWN, CONSIDERED)), places.marked_down)
        if going is None:
            return Decision(ch.Move(unit, "stationary"), others=tuple(ranked[:3]))
        candidate, ends = going
        if ends is not None:
            return _explained(ch.Move(unit, "move", ends), candidate, ranked)
        return _explained(ch.Move(unit, "advance" if candidate.advance else "stationary"), candidate, ranked)

    def _move_engaged(self, battle: Battle, unit: int) -> Decision:
        """Stay and fight, or fall back if that is worth more."""
        scene = battle.scene
        limit = 0.0 if forbids(scene, unit, "fall back") else movement.speed(scene, unit)
        if self.weights(unit).mission:
            return self._stay_or_leave(battle, unit, limit)
        stay = targets.standing_worth(scene, unit, self.weights(unit)) + targets.price_of_leaving(scene, unit)
        if not limit or stay >= 0.0:
            return Decision(ch.Move(unit, "stationary"), {"melee": stay})
        places = Places(scene, scene.state.units[unit], self.weights(unit), limit, advancing=False, fighting=False)
        ranked = places.ranked(LOOKS)
        for candidate in ranked:
            ends = finding.shift(scene, unit, candidate.anchor, limit)
            if ends is not None and candidate.score > stay:
                return _explained(ch.Move(unit, "fall_back", ends), candidate, ranked)
        return Decision(ch.Move(unit, "stationary"), {"melee": stay}, tuple(ranked[:3]))

    def _stay_or_leave(self, battle: Battle, unit: int, limit: float) -> Decision:
        """The same with the ground that is held or left, and every place that there is to go to.

        A way round obstacles is found as for other moves; for who falls back the rules may find none so short.
        """
        scene, weights = battle.scene, self.weights(unit)
        fight = targets.fight_worth(scene, unit, weights) + targets.price_of_leaving(scene, unit)
        if not limit:
            return Decision(ch.Move(unit, "stationary"), {"melee": fight})
        places = Places(scene, scene.state.units[unit], weights, limit, advancing=False, fighting=False)
        stay, ranked = fight + places.held(), places.ranked(SHOWN)
        going = goal(scene, unit, limit, chain(ranked, places.after(SHOWN, CONSIDERED)))
        if going is not None and going.ends is not None and going.candidate.score > stay:
            choice = ch.Move(unit, "fall_back", going.ends)
            if battle.allows(choice):
                return _explained(choice, going.candidate, ranked)
        return Decision(ch.Move(unit, "stationary"), {"melee": fight}, tuple(ranked[:3]))

    def _place(self, battle: Battle, prompt: Prompt) -> Decision:
        """Advances, scouting moves and moves in the enemy's turn go to the best place; the rest is the engine's."""
        unit, limit = prompt.unit, prompt.limit
        slips = prompt.why == "move" and prompt.side != battle.state.active
        if not (slips or prompt.why in {"advance", "scouts"}) or unit is None or not limit:
            return Decision(ch.Place())
        scene, state = battle.scene, battle.state.units[unit]
        if prompt.why == "scouts":
            return self._scout(battle, unit, limit)
        usual = movement.speed(scene, unit)
        places = Places(scene, state, self.weights(unit), usual, advancing=True, rolled=limit)
        ranked = places.ranked(SHOWN)
        going = goal(scene, unit, limit, chain(ranked, places.after(SHOWN, CONSIDERED)))
        if going is None:
            return Decision(ch.Place(), others=tuple(ranked[:3]))
        return _explained(ch.Place(going.ends), going.candidate, ranked)

    def _scout(self, battle: Battle, unit: int, limit: float) -> Decision:
        places = Places(battle.scene, battle.state.units[unit], self.weights(unit), limit, advancing=False)
        ranked = places.ranked(LOOKS)
        for candidate in ranked:
            ends = finding.shift(battle.scene, unit, candidate.anchor, limit)
            choice = None if ends is None else ch.Place(ends)
            if choice is not None and battle.allows(choice):
                return _explained(choice, candidate, ranked)
        return Decision(ch.Place(), others=tuple(ranked[:3]))

    def _shoot(self, battle: Battle, prompt: Prompt) -> Decision:
        unit = prompt.units[0]
        aims = Aims.of(battle.scene, prompt.side) if self.weights(unit).mission else None
        shots, worth = targets.shots(battle.scene, unit, aims, self.preferred(unit))
        return Decision(ch.Shoot(unit, shots), {"shooting": worth})

    def _charge(self, battle: Battle, prompt: Prompt) -> Decision:
        best = self.best_charge(battle.scene, prompt.units)
        if best is None:
            return Decision(ch.End())
        worth, unit, target = best
        return Decision(ch.Charge(unit, (target,)), {"melee": worth})

    def best_charge(self, scene: Scene, units: tuple[int, ...]) -> tuple[float, int, int] | None:
        """The next charge to declare: its worth in points of army, the unit and the target; None for no more."""
        return targets.best_charge(scene, units, self.weights)

    def _fight(self, battle: Battle, prompt: Prompt) -> Decision:
        """The unit that has most to lose by waiting."""
        scene = battle.scene
        worth = {unit: targets.blow_worth(scene, unit) for unit in prompt.units}
        unit = max(prompt.units, key=lambda index: (worth[index], -index))
        return Decision(ch.Fight(unit), {"melee": worth[unit]})

    def _strike(self, battle: Battle, prompt: Prompt) -> Decision:
        assert prompt.unit is not None
        aims = Aims.of(battle.scene, prompt.side) if self.weights(prompt.unit).mission else None
        return Decision(ch.Strike(targets.strikes(battle.scene, prompt.unit, aims)))


def _points_of(scene: Scene, unit: int, miniatures: tuple[int, ...]) -> float:
    """Points of army of some of a unit's miniatures; a leader's are its own."""
    sheets = [own_sheet(scene.setup, scene.state, unit, i) for i in miniatures]
    return sum([sheet.points / len(sheet.starting) for sheet in sheets], 0.0)


def _coming(battle: Battle, unit: int, places: tuple[Point, ...]) -> ch.Arrive | None:
    """The arrival at these places, an aircraft heading where it can fly on; None where it is not allowed."""
    ways = [ch.Arrive(unit, places)]
    if battle.scene.sheets[unit].gait.airborne:
        ways.insert(0, ch.Arrive(unit, places, facings=arrival_heading(battle.scene, unit, places)))
    return next((each for each in ways if battle.allows(each)), None)


def _explained(choice: ch.Choice, candidate: Candidate, ranked: list[Candidate]) -> Decision:
    terms = dict(zip(TERMS, candidate.terms, strict=False))
    return Decision(choice, terms, tuple(other for other in ranked[:SHOWN] if other is not candidate))


def _crowded(enemies: list[Disc], anchor: Point) -> bool:
    """Whether an enemy stands too near for a unit to arrive just here; it may still find room beside it."""
    return any(dist(anchor, (x, y)) - r <= movement.RESERVE_DISTANCE for x, y, r in enemies)


def _arrival_anchors(scene: Scene) -> list[Point]:
    """Points about the objectives, then along the board's edges."""
    found: list[Point] = []
    for objective in scene.setup.layout.objectives:
        x, y = objective.location
        found += [toward((x, y), (x + 5 * cos(k * pi / 4), y + 5 * sin(k * pi / 4)), 5.0) for k in range(8)]
    found += [(float(x), y) for x in range(4, 60, 5) for y in (2.5, 41.5)]
    found += [(x, float(y)) for y in range(4, 44, 5) for x in (2.5, 57.5)]
    return [(x, y) for x, y in found if 1.0 < x < 59.0 and 1.0 < y < 43.0]


_ANSWERS: Final[dict[type[Prompt], Callable[[AiPlayer, Battle, Prompt], Decision]]] = {
    AdvancePrompt: lambda player, battle, prompt: Decision(ch.Advance()),
    RollPrompt: lambda player, battle, prompt: Decision(ch.RollDice()),
    ZonePrompt: lambda player, battle, prompt: Decision(ch.ChooseZone(0)),
    DeployPrompt: lambda player, battle, prompt: player._deploy(battle, prompt),
    MovePrompt: lambda player, battle, prompt: player._move(battle, prompt),
    PlacePrompt: lambda player, battle, prompt: player._place(battle, prompt),
    ShootPrompt: lambda player, battle, prompt: player._shoot(battle, prompt),
    ChargePrompt: lambda player, battle, prompt: player._charge(battle, prompt),
    PickPrompt: lambda player, battle, prompt: player._fight(battle, prompt),
    StrikePrompt: lambda player, battle, prompt: player._strike(battle, prompt),
    RemovePrompt: lambda player, battle, prompt: player._part_with(battle, prompt),
    ReactPrompt: lambda player, battle, prompt: player._window(battle, prompt),
    EndPrompt: lambda player, battle, prompt: Decision(ch.End()),
}
"""How each prompt is answered. Were it each player's own, players would refer to themselves: trials make thousands of
them, and what they hold would stay until such cycles are collected."""
