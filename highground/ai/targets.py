"""What to shoot at, charge and strike."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from highground.ai.aims import BODY, Aims, gap_to
from highground.ai.appraisal import CHARGED, COVER, ENGAGED, HALF_RANGE, INDIRECT, STATIONARY, Appraisal
from highground.ai.personality import Personality
from highground.ai.prospects import CHARGE_ODDS
from highground.engine.effects import asking
from highground.engine.model import BIG
from highground.engine.scene import Lane, Scene
from highground.engine.state import Shot, Unit
from highground.engine.steps import charge, objectives, striking, targeting
from highground.engine.steps.armament import Arm
from highground.engine.table.objectives import OBJECTIVE_REACH

KEPT = 0.85
"""Share of what shots promise that is seldom surpassed, for cover, range and sight."""
DOOMED = 1.5
"""Wounds expected, over those left, from which a target needs no more shots."""
THREAT = 1.1
"""How much more harm to an enemy is worth that may charge in its next turn."""
USUAL_CHARGE = 7.0
STAYED = 3.5
"""How much more ground counts that a unit alone holds when it might charge away from it: it came for that ground."""
CARRIED_ON = 1.5
"""Inches that a charge may carry a unit on beyond reaching its target."""
HELP, MOST_HELP = 0.5, 0.6
"""Share of others' fire that is counted on for a target, and the share of its wounds that it comes to at most."""
LOCKED = 0.3
"""Share of a target's fire that a charge at it is worth, for it has to fight."""
OWN_FIRE = 0.25
"""Share of a unit's own fire that a charge costs it, where it fights on."""
SUFFERED = 0.7
"""What a point of army that a fight is expected to cost counts, to who may leave it."""
PREFERRED = 2.5
"""How much more harm is worth to a target that is preferred."""
COSTLY = frozenset({"one shot", "hazardous"})
"""Weapon keywords of those that are spared where others may do."""
NOBODY = -1
"""In place of the target that is preferred."""
KILL_BONUS = 0.25
"""Extra worth of a target's end, as a share of what it had left."""
_STANDING, _CHARGING = asking("stationary"), asking("charged")
"""Weapon keywords that ask whether their unit stood still, or charged."""

Option = tuple[str, int, float]
"""A weapon's uid, a target and the wounds expected."""


class TargetPool:
    """Wounds and worth of the enemy while a unit's weapons are shared out among its targets."""

    def __init__(self, scene: Scene, aims: Aims | None = None, unit: int = -1, preferred: int = NOBODY) -> None:
        """`aims` is what the mission gives for harm, where it is looked at; then `unit` is who shoots."""
        self.scene = scene
        self.appraisal = Appraisal.of(scene.setup)
        self.left: dict[int, float] = {}
        self._aims = aims
        self._unit = unit
        self._preferred = preferred
        self._support: dict[int, float] = {}

    def worth(self, target: int, harm: float) -> float:
        """Points that the harm is worth, beyond what other weapons are expected to do."""
        left = self.left.get(target)
        if left is None:
            left = self.left[target] = float(sum(self.scene.state.units[target].wounds))
        done = min(harm, left)
        bonus = KILL_BONUS * left if harm >= left > 0 else 0.0
        worth = (done + bonus) * self.appraisal.worth[target]
        if self._aims is None or left <= 0.0:
            return worth
        body = BODY * self.appraisal.body[target] / self.appraisal.wounds[target]
        worth = done * self.appraisal.worth[target] * (1.0 - body)
        worth += self._aims.brings(self.scene, target, left, harm, self.support(target))
        worth *= THREAT if self._comes(target) else 1.0
        return worth * PREFERRED if target == self._preferred else worth

    def _comes(self, target: int) -> bool:
        """Whether the target may well charge the unit in its next turn."""
        if self._unit < 0 or not self.appraisal.melee[target][self._unit]:
            return False
        return self.scene.gap(self._unit, target) <= self.appraisal.speed[target] + USUAL_CHARGE

    def support(self, target: int) -> float:
        """Wounds that the rest of the army may yet deal the target in this phase, roughly."""
        found = self._support.get(target)
        if found is None:
            left = float(sum(self.scene.state.units[target].wounds))
            found = self._support[target] = _support(self.scene, self._unit, target, left)
        return found

    def take(self, target: int, harm: float) -> None:
        self.left[target] = max(0.0, self.left.get(target, 0.0) - harm)


