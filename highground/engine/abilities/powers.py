"""Which effects of abilities hold for a unit now, and what they come to.

An effect holds when it is always on or was switched on by a use, when the unit is among those it is for (itself, an
aura's circle, its army), and when its conditions hold. Everything here only reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from highground.engine.abilities.conditions import holds, stands
from highground.engine.abilities.effect import Effect, Permission, Role, RuleQuestion, UnitRoll
from highground.engine.abilities.model import Ability
from highground.engine.attached import base_sheets, living_leaders
from highground.engine.effects import Circumstances, Modifier, keyword_modifiers
from highground.engine.kept import Once, OnTable, While
from highground.engine.model import ArmySheet, Keyword, Setup, UnitSheet, Weapon
from highground.engine.scene import Scene
from highground.engine.state import Active, Unit, places_of
from highground.engine.table.distance import TOLERANCE, between


class Power(NamedTuple):
    """An effect and the name of the ability that it belongs to."""

    name: str
    effect: Effect


_NONE: list[Power] = []
_OFF: list[tuple[Active, Power]] = []


class BoundPower(NamedTuple):
    """A power of a unit, and the miniatures of the unit that it hangs on; all of them if none are named."""

    unit: int
    bearers: tuple[int, ...]
    power: Power

    def lives(self, scene: Scene) -> bool:
        return scene.bearing(self.unit, self.bearers) is not None


class Sources:
    """Effects of one question that a unit may have without anybody's doing.

    Its `own`, with those of its leaders, and those of its `army` it has at all times (`always`, if they are `lasting`
    because there are no others); what hangs on miniatures (`bound`, `banners`) and `auras` come and go.
    """

    __slots__ = ("always", "army", "auras", "banners", "bound", "lasting", "own")

    def __init__(
        self,
        own: list[Power],
        army: list[Power],
        bound: list[BoundPower],
        auras: list[BoundPower],
        banners: list[BoundPower],
    ) -> None:
        self.own, self.army, self.bound, self.auras, self.banners = own, army, bound, auras, banners
        self.always = own + army
        self.lasting = not (bound or auras or banners)


class Powers:
    """The effects of a setup that nobody has to switch on.

    Each unit's own, and apart from them those that hang on some of its miniatures (`bound`); each side's for all, from
    the army and from units; the auras that reach a side; and by their moment those that happen by themselves. Equal
    effects of one name are one object.
    """

    def __init__(self, setup: Setup) -> None:
        self.own: list[list[Power]] = []
        self.bound: dict[int, list[BoundPower]] = {}
        self.army: tuple[list[Power], list[Power]] = ([], [])
        self.banners: tuple[list[BoundPower], list[BoundPower]] = ([], [])
        self.auras: tuple[list[BoundPower], list[BoundPower]] = ([], [])
        self.personal: dict[int, list[BoundPower]] = {}
        self.moments: dict[str, list[BoundPower]] = {}
        self.army_moments: tuple[dict[str, list[Power]], dict[str, list[Power]]] = ({}, {})
        self.questions: list[frozenset[RuleQuestion]] = []
        """The questions that effects may answer for each unit without anybody's doing, with any of its leaders."""
        self._known: dict[Power, Power] = {}
        self._sources: dict[tuple[int, tuple[int, ...], str], Sources] = {}
        for side, army in enumerate(setup.armies):
            for power in [power for ability in army.abilities for power in self._always(ability)]:
                if power.effect.when:
                    self.army_moments[side].setdefault(power.effect.when, []).append(power)
                else:
                    self.army[side].append(power)
            for sheet in army.units:
                self._of_unit(side, len(self.own), sheet)
        self.questions = [
            self._questions(side, army, sheet) for side, army in enumerate(setup.armies) for sheet in army.units
        ]
        every = [ability for army in setup.armies for ability in army.abilities]
        every += [each for army in setup.armies for sheet in army.units for each in sheet.abilities]
        changes = {effect.kind for ability in every for effect in ability.effects}
        self.priced = not changes.isdisjoint({"price", "dearer"})
        """Whether any of them changes what stratagems cost."""
        self.spending = "spending" in changes
        """Whether any of them changes what uses take of an army's counts."""
        self.rearms = any(p.effect.changes_arms() for p in self._known)
        """Whether any of them gives or takes a weapon keyword that is asked for before there is a target."""
        self.parted = any(each.kind == "miniature keyword" for p in self._known for each in p.effect.conditions)
        """Whether any of them is for miniatures of a kind alone."""
        self.outlives = any(p.effect.question == "last blows" for p in self._known)
        """Whether any of them lets the fallen strike."""
        self.arming = self._arming(setup)

    @staticmethod
    def _arming(setup: Setup) -> dict[int, frozenset[str]]:
        """The weapons that units have only while an ability of theirs gives them."""
        found: dict[int, frozenset[str]] = {}
        for index, sheet in enumerate([unit for army in setup.armies for unit in army.units]):
            every = [one for each in sheet.abilities for one in (each, *each.choices)]
            names = frozenset([effect.arm() for each in every for effect in each.effects if effect.arm()])
            if names:
                found[index] = names
        return found

    def _of_unit(self, side: int, unit: int, sheet: UnitSheet) -> None:
        self.own.append([])
        for ability in sheet.abilities:
            for power in self._always(ability):
                self._sort(side, BoundPower(unit, ability.bearers, power))

    def _always(self, ability: Ability) -> Iterator[Power]:
        if ability.use is None:
            for effect in ability.effects:
                if effect.duration == "always" or effect.when:
                    power = Power(ability.name, effect)
                    yield self._known.setdefault(power, power)

    def _questions(self, side: int, army: ArmySheet, sheet: UnitSheet) -> frozenset[RuleQuestion]:
        leaders = [each for each in army.units if sheet.name in each.leads]
        found = [*self.army[side], *(each.power for each in (*self.auras[side], *self.banners[side]))]
        found += [power for each in (sheet, *leaders) for ability in each.abilities for power in self._always(ability)]
        return frozenset([power.effect.question for power in found])

    def _sort(self, side: int, found: BoundPower) -> None:
        effect = found.power.effect
        if effect.when:
            self.moments.setdefault(effect.when, []).append(found)
        elif effect.who == "bearer":
            self.personal.setdefault(found.unit, []).append(found)
        elif effect.who == "army":
            self.banners[side].append(found)
        elif effect.who == "friends within":
            self.auras[side].append(found)
        elif effect.who == "enemies within":
            self.auras[1 - side].append(found)
        elif found.bearers:
            self.bound.setdefault(found.unit, []).append(found)
        else:
            self.own[found.unit].append(found.power)

    def sources(self, setup: Setup, unit: Unit, question: RuleQuestion) -> Sources:
        """Where effects of one question can come from for a unit with the leaders that live in it now."""
        leaders = living_leaders(setup, unit) if unit.leaders else unit.leaders
        key = (unit.index, leaders, question)
        found = self._sources.get(key)
        if found is None:
            found = self._sources[key] = self._collect(unit, leaders, question)
        return found

    def _collect(self, unit: Unit, leaders: tuple[int, ...], question: RuleQuestion) -> Sources:
        own, bound = [*self.own[unit.index]], [*self.bound.get(unit.index, ())]
        for leader in leaders:
            mine = {_of_any(power) for power in own}
            own += [power for power in self.own[leader] if _leads(power) and _of_any(power) not in mine]
            bound += [each for each in self.bound.get(leader, ()) if _leads(each.power)]
        banners = [each for each in self.banners[unit.side] if each.power not in self.army[unit.side]]
        hung = (bound, self.auras[unit.side], banners)
        own, army = ([p for p in each if p.effect.question == question] for each in (own, self.army[unit.side]))
        return Sources(own, army, *([each for each in one if each.power.effect.question == question] for one in hung))

    def personal_of(self, scene: Scene, unit: int) -> list[tuple[range | tuple[int, ...], Power]]:
        """What single miniatures of a unit have for their own attacks, those of its leaders among them."""
        found: list[tuple[range | tuple[int, ...], Power]] = []
        first = len(base_sheets(scene.setup)[unit].line_up)
        for part in (unit, *scene.state.units[unit].leaders):
            start = 0 if part == unit else first
            size = len(base_sheets(scene.setup)[part].line_up)
            for each in self.personal.get(part, ()):
                whose = tuple([start + i for i in each.bearers]) if each.bearers else range(start, start + size)
                found.append((whose, each.power))
            found += [(range(start, start + size), power) for power in _used_alone(scene, part)]
            first += 0 if part == unit else size
        return found

    @staticmethod
    def of(setup: Setup) -> Powers:
        """The setup's powers, collected at the first call and kept with it."""
        return _POWERS.of(setup)


