"""What a unit may shoot at what: weapons that may be used, targets, range and sight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf

from highground.engine.abilities import on_attacks, personal, powers
from highground.engine.abilities.bans import forbids
from highground.engine.effects import Circumstances, Modifier, asking
from highground.engine.errors import Refusal
from highground.engine.kept import Once, OnTable
from highground.engine.model import BIG, UnitSheet
from highground.engine.scene import Lane, Scene
from highground.engine.state import Moved, Shot, Unit, Volley
from highground.engine.steps.armament import Arm, armament, arms_of, gunners, guns, keywords_at
from highground.engine.steps.checks import foe_of
from highground.engine.steps.declared import Aimed, volleys
from highground.engine.table.distance import TOLERANCE
from highground.engine.table.sight import visible
from highground.engine.weapon import weapon_named

LONE_OPERATIVE = 12.0

HALVED = asking("half_range")


_ALL: Mapping[int, int] = {}
"""Nobody keeps a weapon back."""


def usable(scene: Scene, unit: Unit) -> dict[str, Arm]:
    """The ranged weapons that the unit may use in this phase, by uid, whatever there is to shoot at."""
    if unit.shot or _barred(scene, unit):
        return {}
    key = (unit.index, unit.moved, unit.spent)
    arms = _USABLE.get(scene.memory, key)
    if arms is None:
        arms = _USABLE.put(scene.memory, key, _find_usable(scene, unit))
    return arms


_USABLE: OnTable[tuple[int, Moved, tuple[tuple[int, str], ...]], dict[str, Arm]] = OnTable()


def _find_usable(scene: Scene, unit: Unit) -> dict[str, Arm]:
    if forbids(scene, unit.index, "shoot"):
        return {}
    arms = _ranged(scene, unit)
    gone = powers.withheld(scene, unit.index)
    if gone:
        arms = {uid: arm for uid, arm in arms.items() if weapon_named(arm.weapon.name) not in gone}
    if _fell_back(scene, unit):
        able = personal.personal_permits(scene, unit.index, "fall back and shoot")
        mine = {uid: {i: n for i, n in arm.carried.items() if i in able} for uid, arm in arms.items()}
        arms = {uid: arm._replace(carried=mine[uid]) for uid, arm in arms.items() if mine[uid]}
    if unit.moved == "advanced" and not powers.permits(scene, unit.index, "advance and shoot"):
        arms = {uid: arm for uid, arm in arms.items() if "assault" in arm.keywords}
    if arms and not scene.sheets[unit.index].all_of(BIG) and scene.engaged(unit.index):
        arms = {uid: arm for uid, arm in arms.items() if "pistol" in arm.keywords}
    return arms


def _ranged(scene: Scene, unit: Unit) -> dict[str, Arm]:
    own = guns(arms_of(scene, unit.index), scene.sheets[unit.index])
    if not unit.spent and all(unit.wounds):
        return own
    figures = scene.figures(unit.index)
    known = figures.guns
    if known is None or known[0] is not own or known[1] is not unit.spent:
        arms = {uid: unspent(unit, arm) for uid, arm in own.items()}
        left = {uid: arm for uid, arm in arms.items() if arm.carried}
        known = figures.guns = (own, unit.spent, left)
    found: dict[str, Arm] = known[2]
    return found


def farthest(scene: Scene, unit: int) -> float:
    """Inches that none of the unit's weapons reaches beyond, whichever miniatures live and carry them."""
    far = _FARTHEST.of(scene.sheets[unit])
    if not on_attacks.rearmed(scene, unit):
        return far
    return max([far, *(float(arm.weapon.range) for arm in arms_of(scene, unit).values())])


def _reach(sheet: UnitSheet) -> float:
    if "firing deck" in sheet.rules:
        return inf
    return float(max([arm.weapon.range for arm in armament(sheet).values()], default=0))


_FARTHEST: Once[float] = Once("_farthest", _reach)