def _support(scene: Scene, unit: int, target: int, left: float) -> float:
    """What others that have yet to shoot are expected to deal a target, up to a share of what it has left."""
    appraisal, units, total = Appraisal.of(scene.setup), scene.state.units, 0.0
    if scene.state.phase != "shooting" or unit < 0:
        return 0.0
    x, y = scene.figures(target).centre
    for other in scene.standing(units[unit].side):
        state = units[other]
        if other == unit or state.shot or state.moved in {"advanced", "fell_back"}:
            continue
        (u, v), longest = scene.figures(other).centre, appraisal.longest[other]
        if (u - x) * (u - x) + (v - y) * (v - y) <= longest * longest:
            total += HELP * appraisal.shooting[other][target] * float(sum(state.wounds)) / appraisal.wounds[other]
    return min(total, MOST_HELP * left)


def shots(scene: Scene, unit: int, aims: Aims | None = None, preferred: int = NOBODY) -> tuple[tuple[Shot, ...], float]:
    """The unit's shots, each weapon at the target where it is worth most, and their worth in points.

    `aims` is what the mission gives, for who looks at it; they may prefer a target.
    """
    state = scene.state.units[unit]
    arms = targeting.usable(scene, state)
    aim, chosen, total = TargetPool(scene, aims, unit, preferred), list[Shot](), 0.0
    chances = Chances(scene, state, arms, aim if aims is not None else None).found if arms else {}
    for options in sorted(_alternatives(scene, state, arms, chances), key=_strongest, reverse=True):
        best = max(options, key=lambda option: aim.worth(option[1], option[2]))
        worth = aim.worth(best[1], best[2])
        if worth > 0.0:
            aim.take(best[1], best[2])
            chosen.append(Shot(best[0], best[1]))
            total += worth
        elif aims is not None:
            chosen += _to_be_sure(aim, arms, options)
    return tuple(chosen), total


def _to_be_sure(aim: TargetPool, arms: dict[str, Arm], options: list[Option]) -> list[Shot]:
    """A shot at a target that others are expected to destroy, and may not: it costs nothing to who can shoot again."""
    free = [each for each in options if arms[each[0]].keywords.isdisjoint(COSTLY) and aim.left.get(each[1]) == 0.0]
    best = max(free, key=_wounds, default=None)
    return [] if best is None or best[2] <= 0.0 else [Shot(best[0], best[1])]


def _strongest(options: list[Option]) -> float:
    return max(map(_wounds, options))