_POWERS: Once[Powers] = Once("_powers", Powers)
_PASSIVE: OnTable[tuple[int, RuleQuestion], list[Power]] = OnTable()
_IN_FORCE: While[str, dict[RuleQuestion, list[tuple[Active, Power]]]] = While(same=True)


def asked(scene: Scene, unit: int, question: RuleQuestion) -> list[Power]:
    """Every effect that answers a question and is for the unit now, whatever its conditions. Most units have none."""
    powers, state = Powers.of(scene.setup), scene.state.units[unit]
    found = _passive(scene, powers, state, question) if question in powers.questions[unit] else _NONE
    active = _switched_on(scene, question)
    if active:
        side = state.side
        found = found + [
            power
            for each, power in active
            if (
                (each.unit == unit and not each.effect.follows)
                or (each.unit is None and each.side == side)
                or (each.effect.follows and _followed(scene, unit, each))
            )
            and stands(scene, each)
        ]
    return found


def _followed(scene: Scene, unit: int, active: Active) -> bool:
    """Whether a circle that was switched on about a unit reaches another."""
    effect, source, states = active.effect, active.unit, scene.state.units
    if source is None or (states[unit].side == states[source].side) == (effect.who == "enemies within"):
        return False
    there = scene.on_table(unit) and scene.on_table(source)
    return there and (source == unit or scene.within(source, unit, effect.reach))


