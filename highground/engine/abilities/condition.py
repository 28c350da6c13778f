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
    "below start",
    "target below start",
    "holds objective",
    "target on own objective",
    "target size",
    "weapon",
    "round",
    "marked",
    "target marked",
    "marked by transport",
    "to fight",
    "to shoot",
    "home ground",
    "enemy home ground",
    "closest",
    "half range",
    "contains",
    "disembarked",
    "own turn",
    "count",
    "near enemy",
    "fell back",
    "named",
    "on table",
    "present",
    "near edge",
    "at objective",
    "target on its objective",
    "rule",
    "fallen",
    "miniature keyword",
    "holds home",
    "holds away",
    "holds more",
]
"""What a condition asks; those that begin with 'target' ask it of the other unit of an attack.

'target objective': it is at an objective marker that the unit's army does not hold; 'led by': a leader with the keyword
`name` has joined; 'wounds left': the unit has at most `value` wounds left; 'near friend': another unit of the army,
with the keyword `name` if there is one, is within `value` inches (the unit itself counts where it is such a unit and
`own`); 'stronger': the strength of the attack is above the toughness that it meets; 'below start': the unit has lost
miniatures or, of a single one, wounds; 'holds objective': it is at an objective marker that its army holds, 'target on
own objective': the target is at one that the attacker's army holds; 'target size': the target has at least `value`
miniatures; 'weapon': the attack is made with the weapon `name`; 'round': the battle is in round `value` or later;
'marked': the unit has at least `value` marks `name` (see `Mark`) of its enemy, with `own` those that the other unit of
the attack made alone; 'marked by transport': the target has a mark `name` that the transport made which the unit has
got out of in this turn; 'to fight', 'to shoot': it has yet to do so in this phase; 'home ground': it
stands where its army is at home (see `ground`), 'enemy home ground': where the enemy is;
'closest': no other enemy that the unit sees is nearer than the target, or with `own` no other
at all; 'half range': the weapon is within half of its
range; 'contains': a miniature `name` of the unit lives; 'disembarked': it has got out of a transport in this turn;
'own turn': it is its army's turn; 'count': its army counts `value` or more of `name`; 'near enemy': an enemy, with
the keyword `name` if there is one, is within `value` inches; 'named': its own army has marked it `name`; 'on table': it
stands there, 'present': it does or rides in a transport that does;
'near edge': it is within `value` inches of an edge of the board; 'at objective': it is at the objective of that number;
'target on its objective': the target is at one that its own army holds; 'rule': it has
the core rule `name`; 'fallen': the miniature that was destroyed is called `name` (at the moment 'miniature destroyed'
alone); 'miniature keyword': what a unit has in its defence is that of its miniatures alone whose own sheet, as that of
a leader that joined, has the keyword `name`; 'holds home': its
army holds at least `value` objectives in its own zone, 'holds away': so many outside of it; 'holds more': its army
holds more objectives than the enemy.
"""
AND = " & "
"""Between keywords in the `name` of 'near friend', 'near enemy' and 'led by', where a unit must have all of them."""
NAMED: frozenset[ConditionKind] = frozenset(
    {
        "keyword",
        "target keyword",
        "weapon keyword",
        "led by",
        "weapon",
        "marked",
        "target marked",
        "marked by transport",
        "contains",
        "count",
        "named",
        "rule",
        "fallen",
        "miniature keyword",
    }
)
"""Conditions that need a keyword's `name`."""
MEASURED: frozenset[ConditionKind] = frozenset(
    {
        "within",
        "wounds left",
        "near friend",
        "target size",
        "round",
        "count",
        "near enemy",
        "near edge",
        "at objective",
        "holds home",
        "holds away",
    }
)
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
        "target below start",
        "target on own objective",
        "target size",
        "target marked",
        "marked by transport",
        "closest",
        "half range",
        "target on its objective",
    }
)
"""Conditions that cannot be answered before an attack has a target."""
OF_ARMIES: frozenset[ConditionKind] = frozenset(
    {"round", "own turn", "count", "holds home", "holds away", "holds more"}
)
"""Conditions that are the same for all units of an army."""
OF_ATTACKS = OF_TARGET | {"weapon", "weapon keyword"}
"""Conditions that only an attack can answer."""


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
