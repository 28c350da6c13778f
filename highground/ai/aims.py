"""What the mission still gives: the worth of ground, of places and of kills, in points of army."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from librt.vecs import vec

from highground.ai.appraisal import Appraisal
from highground.engine.figures import Figures
from highground.engine.kept import While
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point, Secondary
from highground.engine.scene import Scene
from highground.engine.state import ROUNDS
from highground.engine.steps import objectives, secondaries
from highground.engine.steps.secondaries import NEAR_EDGE, TOTAL_CAP
from highground.engine.table.bases import in_polygon
from highground.engine.table.objectives import OBJECTIVE_REACH
from highground.engine.table.zones import quarter

POINT = 14.0
"""What a victory point is worth, in points of army."""
LATER = 0.45
"""Share that the points of each turn after the next count for ground taken now: it has to be held until then."""
DENIED = 0.6
"""Share that a point counts which the enemy does not get."""
GROUND = 1 / 2.2
"""Scales the worth of ground down: an objective taken now is seldom held to the end of the battle."""
HELD, HELD_ALONE = 0.35, 0.6
"""Shares of an objective's worth that the end of a unit on it brings, and of the only one on it."""
BODY = 0.55
"""Share of a miniature's worth that its end brings beyond its wounds: until then it fights as if it were whole."""
PART = 0.7
"""Of its share in a mission's worth, what one step counts that is not the last one wanted."""
IN_REACH = 8.0
"""Inches over which a unit counts as one that may charge, beside those that it may still move."""
HALF = 0.8
"""Share of a mission's worth that counts for each unit that is to be brought below half."""

PlaceTest = Callable[[float, float, float], bool]
"""Whether a unit with its centre at (x, y) and this radius, in inches, counts for a mission there."""


