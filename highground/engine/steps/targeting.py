"""What a unit may shoot at what: weapons that may be used, targets, range and sight."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from highground.engine import powers
from highground.engine.attack import Circumstances
from highground.engine.errors import Refusal
from highground.engine.scene import Lane, Scene
from highground.engine.state import Shot, Unit, Volley
from highground.engine.steps.armament import Arm, armament, arms_of, gunners, guns, keywords_at
from highground.engine.steps.checks import foe_of
from highground.engine.steps.declared import volley
from highground.engine.table.distance import TOLERANCE

LONE_OPERATIVE = 12.0


BIG = frozenset({"vehicle", "monster"})


HALVED = frozenset({"rapid fire", "melta"})


def usable(scene: Scene, unit: Unit) -> dict[str, Arm]:
    """The ranged weapons that the unit may use in this phase, by uid, whatever there is to shoot at."""
    if unit.shot or _barred(scene, unit):
        return {}
    key = ("usable", unit.index, unit.moved, unit.spent)
    arms: dict[str, Arm] | None = scene.memo.get(key)
    if arms is None:
        arms = scene.memo[key] = _find_usable(scene, unit)
    return arms


def _find_usable(scene: Scene, unit: Unit) -> dict[str, Arm]:
    arms = _ranged(scene, unit)
    if unit.moved == "advanced" and not powers.has(scene, unit.index, "permission", "advance and shoot"):
        arms = {uid: arm for uid, arm in arms.items() if "assault" in arm.keywords}
    if arms and not scene.sheets[unit.index].keyword_set & BIG and scene.engaged(unit.index):
        arms = {uid: arm for uid, arm in arms.items() if "pistol" in arm.keywords}
    return arms


def _ranged(scene: Scene, unit: Unit) -> dict[str, Arm]:
    own = guns(arms_of(scene, unit.index), scene.sheets[unit.index])
    if not unit.spent and all(unit.wounds):
        return own
    figures = scene.figures(unit.index)
    known = figures.guns
    if known is None or known[0] is not own or known[1] is not unit.spent:
        arms = {uid: _unspent(unit, arm) for uid, arm in own.items()}
        left = {uid: arm for uid, arm in arms.items() if arm.carried}
        known = figures.guns = (own, unit.spent, left)
    found: dict[str, Arm] = known[2]
    return found


def farthest(scene: Scene, unit: int) -> float:
    """Inches that none of the unit's weapons reaches beyond, whoever carries them and lives."""
    sheet = scene.sheets[unit]
    kept: dict[str, float] = sheet.__dict__
    if "_farthest" not in kept:
        reach = max([arm.weapon.range for arm in armament(sheet).values()], default=0)
        kept["_farthest"] = inf if "firing deck" in sheet.rules else float(reach)
    return kept["_farthest"]


def _unspent(unit: Unit, arm: Arm) -> Arm:
    """The weapon with those who live and have not used it up."""
    uid, wounds = arm.weapon.uid, unit.wounds
    if not unit.spent and all(wounds[i] for i in arm.carried):
        return arm
    return arm._replace(
        carried={i: count for i, count in arm.carried.items() if wounds[i] and (i, uid) not in unit.spent}
    )


def _barred(scene: Scene, unit: Unit) -> bool:
    """Whether falling back keeps the unit from shooting."""
    return unit.moved == "fell_back" and not powers.has(scene, unit.index, "permission", "fall back and shoot")


def may_shoot(scene: Scene, unit: Unit) -> bool:
    """Whether there is a weapon to use; settled without listing them where nothing restricts the unit."""
    if unit.shot or _barred(scene, unit):
        return False
    if unit.moved == "advanced" or unit.spent or scene.engaged(unit.index):
        return bool(usable(scene, unit))
    return not gunners(scene.sheets[unit.index]).isdisjoint(scene.figures(unit.index).indices)


def target_refusal(scene: Scene, unit: int, target: int) -> Refusal | None:
    """Why no weapon of the unit may be aimed at the target, whatever its range."""
    names = scene.sheets[unit].name, scene.sheets[target].name
    rules = scene.sheets[target].rules
    if "lone operative" in rules and not scene.within(unit, target, LONE_OPERATIVE):
        return Refusal(
            "lone-operative",
            f"{names[1]} is a lone operative: {names[0]} must be within {LONE_OPERATIVE:g} inches.",
            f"{scene.gap(unit, target):.1f} of {LONE_OPERATIVE:g} inches",
        )
    beyond = powers.hidden_beyond(scene, target)
    if beyond is not None and not scene.within(unit, target, beyond):
        measure = f"{scene.gap(unit, target):.1f} of {beyond:g} inches"
        return Refusal(
            "hidden", f"{names[1]} cannot be seen from that far.", measure, f"Come within {beyond:g} inches."
        )
    mine = scene.engaged_with(unit)
    if mine and target not in mine and not scene.sheets[unit].keyword_set & BIG:
        return Refusal("engaged", f"{names[0]} is engaged and can only shoot at what it is engaged with.")
    big = scene.sheets[target].keyword_set & BIG
    if target not in mine and not big and scene.engaged(target):
        return Refusal("friends-in-the-way", f"{names[1]} is engaged with a unit of your own.")
    return None