def unspent(unit: Unit, arm: Arm) -> Arm:
    """The weapon with those who live and have not used up all that they carry of it."""
    uid, wounds = arm.weapon.uid, unit.wounds
    if not unit.spent and all(wounds[i] for i in arm.carried):
        return arm
    left = {i: count - unit.spent.count((i, uid)) for i, count in arm.carried.items() if wounds[i]}
    return arm._replace(carried={i: count for i, count in left.items() if count > 0})


def _barred(scene: Scene, unit: Unit) -> bool:
    """Whether falling back keeps all of the unit from shooting."""
    return _fell_back(scene, unit) and not personal.personal_permits(scene, unit.index, "fall back and shoot")


def _fell_back(scene: Scene, unit: Unit) -> bool:
    """Whether falling back keeps the unit from shooting, but for miniatures that may by themselves."""
    return unit.moved == "fell_back" and not powers.permits(scene, unit.index, "fall back and shoot")


def may_shoot(scene: Scene, unit: Unit) -> bool:
    """Whether there is a weapon to use; settled without listing them where nothing restricts the unit."""
    if unit.shot or _barred(scene, unit) or forbids(scene, unit.index, "shoot"):
        return False
    sheet = scene.sheets[unit.index]
    plain = not unit.spent and unit.moved not in {"advanced", "fell_back"} and "firing deck" not in sheet.rules
    if not plain or scene.engaged(unit.index):
        return bool(usable(scene, unit))
    return not gunners(sheet).isdisjoint(scene.figures(unit.index).indices)


def target_refusal(scene: Scene, unit: int, target: int) -> Refusal | None:
    """Why no weapon of the unit may be aimed at the target, whatever its range."""
    names = scene.called(unit), scene.called(target)
    rules = scene.sheets[target].rules
    if "lone operative" in rules and not scene.within(unit, target, LONE_OPERATIVE):
        return Refusal(
            "lone-operative", unit=names[0], target=names[1], gap=scene.gap(unit, target), reach=LONE_OPERATIVE
        )
    beyond = powers.hidden_beyond(scene, target)
    if beyond is not None and not scene.within(unit, target, beyond):
        return Refusal("hidden", target=names[1], gap=scene.gap(unit, target), reach=beyond)
    mine = scene.engaged_with(unit)
    if mine and target not in mine and not scene.sheets[unit].all_of(BIG):
        return Refusal("engaged-elsewhere", unit=names[0])
    big = scene.sheets[target].all_of(BIG)
    if target not in mine and not big and scene.engaged(target):
        return Refusal("friends-in-the-way", target=names[1])
    return None


def bearers_at(scene: Scene, unit: Unit, arm: Arm, target: int, lane: Lane) -> tuple[int, ...]:
    """The living bearers of a weapon that have one of the target in range and, unless it fires indirectly, in sight.

    Nobody, if it is a blast and units of the firer's own army are engaged with the target.
    """
    if _too_near(scene, unit.index, arm, target):
        return ()
    reach = min(float(arm.weapon.range), _seen_within(scene, target)) + TOLERANCE
    indirect = "indirect fire" in arm.keywords
    return tuple(
        [
            i
            for k, (i, gap) in enumerate(zip(lane.indices, lane.gaps))
            if i in arm.carried and gap <= reach and (indirect or lane.sees_within(k, reach))
        ]
    )


def _seen_within(scene: Scene, target: int) -> float:
    """Inches beyond which no miniature may shoot at the target, whatever its weapon reaches."""
    beyond = powers.hidden_beyond(scene, target)
    lone = LONE_OPERATIVE if "lone operative" in scene.sheets[target].rules else inf
    return lone if beyond is None else min(lone, float(beyond))


def _too_near(scene: Scene, unit: int, arm: Arm, target: int) -> bool:
    """Whether a blast would find the firer's own army engaged with the target, or the firer itself."""
    if "blast" not in arm.keywords or not scene.engaged(target):
        return False
    alone = scene.engaged_with(target) == [unit]
    return not (alone and powers.permits(scene, unit, "blast while engaged", arm.weapon))