class Chances:
    """What a unit's weapons are expected to do to enemies: each weapon looks at the most promising first.

    It looks on only while the next promises more than the best that was found; sight is the expensive part of it.
    """

    def __init__(self, scene: Scene, unit: Unit, arms: dict[str, Arm], pool: TargetPool | None = None) -> None:
        """`pool` weighs harm by what the mission gives as well."""
        self.scene, self.unit, self.arms, self._pool = scene, unit, arms, pool
        self.appraisal = Appraisal.of(scene.setup)
        self.left = {foe.index: float(sum(foe.wounds)) for foe in scene.units_of(1 - unit.side)}
        self.found: dict[str, list[Option]] = {}
        """For each weapon its targets and the wounds expected."""
        self._weighed: set[int] = set()
        self._longest = max((arm.weapon.range for arm in arms.values()), default=0)
        promises = {uid: self._promises(arm) for uid, arm in arms.items()}
        for uid, promised in promises.items():
            self._look(uid, promised)
        self._look_past_the_doomed(promises)

    def _promises(self, arm: Arm) -> list[tuple[float, int]]:
        """The enemies with the points that the weapon may take from them from anywhere, the most first."""
        each, worth, count = (
            self.appraisal.promise(arm, 1 - self.unit.side),
            self.appraisal.worth,
            sum(arm.carried.values()),
        )
        if self._pool is not None:
            pool = self._pool
            found = [(-pool.worth(foe, each[foe] * count), foe) for foe in self.left]
        else:
            found = [(-min(left, each[foe] * count) * worth[foe], foe) for foe, left in self.left.items()]
        found.sort()
        return [(-points, foe) for points, foe in found if points < 0.0]

    def _look(self, uid: str, promised: list[tuple[float, int]]) -> None:
        best, reach = 0.0, self.arms[uid].weapon.range
        for points, foe in promised:
            if points * KEPT <= best:
                break
            if self.scene.within(self.unit.index, foe, reach):
                self._weigh(foe)
                best = max(best, self._best(uid)[0])

    def _best(self, uid: str) -> tuple[float, int]:
        """The most points that the weapon takes from an enemy it has been weighed against, and that enemy."""
        worth = self.appraisal.worth
        options = self.found.get(uid, ())
        if self._pool is not None:
            pool = self._pool
            return max(((pool.worth(foe, harm), -foe) for _, foe, harm in options), default=(0.0, 0))
        return max(((min(harm, self.left[foe]) * worth[foe], -foe) for _, foe, harm in options), default=(0.0, 0))

    def _weigh(self, foe: int) -> None:
        """Work out what every weapon does to the enemy, once."""
        if foe in self._weighed:
            return
        self._weighed.add(foe)
        scene, unit = self.scene, self.unit
        if targeting.target_refusal(scene, unit.index, foe) is not None:
            return
        lane = scene.lane(unit.index, foe)
        for uid, arm in self.arms.items():
            bearers = targeting.bearers_at(scene, unit, arm, foe, lane)
            if bearers:
                harm = _expected(scene, unit, arm, bearers, foe, lane)
                self.found.setdefault(uid, []).append((uid, foe, harm))

    def _look_past_the_doomed(self, promises: dict[str, list[tuple[float, int]]]) -> None:
        """Where several weapons have the same best target and fewer would do, look at one more for the rest."""
        aimed: dict[int, list[Option]] = {}
        for uid, options in self.found.items():
            foe = -self._best(uid)[1]
            aimed.setdefault(foe, []).append(next((uid, foe, harm) for _, other, harm in options if other == foe))
        for foe, options in aimed.items():
            if len(options) > 1 and sum(harm for _, _, harm in options) > DOOMED * self.left[foe]:
                uid = min(options, key=_wounds)[0]
                reach = self.arms[uid].weapon.range
                more = (other for _, other in promises[uid] if other not in self._weighed)
                other = next((each for each in more if self.scene.within(self.unit.index, each, reach)), None)
                if other is not None:
                    self._weigh(other)


def _wounds(option: Option) -> float:
    return option[2]


def _expected(scene: Scene, unit: Unit, arm: Arm, bearers: tuple[int, ...], target: int, lane: Lane) -> float:
    keywords, what = arm.keywords, 0
    if unit.moved in {"", "stationary"} and not keywords.isdisjoint(_STANDING):
        what |= STATIONARY
    if not keywords.isdisjoint(targeting.HALVED) and scene.gap(unit.index, target) <= arm.weapon.range / 2:
        what |= HALF_RANGE
    if "ignores cover" not in keywords and lane.cover:
        what |= COVER
    if "indirect fire" in keywords and not any(lane.sees):
        what |= INDIRECT
    if "pistol" not in keywords and (scene.engaged(unit.index) or scene.engaged(target)):
        what |= ENGAGED
    models = len(scene.figures(target).indices)
    mean = Appraisal.of(scene.setup).each(arm, target, models, what)
    return mean * sum([arm.carried[i] for i in bearers])


def _alternatives(
    scene: Scene, unit: Unit, arms: dict[str, Arm], chances: dict[str, list[Option]]
) -> list[list[Option]]:
    """Weapons that can all be used, each with its targets; firing modes of one weapon are alternatives of one."""
    groups: dict[str, list[Option]] = {}
    for uid, options in _without_pistols(scene, unit, arms, chances).items():
        groups.setdefault(arms[uid].weapon.mode or uid, []).extend(options)
    return list(groups.values())


def _without_pistols(
    scene: Scene, unit: Unit, arms: dict[str, Arm], chances: dict[str, list[Option]]
) -> dict[str, list[Option]]:
    """Only pistols or only the rest, where a bearer has both: whichever does more."""
    if scene.sheets[unit.index].all_of(BIG):
        return chances
    pistols = {uid for uid in chances if "pistol" in arms[uid].keywords}
    others = chances.keys() - pistols
    bearers = {i for uid in pistols for i in arms[uid].carried}
    if not pistols or not any(bearers & arms[uid].carried.keys() for uid in others):
        return chances
    sums = [sum(max(o[2] for o in chances[uid]) for uid in group) for group in (pistols, others)]
    kept = pistols if sums[0] > sums[1] else others
    return {uid: options for uid, options in chances.items() if uid in kept}


