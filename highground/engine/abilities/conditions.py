"""Which conditions hold now. Everything here only reads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from highground.engine.abilities.condition import AND, OF_ATTACKS, Condition
from highground.engine.abilities.effect import Effect
from highground.engine.abilities.ground import holding, stands_on
from highground.engine.attached import base_sheets
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Weapon
from highground.engine.scene import Scene
from highground.engine.state import Active
from highground.engine.table.distance import TOLERANCE
from highground.engine.weapon import weapon_named

_OF_ROLLS = frozenset({"stronger", "half range"})


def holds(scene: Scene, unit: int, effect: Effect, target: int | None = None, weapon: Weapon | None = None) -> bool:
    """Whether all conditions of an effect hold for the unit, against its target and with its weapon, if any."""
    return all(check(scene, condition, unit, target, weapon) for condition in effect.conditions)


def ready(scene: Scene, unit: int, effect: Effect) -> bool:
    """Whether an effect may happen to the unit or begin for it: what only an attack can answer is left open."""
    return all(
        check(scene, condition, unit, None)
        for condition in effect.conditions
        if not (effect.lasts and condition.kind in OF_ATTACKS)
    )


def check(scene: Scene, condition: Condition, unit: int, target: int | None, weapon: Weapon | None = None) -> bool:
    """Whether one condition holds. What asks for a target or a weapon fails without one."""
    if condition.kind == "fallen":
        return True  # who has fallen is known to what happens then (`steps.falling`)
    if condition.kind in _OF_ROLLS:
        return weapon is not None  # the attack's definition knows its strength and its range, and whether not
    found = _find(scene, condition, unit, target, weapon)
    return found is not None and found != condition.negate


def _find(scene: Scene, condition: Condition, unit: int, target: int | None, weapon: Weapon | None) -> bool | None:
    kind = condition.kind
    if kind == "weapon keyword":
        return None if weapon is None else any(keyword.name == condition.name for keyword in weapon.keywords)
    if kind == "weapon":
        return None if weapon is None else weapon_named(weapon.name) == condition.name
    if kind in _OF_TARGET:
        return None if target is None else _OF_TARGET[kind](scene, condition, unit, target)
    return _OF_UNIT[kind](scene, condition, unit)


def _below_start(scene: Scene, unit: int) -> bool:
    """Whether it has lost miniatures or, if it is a single one, wounds."""
    wounds, starting = scene.state.units[unit].wounds, scene.starting(unit)
    if len(starting) == 1:
        return sum(wounds) < starting[0].profile.wounds
    return len(wounds) - wounds.count(0) < len(starting)


def _holds(scene: Scene, unit: int, side: int) -> bool:
    """Whether the unit is at an objective marker that the side holds."""
    return any(scene.state.markers[objective].held_by == side for objective, _ in scene.at(unit))


def _marked_by(scene: Scene, name: str, unit: int, by: int | None) -> bool:
    """Whether the unit has a mark of this name that one unit made."""
    made = (each for each in scene.state.active_effects if each.unit == unit and by is not None and each.owner == by)
    return any(each.effect.marks() == name and not each.effect.when for each in made)


def stands(scene: Scene, active: Active) -> bool:
    """Whether what was switched on has not gone with the unit that did."""
    return not active.effect.tied or active.owner is None or scene.on_table(active.owner)


def _marked(scene: Scene, condition: Condition, unit: int, by: int | None) -> bool:
    """Whether the unit has so many marks of a name, of the enemy or of one of its units alone."""
    state = scene.state
    enemy = 1 - state.units[unit].side
    found = [each for each in state.active_effects if each.unit == unit and each.side == enemy]
    found = [each for each in found if each.effect.marks() == condition.name and not each.effect.when]
    found = [each for each in found if stands(scene, each)]
    if condition.own:
        makers = () if by is None else (by, *state.units[by].leaders)
        found = [each for each in found if each.owner in makers]
    return len(found) >= max(1, condition.value)


def _closest(scene: Scene, unit: int, target: int, seen: bool) -> bool:
    """Whether the target is the nearest of all enemies, or of those that the unit sees (`seen`)."""
    gap = scene.gap(unit, target)
    nearer = (e for e in scene.standing(1 - scene.state.units[unit].side) if e != target and scene.within(unit, e, gap))
    return not any(
        scene.gap(unit, each) < gap - TOLERANCE and (not seen or any(scene.lane(unit, each).sees)) for each in nearer
    )


def _contains(scene: Scene, unit: int, name: str) -> bool:
    """Whether a miniature that is called so lives in the unit."""
    state, line_up = scene.state.units[unit], scene.sheets[unit].line_up
    return any(wounds and miniature_named(line_up[i].name) == name for i, wounds in enumerate(state.wounds))


@lru_cache(maxsize=4096)
def miniature_named(name: str) -> str:
    """The name by which texts call a miniature, whatever it carries."""
    plain = name.casefold().replace("\u2019", "'").split(" w/ ")[0].split(" with ")[0].split(" (")[0]
    return " ".join(plain.split())


def _named(scene: Scene, unit: int, name: str) -> bool:
    """Whether the unit's own army has marked it."""
    state = scene.state
    side = state.units[unit].side
    mine = (e.effect for e in state.active_effects if e.unit == unit and e.side == side)
    return any(effect.marks() == name and not effect.when for effect in mine)


