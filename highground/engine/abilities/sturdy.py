"""What single miniatures of a unit have in their defence alone: an invulnerable save, a feel no pain.

It is theirs by an ability that is for its bearers (`who` is 'bearer'), or by one of the unit that asks for miniatures
of a kind ('miniature keyword').
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from highground.engine.abilities.condition import Condition
from highground.engine.abilities.conditions import check
from highground.engine.abilities.effect import Effect
from highground.engine.abilities.personal import any_personal, personal_of
from highground.engine.abilities.powers import asked
from highground.engine.abilities.sources import Powers
from highground.engine.attached import own_sheet
from highground.engine.scene import Scene


class Struck(NamedTuple):
    """The attacks that a miniature meets: melee or not, psychic or not."""

    melee: bool
    psychic: bool


Guard = tuple[int | None, int | None]
"""An invulnerable save and a feel no pain, None without."""


def guards(scene: Scene, unit: int, struck: Struck) -> dict[int, Guard]:
    """What living miniatures of the unit have against such attacks beside their stat lines."""
    found: dict[int, Guard] = {}
    for whose, effect in _owned(scene, unit):
        modifier = effect.modifier("")
        if modifier is None or not effect.fits(struck.melee) or not _holds(scene, unit, effect, struck):
            continue
        for i in whose:
            save, fnp = found.get(i, (None, None))
            if modifier.kind == "invulnerable":
                found[i] = (min(save or modifier.value, modifier.value), fnp)
            elif modifier.stage == "fnp":
                found[i] = (save, min(fnp or modifier.value, modifier.value))
    return found


def shrugs(scene: Scene, unit: int) -> dict[int, int]:
    """The feel no pain against mortal wounds that miniatures of the unit have beside their stat lines."""
    found: dict[int, int] = {}
    for whose, effect in _owned(scene, unit):
        value = effect.shrugs()
        if value is not None and _holds(scene, unit, effect, None):
            for i in whose:
                found[i] = min(found.get(i, value), value)
    return found


def _owned(scene: Scene, unit: int) -> list[tuple[Iterable[int], Effect]]:
    """What is in the defence of some miniatures only, and of which."""
    found: list[tuple[Iterable[int], Effect]] = []
    if any_personal(scene, unit):
        every = personal_of(scene, unit)
        found += [(whose, power.effect) for whose, power in every if power.effect.of_role("defending")]
    if Powers.of(scene.setup).parted:
        for power in asked(scene, unit, "attack"):
            kind = kind_of(power.effect.conditions)
            if kind and power.effect.of_role("defending"):
                found.append((_such(scene, unit, kind), power.effect))
    return found


def kind_of(conditions: Iterable[Condition]) -> str:
    """The keyword of the miniatures that conditions ask for; '' where they ask for none."""
    return next((each.name for each in conditions if each.kind == "miniature keyword"), "")


def _such(scene: Scene, unit: int, keyword: str) -> list[int]:
    """The living miniatures whose own sheet has a keyword."""
    setup, state = scene.setup, scene.state
    return [i for i in scene.figures(unit).indices if keyword in own_sheet(setup, state, unit, i).keyword_set]


def _holds(scene: Scene, unit: int, effect: Effect, struck: Struck | None) -> bool:
    return all(_asked(scene, unit, each, struck) for each in effect.conditions)


def _asked(scene: Scene, unit: int, condition: Condition, struck: Struck | None) -> bool:
    if condition.kind == "miniature keyword":
        return True
    if condition.kind == "weapon keyword" and condition.name == "psychic":
        return struck is not None and struck.psychic != condition.negate
    return check(scene, condition, unit, None)
