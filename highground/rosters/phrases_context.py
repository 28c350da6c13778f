"""What a clause says, and what it stands in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

import msgspec

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.effect import Who
from highground.engine.abilities.model import Ability, Use
from highground.engine.amount import Amount, Keyword
from highground.rosters.phrases_keywords import ALWAYS, Alternatives, KnownKeywords, both
from highground.rosters.phrases_text import Unread

Scope = Literal["unit", "bearer", "alone", "holder", "lone"]
"""The units that an ability is right for: any unit; one whose bearer lives as long as the ability is for the unit; one
that is nobody but the bearer, and no longer has it once it has joined others; or one that has it then too. 'lone' ones
join no others: what is said of the unit and what is said of the model is said of the same there.
"""
_SCOPES: tuple[Scope, ...] = ("unit", "bearer", "holder", "alone", "lone")
_OF_UNITS: frozenset[Scope] = frozenset({"unit", "bearer"})

_OF_ROLLS = frozenset({"half range", "stronger"})
"""Conditions that an attack's own numbers answer."""


class Clause(msgspec.Struct, frozen=True):
    """What a clause says: effects, or the core rule that the unit has; and the units that it is right for."""

    effects: tuple[AnyEffect, ...] = ()
    rule: Keyword | None = None
    scope: Scope = "unit"
    part: str = ""
    """The name of the unit's miniatures that have it alone; '' where it is for all of it."""

    @classmethod
    def joined(cls, clauses: Iterable[Clause]) -> Clause:
        """All of them as one; raises Unread for two rules."""
        parts = list(clauses)
        rules = [part.rule for part in parts if part.rule is not None]
        if len(rules) > 1:
            raise Unread(str(rules))
        effects = tuple(effect for part in parts for effect in part.effects)
        scope = widest(*(part.scope for part in parts))
        had = {part.scope for part in parts if part.effects}
        apart = len(had) > 1 and not had <= _OF_UNITS  # some of it is a model's, and some its unit's
        names = {part.part for part in parts if part.effects or part.rule}
        if len(names) > 1:
            raise Unread(str(names))
        return cls(effects, rules[0] if rules else None, "lone" if apart else scope, "".join(names))


class Whole(NamedTuple):
    """What a text comes to as a whole; see `phrases.Reading`."""

    effects: tuple[AnyEffect, ...] = ()
    scope: Scope = "unit"
    use: Use | None = None
    choices: tuple[Ability, ...] = ()
    more: tuple[Use, ...] = ()
    """Further uses of the same effects."""


def widest(*scopes: Scope) -> Scope:
    """The scope that asks the most."""
    return max(scopes, key=_SCOPES.index, default="unit")


class Context(msgspec.Struct, frozen=True):
    """What a clause stands in: whose effects they are, under which conditions, and what 'that unit' is, if anything."""

    known: KnownKeywords
    who: Who = "self"
    reach: float = 0.0
    conditions: Alternatives = ALWAYS
    scope: Scope = "unit"
    that: Literal["", "friend", "enemy"] = ""
    kind: Literal["", "ranged", "melee"] = ""
    """The attacks that it is about, where it is about no others."""
    used: bool = False
    """Whether it holds for a while only, because something was used."""
    named: bool = False
    """Whether it has been said who has it."""
    part: str = ""
    """The name of the unit's miniatures that it is about, where it is about no others."""

    def scoped(self, scope: Scope) -> Context:
        return msgspec.structs.replace(self, scope=widest(self.scope, scope))

    def asked_of(self, scope: Scope) -> Context:
        """The same where something more is asked: of a model, though its unit has it, only one for itself can tell."""
        apart = scope == "holder" and self.named and self.who == "self" and self.scope in _OF_UNITS
        return self.scoped("lone" if apart else scope)

    def under(self, conditions: Alternatives) -> Context:
        return msgspec.structs.replace(self, conditions=both(self.conditions, conditions))

    def clause(self, *drafts: AnyEffect) -> Clause:
        """The drafts for the units and the time that this context gives."""
        if any(each.kind == "miniature keyword" for one in self.conditions for each in one):
            _refuse_parts(drafts)
        effects = (
            msgspec.structs.replace(draft, who=self.who, reach=self.reach, conditions=conditions)
            for draft in map(self._of_kind, drafts)
            for conditions in self.conditions
        )
        return Clause(tuple(effects), scope=self.scope, part=self.part)

    def _of_kind(self, draft: AnyEffect) -> AnyEffect:
        """The draft for the attacks that the context is about; raises Unread for anything else."""
        if isinstance(draft, GainKeyword) and any(each.kind in _OF_ROLLS for one in self.conditions for each in one):
            draft = _as_change(draft)
        if not self.kind:
            return draft
        if not isinstance(draft, (ModifyAttack, GainKeyword)) or draft.of_role("defending"):
            raise Unread(draft.kind)
        if draft.attacks not in {"any", self.kind}:
            raise Unread(draft.kind)
        return msgspec.structs.replace(draft, attacks=self.kind)


def _refuse_parts(drafts: Iterable[AnyEffect]) -> None:
    """Raises Unread for what miniatures of a kind cannot have alone: all but saves and feel no pain."""
    for each in drafts:
        if not isinstance(each, ModifyAttack) or each.role != "defending":
            raise Unread(each.kind)
        if each.change != "invulnerable" and each.stage != "fnp":
            raise Unread(each.kind)


def _as_change(draft: GainKeyword) -> ModifyAttack:
    """What a keyword does to an attack: it would be given before an attack's own numbers are known."""
    keyword, attacks = draft.keyword, draft.attacks
    if keyword.name == "sustained hits":
        value = keyword.value or Amount(plus=1)
        worth = 0 if value.count else value.plus
        return ModifyAttack("hit", worth, "sustained", value if value.count else None, attacks=attacks)
    if keyword.name == "lethal hits":
        return ModifyAttack("hit", change="lethal", attacks=attacks)
    if keyword.name == "devastating wounds":
        return ModifyAttack("wound", change="devastating", attacks=attacks)
    if keyword.name == "ignores cover":
        return ModifyAttack("save", change="no cover", attacks=attacks)
    raise Unread(keyword.name)