class Aims:
    """What a side may yet score as things stand.

    `ground` is the worth of holding each objective; `places` are tests of where a unit scores, each with the worth of
    doing so; `kills` what the end of an enemy is worth beyond the enemy itself, `halves` what it is worth to bring one
    below half of its strength; `charge` what each charge is worth. `errands` has units that are the ones to take an
    objective which nobody is at, one each where a straight move takes them there.
    """

    def __init__(self, scene: Scene, side: int) -> None:
        state = scene.state
        self.side = side
        self.charge = 0.0
        self.kills: dict[int, float] = {}
        self.halves: dict[int, float] = {}
        self.places: list[tuple[float, Secondary]] = []
        self.ground = _ground(scene, side)
        self._theirs = _zone(scene, 1 - side)
        self._behind = secondaries.behind_enemy(scene, side)
        if scene.setup.mission.per_unit_destroyed:
            for foe in scene.standing(1 - side):
                self.kills[foe] = POINT * scene.setup.mission.per_unit_destroyed
        for foe in scene.standing(1 - side):
            for objective, _ in scene.at(foe):
                if state.markers[objective].held_by == 1 - side:
                    share = HELD_ALONE if _alone(scene, 1 - side, objective) else HELD
                    self.kills[foe] = self.kills.get(foe, 0.0) + share * self.ground[objective]
        room = TOTAL_CAP - state.armies[side].secondary
        if room > 0 and state.active == side:
            known = {each.uid: each for each in scene.setup.secondaries}
            for uid in state.armies[side].hand:
                self._seek(scene, known[uid], min(1.0, room / max(1, known[uid].points)))
        moving = state.active == side and state.phase == "movement"
        self.errands = _errands(scene, side, self.ground) if moving else {}

    @staticmethod
    def of(scene: Scene, side: int) -> Aims:
        """The side's aims in this state."""
        found = _AIMS.get(scene.memory, side, scene.state)
        return _AIMS.put(scene.memory, side, scene.state, Aims(scene, side)) if found is None else found

    def _seek(self, scene: Scene, mission: Secondary, share: float) -> None:
        """Add what a mission in hand is worth."""
        side, kind = self.side, mission.kind
        worth, more = POINT * share * mission.points, POINT * share * mission.each
        if kind in _BY_PLACE:
            self.places.append((worth, mission))
        elif kind == "charges":
            self.charge += self._worth_of_charge(scene, mission, worth, more)
        elif kind == "units destroyed":
            enough = secondaries.counted(scene, side, mission) >= mission.needed
            for foe in _named(scene, side, mission):
                self.kills[foe] = self.kills.get(foe, 0.0) + (more if enough else worth)
        elif kind == "wounded units":
            self._seek_wounded(scene, mission, worth)
        elif kind == "units shocked":
            shocked = [foe for foe in scene.standing(1 - side) if scene.state.units[foe].shocked]
            for foe in shocked if len(shocked) == mission.needed else ():
                self.kills[foe] = self.kills.get(foe, 0.0) - 0.5 * worth
        elif kind == "own zone clear":
            intruders = [foe for foe in scene.standing(1 - side) if self._intrudes(scene, foe)]
            for foe in intruders:
                self.kills[foe] = self.kills.get(foe, 0.0) + worth / len(intruders)
        elif kind in _BY_GROUND:
            self._seek_ground(scene, mission, worth, more)

    def _seek_ground(self, scene: Scene, mission: Secondary, worth: float, more: float) -> None:
        """Add what a mission for objectives held gives to each of them."""
        kind, middle = mission.kind, objectives.centre(scene)
        held = [marker.held_by == self.side for marker in scene.state.markers]
        for k, mine in enumerate(held):
            if kind == "objectives held":
                self.ground[k] += _next_step(mission.needed - (sum(held) - mine), worth, more)
            elif (
                (kind == "objectives taken" and not mine)
                or (kind == "centre held" and k == middle)
                or (kind == "far objective held" and objectives.far(scene, self.side, k))
            ):
                self.ground[k] += worth

    def _worth_of_charge(self, scene: Scene, mission: Secondary, worth: float, more: float) -> float:
        """What the next charge is worth: less where there are hardly units enough for all that are wanted."""
        missing = mission.needed - secondaries.counted(scene, self.side, mission)
        if missing <= 0:
            return more
        moving, speed = scene.state.phase == "movement", Appraisal.of(scene.setup).speed
        foes, able = scene.standing(1 - self.side), 0
        for unit in scene.standing(self.side):
            state = scene.state.units[unit]
            if not state.charged and state.moved not in {"advanced", "fell_back"} and not scene.engaged(unit):
                reach = IN_REACH + (speed[unit] if moving and not state.moved else 0.0)
                able += any(scene.gap(unit, foe) <= reach for foe in foes)
        return worth / missing * min(1.0, (0.5 + able) / (missing + 1))

    def _intrudes(self, scene: Scene, foe: int) -> bool:
        own = _zone(scene, self.side)
        return bool(own) and secondaries.intrudes(scene, foe, own)

    def _seek_wounded(self, scene: Scene, mission: Secondary, worth: float) -> None:
        """Enemies to bring below half, and those that count already, which are better left alive."""
        foes = _named(scene, self.side, mission)
        below = [foe for foe in foes if scene.below_half(foe)]
        wanting = mission.needed - len(below)
        each = HALF * worth / wanting if wanting > 0 else POINT * mission.each
        for foe in foes:
            if foe not in below:
                self.halves[foe] = self.halves.get(foe, 0.0) + each
            elif wanting == 0:
                self.kills[foe] = self.kills.get(foe, 0.0) - 0.5 * worth

    def brings(self, scene: Scene, foe: int, left: float, harm: float, support: float = 0.0) -> float:
        """What harm to an enemy with so many wounds left is worth beyond the wounds, in points of army.

        `support` are wounds that others are expected to deal it. What counts is how much likelier its end becomes.
        """
        if left <= 0.0:
            return 0.0
        appraisal = Appraisal.of(scene.setup)
        end = self.kills.get(foe, 0.0) + BODY * appraisal.body[foe] * appraisal.worth[foe]
        found = end * (_likely(harm + support, left) - _likely(support, left))
        half = self.halves.get(foe)
        if half is not None:
            needed = max(1.0, left - 0.5 * appraisal.wounds[foe] + 0.5)
            found += half * (_likely(harm + support, needed) - _likely(support, needed))
        return found

    def at(self, scene: Scene, unit: int, xs: vec[float], ys: vec[float]) -> vec[float]:
        """What the unit scores with its centre at each of these places, in points of army."""
        worth = vec[float]([0.0] * len(xs))
        reach = scene.figures(unit).reach
        for most, mission in self.places:
            test, gain = self._test(scene, unit, mission, most)
            for i in range(len(xs)):
                if test(xs[i], ys[i], reach):
                    worth[i] += gain
        return worth

    def _test(self, scene: Scene, unit: int, mission: Secondary, worth: float) -> tuple[PlaceTest, float]:
        """Where the unit counts for the mission, and what that is worth beside the units that count already."""
        others = [u for u in scene.standing(self.side) if u != unit]
        where = [(scene.figures(u).centre, scene.figures(u).reach) for u in others]
        more = worth * mission.each / max(1, mission.points)
        if mission.kind == "quarters":
            taken = {quarter(place) for place, reach in where if _clear(place[0], place[1], reach)}
            gain = _next_step(mission.needed - len(taken), worth, more)
            return lambda x, y, r: _clear(x, y, r) and quarter((x, y)) not in taken, gain
        test = self._in_zone if mission.kind == "in enemy zone" else self._at_edge
        there = sum([test(place[0], place[1], reach) for place, reach in where])
        return test, _next_step(mission.needed - there, worth, more)

    def _in_zone(self, x: float, y: float, reach: float) -> bool:
        return _wholly(self._theirs, x, y, reach)

    def _at_edge(self, x: float, y: float, reach: float) -> bool:
        from_edges = (x, y, BOARD_WIDTH - x, BOARD_HEIGHT - y)
        near = min([from_edges[k] for k in self._behind]) <= NEAR_EDGE - reach
        return near and in_polygon((x, y), self._theirs)


