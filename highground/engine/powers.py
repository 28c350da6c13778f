"""Which effects of abilities hold for a unit now, and what they come to.

An effect holds when it is always on or was switched on by a use, when the unit is among those it is for (itself, an
aura's circle, its army), and when its conditions hold. Everything here only reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from highground.engine.ability import Ability, Condition, Effect
from highground.engine.effects import Modifier
from highground.engine.model import Keyword, Setup, Weapon
from highground.engine.scene import Scene
from highground.engine.table.objectives import holders


class Power(NamedTuple):
    """An effect and the name of the ability that it belongs to."""

    name: str
    effect: Effect


_NONE: list[Power] = []


class Powers:
    """The effects of a setup that are always on: each unit's own, each side's for all, and the auras that reach a side.

    Equal effects of one name are one object.
    """

    def __init__(self, setup: Setup) -> None:
        self.own: list[list[Power]] = []
        self.army: tuple[list[Power], list[Power]] = ([], [])
        self.auras: tuple[list[tuple[int, Power]], list[tuple[int, Power]]] = ([], [])
        self._known: dict[Power, Power] = {}
        for side, army in enumerate(setup.armies):
            self.army[side].extend(power for ability in army.abilities for power in self._always(ability))
            for sheet in army.units:
                powers = [power for ability in sheet.abilities for power in self._always(ability)]
                for power in powers:
                    self._sort(side, len(self.own), power)
                self.own.append([power for power in powers if power.effect.who == "self"])
        self.any = bool(any(self.own) or any(self.army) or any(self.auras))

    def _always(self, ability: Ability) -> Iterator[Power]:
        if ability.use is None:
            for effect in ability.effects:
                if effect.duration == "always":
                    power = Power(ability.name, effect)
                    yield self._known.setdefault(power, power)

    def _sort(self, side: int, unit: int, power: Power) -> None:
        who = power.effect.who
        if who == "army":
            self.army[side].append(power)
        elif who == "friends within":
            self.auras[side].append((unit, power))
        elif who == "enemies within":
            self.auras[1 - side].append((unit, power))

    @staticmethod
    def of(setup: Setup) -> Powers:
        """The setup's powers, collected at the first call and kept with it."""
        kept = setup.__dict__
        powers: Powers | None = kept.get("_powers")
        if powers is None:
            powers = kept["_powers"] = Powers(setup)
        return powers


def holding(scene: Scene, unit: int) -> list[Power]:
    """Every effect that is for the unit now, whatever its conditions say. Most units have none."""
    state = scene.state
    if not state.active_effects and not Powers.of(scene.setup).any:
        return _NONE
    found = passive(scene, unit)
    if state.active_effects:
        side = state.units[unit].side
        found = found + [
            Power(active.name, active.effect)
            for active in state.active_effects
            if active.unit == unit or (active.unit is None and active.side == side)
        ]
    return found


def passive(scene: Scene, unit: int) -> list[Power]:
    """The effects for the unit that nobody had to switch on."""
    powers = Powers.of(scene.setup)
    state = scene.state.units[unit]
    own, army = powers.own[unit], powers.army[state.side]
    if state.leaders:
        own = own + [power for leader in state.leaders for power in powers.own[leader] if _leads(power)]
    auras = powers.auras[state.side]
    if not auras:
        return own + army if army else own
    key = ("powers", unit)
    found: list[Power] | None = scene.memo.get(key)
    if found is None:
        reached = {id(power): power for power in _auras_on(scene, unit, auras)}  # equal auras do not add up
        found = scene.memo[key] = [*own, *army, *reached.values()]
    return found


def _leads(power: Power) -> bool:
    """Whether an effect of a leader is for the whole unit that it joined."""
    return any(condition.kind == "leading" for condition in power.effect.conditions)


def _auras_on(scene: Scene, unit: int, auras: list[tuple[int, Power]]) -> Iterator[Power]:
    states = scene.state.units
    if not states[unit].on_table:
        return
    for bearer, power in auras:
        host = states[bearer].joined
        source = bearer if host is None else host
        if states[source].on_table and (source == unit or scene.within(source, unit, power.effect.reach)):
            yield power


def holds(scene: Scene, unit: int, effect: Effect, target: int | None = None, weapon: Weapon | None = None) -> bool:
    """Whether all conditions of an effect hold for the unit, against its target and with its weapon, if any."""
    return all(check(scene, condition, unit, target, weapon) for condition in effect.conditions)


def check(scene: Scene, condition: Condition, unit: int, target: int | None, weapon: Weapon | None = None) -> bool:
    """Whether one condition holds. What asks for a target or a weapon fails without one."""
    found = _find(scene, condition, unit, target, weapon)
    return found is not None and found != condition.negate


def _find(scene: Scene, condition: Condition, unit: int, target: int | None, weapon: Weapon | None) -> bool | None:
    kind = condition.kind
    if kind == "weapon keyword":
        return None if weapon is None else any(keyword.name == condition.name for keyword in weapon.keywords)
    if kind in _OF_TARGET:
        return None if target is None else _OF_TARGET[kind](scene, condition, unit, target)
    return _OF_UNIT[kind](scene, condition, unit)


def _on_objective(scene: Scene, unit: int) -> bool:
    figures = scene.figures(unit)
    return any(holders(figures.places, figures.radii, objective) for objective in scene.setup.layout.objectives)


def _led(scene: Scene, unit: int) -> bool:
    """Whether a leader that joined the unit lives."""
    state = scene.state.units[unit]
    return bool(state.leaders) and any(state.wounds[scene.sheets[unit].body :])


