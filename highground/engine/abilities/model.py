"""Abilities as data: what they do, and when, on whom and how often they are used.

Everything that is not a weapon's or a core rule's is written in this vocabulary: abilities of units and armies,
stratagems, and what a player switches on by hand.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.condition import Condition
from highground.engine.amount import Keyword

Per = Literal["phase", "turn", "round", "battle"]

Window = Literal[
    "",
    "targeted",
    "fight targeted",
    "enemy moved",
    "charge declared",
    "enemy charged",
    "enemy arrived",
    "rolled",
    "before pick",
    "before shock",
    "destroyed",
    "enemy destroyed",
    "shot",
]
"""When an ability may be used: '' in any prompt of its own side that its phase allows, else in that timing window.

'shot' is after a unit of the side has shot: the enemies about it are those that it hit.
'charge declared' is before the charge is rolled, 'enemy charged' once the charger stands where it ends; 'destroyed'
and 'enemy destroyed' come after the attacks or the ability that destroyed a unit: for its army, and for the unit that
did it.
"""


class Use(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an ability is used by choice. `cost` in command points; `count` -1 is as often as one likes.

    `turn`: in whose turn. `target` says what it is aimed at: a friendly unit, an enemy unit within `reach` inches of
    the user, or nothing. `rolls` names the rolls of the window 'rolled'.
    """

    kind: Literal["activated", "selectable", "stratagem"]
    cost: int = 0
    phases: tuple[str, ...] = ()
    turn: Literal["own", "enemy", "any"] = "own"
    window: Window = ""
    rolls: tuple[str, ...] = ()
    target: Literal["none", "friend", "enemy", "leadable"] = "none"
    reach: float = 0.0
    keywords: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    per: Per = "battle"
    count: int = 1
    counts_with: str = ""
    """A word that abilities share whose uses count together."""


class Ability(msgspec.Struct, frozen=True, omit_defaults=True):
    """An ability. `rule` names the engine's own rule for it, if there is one; `effects` are what it does besides.

    Without a `use` its effects hold whenever their conditions do. One of `choices` is picked when it is selectable.
    `private` text never leaves its owner's copy. `by_hand`: its text is not wholly understood; players resolve it.
    """

    name: str
    text: str = ""
    location: Literal["army", "unit", "miniature", "weapon"] = "unit"
    source: str = ""
    rule: Keyword | None = None
    private: bool = False
    uid: str = ""
    effects: tuple[AnyEffect, ...] = ()
    use: Use | None = None
    choices: tuple[Ability, ...] = ()
    by_hand: bool = False
    bearers: tuple[int, ...] = ()
    """The miniatures of its unit that it hangs on, as indices of the line-up: it ends with them. () is all of them."""