def _switched_on(scene: Scene, question: RuleQuestion) -> list[tuple[Active, Power]]:
    """The effects that answer a question and that somebody switched on, for any unit."""
    active = scene.state.active_effects
    if not active:
        return _OFF
    known = _IN_FORCE.get(scene.memory, "", active)
    if known is None:
        known = {}
        for each in active:
            if not each.effect.when:
                filed: RuleQuestion = "personal" if each.effect.who == "bearer" else each.effect.question
                known.setdefault(filed, []).append((each, Power(each.name, each.effect)))
        _IN_FORCE.put(scene.memory, "", active, known)
    return known.get(question, _OFF)


def _used_alone(scene: Scene, part: int) -> list[Power]:
    """What a part of a unit, itself or a leader, has switched on for its own miniatures alone."""
    active = _switched_on(scene, "personal")
    return [power for each, power in active if each.owner == part] if active else _NONE


def _passive(scene: Scene, powers: Powers, state: Unit, question: RuleQuestion) -> list[Power]:
    """The effects of one question for the unit that nobody had to switch on."""
    sources = powers.sources(scene.setup, state, question)
    if sources.lasting:
        return sources.always
    key = (state.index, question)
    found = _PASSIVE.get(scene.memory, key)
    if found is None:
        hung = [each.power for each in sources.bound if each.lives(scene)]
        # equal auras do not add up
        reached = {id(power): power for power in _auras_on(scene, state.index, sources.auras)}
        reached |= {id(each.power): each.power for each in sources.banners if each.lives(scene)}
        found = [*sources.own, *hung, *sources.army, *reached.values()]
        _PASSIVE.put(scene.memory, key, found)
    return found


def _leads(power: Power) -> bool:
    """Whether an effect of a leader is for the whole unit that it joined."""
    return any(condition.kind == "leading" for condition in power.effect.conditions)


def _of_any(power: Power) -> Power:
    """An effect whoever leads: what a unit has anyway does not add up with the same of its leader."""
    left = tuple([condition for condition in power.effect.conditions if condition.kind != "leading"])
    return Power(power.name, replace(power.effect, conditions=left))


def _auras_on(scene: Scene, unit: int, auras: list[BoundPower]) -> Iterator[Power]:
    states = scene.state.units
    if not scene.on_table(unit):
        return
    for each in auras:
        host = states[each.unit].joined
        source = each.unit if host is None else host
        if not scene.on_table(source) or ((each.bearers or host is not None) and not each.lives(scene)):
            continue  # who has fallen has no aura, though the unit that it led fights on
        if source == unit or (
            scene.within(source, unit, each.power.effect.reach)
            and (not each.bearers or _near_bearer(scene, each, source, unit))
        ):
            yield each.power


def _near_bearer(scene: Scene, aura: BoundPower, source: int, unit: int) -> bool:
    """Whether one of the miniatures that a circle hangs on is near enough, and not only others of its unit."""
    mine, theirs, having = scene.figures(source), scene.figures(unit), _hung_on(scene, aura, source)
    reach = aura.power.effect.reach + TOLERANCE
    return any(
        between(place, base, other, their_base) <= reach
        for i, place, base in zip(mine.indices, mine.places, mine.bases, strict=True)
        if i in having
        for other, their_base in zip(theirs.places, theirs.bases, strict=True)
    )