def volleys_of(scene: Scene, unit: Unit, arms: dict[str, Arm], shots: Iterable[Shot]) -> list[Volley]:
    """The volleys that declared shots make. Raises Refusal for the first shot that is not allowed."""
    used: dict[tuple[int, str], int] = {}
    kinds: dict[int, set[bool]] = {}
    found: list[Volley] = []
    for shot in shots:
        arm = _arm_of(scene, unit, arms, shot)
        foe_of(scene, shot.target, unit.side)
        refusal = target_refusal(scene, unit.index, shot.target)
        if refusal is not None:
            raise refusal
        if _too_near(scene, unit.index, arm, shot.target):
            name = scene.called(shot.target)
            raise Refusal("blast-near-friends", weapon=arm.weapon.name, target=name)
        bearers = _bearers_of(scene, unit, arm, shot)
        shares = _use(scene, unit, arm, bearers, shot.share, used, kinds)
        found.extend(split(scene, unit, arm, bearers, shot.target, shares=shares, precise=shot.precise))
    return found


def _arm_of(scene: Scene, unit: Unit, arms: dict[str, Arm], shot: Shot) -> Arm:
    arm = arms.get(shot.weapon)
    if arm is not None:
        return arm
    name = scene.called(unit.index)
    known = armament(scene.sheets[unit.index]).get(shot.weapon)
    if known is None:
        raise Refusal("no-such-weapon", unit=name, weapon=shot.weapon)
    if known.weapon.melee:
        raise Refusal("melee-weapon", weapon=known.weapon.name)
    if any(uid == shot.weapon for _, uid in unit.spent):
        raise Refusal("one-shot", weapon=known.weapon.name)
    raise Refusal("weapon-not-now", unit=name, weapon=known.weapon.name)


def _bearers_of(scene: Scene, unit: Unit, arm: Arm, shot: Shot) -> tuple[int, ...]:
    """The shot's bearers, all that can if it names none."""
    lane = scene.lane(unit.index, shot.target)
    able = bearers_at(scene, unit, arm, shot.target, lane)
    wrong = [i for i in shot.bearers if i not in able]
    if able and not wrong:
        return shot.bearers or able
    weapon, target = arm.weapon, scene.called(shot.target)
    carrying = [k for k, i in enumerate(lane.indices) if i in arm.carried and (not shot.bearers or i in wrong)]
    nearest = min([lane.gaps[k] for k in carrying], default=None)
    if nearest is None:
        raise Refusal("not-carried", weapon=weapon.name)
    if nearest > weapon.range + TOLERANCE:
        raise Refusal("out-of-weapon-range", target=target, weapon=weapon.name, gap=nearest, reach=weapon.range)
    if any(lane.sees[k] for k in carrying):
        raise Refusal("seen-out-of-range", target=target, weapon=weapon.name, reach=weapon.range)
    raise Refusal("out-of-sight", target=target)


def _use(
    scene: Scene,
    unit: Unit,
    arm: Arm,
    bearers: tuple[int, ...],
    share: int,
    used: dict[tuple[int, str], int],
    kinds: dict[int, set[bool]],
) -> dict[int, int]:
    """Each weapon shoots once, one firing mode of it, and pistols not beside other weapons.

    How many of its weapons each bearer shoots with, where that is not all of them.
    """
    name = arm.weapon.mode or arm.weapon.uid
    pistol, big = "pistol" in arm.keywords, scene.sheets[unit.index].all_of(BIG)
    shares: dict[int, int] = {}
    for bearer in bearers:
        before, carried = used.get((bearer, name), 0), arm.carried[bearer]
        count = share or carried - before
        if count <= 0 or before + count > carried:
            raise Refusal("used-twice", weapon=arm.weapon.name)
        used[bearer, name] = before + count
        if count < carried:
            shares[bearer] = count
        kinds.setdefault(bearer, set()).add(pistol)
        if len(kinds[bearer]) > 1 and not big:
            raise Refusal("pistol")
    return shares


