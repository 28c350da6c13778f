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
from highground.engine.attached import base_sheets
from highground.engine.effects import Modifier
from highground.engine.model import ArmySheet, Keyword, Setup, UnitSheet, Weapon
from highground.engine.scene import Scene
from highground.engine.state import Active, Unit
from highground.engine.table.distance import TOLERANCE


class Power(NamedTuple):
    """An effect and the name of the ability that it belongs to."""

    name: str
    effect: Effect


_NONE: list[Power] = []
_OFF: list[Active] = []
_NOBODY = Power("", Effect("sticky"))


class Borne(NamedTuple):
    """A power of a unit, and the miniatures of the unit that it hangs on; all of them if none are named."""

    unit: int
    bearers: tuple[int, ...]
    power: Power


class Sources:
    """Effects of one kind that a unit may have without anybody's doing.

    Its `own`, with those of its leaders, and those of its `army` it has at all times (`always`, if they are `lasting`
    because there are no others); what hangs on miniatures (`borne`, `banners`) and `auras` come and go.
    """

    __slots__ = ("always", "army", "auras", "banners", "borne", "lasting", "own")

    def __init__(
        self, own: list[Power], army: list[Power], borne: list[Borne], auras: list[Borne], banners: list[Borne]
    ) -> None:
        self.own, self.army, self.borne, self.auras, self.banners = own, army, borne, auras, banners
        self.always = own + army
        self.lasting = not (borne or auras or banners)


class Powers:
    """The effects of a setup that nobody has to switch on.

    Each unit's own, and apart from them those that hang on some of its miniatures (`borne`); each side's for all, from
    the army and from units; the auras that reach a side; and by their moment those that happen by themselves. Equal
    effects of one name are one object.
    """

    def __init__(self, setup: Setup) -> None:
        self.own: list[list[Power]] = []
        self.borne: dict[int, list[Borne]] = {}
        self.army: tuple[list[Power], list[Power]] = ([], [])
        self.banners: tuple[list[Borne], list[Borne]] = ([], [])
        self.auras: tuple[list[Borne], list[Borne]] = ([], [])
        self.moments: dict[str, list[Borne]] = {}
        self.kinds: list[frozenset[str]] = []
        """What effects there can be on each unit without anybody's doing, whoever leads it."""
        self._known: dict[Power, Power] = {}
        self._sources: dict[tuple[int, tuple[int, ...], str], Sources] = {}
        for side, army in enumerate(setup.armies):
            self.army[side].extend(power for ability in army.abilities for power in self._always(ability))
            for sheet in army.units:
                self._of_unit(side, len(self.own), sheet)
        self.kinds = [self._kinds(side, army, sheet) for side, army in enumerate(setup.armies) for sheet in army.units]
        self.rearms = any(p.effect.keyword is not None and p.effect.keyword.name in OF_STEPS for p in self._known)
        """Whether any of them gives or takes a weapon keyword that is asked for before there is a target."""

    def _of_unit(self, side: int, unit: int, sheet: UnitSheet) -> None:
        self.own.append([])
        for ability in sheet.abilities:
            for power in self._always(ability):
                self._sort(side, Borne(unit, ability.bearers, power))

    def _always(self, ability: Ability) -> Iterator[Power]:
        if ability.use is None:
            for effect in ability.effects:
                if effect.duration == "always":
                    power = Power(ability.name, effect)
                    yield self._known.setdefault(power, power)

    def _kinds(self, side: int, army: ArmySheet, sheet: UnitSheet) -> frozenset[str]:
        leaders = [each for each in army.units if sheet.name in each.leads]
        found = [*self.army[side], *(each.power for each in (*self.auras[side], *self.banners[side]))]
        found += [power for each in (sheet, *leaders) for ability in each.abilities for power in self._always(ability)]
        return frozenset([power.effect.kind for power in found])

    def _sort(self, side: int, found: Borne) -> None:
        effect = found.power.effect
        if effect.when:
            self.moments.setdefault(effect.when, []).append(found)
        elif effect.who == "army":
            self.banners[side].append(found)
        elif effect.who == "friends within":
            self.auras[side].append(found)
        elif effect.who == "enemies within":
            self.auras[1 - side].append(found)
        elif found.bearers:
            self.borne.setdefault(found.unit, []).append(found)
        else:
            self.own[found.unit].append(found.power)

    def sources(self, unit: Unit, kind: str) -> Sources:
        """Where effects of one kind can come from for a unit with the leaders that it has now."""
        key = (unit.index, unit.leaders, kind)
        found = self._sources.get(key)
        if found is None:
            found = self._sources[key] = self._collect(unit, kind)
        return found

    def _collect(self, unit: Unit, kind: str) -> Sources:
        own = [*self.own[unit.index], *(p for leader in unit.leaders for p in self.own[leader] if _leads(p))]
        borne = [*self.borne.get(unit.index, ())]
        borne += [each for leader in unit.leaders for each in self.borne.get(leader, ()) if _leads(each.power)]
        hung = (borne, self.auras[unit.side], self.banners[unit.side])
        own, army = ([p for p in each if p.effect.kind == kind] for each in (own, self.army[unit.side]))
        return Sources(own, army, *([each for each in one if each.power.effect.kind == kind] for one in hung))

    @staticmethod
    def of(setup: Setup) -> Powers:
        """The setup's powers, collected at the first call and kept with it."""
        kept = setup.__dict__
        powers: Powers | None = kept.get("_powers")
        if powers is None:
            powers = kept["_powers"] = Powers(setup)
        return powers


