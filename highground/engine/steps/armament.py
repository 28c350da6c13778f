"""What the miniatures of a unit carry, and what their unit is as a target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from highground.engine.abilities import on_attacks
from highground.engine.abilities.sturdy import Guard, Struck, guards
from highground.engine.attack.terms import Pool, Target
from highground.engine.kept import Once, OnTable
from highground.engine.model import UnitSheet, Weapon
from highground.engine.scene import Scene

Defences = tuple[tuple[int, int | None, int | None], ...]
"""Each miniature's save, invulnerable save and feel no pain."""
PLAIN = Struck(melee=False, psychic=False)


class Arm(NamedTuple):
    """A weapon of a unit: how many of it each miniature carries, by the miniature's index.

    `lenders` are the passengers that fire some of them from its deck.
    """

    weapon: Weapon
    carried: dict[int, int]
    keywords: frozenset[str]
    lenders: tuple[int, ...] = ()


def armament(sheet: UnitSheet) -> dict[str, Arm]:
    """The unit's weapons by uid, worked out once for each sheet."""
    return _ARMAMENT.of(sheet)


def _collect(sheet: UnitSheet) -> dict[str, Arm]:
    arms: dict[str, Arm] = {}
    for index, miniature in enumerate(sheet.line_up):
        for carried in miniature.weapons:
            weapon = _one_of(carried.weapon)
            arm = arms.setdefault(weapon.uid, Arm(weapon, {}, frozenset([k.name for k in weapon.keywords])))
            arm.carried[index] = arm.carried.get(index, 0) + carried.count
    return arms


@lru_cache(maxsize=1 << 12)
def _one_of(weapon: Weapon) -> Weapon:
    """The same object for equal weapons, so that attacks defined for one are found for all without comparing them."""
    return weapon


def arms_of(scene: Scene, unit: int) -> dict[str, Arm]:
    """The unit's weapons with the keywords that they have now, and those that its passengers fire from its deck."""
    arms = _listed(scene, unit)
    if not on_attacks.rearmed(scene, unit):
        return arms
    return {uid: _rearmed(scene, unit, arm) for uid, arm in arms.items()}


def _rearmed(scene: Scene, unit: int, arm: Arm) -> Arm:
    """The weapon with the keywords and the range that it has whatever its target is."""
    changed = arm._replace(keywords=keywords_at(scene, unit, arm, None))
    reach = on_attacks.armed(scene, unit, None, arm.weapon).range
    return changed if reach == arm.weapon.range else changed._replace(weapon=on_attacks.ranging(arm.weapon, reach))


def keywords_at(scene: Scene, unit: int, arm: Arm, target: int | None) -> frozenset[str]:
    """The names of the keywords that a weapon has against the target, what abilities give and take included."""
    weapon = on_attacks.armed(scene, unit, target, arm.weapon)
    return arm.keywords if weapon is arm.weapon else frozenset([keyword.name for keyword in weapon.keywords])


def _listed(scene: Scene, unit: int) -> dict[str, Arm]:
    own = armament(scene.sheets[unit])
    rule = scene.sheets[unit].rules.get("firing deck")
    if rule is None or rule.value is None:
        return own
    arms = _DECKS.get(scene.memory, unit)
    if arms is None:
        arms = _DECKS.put(scene.memory, unit, _with_deck(scene, unit, rule.value.plus, own))
    return arms


_DECKS: OnTable[int, dict[str, Arm]] = OnTable()


def _with_deck(scene: Scene, unit: int, places: int, own: dict[str, Arm]) -> dict[str, Arm]:
    """Its own weapons, and the best ranged one of as many passengers as there are places on deck."""
    best: list[tuple[float, str, Arm]] = []
    for passenger in scene.state.units:
        if passenger.inside == unit:
            every = armament(scene.sheets[passenger.index]).values()
            arms = [arm._replace(lenders=(passenger.index,)) for arm in every if _fires_from_deck(arm)]
            for i in passenger.standing:
                able = [(_might(arm.weapon), arm.weapon.uid, arm) for arm in arms if i in arm.carried]
                best += sorted(able, key=lambda each: each[:2])[-1:]
    found = dict(own)
    for _, uid, arm in sorted(best, key=lambda each: (-each[0], each[1]))[:places]:
        before = found.get(uid, arm._replace(carried={}))
        carried = {**before.carried, 0: before.carried.get(0, 0) + 1}
        lenders = tuple(dict.fromkeys((*before.lenders, *arm.lenders)))
        found[uid] = before._replace(carried=carried, lenders=lenders)
    return found


def _fires_from_deck(arm: Arm) -> bool:
    return not arm.weapon.melee and "one shot" not in arm.keywords


def _might(weapon: Weapon) -> float:
    return weapon.attacks.mean * weapon.damage.mean * (weapon.strength.mean - weapon.ap)


def guns(arms: dict[str, Arm], sheet: UnitSheet) -> dict[str, Arm]:
    """Those of the unit's weapons that are not for melee; of the sheet's own worked out once."""
    return _GUNS.of(sheet) if arms is armament(sheet) else _ranged(arms)


def _ranged(arms: dict[str, Arm]) -> dict[str, Arm]:
    return {uid: arm for uid, arm in arms.items() if not arm.weapon.melee}


def _guns_of(sheet: UnitSheet) -> dict[str, Arm]:
    return _ranged(armament(sheet))


