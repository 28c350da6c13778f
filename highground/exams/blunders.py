"""Blunders counted over whole battles: what a player could have had and did not take."""

from __future__ import annotations

from collections import Counter
from math import dist

import msgspec

from highground.ai import player
from highground.ai.appraisal import Appraisal
from highground.ai.prospects import CHARGE_ODDS
from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine import finding
from highground.engine.battle import Battle
from highground.engine.prompts import MovePrompt, Prompt
from highground.engine.scene import Scene
from highground.engine.steps import charge, movement, objectives, secondaries
from highground.engine.table.distance import toward
from highground.engine.table.objectives import OBJECTIVE_REACH
from highground.simulation.battles import battle_seed
from highground.simulation.matchups import measuring
from highground.simulation.players import with_missions

HOPELESS = 0.17
"""Chance to reach below which a charge counts as hopeless."""
LOSING = 2.0
"""How many times what it deals a unit suffers in a fight that it is losing."""
SEED = 29


class BlunderShare(msgspec.Struct, frozen=True):
    """How often it happened of how often it could have."""

    times: int
    of: int

    @property
    def rate(self) -> float:
        return self.times / (self.of or 1)


class Blunders(msgspec.Struct, frozen=True):
    """What was counted for one player over its battles."""

    player: str
    against: str
    battles: int
    free_objectives_missed: BlunderShare
    secondaries_missed: BlunderShare
    """Missions in hand that a unit in reach could have scored by where it stands."""
    secondary_points: float
    primary_points: float
    points_left: float
    """Command points at the end."""
    lone_characters_in_front: BlunderShare
    idle_arrivals: BlunderShare
    hopeless_charges: BlunderShare
    losing_fights_stayed: BlunderShare
    by_mission: dict[str, tuple[int, int, int]]
    """Each secondary mission: in how many turns it was at hand, scored, and missed though it was in reach."""