def bearing(scene: Scene, found: Borne) -> int | None:
    """The unit that those whom a power hangs on stand in now, alone or with another; None if they have fallen."""
    units = scene.state.units
    host, first, count = units[found.unit].joined, 0, len(units[found.unit].wounds)
    if host is not None:
        first = scene.sheets[host].body
        for leader in units[host].leaders:
            if leader == found.unit:
                break
            first += len(units[leader].wounds)
        else:
            return None
    where = found.unit if host is None else host
    wounds = units[where].wounds
    miniatures = found.bearers or range(count if host is not None else scene.sheets[where].body or count)
    return where if any(wounds[first + i] for i in miniatures) else None


def of_kind(scene: Scene, unit: int, kind: str) -> list[Power]:
    """Every effect of one kind that is for the unit now, whatever its conditions say. Most units have none."""
    powers, state = Powers.of(scene.setup), scene.state.units[unit]
    found = _passive(scene, powers, state, kind) if kind in powers.kinds[unit] else _NONE
    active = _switched_on(scene, kind)
    if active:
        side = state.side
        found = found + [
            Power(each.name, each.effect)
            for each in active
            if each.unit == unit or (each.unit is None and each.side == side)
        ]
    return found


def _switched_on(scene: Scene, kind: str) -> list[Active]:
    """The effects of one kind that somebody switched on, whoever they are for."""
    active, known = scene.state.active_effects, scene.in_force
    if known[0] is not active:
        by_kind: dict[str, list[Active]] = {}
        for each in active:
            by_kind.setdefault(each.effect.kind, []).append(each)
        known = scene.in_force = (active, by_kind)
    return known[1].get(kind, _OFF)


def _passive(scene: Scene, powers: Powers, state: Unit, kind: str) -> list[Power]:
    """The effects of one kind for the unit that nobody had to switch on."""
    sources = powers.sources(state, kind)
    if sources.lasting:
        return sources.always
    key = ("powers", state.index, kind)
    found: list[Power] | None = scene.memo.get(key)
    if found is None:
        hung = [each.power for each in sources.borne if bearing(scene, each) is not None]
        # equal auras do not add up
        reached = {id(power): power for power in _auras_on(scene, state.index, sources.auras)}
        reached |= {id(each.power): each.power for each in sources.banners if bearing(scene, each) is not None}
        found = scene.memo[key] = [*sources.own, *hung, *sources.army, *reached.values()]
    return found


def _leads(power: Power) -> bool:
    """Whether an effect of a leader is for the whole unit that it joined."""
    return any(condition.kind == "leading" for condition in power.effect.conditions)