def _present(scene: Scene, unit: int) -> bool:
    """Whether it stands on the table, or rides in a transport that does."""
    inside = scene.state.units[unit].inside
    return scene.on_table(unit if inside is None else inside)


def _near_enemy(scene: Scene, condition: Condition, unit: int) -> bool:
    """Whether an enemy unit with a keyword, or with all of several, is within some inches; of joined ones the part."""
    if not scene.on_table(unit):
        return False
    names, reach = condition.name.split(AND) if condition.name else (), float(condition.value)
    return any(
        scene.within(unit, foe, reach) and (not names or _part_near(scene, unit, foe, names, reach))
        for foe in scene.standing(1 - scene.state.units[unit].side)
        if scene.sheets[foe].keyword_set.issuperset(names)
    )


def _near_edge(scene: Scene, unit: int, reach: float) -> bool:
    """Whether a base of the unit comes within so many inches of an edge of the board."""
    discs, near = scene.figures(unit).discs, reach + TOLERANCE
    return any(min(x, y, BOARD_WIDTH - x, BOARD_HEIGHT - y) - radius <= near for x, y, radius in discs)


def _on_objective(scene: Scene, unit: int) -> bool:
    return bool(scene.at(unit))


def _led(scene: Scene, unit: int) -> bool:
    """Whether a leader that joined the unit lives."""
    state = scene.state.units[unit]
    return bool(state.leaders) and any(state.wounds[scene.sheets[unit].body :])


def _led_by(scene: Scene, unit: int, keyword: str) -> bool:
    """Whether a leader with this keyword, or with all of several, that joined the unit lives."""
    leaders, names = scene.state.units[unit].leaders, keyword.split(AND)
    having = (each for each in leaders if base_sheets(scene.setup)[each].keyword_set.issuperset(names))
    return any(scene.bearing(each, ()) is not None for each in having)


def _near_friend(scene: Scene, condition: Condition, unit: int) -> bool:
    """Whether a unit of the army with a keyword, or with all of several, is within some inches.

    Of joined units the part that has them counts.
    """
    state = scene.state.units[unit]
    if not state.on_table:
        return False
    names, reach = condition.name.split(AND) if condition.name else (), float(condition.value)
    such = (each for each in scene.standing(state.side) if scene.sheets[each].keyword_set.issuperset(names))
    return any(
        condition.own
        if other == unit
        else scene.within(unit, other, reach) and (not names or _part_near(scene, unit, other, names, reach))
        for other in such
    )


def _part_near(scene: Scene, unit: int, other: int, names: Sequence[str], reach: float) -> bool:
    """The same for one unit that is near: whether those of it that have the keywords are."""
    leaders = scene.state.units[other].leaders
    if not leaders:
        return True
    sheets, first = base_sheets(scene.setup), 0
    having: set[int] = set()
    for part in (other, *leaders):
        count = len(sheets[part].line_up)
        having.update(range(first, first + count) if sheets[part].keyword_set.issuperset(names) else ())
        first += count
    lane = scene.lane(other, unit)
    return any(i in having and gap <= reach + TOLERANCE for i, gap in zip(lane.indices, lane.gaps, strict=True))


def _holds_more(scene: Scene, side: int) -> bool:
    """Whether the side holds more objectives than the enemy."""
    held = [marker.held_by for marker in scene.state.markers]
    return held.count(side) > held.count(1 - side)


def _contested(scene: Scene, unit: int, side: int) -> bool:
    """Whether the unit is at an objective marker that the side does not hold."""
    return any(scene.state.markers[objective].held_by != side for objective, _ in scene.at(unit))


UnitCheck = Callable[[Scene, Condition, int], bool]
TargetCheck = Callable[[Scene, Condition, int, int], bool]

