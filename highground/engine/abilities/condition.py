"""What an effect or a use may depend on."""

from __future__ import annotations

from typing import Literal

import msgspec

ConditionKind = Literal[
    "keyword",
    "target keyword",
    "weapon keyword",
    "below half",
    "target below half",
    "shocked",
    "target shocked",
    "stationary",
    "advanced",
    "charged",
    "engaged",
    "on objective",
    "target on objective",
    "target stealthy",
    "target objective",
    "within",
    "in cover",
    "leading",
    "led by",
    "wounds left",
    "near friend",
    "stronger",
]
"""What a condition asks; those that begin with 'target' ask it of the other unit of an attack.

'target objective': it is at an objective marker that the unit's army does not hold; 'led by': a leader with the keyword
`name` has joined; 'wounds left': the unit has at most `value` wounds left; 'near friend': another unit of the army,
with the keyword `name` if there is one, is within `value` inches (the unit itself counts where it is such a unit and
`own`); 'stronger': the strength of the attack is above the toughness that it meets.
"""
NAMED: frozenset[ConditionKind] = frozenset({"keyword", "target keyword", "weapon keyword", "led by"})
"""Conditions that need a keyword's `name`."""
MEASURED: frozenset[ConditionKind] = frozenset({"within", "wounds left", "near friend"})
"""Conditions that need a `value`: inches or wounds."""
OF_TARGET: frozenset[ConditionKind] = frozenset(
    {
        "target keyword",
        "target below half",
        "target shocked",
        "target on objective",
        "target stealthy",
        "target objective",
        "within",
        "in cover",
        "stronger",
    }
)
"""Conditions that cannot be answered before an attack has a target."""


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """Holds or not for a unit, and for the target of its attack where it names one. `negate` turns it round."""

    kind: ConditionKind
    value: int = 0
    name: str = ""
    negate: bool = False
    own: bool = False

    def __str__(self) -> str:
        what = " ".join(part for part in (self.kind, self.name, str(self.value) if self.value else "") if part)
        return f"not {what}" if self.negate else what