def _auras_on(scene: Scene, unit: int, auras: list[Borne]) -> Iterator[Power]:
    states = scene.state.units
    if not scene.on_table(unit):
        return
    for each in auras:
        host = states[each.unit].joined
        source = each.unit if host is None else host
        if not scene.on_table(source) or (each.bearers and bearing(scene, each) is None):
            continue
        if source == unit or scene.within(source, unit, each.power.effect.reach):
            yield each.power


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
    if kind == "stronger":
        return True if weapon is not None else None  # the attack's definition knows its strength
    if kind in _OF_TARGET:
        return None if target is None else _OF_TARGET[kind](scene, condition, unit, target)
    return _OF_UNIT[kind](scene, condition, unit)


def _on_objective(scene: Scene, unit: int) -> bool:
    return bool(scene.at(unit))


def _led(scene: Scene, unit: int) -> bool:
    """Whether a leader that joined the unit lives."""
    state = scene.state.units[unit]
    return bool(state.leaders) and any(state.wounds[scene.sheets[unit].body :])


def _led_by(scene: Scene, unit: int, keyword: str) -> bool:
    """Whether a leader with this keyword that joined the unit lives."""
    leaders = scene.state.units[unit].leaders
    found = (Borne(each, (), _NOBODY) for each in leaders if keyword in base_sheets(scene.setup)[each].keyword_set)
    return any(bearing(scene, each) is not None for each in found)


def _near_friend(scene: Scene, condition: Condition, unit: int) -> bool:
    """Whether a unit of the army with a keyword is within some inches. Of joined units the part that has it counts."""
    state = scene.state.units[unit]
    if not state.on_table:
        return False
    name, reach = condition.name, float(condition.value)
    such = (each for each in scene.standing(state.side) if not name or name in scene.sheets[each].keyword_set)
    return any(
        condition.own
        if other == unit
        else scene.within(unit, other, reach) and (not name or _part_near(scene, unit, other, name, reach))
        for other in such
    )


def _part_near(scene: Scene, unit: int, other: int, keyword: str, reach: float) -> bool:
    """The same for one unit that is near: whether those of it that have the keyword are."""
    leaders = scene.state.units[other].leaders
    if not leaders:
        return True
    sheets, first = base_sheets(scene.setup), 0
    having: set[int] = set()
    for part in (other, *leaders):
        count = len(sheets[part].line_up)
        having.update(range(first, first + count) if keyword in sheets[part].keyword_set else ())
        first += count
    lane = scene.lane(other, unit)
    return any(i in having and gap <= reach + TOLERANCE for i, gap in zip(lane.indices, lane.gaps, strict=True))


def _contested(scene: Scene, unit: int, side: int) -> bool:
    """Whether the unit is at an objective marker that the side does not hold."""
    return any(scene.state.markers[objective].held_by != side for objective, _ in scene.at(unit))


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
    "led by": lambda scene, condition, unit: _led_by(scene, unit, condition.name),
    "wounds left": lambda scene, condition, unit: sum(scene.state.units[unit].wounds) <= condition.value,
    "near friend": _near_friend,
}

_OF_TARGET: dict[str, TargetCheck] = {
    "target keyword": lambda scene, condition, unit, target: condition.name in scene.sheets[target].keyword_set,
    "target below half": lambda scene, condition, unit, target: scene.below_half(target),
    "target shocked": lambda scene, condition, unit, target: scene.state.units[target].shocked,
    "target on objective": lambda scene, condition, unit, target: _on_objective(scene, target),
    "target objective": lambda scene, condition, unit, target: _contested(scene, target, scene.state.units[unit].side),
    "target stealthy": lambda scene, condition, unit, target: "stealth" in scene.sheets[target].rules,
    "within": lambda scene, condition, unit, target: scene.within(unit, target, condition.value),
    "in cover": lambda scene, condition, unit, target: scene.lane(unit, target).cover,
}


def modifiers(scene: Scene, unit: int, target: int, weapon: Weapon) -> tuple[Modifier, ...]:
    """What abilities do to an attack of the unit at the target: the attacker's own, and those of the defender."""
    found = [
        _modifier(power)
        for power in of_kind(scene, unit, "roll")
        if power.effect.role == "attacking" and _fits(power.effect, weapon)
        if holds(scene, unit, power.effect, target, weapon)
    ]
    found += [
        _modifier(power)
        for power in of_kind(scene, target, "roll")
        if power.effect.role == "defending" and _fits(power.effect, weapon)
        if holds(scene, target, power.effect, unit, weapon)
    ]
    return tuple(found)