_OF_UNIT: dict[str, UnitCheck] = {
    "keyword": lambda scene, condition, unit: scene.has_keyword(unit, condition.name),
    "rule": lambda scene, condition, unit: condition.name in scene.sheets[unit].rules,
    "near edge": lambda scene, condition, unit: _near_edge(scene, unit, condition.value),
    "at objective": lambda scene, condition, unit: any(k == condition.value - 1 for k, _ in scene.at(unit)),
    "below half": lambda scene, condition, unit: scene.below_half(unit),
    "shocked": lambda scene, condition, unit: scene.state.units[unit].shocked,
    "stationary": lambda scene, condition, unit: scene.state.units[unit].moved in {"", "stationary"},
    "advanced": lambda scene, condition, unit: scene.state.units[unit].moved == "advanced",
    "charged": lambda scene, condition, unit: scene.state.units[unit].charged,
    "engaged": lambda scene, condition, unit: scene.engaged(unit),
    "on objective": lambda scene, condition, unit: _on_objective(scene, unit),
    "leading": lambda scene, condition, unit: _led(scene, unit),
    "led by": lambda scene, condition, unit: _led_by(scene, unit, condition.name),
    "wounds left": lambda scene, condition, unit: sum(scene.state.units[unit].wounds) <= condition.value,
    "near friend": _near_friend,
    "below start": lambda scene, condition, unit: _below_start(scene, unit),
    "holds objective": lambda scene, condition, unit: _holds(scene, unit, scene.state.units[unit].side),
    "round": lambda scene, condition, unit: scene.state.round >= condition.value,
    "marked": lambda scene, condition, unit: _marked(scene, condition, unit, None),
    "home ground": lambda scene, condition, unit: stands_on(scene, unit, scene.state.units[unit].side),
    "enemy home ground": lambda scene, condition, unit: stands_on(scene, unit, 1 - scene.state.units[unit].side),
    "to fight": lambda scene, condition, unit: not scene.state.units[unit].fought,
    "to shoot": lambda scene, condition, unit: not scene.state.units[unit].shot,
    "contains": lambda scene, condition, unit: _contains(scene, unit, condition.name),
    "disembarked": lambda scene, condition, unit: scene.state.units[unit].disembarked,
    "own turn": lambda scene, condition, unit: scene.state.active == scene.state.units[unit].side,
    "count": lambda scene, condition, unit: (
        scene.state.armies[scene.state.units[unit].side].count(condition.name) >= max(1, condition.value)
    ),
    "near enemy": _near_enemy,
    "named": lambda scene, condition, unit: _named(scene, unit, condition.name),
    "on table": lambda scene, condition, unit: scene.on_table(unit),
    "present": lambda scene, condition, unit: _present(scene, unit),
    "miniature keyword": lambda scene, condition, unit: condition.negate,  # of single miniatures (`sturdy`)
    "fell back": lambda scene, condition, unit: scene.state.units[unit].moved == "fell_back",
    "holds home": lambda scene, condition, unit: (
        holding(scene, scene.state.units[unit].side)[0] >= max(1, condition.value)
    ),
    "holds away": lambda scene, condition, unit: (
        holding(scene, scene.state.units[unit].side)[1] >= max(1, condition.value)
    ),
    "holds more": lambda scene, condition, unit: _holds_more(scene, scene.state.units[unit].side),
}

_OF_TARGET: dict[str, TargetCheck] = {
    "target keyword": lambda scene, condition, unit, target: scene.has_keyword(target, condition.name),
    "target on its objective": lambda scene, condition, unit, target: _holds(
        scene, target, scene.state.units[target].side
    ),
    "target below half": lambda scene, condition, unit, target: scene.below_half(target),
    "target shocked": lambda scene, condition, unit, target: scene.state.units[target].shocked,
    "target on objective": lambda scene, condition, unit, target: _on_objective(scene, target),
    "target objective": lambda scene, condition, unit, target: _contested(scene, target, scene.state.units[unit].side),
    "target stealthy": lambda scene, condition, unit, target: "stealth" in scene.sheets[target].rules,
    "target below start": lambda scene, condition, unit, target: _below_start(scene, target),
    "target on own objective": lambda scene, condition, unit, target: _holds(
        scene, target, scene.state.units[unit].side
    ),
    "target size": lambda scene, condition, unit, target: len(scene.figures(target).indices) >= condition.value,
    "target marked": lambda scene, condition, unit, target: _marked(scene, condition, target, unit),
    "marked by transport": lambda scene, condition, unit, target: _marked_by(
        scene, condition.name, target, scene.state.units[unit].left
    ),
    "closest": lambda scene, condition, unit, target: _closest(scene, unit, target, not condition.own),
    "within": lambda scene, condition, unit, target: scene.within(unit, target, condition.value),
    "in cover": lambda scene, condition, unit, target: scene.lane(unit, target).cover,
}
