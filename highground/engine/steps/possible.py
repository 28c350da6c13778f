"""Whether what an ability lets a unit do at once can be done now."""

from __future__ import annotations

from collections.abc import Callable

from highground.engine.ability import Ability
from highground.engine.errors import Refusal
from highground.engine.scene import Scene
from highground.engine.state import Melee
from highground.engine.steps import striking, targeting
from highground.engine.steps.armament import Arm
from highground.engine.table.coherency import coherent
from highground.engine.table.distance import TOLERANCE, closest_pair
from highground.engine.table.sight import visible

JOINING = 2.0
"""Inches between a leader and the unit that it joins, once both stand on the table."""


def refusal(scene: Scene, ability: Ability, unit: int) -> Refusal | None:
    """Why the unit cannot do what the ability would let it do."""
    name = scene.sheets[unit].name
    for text in (effect.text for effect in ability.effects if effect.kind == "act"):
        if not _POSSIBLE[text](scene, unit):
            return Refusal("impossible", f"{name} cannot {text} now.")
    return None


def _can_shoot(scene: Scene, unit: int) -> bool:
    state = scene.state.units[unit]
    return state.on_table and not scene.engaged(unit) and bool(targeting.usable(scene, state))


def _can_charge(scene: Scene, unit: int) -> bool:
    state = scene.state.units[unit]
    return state.on_table and not scene.engaged(unit)


def _can_move(scene: Scene, unit: int) -> bool:
    return scene.on_table(unit) and not scene.engaged(unit)


def _can_fight(scene: Scene, unit: int) -> bool:
    frame = scene.top
    melee = next((f for f in reversed(scene.state.stack) if isinstance(f, Melee)), None)
    side = scene.state.units[unit].side
    return frame is not None and melee is not None and unit in striking.able(scene, side)


_POSSIBLE: dict[str, Callable[[Scene, int], bool]] = {
    "shoot": _can_shoot,
    "charge": _can_charge,
    **dict.fromkeys(("move", "normal move", "last move"), _can_move),
    "fight first": _can_fight,
    "re-roll": lambda scene, unit: True,
}


def leadable(scene: Scene, unit: int) -> tuple[int, ...]:
    """The units that a leader may join: named on its sheet, led by nobody, set up beside it or not at all."""
    state, sheet = scene.state.units[unit], scene.sheets[unit]
    if state.joined is not None or not state.alive or state.leaders or state.inside is not None:
        return ()
    return tuple(
        [
            other.index
            for other in scene.state.units
            if other.side == state.side
            and other.index != unit
            and other.alive
            and not other.leaders
            and other.inside is None
            and scene.sheets[other.index].name in sheet.leads
            and other.deployed == state.deployed
            and other.reserves == state.reserves
            and (not state.deployed or _beside(scene, unit, other.index))
        ]
    )


def _beside(scene: Scene, leader: int, unit: int) -> bool:
    """Whether the two would be one unit in coherency where they stand."""
    if not scene.within(leader, unit, JOINING):
        return False
    own, other = scene.figures(leader), scene.figures(unit)
    return coherent((*other.places, *own.places), (*other.radii, *own.radii))


def able_at(scene: Scene, ability: Ability, unit: int, target: int) -> bool:
    """Whether what the ability lets the unit do can be done to this target at all."""
    return all(_can_snap(scene, unit, target) for effect in ability.effects if effect.text == "shoot")


def _can_snap(scene: Scene, unit: int, target: int) -> bool:
    """Whether `_snap` finds anything."""
    key, state = ("snap", unit, target), scene.state.units[unit]
    known = scene.memo.get(key)
    if known is None or known[0] is not state:
        known = scene.memo[key] = (state, _finds_snap(scene, unit, target))
    return bool(known[1])


def _finds_snap(scene: Scene, unit: int, target: int) -> bool:
    """As `_can_snap`; mostly settled by the distance, or by one look from the nearest miniature that carries a gun."""
    if not scene.within(unit, target, targeting.farthest(scene, unit)):
        return False
    arms = targeting.usable(scene, scene.state.units[unit]).values()
    longest = max([arm.weapon.range for arm in arms], default=0)
    if not longest or scene.gap(unit, target) > longest + TOLERANCE:
        return False
    mine, theirs = scene.figures(unit), scene.figures(target)
    i, j, gap = closest_pair(mine.places, mine.radii, theirs.places, theirs.radii)
    here = mine.indices[i]
    direct = any(
        here in arm.carried and arm.weapon.range + TOLERANCE >= gap and "indirect fire" not in arm.keywords
        for arm in arms
    )
    seen = direct and visible(scene.board, mine.places[i], mine.radii[i], theirs.places[j], theirs.radii[j])
    if seen and targeting.target_refusal(scene, unit, target) is None:
        return True
    return bool(snap_shots(scene, unit, target))


def snap_shots(scene: Scene, unit: int, target: int) -> list[tuple[Arm, tuple[int, ...]]]:
    """The weapons that reach and see the target, one firing mode of each, with their bearers."""
    if targeting.target_refusal(scene, unit, target) is not None:
        return []
    state, lane = scene.state.units[unit], scene.lane(unit, target)
    found: list[tuple[Arm, tuple[int, ...]]] = []
    used: set[str] = set()
    for arm in targeting.usable(scene, state).values():
        if "indirect fire" in arm.keywords or (arm.weapon.mode and arm.weapon.mode in used):
            continue
        bearers = targeting.bearers_at(scene, state, arm, target, lane)
        if bearers:
            used.add(arm.weapon.mode)
            found.append((arm, bearers))
    return found