def _next_step(missing: int, worth: float, more: float) -> float:
    """What one more of what a mission counts is worth, with so many missing: the last one wanted brings its points."""
    if missing <= 0:
        return more
    return worth if missing == 1 else PART * worth / missing


_AIMS: While[int, Aims] = While(same=True)
_BY_PLACE = frozenset({"in enemy zone", "near enemy edge", "quarters"})
_BY_GROUND = frozenset({"objectives held", "objectives taken", "centre held", "far objective held"})


def _errands(scene: Scene, side: int, ground: list[float]) -> dict[int, int]:
    """One unit for each objective that nobody is at, if a move takes one there, so that most worth is taken.

    Objectives choose in the order of their worth, each the cheapest unit; one that was chosen before goes elsewhere if
    it can.
    """
    state = scene.state
    free = [k for k, at in enumerate(state.markers) if at.held_by != side and not any(objectives.levels(scene, k))]
    if not free:
        return {}
    free.sort(key=lambda k: (-ground[k], k))
    able = _able(scene, side)
    near = {k: [unit for unit in able if _in_a_move(scene, unit, k)] for k in free}
    sent: dict[int, int] = {}
    for objective in free:
        _send(objective, near, sent, set())
    return sent


def _able(scene: Scene, side: int) -> list[int]:
    """Units that may yet move and take ground, and that no objective needs where they are; the cheapest first."""
    appraisal, units, found = Appraisal.of(scene.setup), scene.state.units, []
    for unit in scene.standing(side):
        if units[unit].moved or units[unit].shocked or not appraisal.control[unit]:
            continue
        if not any(_alone(scene, side, k) for k, _ in scene.at(unit)) and not scene.engaged(unit):
            found.append(unit)
    return sorted(found, key=lambda unit: (scene.sheets[unit].points, unit))