def _hung_on(scene: Scene, power: BoundPower, host: int) -> set[int]:
    """The miniatures that it hangs on, by their places among those of the unit that they stand in."""
    first = 0 if host == power.unit else places_of(scene.state.units, scene.state.units[host], power.unit).start
    return {first + i for i in power.bearers}


def denying(scene: Scene, unit: int) -> list[tuple[int, set[int]]]:
    """The inches that enemies who arrive keep from the unit, and from which of its miniatures; from all if none are
    named.
    """
    found = asked(scene, unit, "deny")
    if not found:
        return []
    hung: dict[int, set[int]] = {}
    for each in Powers.of(scene.setup).sources(scene.setup, scene.state.units[unit], "deny").bound:
        if each.lives(scene):
            hung.setdefault(id(each.power), set()).update(_hung_on(scene, each, unit))
    held = [power for power in found if holds(scene, unit, power.effect)]
    return [(power.effect.fixes() or 0, hung.get(id(power), set())) for power in held]


def added(scene: Scene, unit: int, question: RuleQuestion) -> int:
    """The sum of what abilities add to the unit's move, advance, charge, control or leadership."""
    found = asked(scene, unit, question)
    return sum([power.effect.adds() for power in found if holds(scene, unit, power.effect)]) if found else 0


def fixed(scene: Scene, unit: int, question: RuleQuestion) -> int | None:
    """What abilities put in the place of the unit's leadership or control: the last that does."""
    found = asked(scene, unit, question)
    values = [p.effect.fixes() for p in found if p.effect.fixes() is not None and holds(scene, unit, p.effect)]
    return values[-1] if values else None


def arrives_beyond(scene: Scene, unit: int, costly: bool) -> int | None:
    """The inches from enemies beyond which abilities let the unit arrive, on home ground or at the price of its charge:
    the fewest.
    """
    held = (p.effect.arrives_beyond(costly) for p in asked(scene, unit, "arrive") if holds(scene, unit, p.effect))
    return min([inches for inches in held if inches is not None], default=None)


def arrives_about(scene: Scene, unit: int) -> list[tuple[int, str, int]]:
    """The inches from enemies beyond which abilities let the unit arrive on some ground for nothing, and the ground:
    beside friends with which keywords, within how many inches; home ground without any.
    """
    held = [p.effect for p in asked(scene, unit, "arrive") if holds(scene, unit, p.effect)]
    found = [(effect.arrives_beyond(False), *effect.arrives_about()) for effect in held]
    return [(inches, name, beside) for inches, name, beside in found if inches is not None]


def fixed_advance(scene: Scene, unit: int) -> int | None:
    """The inches that the unit advances without a roll, if an ability says so: the most, they do not add up."""
    held = (p.effect for p in asked(scene, unit, "advance") if holds(scene, unit, p.effect))
    return max([inches for inches in (effect.advances() for effect in held) if inches is not None], default=None)


def permits(scene: Scene, unit: int, what: Permission, weapon: Weapon | None = None) -> bool:
    """Whether an ability lets the unit do what is named, with the weapon if it is about one."""
    found = asked(scene, unit, "permit")
    return bool(found) and any(p.effect.permits(what) and holds(scene, unit, p.effect, None, weapon) for p in found)


def pins(scene: Scene, unit: int, target: int, what: Permission = "pin") -> bool:
    """Whether an enemy unit that falls back from the unit breaks out of it, whatever way it has; or whether that is
    harder for it ('worsen break-out tests')."""
    return any(p.effect.permits(what) and holds(scene, unit, p.effect, target) for p in asked(scene, unit, "permit"))


def rerolls(scene: Scene, unit: int, roll: UnitRoll, targets: tuple[int, ...] = ()) -> bool:
    """Whether an ability lets the unit reroll its own roll, a charge at one of its targets."""
    found = [power.effect for power in asked(scene, unit, "reroll") if power.effect.rerolls(roll)]
    return any(holds(scene, unit, effect, target) for effect in found for target in targets or (None,))


def order(scene: Scene, unit: int) -> int:
    """When the unit fights, for abilities: -1 last, whatever else holds, 1 first, 0 in between."""
    orders = {p.effect.order() for p in asked(scene, unit, "order") if holds(scene, unit, p.effect)}
    return -1 if -1 in orders else 1 if 1 in orders else 0