def count(name: str, against: str, battles: int, seed: int = SEED) -> Blunders:
    """Fight battles, sides swapped, and count the blunders of the first player."""
    matches, watch = measuring(min(36, max(6, battles // 2))), Watch()
    for number in range(battles):
        side = number % 2
        players = [player(name), player(against)]
        if side:
            players.reverse()
        setup = with_missions(matches[number // 2 % len(matches)].setup, (players[0], players[1]))
        battle = Battle(setup, battle_seed(seed, number // 2))
        watch.follow(battle, side)
        while (prompt := battle.ask()) is not None:
            choice = players[prompt.side].choose(battle, prompt)
            watch.before(prompt, choice)
            watch.after(battle.answer(choice))
        watch.end()
    return watch.blunders(name, against, battles)


class Watch:
    """Looks at a side's choices and keeps count."""

    def __init__(self) -> None:
        self.times, self.cases = Counter[str](), Counter[str]()
        self.sums = Counter[str]()
        self.missions: dict[str, list[int]] = {}
        self._reach: dict[int, set[int]] = {}
        self._places: set[str] = set()
        self._turn = (0, 0)

    def follow(self, battle: Battle, side: int) -> None:
        self.battle, self.side = battle, side
        self._reach, self._places, self._turn = {}, set(), (0, 0)

    def before(self, prompt: Prompt, choice: ch.Choice) -> None:
        """Look at a position and what is chosen in it."""
        scene, state = self.battle.scene, self.battle.state
        if prompt.side != self.side or state.active != self.side:
            return
        if isinstance(prompt, MovePrompt) and self._turn != (state.round, state.turn):
            self._turn = (state.round, state.turn)
            self._reach = open_ground(scene, self.side)
            self._places = places_in_reach(scene, self.side)
        if isinstance(choice, ch.Move) and scene.engaged(choice.unit):
            self._engaged(scene, choice)
        if isinstance(choice, ch.Charge):
            gap = max(scene.gap(choice.unit, target) for target in choice.targets)
            self._case("hopeless charges", CHARGE_ODDS[min(13, charge.needed(gap))] < HOPELESS)

    def _engaged(self, scene: Scene, choice: ch.Move) -> None:
        if losing(scene, choice.unit) and way_out(scene, choice.unit) and not scene.at(choice.unit):
            self._case("losing fights", choice.how == "stationary")

    def _case(self, name: str, happened: object) -> None:
        self.cases[name] += 1
        self.times[name] += bool(happened)

    def after(self, events: tuple[ev.Event, ...]) -> None:
        """Look at what came of a choice."""
        for event in events:
            if isinstance(event, ev.UnitArrived) and self.battle.state.units[event.unit].side == self.side:
                self._case("idle arrivals", idle(self.battle.scene, event.unit))
            if isinstance(event, ev.SecondaryDrawn) and event.side == self.side:
                self._mission(event.secondary)[0] += 1
            if isinstance(event, ev.PhaseChanged) and event.phase == "shooting" and event.time == "beginning":
                self._moved()
            if isinstance(event, ev.TurnEnded) and event.side == self.side:
                self._turn_over(events)

    def _moved(self) -> None:
        """The side's movement is over."""
        if self.battle.state.active == self.side:
            front = foremost(self.battle.scene, self.side)
            if front is not None:
                self._case("lone characters", lone_character(self.battle.scene, front))

    def _turn_over(self, events: tuple[ev.Event, ...]) -> None:
        held = {k for k, marker in enumerate(self.battle.state.markers) if marker.held_by == self.side}
        could = most_taken(self._reach)
        taken = min(could, len(held & {k for reach in self._reach.values() for k in reach}))
        self.cases["free objectives"] += could
        self.times["free objectives"] += could - taken
        scored = {e.secondary for e in events if isinstance(e, ev.SecondaryScored) and e.side == self.side}
        for uid in self.battle.setup.fixed[self.side]:
            self._mission(uid)[0] += 1
        for uid in scored:
            self._mission(uid)[1] += 1
        for uid in self._places:
            self._case("secondaries", uid not in scored)
            self._mission(uid)[2] += uid not in scored
        self._reach, self._places = {}, set()

    def _mission(self, uid: str) -> list[int]:
        return self.missions.setdefault(uid, [0, 0, 0])

    def end(self) -> None:
        """The battle is over."""
        army = self.battle.state.armies[self.side]
        self.sums["points left"] += army.cp
        self.sums["secondary"] += army.secondary
        self.sums["primary"] += army.primary

    def blunders(self, name: str, against: str, battles: int) -> Blunders:
        def share(what: str) -> BlunderShare:
            return BlunderShare(self.times[what], self.cases[what])

        def mean(what: str) -> float:
            return round(self.sums[what] / (battles or 1), 2)

        return Blunders(
            name,
            against,
            battles,
            share("free objectives"),
            share("secondaries"),
            mean("secondary"),
            mean("primary"),
            mean("points left"),
            share("lone characters"),
            share("idle arrivals"),
            share("hopeless charges"),
            share("losing fights"),
            {uid: (seen[0], seen[1], seen[2]) for uid, seen in sorted(self.missions.items())},
        )


def spare_units(scene: Scene, side: int) -> list[int]:
    """Units that may go and hold ground: not engaged, not shocked, and not the only holder of an objective."""
    found = []
    for unit in scene.standing(side):
        if scene.engaged(unit) or scene.state.units[unit].shocked:
            continue
        if not Appraisal.of(scene.setup).control[unit]:
            continue
        alone = [k for k, _ in scene.at(unit) if _holders(scene, side, k) == [unit]]
        if not alone:
            found.append(unit)
    return found


def _holders(scene: Scene, side: int, objective: int) -> list[int]:
    return [unit for unit in scene.standing(side) if objectives.near(scene, unit, objective)]


def open_ground(scene: Scene, side: int) -> dict[int, set[int]]:
    """For each spare unit the objectives in a plain move's reach that nobody is at and that still score."""
    if not scores_yet(scene, side):
        return {}
    levels = [objectives.levels(scene, k) for k in range(len(scene.state.markers))]
    free = [k for k, marker in enumerate(scene.state.markers) if not any(levels[k]) and marker.held_by != side]
    found = {}
    for unit in spare_units(scene, side):
        reach = {k for k in free if _walks_to(scene, unit, k)}
        if reach:
            found[unit] = reach
    return found


def scores_yet(scene: Scene, side: int) -> bool:
    """Whether what the side takes in this turn will be scored: not in the last turn of who began."""
    state = scene.state
    return state.round < 5 or side != state.first


def _walks_to(scene: Scene, unit: int, objective: int) -> bool:
    spot = scene.setup.layout.objectives[objective].location
    figures, limit = scene.figures(unit), movement.speed(scene, unit)
    gap = min(dist((x, y), spot) - r for x, y, r in figures.discs) - OBJECTIVE_REACH
    if gap > limit - 0.2 or not limit:
        return False
    centre = figures.centre
    goal = toward(centre, spot, min(limit, dist(centre, spot)))
    return finding.shift(scene, unit, goal, limit) is not None


def most_taken(reach: dict[int, set[int]]) -> int:
    """How many objectives the units could take at once, one each (a matching, by augmenting paths)."""
    owner: dict[int, int] = {}

    def place(unit: int, seen: set[int]) -> bool:
        for k in reach[unit] - seen:
            seen.add(k)
            if k not in owner or place(owner[k], seen):
                owner[k] = unit
                return True
        return False

    return sum(place(unit, set()) for unit in reach)


_TRIED = [(3.0 + 6.0 * i, 3.0 + 5.4 * j) for i in range(10) for j in range(8)]


def places_in_reach(scene: Scene, side: int) -> set[str]:
    """The missions in hand that some spare unit's plain move alone would score."""
    known = {each.uid: each for each in scene.setup.secondaries}
    army, found = scene.state.armies[side], set()
    room = army.secondary < 40
    for uid in army.hand if room else ():
        mission = known[uid]
        if mission.kind in {"in enemy zone", "near enemy edge", "quarters"} and _moves_into(scene, side, mission.kind):
            found.add(uid)
        if mission.kind in {"centre held", "far objective held", "objectives taken"}:
            wanted = _wanted(scene, side, mission.kind)
            if any(wanted & reach for reach in open_ground(scene, side).values()):
                found.add(uid)
    return found


def _wanted(scene: Scene, side: int, kind: str) -> set[int]:
    every = range(len(scene.state.markers))
    if kind == "centre held":
        return {objectives.centre(scene)}
    if kind == "far objective held":
        return {k for k in every if objectives.far(scene, side, k)}
    return set(every)


def _moves_into(scene: Scene, side: int, kind: str) -> bool:
    """Whether a straight move of one spare unit scores a mission of places."""
    tests = scene.setup.secondaries
    mission = next(each for each in tests if each.kind == kind)
    for unit in spare_units(scene, side):
        limit, centre = movement.speed(scene, unit), scene.figures(unit).centre
        for spot in _TRIED:
            if dist(centre, spot) > limit:
                continue
            ends = finding.shift(scene, unit, spot, limit)
            if ends is not None and _scores(scene, side, unit, ends, mission.uid):
                return True
    return False


def _scores(scene: Scene, side: int, unit: int, ends: tuple[tuple[float, float], ...], uid: str) -> bool:
    """Whether the mission is met with the unit at these places."""
    mission = next(each for each in scene.setup.secondaries if each.uid == uid)
    twin = scene.fork()
    twin.events = []
    twin.emit(ev.UnitMoved(unit, "moved", ends, 0.0, 99.0))
    return secondaries.counted(twin, side, mission) >= mission.needed


def losing(scene: Scene, unit: int) -> bool:
    """Whether the unit suffers far more in its fight than it deals, in points of army."""
    appraisal, units = Appraisal.of(scene.setup), scene.state.units
    mine = float(sum(units[unit].wounds))
    dealt = taken = 0.0
    for foe in scene.engaged_with(unit):
        theirs = float(sum(units[foe].wounds))
        done = min(theirs, appraisal.melee[unit][foe] * mine / appraisal.wounds[unit]) * appraisal.worth[foe]
        dealt = max(dealt, done)
        taken += appraisal.melee[foe][unit] * theirs / appraisal.wounds[foe]
    return min(mine, taken) * appraisal.worth[unit] > LOSING * dealt + 10.0


def way_out(scene: Scene, unit: int) -> bool:
    """Whether the unit can fall back straight to somewhere."""
    limit, (x, y) = movement.speed(scene, unit), scene.figures(unit).centre
    ways = ((1, 0), (-1, 0), (0, 1), (0, -1), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7))
    return any(finding.shift(scene, unit, (x + limit * a, y + limit * b), limit) is not None for a, b in ways)


def foremost(scene: Scene, side: int) -> int | None:
    """The side's unit that is nearest to an enemy; None before anybody is near."""
    foes = scene.standing(1 - side)
    near = [(min(scene.gap(unit, foe) for foe in foes), unit) for unit in scene.standing(side)] if foes else []
    gap, unit = min(near, default=(99.0, -1))
    return unit if gap < 24.0 and len(near) > 1 else None


def lone_character(scene: Scene, unit: int) -> bool:
    state = scene.state.units[unit]
    return "character" in scene.sheets[unit].keyword_set and not state.leaders and len(state.wounds) == 1


def idle(scene: Scene, unit: int) -> bool:
    """Whether a unit that came in does nothing for its army: no ground that it wins, no mission, nobody in reach."""
    side = scene.state.units[unit].side
    for k, _ in scene.at(unit):
        levels = objectives.levels(scene, k)
        if _holders(scene, side, k) == [unit] and levels[side] > levels[1 - side]:
            return False
    reach = max(Appraisal.of(scene.setup).longest[unit], charge.REACH)
    return not any(scene.gap(unit, foe) <= reach for foe in scene.standing(1 - side))