def _in_a_move(scene: Scene, unit: int, objective: int) -> bool:
    """Whether a straight move of the unit ends at the objective, whatever is in its way."""
    appraisal, figures = Appraisal.of(scene.setup), scene.figures(unit)
    return gap_to(figures, appraisal.objectives[objective], 0.0, 0.0) <= appraisal.speed[unit] + OBJECTIVE_REACH


def gap_to(figures: Figures, spot: Point, dx: float, dy: float) -> float:
    """Inches from the nearest base of a unit, moved by (dx, dy) as it stands, to a place; below 0 on it."""
    u, v = spot[0] - dx, spot[1] - dy
    return min([sqrt((u - x) * (u - x) + (v - y) * (v - y)) - r for x, y, r in figures.discs])


def _send(objective: int, near: dict[int, list[int]], sent: dict[int, int], asked: set[int]) -> bool:
    """Find the objective a unit, if need be one whose own objective finds another; by augmenting paths."""
    for unit in near[objective]:
        if unit not in asked:
            asked.add(unit)
            if unit not in sent or _send(sent[unit], near, sent, asked):
                sent[unit] = objective
                return True
    return False


def _alone(scene: Scene, side: int, objective: int) -> bool:
    """Whether the side has one unit at the objective."""
    return sum([objectives.near(scene, unit, objective) for unit in scene.standing(side)]) == 1


def _likely(harm: float, needed: float) -> float:
    """How likely it is that so many wounds are dealt where `harm` are expected, roughly."""
    share = harm / needed
    return 1.0 if share >= 1.25 else 0.64 * share * share


def _named(scene: Scene, side: int, mission: Secondary) -> list[int]:
    """The enemies that a mission counts."""
    foes = scene.standing(1 - side)
    return [foe for foe in foes if not mission.keyword or mission.keyword in scene.sheets[foe].keyword_set]


def _ground(scene: Scene, side: int) -> list[float]:
    """What holding each objective brings the side, and keeps from the enemy, from here to the end of the battle."""
    turns = _discounted(scorings(scene, side)) + DENIED * _discounted(scorings(scene, 1 - side))
    return [POINT * objectives.worth(scene, side, k) * turns * GROUND for k in range(len(scene.state.markers))]


def _discounted(times: int) -> float:
    return sum(LATER**i for i in range(times))


def scorings(scene: Scene, side: int) -> int:
    """How many times the side will still score what it holds."""
    state = scene.state
    if not state.started:
        return ROUNDS - 1
    first = state.first
    left = ROUNDS - state.round
    if side == first:
        return left
    # The second player scores the last round at the end of its turn.
    waiting = state.active == first
    return left + (1 if waiting or state.round == ROUNDS else 0)


def _zone(scene: Scene, side: int) -> tuple[Point, ...]:
    index = scene.state.armies[side].zone
    return scene.setup.layout.zones[index].coordinates if index is not None else ()


def _clear(x: float, y: float, reach: float) -> bool:
    return abs(x - BOARD_WIDTH / 2) >= reach and abs(y - BOARD_HEIGHT / 2) >= reach


def _wholly(polygon: tuple[Point, ...], x: float, y: float, reach: float) -> bool:
    """Roughly: whether eight points about the centre lie in the polygon."""
    if not polygon or not in_polygon((x, y), polygon):
        return False
    across = reach * 0.71
    about = ((reach, 0.0), (-reach, 0.0), (0.0, reach), (0.0, -reach), (across, across), (-across, across))
    return all(
        in_polygon((min(59.9, max(0.1, x + dx)), min(43.9, max(0.1, y + dy))), polygon)
        for dx, dy in (*about, (across, -across), (-across, -across))
    )