def best_charge(
    scene: Scene, units: tuple[int, ...], weights: Callable[[int], Personality]
) -> tuple[float, int, int] | None:
    """The charge that is worth most: its worth, the unit and the target; None when none is worth the risk."""
    best: tuple[float, int, int] | None = None
    for unit in units:
        personality = weights(unit)
        for target in charge.targets(scene, unit):
            worth = charge_worth(scene, unit, target, personality)
            if worth > 4.0 and (best is None or worth > best[0]):
                best = (worth, unit, target)
    return best


def charge_worth(scene: Scene, unit: int, target: int, personality: Personality) -> float:
    """What a charge is worth before its roll, in points of army."""
    appraisal, state = Appraisal.of(scene.setup), scene.state.units[unit]
    aims = Aims.of(scene, state.side) if personality.mission else None
    mine, theirs = float(sum(state.wounds)), float(sum(scene.state.units[target].wounds))
    share = mine / appraisal.wounds[unit]
    odds = float(CHARGE_ODDS[min(13, charge.needed(scene.gap(unit, target)))])
    dealt = min(theirs, appraisal.melee[unit][target] * share) * appraisal.worth[target]
    back = appraisal.melee[target][unit] * theirs / appraisal.wounds[target]
    taken = min(mine, back) * appraisal.worth[unit]
    fire = max(appraisal.shooting[target]) * appraisal.worth[unit]
    worth = odds * (personality.melee * (dealt + LOCKED * fire) - 1.5 * personality.danger * taken)
    if aims is not None:
        brought = aims.brings(scene, target, theirs, appraisal.melee[unit][target] * share)
        worth += odds * personality.mission * (aims.charge + brought)
        worth -= STAYED * odds * personality.objectives * left_behind(scene, unit, target, aims)
        worth -= odds * _fire_lost(scene, unit, target, personality)
    return worth


def _fire_lost(scene: Scene, unit: int, target: int, personality: Personality) -> float:
    """Points of fire that a charge costs: the target's, which is free again once the unit has fallen to its blows, and
    the unit's own while they fight on, unless it is big enough to shoot from a fight."""
    appraisal = Appraisal.of(scene.setup)
    mine, theirs = float(sum(scene.state.units[unit].wounds)), float(sum(scene.state.units[target].wounds))
    share = mine / appraisal.wounds[unit]
    left = 1.0 - min(1.0, appraisal.melee[unit][target] * share / theirs)
    falls = left * min(1.0, appraisal.melee[target][unit] * left * theirs / appraisal.wounds[target] / mine)
    lost = personality.melee * LOCKED * max(appraisal.shooting[target]) * appraisal.worth[unit] * falls
    if scene.sheets[unit].all_of(BIG):
        return lost
    own = max([harm * appraisal.worth[foe] for foe, harm in enumerate(appraisal.shooting[unit])])
    return lost + OWN_FIRE * share * own * left * (1.0 - falls)


def left_behind(scene: Scene, unit: int, target: int, aims: Aims) -> float:
    """Worth of the ground that the unit alone holds and leaves when it charges, to its target or a little farther."""
    side, total, figures = scene.state.units[unit].side, 0.0, scene.figures(unit)
    (x, y), (u, v) = figures.centre, scene.figures(target).centre
    share = scene.gap(unit, target) / max(sqrt((u - x) * (u - x) + (v - y) * (v - y)), 1e-9)
    dx, dy, places = share * (u - x), share * (v - y), scene.setup.layout.objectives
    for k, there in scene.at(unit):
        levels = objectives.levels(scene, k)
        mine, theirs = levels[side], levels[1 - side]
        line_up = scene.sheets[unit].line_up
        own = sum([line_up[figures.indices[i]].profile.objective_controlled for i in there])
        if not any(objectives.near(scene, other, k) for other in scene.standing(side) if other != unit):
            own = mine
        if mine > theirs >= mine - own and gap_to(figures, places[k].location, dx, dy) > OBJECTIVE_REACH - CARRIED_ON:
            total += aims.ground[k]
    return total