def _fits(effect: Effect, weapon: Weapon) -> bool:
    return effect.attacks in ("any", "melee" if weapon.melee else "ranged")


def _modifier(power: Power) -> Modifier:
    effect = power.effect
    return Modifier(
        effect.stage,  # type: ignore[arg-type]
        effect.change,  # type: ignore[arg-type]
        power.name,
        effect.value,
        effect.amount,
        effect.reroll,  # type: ignore[arg-type]
        next((not each.negate for each in effect.conditions if each.kind == "stronger"), None),
    )


OF_STEPS = frozenset({"assault", "pistol", "indirect fire", "hazardous", "extra attacks"})
"""Weapon keywords that are asked for before there is a target: what gives them must not depend on one."""
AT_TARGETS = frozenset({*_OF_TARGET, "stronger"})
"""Conditions that ask for a target."""


def too_early(effect: Effect) -> bool:
    """Whether the effect gives or takes a keyword that is asked for before its conditions can be."""
    named = effect.keyword is not None and effect.keyword.name in OF_STEPS
    return named and any(condition.kind in AT_TARGETS for condition in effect.conditions)


def rearmed(scene: Scene, unit: int) -> bool:
    """Whether some effect for the unit gives or takes weapon keywords that are asked for before there is a target."""
    switched = _switched_on(scene, "weapon_keyword") or _switched_on(scene, "lose_keyword")
    if not switched and not Powers.of(scene.setup).rearms:
        return False
    keywords = (power.effect.keyword for power in _of_keywords(scene, unit))
    return any(keyword is not None and keyword.name in OF_STEPS for keyword in keywords)


def _of_keywords(scene: Scene, unit: int) -> list[Power]:
    return of_kind(scene, unit, "weapon_keyword") + of_kind(scene, unit, "lose_keyword")


def armed(scene: Scene, unit: int, target: int | None, weapon: Weapon) -> Weapon:
    """The weapon with the keywords that abilities give it or take from it, against this target if there is one yet."""
    found = _of_keywords(scene, unit)
    if not found:
        return weapon
    given = [power.effect for power in found if power.effect.keyword is not None]
    held = [effect for effect in given if _fits(effect, weapon) and holds(scene, unit, effect, target, weapon)]
    gained = tuple([e.keyword for e in held if e.kind == "weapon_keyword" and e.keyword is not None])
    lost = frozenset([e.keyword.name for e in held if e.kind == "lose_keyword" and e.keyword is not None])
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
    found = of_kind(scene, unit, kind)
    return sum([power.effect.value for power in found if holds(scene, unit, power.effect)]) if found else 0


def most(scene: Scene, unit: int, kind: str) -> int:
    """The highest value among the effects of a kind that hold for the unit: they do not add up."""
    held = (each.effect for each in of_kind(scene, unit, kind))
    return max([effect.value for effect in held if holds(scene, unit, effect)], default=0)


def has(scene: Scene, unit: int, kind: str, text: str = "") -> bool:
    """Whether an effect of this kind, and of this text if one is named, holds for the unit."""
    found = of_kind(scene, unit, kind)
    return bool(found) and any((not text or p.effect.text == text) and holds(scene, unit, p.effect) for p in found)


def shrug(scene: Scene, unit: int) -> int | None:
    """The feel no pain that abilities give the unit against wounds of any kind, if they do."""
    values = [
        power.effect.value
        for power in of_kind(scene, unit, "roll")
        if power.effect.stage == "fnp" and power.effect.attacks in {"any", "mortal"}
        if power.effect.role == "defending" and holds(scene, unit, power.effect)
    ]
    return min(values, default=None)


def hidden_beyond(scene: Scene, unit: int) -> float | None:
    """The inches beyond which the unit cannot be chosen as a target, if an ability says so."""
    reaches = [power.effect.value for power in of_kind(scene, unit, "hidden") if holds(scene, unit, power.effect)]
    return float(min(reaches)) if reaches else None