def withheld(scene: Scene, unit: int) -> frozenset[str]:
    """The weapons that the unit would have if an ability gave them, and has not now."""
    arming = Powers.of(scene.setup).arming
    if not arming:
        return _ALL_THERE
    names = arming.get(unit, _ALL_THERE)
    for leader in scene.state.units[unit].leaders:
        names |= arming.get(leader, _ALL_THERE)
    if not names:
        return names
    held = (power.effect for power in asked(scene, unit, "arms") if holds(scene, unit, power.effect))
    return names - {effect.arm() for effect in held}


_ALL_THERE: frozenset[str] = frozenset()


def personal_permits(scene: Scene, unit: int, what: Permission) -> frozenset[int]:
    """The miniatures that alone may do what is named."""
    if not personal(scene, unit):
        return frozenset()
    found = Powers.of(scene.setup).personal_of(scene, unit)
    return frozenset(
        [i for whose, each in found if each.effect.permits(what) and holds(scene, unit, each.effect) for i in whose]
    )


def outlives(scene: Scene) -> bool:
    """Whether anything lets the fallen strike."""
    return Powers.of(scene.setup).outlives or bool(_switched_on(scene, "last blows"))


def last_blows(scene: Scene, unit: int) -> int | None:
    """The face with which the unit's fallen strike before they are removed, the least; None if they do not."""
    held = (p.effect for p in asked(scene, unit, "last blows") if holds(scene, unit, p.effect))
    return min([needed for needed in (effect.last_blow() for effect in held) if needed is not None], default=None)


def passes_shock(scene: Scene, unit: int) -> bool:
    """Whether the unit passes its battle-shock tests."""
    found = asked(scene, unit, "shock")
    return bool(found) and any(p.effect.passes_shock() and holds(scene, unit, p.effect) for p in found)


def shock_dice(scene: Scene, unit: int) -> int:
    """How many more dice the unit takes its battle-shock tests on: the most, they do not add up."""
    held = (p.effect for p in asked(scene, unit, "shock"))
    return max([effect.shock_dice() for effect in held if holds(scene, unit, effect)], default=0)


def holds_objectives(scene: Scene, unit: int) -> bool:
    """Whether an objective that the unit is at stays its army's once it has left."""
    return any(holds(scene, unit, power.effect) for power in asked(scene, unit, "hold"))


def shrug(scene: Scene, unit: int) -> int | None:
    """The feel no pain that abilities give the unit against wounds of any kind, if they do."""
    values = [
        power.effect.shrugs()
        for power in asked(scene, unit, "attack")
        if power.effect.shrugs() is not None and holds(scene, unit, power.effect)
    ]
    return min([each for each in values if each is not None], default=None)


def hidden_beyond(scene: Scene, unit: int) -> float | None:
    """The inches beyond which the unit cannot be chosen as a target, if an ability says so."""
    held = (p.effect for p in asked(scene, unit, "hide") if holds(scene, unit, p.effect))
    reaches = [reach for reach in (effect.hides_beyond() for effect in held) if reach is not None]
    return float(min(reaches)) if reaches else None


def modifiers(scene: Scene, unit: int, target: int, weapon: Weapon) -> tuple[Modifier, ...]:
    """What abilities do to an attack of the unit at the target: the attacker's own, and those of the defender."""
    found = _modifiers(scene, unit, target, weapon, "attacking")
    return tuple(found + _modifiers(scene, target, unit, weapon, "defending"))


def _modifiers(scene: Scene, unit: int, other: int, weapon: Weapon, role: Role) -> list[Modifier]:
    made = [
        power.effect.modifier(power.name)
        for power in asked(scene, unit, "attack")
        if power.effect.of_role(role) and power.effect.fits(weapon.melee)
        if holds(scene, unit, power.effect, other, weapon)
    ]
    return [each for each in made if each is not None]


def personal(scene: Scene, unit: int) -> bool:
    """Whether single miniatures of the unit attack otherwise than the rest."""
    powers = Powers.of(scene.setup).personal
    parts = (unit, *scene.state.units[unit].leaders)
    if powers and any(part in powers for part in parts):
        return True
    return any(each.owner in parts for each, _ in _switched_on(scene, "personal"))


def personal_modifiers(
    scene: Scene, unit: int, miniature: int, target: int, weapon: Weapon, now: Circumstances
) -> tuple[Modifier, ...]:
    """What a miniature's own abilities do to its attacks with a weapon at the target."""
    found: list[Modifier] = []
    for whose, power in Powers.of(scene.setup).personal_of(scene, unit):
        effect = power.effect
        if effect.of_role("defending") or miniature not in whose or not effect.fits(weapon.melee):
            continue
        if not holds(scene, unit, effect, target, weapon):
            continue
        gained, made = effect.gained(), effect.modifier(power.name)
        if gained is not None:
            found += keyword_modifiers(replace(weapon, keywords=(gained,)), now)
        elif made is not None:
            found.append(made)
    return tuple(found)


