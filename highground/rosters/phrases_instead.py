"""What is had instead of what was said before, as something that is had beside it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.effect import Added
from highground.rosters.phrases_text import Unread


def beside(before: Sequence[AnyEffect], more: Sequence[AnyEffect]) -> tuple[AnyEffect, ...]:
    """What has to be had beside `before` so that all comes to `more`, where that holds.

    Of numbers that are added it is the difference; a better save or a wider reroll makes the other needless. Raises
    Unread where one would not take the place of the other.
    """
    rerolls = all(isinstance(effect, ModifyAttack) and effect.change == "reroll" for effect in more)
    covered = {_kind(each) for each in before} <= {_kind(each) for each in more}
    if not before or not more or not (rerolls or covered):
        raise Unread(str(more))
    found = tuple(each for effect in more for each in _beside(before, effect, covered))
    if not found:
        raise Unread(str(more))
    return found


def _beside(before: Sequence[AnyEffect], effect: AnyEffect, covered: bool) -> tuple[AnyEffect, ...]:
    """What has to be had beside for one effect: nothing, where it is what was said before.

    It may be of a kind that was not said before if all that was is `covered`.
    """
    same = [each for each in before if _kind(each) == _kind(effect)]
    found = [each for each in same if set(each.conditions) <= set(effect.conditions)]
    if not same and covered:
        return (effect,)
    if len(found) != 1 or _of_other_kind(found[0], effect):
        raise Unread(str(effect))
    if msgspec.structs.replace(found[0], conditions=effect.conditions) == effect:
        return ()
    return (_difference(found[0], effect),)


def _of_other_kind(had: AnyEffect, effect: AnyEffect) -> bool:
    """Whether the target is of a kind that it need not be of for what was said before."""
    kinds = [{each.name for each in one.conditions if each.kind == "target keyword"} for one in (had, effect)]
    return bool(kinds[0]) and kinds[0] != kinds[1]


def _kind(effect: AnyEffect) -> tuple[object, ...]:
    """What an effect changes, for which units and how long."""
    plain = (effect.kind, effect.who, effect.reach, effect.duration, effect.when)
    if isinstance(effect, ModifyAttack):
        return (*plain, effect.stage, effect.change, effect.role, effect.attacks)
    return (*plain, effect.keyword.name, effect.attacks) if isinstance(effect, GainKeyword) else plain


def _difference(had: AnyEffect, effect: AnyEffect) -> AnyEffect:
    if isinstance(had, ModifyAttack) and isinstance(effect, ModifyAttack):
        if had.change == "reroll" and (had.reroll, effect.reroll) == ("ones", "any"):
            return effect
        if had.stage in {"fnp", "save"} and had.change in {"set", "invulnerable"} and effect.value < had.value:
            return effect
        if had.change == "add" and had.amount is None and effect.amount is None and _further(had.value, effect.value):
            return msgspec.structs.replace(effect, value=effect.value - had.value)
    elif isinstance(had, Added) and isinstance(effect, Added) and _further(had.value, effect.value):
        return msgspec.structs.replace(effect, value=effect.value - had.value)
    raise Unread(str(effect))


def _further(had: int, value: int) -> bool:
    """Whether a number goes the same way as another, and farther."""
    return had * value > 0 and abs(value) > abs(had)