def bearers_at(scene: Scene, unit: Unit, arm: Arm, target: int, lane: Lane) -> tuple[int, ...]:
    """The living bearers of a weapon that have the target in range and, unless it fires indirectly, in sight.

    Nobody, if it is a blast and units of the firer's own army are engaged with the target.
    """
    if _too_near(scene, arm, target):
        return ()
    reach = arm.weapon.range + TOLERANCE
    indirect = "indirect fire" in arm.keywords
    return tuple(
        [
            i
            for i, gap, sees in zip(lane.indices, lane.gaps, lane.sees)
            if i in arm.carried and gap <= reach and (sees or indirect)
        ]
    )


def _too_near(scene: Scene, arm: Arm, target: int) -> bool:
    return "blast" in arm.keywords and scene.engaged(target)


def volleys_of(scene: Scene, unit: Unit, arms: dict[str, Arm], shots: Iterable[Shot]) -> list[Volley]:
    """The volleys that declared shots make. Raises Refusal for the first shot that is not allowed."""
    used: set[tuple[int, str]] = set()
    kinds: dict[int, set[bool]] = {}
    found: list[Volley] = []
    for shot in shots:
        arm = _arm_of(scene, unit, arms, shot)
        foe_of(scene, shot.target, unit.side)
        refusal = target_refusal(scene, unit.index, shot.target)
        if refusal is not None:
            raise refusal
        if _too_near(scene, arm, shot.target):
            name = scene.sheets[shot.target].name
            sentence = f"{arm.weapon.name} is a blast: {name} is engaged with a unit of your own."
            raise Refusal(
                "blast-near-friends", sentence, remedy="Choose a target that no unit of yours is engaged with."
            )
        bearers = _bearers_of(scene, unit, arm, shot)
        _use(scene, unit, arm, bearers, used, kinds)
        found.extend(_split(scene, unit, arm, bearers, shot.target))
    return found


def _arm_of(scene: Scene, unit: Unit, arms: dict[str, Arm], shot: Shot) -> Arm:
    arm = arms.get(shot.weapon)
    if arm is not None:
        return arm
    name = scene.sheets[unit.index].name
    known = armament(scene.sheets[unit.index]).get(shot.weapon)
    if known is None:
        raise Refusal("no-such-weapon", f"{name} has no weapon '{shot.weapon}'.")
    if known.weapon.melee:
        raise Refusal("melee-weapon", f"{known.weapon.name} is a melee weapon.")
    if any(uid == shot.weapon for _, uid in unit.spent):
        raise Refusal("one-shot", f"{known.weapon.name} has been used up.")
    raise Refusal("weapon-not-now", f"{name} cannot use its {known.weapon.name} now.")


def _bearers_of(scene: Scene, unit: Unit, arm: Arm, shot: Shot) -> tuple[int, ...]:
    """The shot's bearers, all that can if it names none."""
    lane = scene.lane(unit.index, shot.target)
    able = bearers_at(scene, unit, arm, shot.target, lane)
    wrong = [i for i in shot.bearers if i not in able]
    if able and not wrong:
        return shot.bearers or able
    weapon, target = arm.weapon, scene.sheets[shot.target].name
    carrying = [k for k, i in enumerate(lane.indices) if i in arm.carried and (not shot.bearers or i in wrong)]
    nearest = min([lane.gaps[k] for k in carrying], default=None)
    if nearest is None:
        raise Refusal("not-carried", f"That miniature does not carry {weapon.name}.")
    if nearest > weapon.range + TOLERANCE:
        raise Refusal(
            "out-of-range", f"{target} is out of {weapon.name}'s range.", f"{nearest:.1f} of {weapon.range} inches"
        )
    raise Refusal("out-of-sight", f"{target} is out of sight.")


def _use(
    scene: Scene,
    unit: Unit,
    arm: Arm,
    bearers: tuple[int, ...],
    used: set[tuple[int, str]],
    kinds: dict[int, set[bool]],
) -> None:
    """Each weapon shoots once, one firing mode of it, and pistols not beside other weapons."""
    name = arm.weapon.mode or arm.weapon.uid
    pistol, big = "pistol" in arm.keywords, scene.sheets[unit.index].keyword_set & BIG
    for bearer in bearers:
        if (bearer, name) in used:
            raise Refusal("used-twice", f"{arm.weapon.name} of one miniature can shoot only once.")
        used.add((bearer, name))
        kinds.setdefault(bearer, set()).add(pistol)
        if len(kinds[bearer]) > 1 and not big:
            raise Refusal("pistol", "A miniature shoots either its pistols or its other weapons.")


def _split(scene: Scene, unit: Unit, arm: Arm, bearers: tuple[int, ...], target: int) -> list[Volley]:
    """One volley for all bearers, or several where half range or indirect fire hold for some only."""
    lane = scene.lane(unit.index, target)
    groups: dict[tuple[bool, bool], list[int]] = {}
    halved = arm.weapon.range / 2 + TOLERANCE if keywords_at(scene, unit.index, arm, target) & HALVED else -1.0
    for i, gap, sees in zip(lane.indices, lane.gaps, lane.sees):
        if i in bearers:
            groups.setdefault((gap <= halved, not sees), []).append(i)
    return [
        volley(scene, unit.index, arm, tuple(group), target, circumstances(scene, unit, target, lane, half, blind))
        for (half, blind), group in groups.items()
    ]


def circumstances(scene: Scene, unit: Unit, target: int, lane: Lane, half: bool, blind: bool) -> Circumstances:
    """What holds for shots of the unit at the target now."""
    return Circumstances(
        stationary=unit.moved in {"", "stationary"},
        advanced=unit.moved == "advanced",
        half_range=half,
        cover=lane.cover,
        indirect=blind,
        engaged=bool(scene.engaged(unit.index) or scene.engaged(target)),
    )
