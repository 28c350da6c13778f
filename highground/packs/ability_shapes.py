"""The shapes of abilities, stratagems and what they do, as a pack's files write them."""

from __future__ import annotations

from typing import Literal

import msgspec

from highground.engine.abilities.afflictions import TableDice
from highground.engine.abilities.effect import Attacks, Duration, Moment, Role, Tested, Who
from highground.engine.abilities.model import Per, Window
from highground.engine.abilities.resources import Spell
from highground.engine.effects import Kind, Reroll, Stage

Phase = Literal["deployment", "command", "movement", "shooting", "charge", "combat"]
Roll = Literal["advance", "charge", "attacks", "hit", "wound", "save", "damage"]


class StepFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a table: what a die, or the round, of `least` or more brings."""

    least: int
    amount: int | str


class EffectFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that an ability does. Which fields it has, its kind says (`highground.engine.abilities.effects`).

    `what` names a permission or a roll; `on` counts only the dice of `amount` that show it or more; `keyword` is
    written as on weapons, `conditions` like 'not engaged', 'target keyword vehicle' or 'within 12'.
    """

    kind: str
    value: int = 0
    amount: int | str | None = None
    on: int = 0
    what: str = ""
    stage: Stage | Literal[""] = ""
    change: Kind = "add"
    reroll: Reroll = "none"
    keyword: str = ""
    who: Who = "self"
    reach: float = 0.0
    last: bool = False
    usual: bool = False
    name: str = ""
    boon: str = ""
    reset: bool = False
    free: bool = False
    again: bool = False
    per: Spell = ""
    shared: bool = False
    most: int = 0
    steps: tuple[StepFile, ...] = ()
    dice: TableDice = "one"
    count: int = 1
    role: Role = "attacking"
    attacks: Attacks = "any"
    conditions: tuple[str, ...] = ()
    duration: Duration = "always"
    when: Moment = ""
    needed: int = 0
    each: bool = False
    gone: bool = False
    doubled: bool = False
    stratagem: str = ""
    reserves: bool = False
    anywhere: bool = False
    beside: int = 0
    face_from: int = 0
    face_to: int = 0
    follows: bool = False
    tied: bool = False
    tested: Tested = ""
    stance: str = ""


class UseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When and how often an ability is used by choice; see `highground.engine.abilities.model.Use`."""

    cost: int = 0
    phases: tuple[Phase, ...] = ()
    turn: Literal["own", "enemy", "any"] = "own"
    window: Window = ""
    rolls: tuple[Roll, ...] = ()
    target: Literal["none", "friend", "enemy", "ally", "reserve"] = "none"
    reach: float = 0.0
    keywords: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    per: Per | None = None
    count: int = 1
    counts_with: str = ""
    sight: bool = False
    spend: dict[str, int] = {}


class ChoiceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the things that a selectable ability lets its player choose from."""

    name: str
    text: str
    effects: tuple[EffectFile, ...]


class AbilityFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ability or a stratagem. Without `use` it works by itself; with `choices` one of them is picked at each use."""

    name: str
    text: str
    effects: tuple[EffectFile, ...] = ()
    use: UseFile | None = None
    choices: tuple[ChoiceFile, ...] = ()


class StratagemsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """stratagems.toml: those that every army may use, by id."""

    stratagems: dict[str, AbilityFile]