def gunners(sheet: UnitSheet) -> frozenset[int]:
    """The miniatures that carry a ranged weapon, worked out once for each sheet."""
    return _GUNNERS.of(sheet)


def _gunners_of(sheet: UnitSheet) -> frozenset[int]:
    return frozenset([i for arm in armament(sheet).values() if not arm.weapon.melee for i in arm.carried])


_ARMAMENT: Once[dict[str, Arm]] = Once("_armament", _collect)
_GUNS: Once[dict[str, Arm]] = Once("_guns", _guns_of)
_GUNNERS: Once[frozenset[int]] = Once("_gunners", _gunners_of)


def allocation_order(
    wounds: tuple[int, ...], sheet: UnitSheet, falls: tuple[int, ...] = (), exposed: tuple[int, ...] = ()
) -> list[int]:
    """Living miniatures in the order in which they take wounds: the wounded first, then as their player wants it.

    Who does not say, loses those in cover before those who are `exposed`, and then the last of the roster first:
    rosters list a unit's champion first. Leaders come last.
    """
    whole, body = sheet.wounds, sheet.body
    standing = [i for i in range(len(wounds) - 1, -1, -1) if wounds[i]]
    if falls:
        standing.sort(key=lambda i: falls.index(i) if i in falls else len(falls))
    elif exposed:
        standing = [i for i in standing if i not in exposed] + [i for i in standing if i in exposed]
    order = [i for i in standing if wounds[i] != whole[i]] + [i for i in standing if wounds[i] == whole[i]]
    if body:
        order = [i for i in order if i < body] + [i for i in order if i >= body]
    return order


class MarkedTarget:
    """A unit as a target: its miniatures in allocation order, and the toughness that most of them have.

    `falls` are those that its player wanted to take wounds first.
    """

    __slots__ = ("falls", "order", "target", "toughness")

    def __init__(self, target: Target, order: tuple[int, ...], toughness: int, falls: tuple[int, ...]) -> None:
        self.target, self.order, self.toughness, self.falls = target, order, toughness, falls


def mark_of(scene: Scene, unit: int, struck: Struck = PLAIN) -> MarkedTarget:
    """What attacks at the unit meet now, `struck` says which."""
    figures, state = scene.figures(unit), scene.state.units[unit]
    if guards(scene, unit, struck):
        return mark_with(scene, unit, state.wounds, struck=struck)
    mark: MarkedTarget | None = figures.mark
    if mark is None or mark.falls != state.falls:
        mark = figures.mark = mark_with(scene, unit, state.wounds)
    return mark


def mark_with(
    scene: Scene,
    unit: int,
    wounds: tuple[int, ...],
    precise: tuple[int, ...] = (),
    exposed: tuple[int, ...] = (),
    sought: tuple[int, ...] = (),
    struck: Struck = PLAIN,
) -> MarkedTarget:
    """What attacks at the unit would meet if its miniatures had these wounds left.

    Precise attacks find the leaders `precise` first; who is `exposed` has no cover. `sought` are the leaders that
    attacks find whose critical rolls are precise.
    """
    sheet, falls = scene.sheets[unit], scene.state.units[unit].falls
    order = allocation_order(wounds, sheet, falls, exposed)
    own = sheet.body or len(sheet.line_up)
    if precise:
        order = [i for i in order if i in precise] + [i for i in order if i not in precise]
    body = [i for i in order if i < own] or order
    defences = _defended(sheet, guards(scene, unit, struck))
    return MarkedTarget(_pools(defences, wounds, order, exposed, sought), tuple(order), _toughness(sheet, body), falls)


def _defended(sheet: UnitSheet, guarded: Mapping[int, Guard]) -> Defences:
    """Each miniature's saves and feel no pain, with what single ones have besides."""
    if not guarded:
        return sheet.defences
    found = list(sheet.defences)
    for i, (invuln, fnp) in guarded.items():
        save, own, pain = found[i]
        found[i] = (save, _better(own, invuln), _better(pain, fnp))
    return tuple(found)


def _better(one: int | None, other: int | None) -> int | None:
    return other if one is None else one if other is None else min(one, other)


def _pools(
    defences: Defences, wounds: tuple[int, ...], order: list[int], exposed: tuple[int, ...], sought: tuple[int, ...]
) -> Target:
    """Miniatures in their order, those of a row that are alike together."""
    found, k = list[Pool](), 0
    while k < len(order):
        first, next_ = order[k], k + 1
        left, defence, open_, named = wounds[first], defences[first], _among(first, exposed), _among(first, sought)
        while next_ < len(order):
            i = order[next_]
            if wounds[i] != left or defences[i] != defence:
                break
            if _among(i, exposed) != open_ or _among(i, sought) != named:
                break
            next_ += 1
        save, invuln, fnp = defence
        found.append(Pool(left, save, invuln, fnp, next_ - k, open_, named))
        k = next_
    return tuple(found)


def _among(miniature: int, those: tuple[int, ...]) -> bool:
    """Whether it is one of those; mostly there are none."""
    return bool(those) and miniature in those


def _toughness(sheet: UnitSheet, miniatures: Sequence[int]) -> int:
    """The toughness that most of them have; of several that are as frequent, the highest."""
    every = sheet.toughness
    found = [every[i] for i in miniatures]
    if not found or found.count(found[0]) == len(found):
        return found[0] if found else 1
    return max(found, key=lambda toughness: (found.count(toughness), toughness))
