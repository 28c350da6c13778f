"""The effects of abilities that nobody has to switch on, and where each of them comes from.

They are collected once for a setup; whether one holds now, `powers` says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from highground.engine.abilities.effect import Effect, RuleQuestion
from highground.engine.abilities.model import Ability
from highground.engine.attached import living_leaders
from highground.engine.kept import Once
from highground.engine.model import ArmySheet, Setup, UnitSheet
from highground.engine.scene import Scene
from highground.engine.state import Unit


class Power(NamedTuple):
    """An effect and the name of the ability that it belongs to."""

    name: str
    effect: Effect


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

    @staticmethod
    def of(setup: Setup) -> Powers:
        """The setup's powers, collected at the first call and kept with it."""
        return _POWERS.of(setup)


_POWERS: Once[Powers] = Once("_powers", Powers)


def _leads(power: Power) -> bool:
    """Whether an effect of a leader is for the whole unit that it joined."""
    return any(condition.kind == "leading" for condition in power.effect.conditions)


def _of_any(power: Power) -> Power:
    """An effect of any leader: what a unit has anyway does not add up with the same of its leader."""
    left = tuple([condition for condition in power.effect.conditions if condition.kind != "leading"])
    return Power(power.name, replace(power.effect, conditions=left))