def seeks(scene: Scene, unit: int, target: int, weapon: Weapon) -> bool:
    """Whether critical rolls of some attacks of the unit with a weapon at the target may find leaders."""
    found = list(modifiers(scene, unit, target, weapon))
    if personal(scene, unit):
        made = (power.effect.modifier(power.name) for _, power in Powers.of(scene.setup).personal_of(scene, unit))
        found += [each for each in made if each is not None]
    return any(each.kind == "precise" for each in found)


def halves(scene: Scene, unit: int) -> bool:
    """Whether half of a weapon's range matters to an ability for the unit's attacks."""
    asking = (power.effect.conditions for power in asked(scene, unit, "attack"))
    return any(each.kind == "half range" for conditions in asking for each in conditions)


def prices(scene: Scene, unit: int) -> list[Power]:
    """What changes the price of stratagems that are used on the unit."""
    found = asked(scene, unit, "price") if Powers.of(scene.setup).priced or _switched_on(scene, "price") else _NONE
    return [power for power in found if holds(scene, unit, power.effect)]


def spendings(scene: Scene, unit: int) -> list[Power]:
    """What changes what uses by the unit, or on it, take of its army's counts."""
    if not Powers.of(scene.setup).spending and not _switched_on(scene, "spending"):
        return _NONE
    return [power for power in asked(scene, unit, "spending") if holds(scene, unit, power.effect)]


def stretched(scene: Scene, unit: int, reach: float, counts: tuple[str, ...]) -> float:
    """How far a use by the unit reaches that takes these counts and says `reach`."""
    for power in asked(scene, unit, "use reach") if counts and reach else _NONE:
        if holds(scene, unit, power.effect):
            reach = power.effect.stretches(reach, counts)
    return reach


def beside(scene: Scene, unit: int) -> tuple[int, int] | None:
    """The unit that one which arrives early is set up beside, and the most inches between them."""
    for active, power in _switched_on(scene, "beside"):
        inches = power.effect.fixes()
        if active.unit == unit and active.owner is not None and inches is not None and holds(scene, unit, power.effect):
            return active.owner, inches
    return None


def rearmed(scene: Scene, unit: int) -> bool:
    """Whether some effect for the unit gives or takes weapon keywords that are asked for before there is a target."""
    if not _switched_on(scene, "keywords") and not Powers.of(scene.setup).rearms:
        return False
    return any(power.effect.changes_arms() for power in asked(scene, unit, "keywords"))


def armed(scene: Scene, unit: int, target: int | None, weapon: Weapon) -> Weapon:
    """The weapon with the keywords that abilities give it or take from it, against this target if there is one yet."""
    found = asked(scene, unit, "keywords")
    if not found:
        return weapon
    fitting = (power.effect for power in found if power.effect.fits(weapon.melee))
    held = [effect for effect in fitting if holds(scene, unit, effect, target, weapon)]
    gained = tuple([keyword for keyword in (effect.gained() for effect in held) if keyword is not None])
    lost = frozenset([keyword.name for keyword in (effect.lost() for effect in held) if keyword is not None])
    far = sum([effect.reaches() for effect in held])
    changed = _with_keywords(weapon, gained, lost) if gained or lost else weapon
    return ranging(changed, max(0, weapon.range + far)) if far else changed


@lru_cache(maxsize=4096)
def _with_keywords(weapon: Weapon, gained: tuple[Keyword, ...], lost: frozenset[str]) -> Weapon:
    """Of two values of one keyword the higher counts."""
    kept = {(k.name, k.target): k for k in weapon.keywords if k.name not in lost}
    for keyword in gained:
        key = (keyword.name, keyword.target)
        if key not in kept or _worth(keyword) > _worth(kept[key]):
            kept[key] = keyword
    return replace(weapon, keywords=tuple(kept.values()))


@lru_cache(maxsize=4096)
def ranging(weapon: Weapon, inches: int) -> Weapon:
    """The weapon with another range."""
    return replace(weapon, range=inches)


def _worth(keyword: Keyword) -> float:
    mean = keyword.value.mean if keyword.value is not None else 0.0
    return -mean if keyword.name == "anti" else mean
