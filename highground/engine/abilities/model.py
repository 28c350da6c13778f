"""Abilities as data: what they do, and when, on what and how often they are used.

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
    "wounded",
    "shot",
    "battle start",
    "round start",
    "phase start",
    "phase end",
    "charged",
    "moved",
    "deployed",
    "enemy stratagem",
]
"""When an ability may be used: '' in any prompt of its own side that its phase allows, else in that timing window.

'wounded' is once the damage of attacks at units of the side is known, before it is dealt; it does not open where
wounds are resolved one by one, since miniatures have different saves. 'shot' is after a unit of the side has shot: the
enemies about it are those that it hit. 'battle start', 'round start', 'phase start' and 'phase end' open for both sides
as the battle, a round or a phase begins or a phase ends, 'charged' for the charger, 'moved' for a unit that has moved,
advanced or fallen back in its movement phase, 'deployed' for both sides once the armies are set up. 'charge declared'
is before the charge is rolled, 'enemy charged' once the charger stands where it ends; 'destroyed' and 'enemy destroyed'
come after the attacks or the ability that destroyed a unit: for its army, and for the unit that did it. 'enemy
stratagem' comes after the enemy has used one, about the unit that it was used on.
"""


class Use(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an ability is used by choice. `cost` in command points; `count` -1 is as often as one likes.

    `turn`: in whose turn. `target` says what it is aimed at: a friendly unit, an enemy unit within `reach` inches of
    the user, or nothing; 'ally' is a friendly unit within `reach` of a unit that has the ability itself, 'reserve' one
    that waits in reserve. `rolls` names the rolls of the window 'rolled'.
    """

    kind: Literal["activated", "selectable", "stratagem"]
    cost: int = 0
    phases: tuple[str, ...] = ()
    turn: Literal["own", "enemy", "any"] = "own"
    window: Window = ""
    rolls: tuple[str, ...] = ()
    target: Literal["none", "friend", "enemy", "leadable", "ally", "reserve"] = "none"
    reach: float = 0.0
    keywords: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    per: Per = "battle"
    count: int = 1
    counts_with: str = ""
    """A word that abilities share whose uses count together."""
    aimed: tuple[tuple[Condition, ...], ...] = ()
    """Sets of conditions of which one must hold for the unit that it is aimed at, if there are any."""
    of_model: bool = False
    """Whether reach and sight are those of the miniature that has it, where it has joined others."""
    sight: bool = False
    """Whether the unit that it is aimed at must be visible."""
    shared: bool = False
    """Whether the uses of all units that have it count together."""
    spend: tuple[tuple[str, int], ...] = ()
    """What it takes from what the army keeps count of, by name."""
    weapon: str = ""
    """In the window 'shot': at an enemy that this weapon hit, if it is named. With `of_model` its bearer hit it."""
    over: bool = False
    """In the window 'moved': at an enemy that the unit moved over."""


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
    continues: str = ""
    """The name of the ability of whose text this is a further part."""
    bearers: tuple[int, ...] = ()
    """The miniatures of its unit that it hangs on, as indices of the line-up: it ends with them. () is all of them."""