UnitCheck = Callable[[Scene, Condition, int], bool]
TargetCheck = Callable[[Scene, Condition, int, int], bool]

_OF_UNIT: dict[str, UnitCheck] = {
    "keyword": lambda scene, condition, unit: condition.name in scene.sheets[unit].keyword_set,
    "below half": lambda scene, condition, unit: scene.below_half(unit),
    "shocked": lambda scene, condition, unit: scene.state.units[unit].shocked,
    "stationary": lambda scene, condition, unit: scene.state.units[unit].moved in {"", "stationary"},
    "advanced": lambda scene, condition, unit: scene.state.units[unit].moved == "advanced",
    "charged": lambda scene, condition, unit: scene.state.units[unit].charged,
    "engaged": lambda scene, condition, unit: scene.engaged(unit),
    "on objective": lambda scene, condition, unit: _on_objective(scene, unit),
    "leading": lambda scene, condition, unit: _led(scene, unit),
}

_OF_TARGET: dict[str, TargetCheck] = {
    "target keyword": lambda scene, condition, unit, target: condition.name in scene.sheets[target].keyword_set,
    "target below half": lambda scene, condition, unit, target: scene.below_half(target),
    "target shocked": lambda scene, condition, unit, target: scene.state.units[target].shocked,
    "target on objective": lambda scene, condition, unit, target: _on_objective(scene, target),
    "within": lambda scene, condition, unit, target: scene.within(unit, target, condition.value),
    "in cover": lambda scene, condition, unit, target: scene.lane(unit, target).cover,
}


def modifiers(scene: Scene, unit: int, target: int, weapon: Weapon) -> tuple[Modifier, ...]:
    """What abilities do to an attack of the unit at the target: the attacker's own, and those of the defender."""
    found = [
        _modifier(power)
        for power in holding(scene, unit)
        if power.effect.kind == "roll" and power.effect.role == "attacking" and _fits(power.effect, weapon)
        if holds(scene, unit, power.effect, target, weapon)
    ]
    found += [
        _modifier(power)
        for power in holding(scene, target)
        if power.effect.kind == "roll" and power.effect.role == "defending" and _fits(power.effect, weapon)
        if holds(scene, target, power.effect, unit, weapon)
    ]
    return tuple(found)


def _fits(effect: Effect, weapon: Weapon) -> bool:
    return effect.attacks == "any" or (effect.attacks == "melee") == weapon.melee


def _modifier(power: Power) -> Modifier:
    effect = power.effect
    return Modifier(
        effect.stage,  # type: ignore[arg-type]
        effect.change,  # type: ignore[arg-type]
        power.name,
        effect.value,
        effect.amount,
        effect.reroll,  # type: ignore[arg-type]
    )


def armed(scene: Scene, unit: int, target: int, weapon: Weapon) -> Weapon:
    """The weapon with the keywords that abilities give it or take from it against this target."""
    given = [power.effect for power in holding(scene, unit) if power.effect.keyword is not None]
    if not given:
        return weapon
    held = [effect for effect in given if _fits(effect, weapon) and holds(scene, unit, effect, target, weapon)]
    gained = tuple(e.keyword for e in held if e.kind == "weapon_keyword" and e.keyword is not None)
    lost = frozenset(e.keyword.name for e in held if e.kind == "lose_keyword" and e.keyword is not None)
    return _with_keywords(weapon, gained, lost) if gained or lost else weapon


@lru_cache(maxsize=4096)
def _with_keywords(weapon: Weapon, gained: tuple[Keyword, ...], lost: frozenset[str]) -> Weapon:
    """Of two values of one keyword the higher counts."""
    kept = {(k.name, k.target): k for k in weapon.keywords if k.name not in lost}
    for keyword in gained:
        key = (keyword.name, keyword.target)
        if key not in kept or _worth(keyword) > _worth(kept[key]):
            kept[key] = keyword
    return replace(weapon, keywords=tuple(kept.values()))


def _worth(keyword: Keyword) -> float:
    mean = keyword.value.mean if keyword.value is not None else 0.0
    return -mean if keyword.name == "anti" else mean


def added(scene: Scene, unit: int, kind: str) -> int:
    """The sum of what abilities add to the unit's move, advance, charge, control or leadership."""
    return sum(
        power.effect.value
        for power in holding(scene, unit)
        if power.effect.kind == kind and holds(scene, unit, power.effect)
    )


def has(scene: Scene, unit: int, kind: str, text: str = "") -> bool:
    """Whether an effect of this kind, and of this text if one is named, holds for the unit."""
    return any(
        power.effect.kind == kind and (not text or power.effect.text == text) and holds(scene, unit, power.effect)
        for power in holding(scene, unit)
    )


def shrug(scene: Scene, unit: int) -> int | None:
    """The feel no pain that abilities give the unit against wounds of any kind, if they do."""
    values = [
        power.effect.value
        for power in holding(scene, unit)
        if power.effect.kind == "roll" and power.effect.stage == "fnp" and power.effect.attacks == "any"
        if power.effect.role == "defending" and holds(scene, unit, power.effect)
    ]
    return min(values, default=None)


def hidden_beyond(scene: Scene, unit: int) -> float | None:
    """The inches beyond which the unit cannot be chosen as a target, if an ability says so."""
    reaches = [
        power.effect.value
        for power in holding(scene, unit)
        if power.effect.kind == "hidden" and holds(scene, unit, power.effect)
    ]
    return float(min(reaches)) if reaches else None
