"""The format of rule sets: rules that a player wrote, as data. Effects and conditions are those of the engine.

A file is this as JSON. Its schema is made from these types (`schema`). A change that reads older files otherwise is a
new `version`.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.model import Per, Window

VERSION = 1
RulePhase = Literal["deployment", "command", "movement", "shooting", "charge", "combat"]
RuleRoll = Literal["advance", "charge", "attacks", "hit", "wound", "save", "damage"]


class RuleUse(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """When and how often a rule is used by choice, as `highground.engine.abilities.model.Use` says.

    `cost` is a stratagem's, in command points. `aimed` holds sets of conditions of which the target meets one.
    """

    cost: int = 0
    phases: tuple[RulePhase, ...] = ()
    turn: Literal["own", "enemy", "any"] = "own"
    window: Window = ""
    rolls: tuple[RuleRoll, ...] = ()
    target: Literal["none", "friend", "enemy", "ally", "reserve"] = "none"
    reach: float = 0.0
    keywords: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()
    aimed: tuple[tuple[Condition, ...], ...] = ()
    per: Per = "phase"
    count: int = 1
    sight: bool = False
    shared: bool = False
    spend: dict[str, int] = {}


class RuleOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One of those that are chosen from at each use: a stage of an army's rule, a doctrine, a blessing."""

    name: str
    text: str = ""
    effects: tuple[AnyEffect, ...] = ()


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An ability, an army's rule or a stratagem. Without `use` it works by itself. `text` is its author's own.

    `detachment`: of an army's rule or a stratagem, the only detachment that has it. `model`: the miniatures of a unit
    that have it, by their name; it ends with them, and is measured from them. A rule without effects and options does
    nothing: the name that it replaces is played by hand no longer.
    """

    name: str
    text: str = ""
    effects: tuple[AnyEffect, ...] = ()
    use: RuleUse | None = None
    options: tuple[RuleOption, ...] = ()
    detachment: str = ""
    model: str = ""


class WeaponChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Other numbers of a weapon, by its name; what is not said stays. `range` 0 is melee, `skill` 0 hits by itself."""

    name: str
    range: int | None = None
    attacks: str | None = None
    skill: int | None = None
    strength: str | None = None
    ap: int | None = None
    damage: str | None = None
    keywords: tuple[str, ...] | None = None


class AddedWeapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon that miniatures carry besides theirs; those that have one of its name have it in that one's place.

    `model`: only those called so. `enhancement`: only who has the enhancement, or the ability, of that name. `range` 0
    is melee, `skill` 0 hits by itself. Names such as 'Lance - focused' are firing modes of one weapon.
    """

    name: str
    attacks: str
    skill: int
    strength: str
    damage: str
    range: int = 0
    ap: int = 0
    keywords: tuple[str, ...] = ()
    count: int = 1
    model: str = ""
    enhancement: str = ""


class ModelChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Another stat line or base of a unit's miniatures of a name, or of all of them. `invuln` and `fnp` 0 are none.

    `base_mm` says the whole base: a round one, or how wide one is that is `length_mm` long, and oval unless it is
    `rectangular`.
    """

    name: str = ""
    movement: int | None = None
    toughness: int | None = None
    save: int | None = None
    wounds: int | None = None
    leadership: int | None = None
    objective_controlled: int | None = None
    invuln: int | None = None
    fnp: int | None = None
    base_mm: float | None = None
    height: float | None = None
    length_mm: float | None = None
    rectangular: bool = False


class SpareModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Miniatures of a name that are not there when the battle begins and may be added to the unit in it.

    `count` is how many there are at once at most. `save` 7 is none, `invuln` and `fnp` 0 are none. What they carry is
    said by the unit's added weapons, of which they have those for miniatures of their name. Their base is as in
    `ModelChange`.
    """

    name: str
    movement: int
    toughness: int
    save: int
    wounds: int
    leadership: int
    objective_controlled: int
    count: int = 10
    invuln: int = 0
    fnp: int = 0
    base_mm: float = 32.0
    height: float = 1.5
    length_mm: float | None = None
    rectangular: bool = False


class UnitChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What units of a name have: abilities in place of those of the same names, other numbers, more keywords.

    `carries` are weapons that they have besides, `spares` miniatures that may be added in battle.
    """

    name: str
    abilities: tuple[Rule, ...] = ()
    weapons: tuple[WeaponChange, ...] = ()
    models: tuple[ModelChange, ...] = ()
    keywords: tuple[str, ...] = ()
    carries: tuple[AddedWeapon, ...] = ()
    spares: tuple[SpareModel, ...] = ()


class RuleSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Rules for all armies of a `faction`, or of one roster.

    `army` holds the rules of the army and its detachments, `enhancements` those of units with an enhancement of that
    name.
    """

    name: str
    format: Literal["highground rule set"]
    version: Literal[1]
    faction: str = ""
    note: str = ""
    army: tuple[Rule, ...] = ()
    stratagems: tuple[Rule, ...] = ()
    enhancements: tuple[Rule, ...] = ()
    units: tuple[UnitChange, ...] = ()

    @property
    def size(self) -> int:
        """How many rules and corrected units it has."""
        return len(self.army) + len(self.stratagems) + len(self.enhancements) + len(self.units)


def empty(name: str, faction: str = "") -> RuleSet:
    return RuleSet(name, "highground rule set", 1, faction)


def schema() -> dict[str, Any]:
    """The format as JSON Schema."""
    return msgspec.json.schema(RuleSet)
