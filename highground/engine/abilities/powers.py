"""Which effects of abilities hold for a unit now, and what they come to.

An effect holds when it is always on or was switched on by a use, when the unit is among those it is for (itself, an
aura's circle, its army), and when its conditions hold. Everything here only reads.
"""

from __future__ import annotations

from collections.abc import Iterator

from highground.engine.abilities.conditions import holds, stands
from highground.engine.abilities.effect import Permission, RuleQuestion, UnitRoll
from highground.engine.abilities.sources import BoundPower, Power, Powers
from highground.engine.kept import Latest, OnTable
from highground.engine.model import Weapon
from highground.engine.scene import Scene
from highground.engine.state import Active, Unit, places_of
from highground.engine.table.distance import TOLERANCE
from highground.engine.table.floors import nearest

_NONE: list[Power] = []
_OFF: list[tuple[Active, Power]] = []
_PASSIVE: OnTable[tuple[int, RuleQuestion], list[Power]] = OnTable()
_IN_FORCE: Latest[dict[RuleQuestion, list[tuple[Active, Power]]]] = Latest()


def asked(scene: Scene, unit: int, question: RuleQuestion) -> list[Power]:
    """Every effect that answers a question and is for the unit now, whatever its conditions. Most units have none."""
    powers, state = Powers.of(scene.setup), scene.state.units[unit]
    found = _passive(scene, powers, state, question) if question in powers.questions[unit] else _NONE
    active = switched_on(scene, question)
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


def switched_on(scene: Scene, question: RuleQuestion) -> list[tuple[Active, Power]]:
    """The effects that answer a question and that somebody switched on, for any unit."""
    active = scene.state.active_effects
    if not active:
        return _OFF
    known = _IN_FORCE.get(scene.memory, active)
    if known is None:
        known = {}
        for each in active:
            if not each.effect.when:
                filed: RuleQuestion = "personal" if each.effect.who == "bearer" else each.effect.question
                known.setdefault(filed, []).append((each, Power(each.name, each.effect)))
        _IN_FORCE.put(scene.memory, active, known)
    return known.get(question, _OFF)


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


def _auras_on(scene: Scene, unit: int, auras: list[BoundPower]) -> Iterator[Power]:
    states = scene.state.units
    if not scene.on_table(unit):
        return
    for each in auras:
        host = states[each.unit].joined
        source = each.unit if host is None else host
        if not scene.on_table(source) or ((each.bearers or host is not None) and not each.lives(scene)):
            continue  # who has fallen has no aura, though the unit that it led fights on
        if source == unit or reaches(scene, each, source, unit):
            yield each.power


def reaches(scene: Scene, aura: BoundPower, source: int, unit: int) -> bool:
    """Whether an aura of the unit `source`, or of a leader in it, reaches another: a leader's from the leader alone."""
    if not scene.within(source, unit, aura.power.effect.reach):
        return False
    return (source == aura.unit and not aura.bearers) or _near_bearer(scene, aura, source, unit)


def _near_bearer(scene: Scene, aura: BoundPower, source: int, unit: int) -> bool:
    """Whether one of the miniatures that a circle hangs on is near enough, and not only others of its unit."""
    figures, having = scene.figures(source), _hung_on(scene, aura, source)
    mine, theirs, reach = figures.raised, scene.figures(unit).raised, aura.power.effect.reach + TOLERANCE
    return any(nearest(mine, k, theirs) <= reach for k, i in enumerate(figures.indices) if i in having)


def _hung_on(scene: Scene, power: BoundPower, host: int) -> set[int]:
    """The miniatures that it hangs on, by their places among those of the unit that they stand in.

    Where none are named, a leader's hangs on all of its own.
    """
    if host == power.unit:
        return set(power.bearers)
    own = places_of(scene.state.units, scene.state.units[host], power.unit)
    return {own.start + i for i in power.bearers} if power.bearers else set(own)


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


def added_to_leadership_tests(scene: Scene, unit: int) -> int:
    """The sum of what abilities add to the unit's tests of leadership that are not battle-shock tests."""
    found = [power.effect for power in asked(scene, unit, "nerve")]
    return sum([effect.adds_to_leadership_tests() for effect in found if holds(scene, unit, effect)])


def fixed(scene: Scene, unit: int, question: RuleQuestion) -> int | None:
    """What abilities put in the place of the unit's leadership or control: the last that does."""
    found = asked(scene, unit, question)
    values = [p.effect.fixes() for p in found if p.effect.fixes() is not None and holds(scene, unit, p.effect)]
    return values[-1] if values else None


def places(scene: Scene, transport: int, keywords: frozenset[str]) -> int:
    """The places that each passenger with these keywords takes in a transport; 0 if none of them gets in."""
    said = [power.effect.places(keywords) for power in asked(scene, transport, "places")]
    found = [each for each in said if each is not None]
    return 0 if 0 in found else max(found, default=1)


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


def outlives(scene: Scene) -> bool:
    """Whether anything lets the fallen strike."""
    return Powers.of(scene.setup).outlives or bool(switched_on(scene, "last blows"))


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
    found = asked(scene, unit, "hide")
    if not found:
        return None
    held = (p.effect for p in found if holds(scene, unit, p.effect))
    reaches = [reach for reach in (effect.hides_beyond() for effect in held) if reach is not None]
    return float(min(reaches)) if reaches else None


def prices(scene: Scene, unit: int) -> list[Power]:
    """What changes the price of stratagems that are used on the unit."""
    found = asked(scene, unit, "price") if Powers.of(scene.setup).priced or switched_on(scene, "price") else _NONE
    return [power for power in found if holds(scene, unit, power.effect)]


def spendings(scene: Scene, unit: int) -> list[Power]:
    """What changes what uses by the unit, or on it, take of its army's counts."""
    if not Powers.of(scene.setup).spending and not switched_on(scene, "spending"):
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
    for active, power in switched_on(scene, "beside"):
        inches = power.effect.fixes()
        if active.unit == unit and active.owner is not None and inches is not None and holds(scene, unit, power.effect):
            return active.owner, inches
    return None
