"""Abilities as data: what they do (`effects`), under which conditions (`conditions`), and what holds now (`powers`)."""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from highground.engine.abilities.effects import TYPES

if TYPE_CHECKING:
    from highground.engine.abilities.effect import Effect as AnyEffect
else:
    AnyEffect = reduce(or_, TYPES.values())
"""An effect where it travels as JSON: one of the closed union. The rules know it as an `Effect`, by its hooks alone,
and so compile to a call of the hook instead of a branch for every type.
"""

__all__ = ["AnyEffect"]