def split(
    scene: Scene,
    unit: Unit,
    arm: Arm,
    bearers: tuple[int, ...],
    target: int,
    *,
    snap: bool = False,
    shares: Mapping[int, int] = _ALL,
    precise: bool = True,
) -> list[Volley]:
    """One volley for all bearers with the same half range, targets seen in the open, and leaders."""
    lane = scene.lane(unit.index, target)
    blind = not any(lane.sees)  # who sees the target points it out to the rest of the unit
    groups: dict[tuple[bool, tuple[int, ...], tuple[int, ...], int], list[int]] = {}
    keywords = keywords_at(scene, unit.index, arm, target)
    by_half = keywords & HALVED or on_attacks.halves(scene, unit.index)
    halved = arm.weapon.range / 2 + TOLERANCE if by_half else -1.0
    bare = lane.exposed if "ignores cover" not in keywords and not blind else ()
    led = precise and bool(scene.sheets[target].body)
    sharp = led and ("precision" in keywords or on_attacks.seeks(scene, unit.index, target, arm.weapon))
    if "one shot" in arm.keywords:  # the volley says how many each has used up
        shares = {**{i: count for i, count in arm.carried.items() if count > 1}, **shares}
    for k, i in enumerate(lane.indices):
        if i in bearers:
            leaders = leaders_seen(scene, unit.index, k, target) if sharp else ()
            alike = (lane.gaps[k] <= halved, bare[k] if bare else (), leaders, shares.get(i, 0))
            groups.setdefault(alike, []).append(i)
    found: list[Volley] = []
    for (half, exposed, leaders, share), group in groups.items():
        cover = bool(bare) and len(exposed) < len(scene.figures(target).indices)
        what = circumstances(scene, unit, target, half, blind, snap=snap, cover=cover)
        aim = Aimed(exposed if cover else (), leaders, share)
        found += volleys(scene, unit.index, arm, group, target, what, aim)
    return found


def leaders_seen(scene: Scene, unit: int, shooter: int, target: int) -> tuple[int, ...]:
    """The living miniatures of leaders in the target that one of the unit's living ones, by its place, sees."""
    body = scene.sheets[target].body
    if not body:
        return ()
    own, theirs = scene.figures(unit), scene.figures(target)
    tall = scene.sheets[unit].gait.tall or scene.sheets[target].gait.tall
    here, base = own.places[shooter], own.bases[shooter]
    return tuple(
        [
            i
            for i, place, other in zip(theirs.indices, theirs.places, theirs.bases)
            if i >= body and (tall or visible(scene.board, here, base, place, other))
        ]
    )


def _snap_at(face: int) -> tuple[Modifier, ...]:
    """Shots that hit on unmodified rolls of `face` or more, and on no others."""
    fails, hits = Modifier("hit", "fails", "snap shot", face - 1), Modifier("hit", "set", "snap shot", face)
    return (fails, hits, Modifier("hit", "steady", "snap shot"))


def _shoots_engaged(scene: Scene, unit: int, target: int) -> bool:
    """Whether the shots are worse for an engagement: the shooter's, or the target's with others."""
    if scene.engaged(unit) and not powers.permits(scene, unit, "shoot while engaged"):
        return True
    return scene.engaged(target) and any(each != unit for each in scene.engaged_with(target))


def circumstances(
    scene: Scene, unit: Unit, target: int, half: bool, blind: bool, *, snap: bool = False, cover: bool = False
) -> Circumstances:
    """What holds for shots of the unit at the target now."""
    at = powers.fixed(scene, unit.index, "snap") if snap else None
    return Circumstances(
        stationary=unit.moved in {"", "stationary"},
        advanced=unit.moved == "advanced",
        half_range=half,
        cover=cover,
        indirect=blind,
        engaged=_shoots_engaged(scene, unit.index, target),
        snap=snap and at is None,
        modifiers=() if at is None else _snap_at(at),
    )