def strikes(scene: Scene, unit: int, aims: Aims | None = None) -> tuple[Shot, ...]:
    """The attacks of a unit that fights: each miniature's best weapon where it does most, and its extra attacks."""
    state = scene.state.units[unit]
    arms = striking.melee_arms(scene, state)
    reach = {foe: striking.strikers(scene, unit, foe) for foe in scene.engaged_with(unit)}
    aim, busy = TargetPool(scene, aims), set[int]()
    chosen: list[Shot] = []
    for _, uid, foe in sorted(_blows(scene, state, arms, reach), key=lambda blow: (-blow[0], blow[1], blow[2])):
        extra = "extra attacks" in arms[uid].keywords
        used = {i for shot in chosen if shot.weapon == uid for i in shot.bearers} if extra else busy
        bearers = tuple(i for i in reach[foe] if i in arms[uid].carried and i not in used)
        if not bearers or aim.left.get(foe) == 0.0:
            continue
        harm = _blow(scene, state, arms[uid], bearers, foe)
        aim.worth(foe, harm)
        aim.take(foe, harm)
        chosen.append(Shot(uid, foe, bearers))
        if not extra:
            busy.update(bearers)
    return tuple(chosen)


def _blows(
    scene: Scene, unit: Unit, arms: dict[str, Arm], reach: dict[int, tuple[int, ...]]
) -> list[tuple[float, str, int]]:
    """Worth of each weapon at each foe for each miniature that strikes with it."""
    appraisal = Appraisal.of(scene.setup)
    found = []
    for foe, able in reach.items():
        for uid, arm in arms.items():
            bearers = tuple(i for i in able if i in arm.carried)
            if bearers:
                harm = _blow(scene, unit, arm, bearers, foe) / len(bearers)
                found.append((harm * appraisal.worth[foe], uid, foe))
    return found


def _blow(scene: Scene, unit: Unit, arm: Arm, bearers: tuple[int, ...], foe: int) -> float:
    single = "extra attacks" not in arm.keywords
    weapons = len(bearers) if single else sum(arm.carried[i] for i in bearers)
    models = len(scene.figures(foe).indices)
    what = CHARGED if unit.charged and not arm.keywords.isdisjoint(_CHARGING) else 0
    return weapons * Appraisal.of(scene.setup).each(arm, foe, models, what)


def blow_worth(scene: Scene, unit: int) -> float:
    """Points that a fight of the unit is expected to take from the enemies it is engaged with, at best."""
    appraisal = Appraisal.of(scene.setup)
    share = float(sum(scene.state.units[unit].wounds)) / appraisal.wounds[unit]
    return max(
        (
            min(float(sum(scene.state.units[foe].wounds)), appraisal.melee[unit][foe] * share) * appraisal.worth[foe]
            for foe in scene.engaged_with(unit)
        ),
        default=0.0,
    )


def price_of_leaving(scene: Scene, unit: int) -> float:
    """Points that a battle-shocked unit stands to lose when it breaks out of a fight."""
    state = scene.state.units[unit]
    return sum(state.wounds) * Appraisal.of(scene.setup).worth[unit] / 3 if state.shocked else 0.0


def fight_worth(scene: Scene, unit: int, personality: Personality) -> float:
    """What a fight is worth to who stays in it, by who looks at the mission: half of it comes in the enemy's turn."""
    appraisal = Appraisal.of(scene.setup)
    mine, lost = float(sum(scene.state.units[unit].wounds)), 0.0
    for foe in scene.engaged_with(unit):
        lost += appraisal.melee[foe][unit] * float(sum(scene.state.units[foe].wounds)) / appraisal.wounds[foe]
    return max(1.0, personality.melee) * blow_worth(scene, unit) - SUFFERED * min(mine, lost) * appraisal.worth[unit]


def standing_worth(scene: Scene, unit: int, personality: Personality) -> float:
    """What staying in a fight is worth: points taken less points lost to blows."""
    appraisal = Appraisal.of(scene.setup)
    mine = float(sum(scene.state.units[unit].wounds))
    lost = sum(
        appraisal.melee[foe][unit] * sum(scene.state.units[foe].wounds) / appraisal.wounds[foe]
        for foe in scene.engaged_with(unit)
    )
    taken = min(mine, lost) * appraisal.worth[unit]
    return personality.melee * blow_worth(scene, unit) - 2.0 * personality.danger * taken
