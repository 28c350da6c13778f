"""Keeping, sharing and applying rule sets, and what the workshop asks while one is made."""

from __future__ import annotations

import asyncio
import gzip
import secrets
from datetime import UTC, datetime
from typing import Any

import msgspec
import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from highground.engine.model import ArmySheet
from highground.engine.naming import numbered
from highground.packs import load_pack
from highground.rosters import Roster
from highground.server.accounts.tables import User
from highground.server.errors import Refusal
from highground.server.workshop import repository
from highground.server.workshop.schemas import (
    KeptRuleSet,
    RuleAsked,
    RuleSaid,
    RuleSetRow,
    RuleSets,
    SharedRuleSet,
    ShownRuleSet,
    TrialAnswer,
    TrialAsked,
    TrialUnits,
    UnitAsked,
)
from highground.server.workshop.tables import SavedRuleSet
from highground.words.readings import of_ability
from highground.workshop import RuleSet, RuleSetError, applied, read_rule, read_rule_set
from highground.workshop.applying import fits
from highground.workshop.making import ability_of
from highground.workshop.reading import read_unit
from highground.workshop.saying import of_unit
from highground.workshop.trial import tried

log = structlog.get_logger(__name__)

MOST_RULE_SETS = 100
NO_RULE_SET = "There is no such rule set."
OUTDATED = "This rule set was made with another version of the program, and holds rules that it knows no longer."
NOT_SHARED = "Nobody shares a rule set by this link any more."
ITS_OWN = "corrections of this roster"
TOO_MANY_SETS = f"You have {MOST_RULE_SETS} rule sets, the most that are kept. Delete one that you no longer need."


async def listed(session: AsyncSession, user: User) -> RuleSets:
    return RuleSets(rule_sets=[_row(each) for each in await repository.of_user(session, user.id)])


async def shown(session: AsyncSession, user: User, rule_set_id: str) -> ShownRuleSet:
    return _shown(await _find(session, user, rule_set_id))


async def keep(session: AsyncSession, user: User, kept: KeptRuleSet) -> ShownRuleSet:
    """A new rule set. Raises Refusal for what is none."""
    rules = understood(kept.document)
    if await repository.count(session, user.id) >= MOST_RULE_SETS:
        raise Refusal(409, TOO_MANY_SETS)
    saved = SavedRuleSet(id=secrets.token_urlsafe(9), user_id=user.id, revision=0, token=None)
    _write(saved, rules, kept.active)
    session.add(saved)
    return _shown(saved)


async def change(session: AsyncSession, user: User, rule_set_id: str, kept: KeptRuleSet) -> ShownRuleSet:
    """Puts another in its place. Battles that have begun keep what they began with."""
    rules = understood(kept.document)
    saved = await _find(session, user, rule_set_id)
    _write(saved, rules, kept.active)
    return _shown(saved)


async def remove(session: AsyncSession, user: User, rule_set_id: str) -> None:
    if not await repository.remove(session, user.id, rule_set_id):
        raise Refusal(404, NO_RULE_SET)


async def share(session: AsyncSession, user: User, rule_set_id: str, *, on: bool) -> RuleSetRow:
    """Share a rule set by a link, with which anyone signed in can read it, or stop sharing it."""
    saved = await _find(session, user, rule_set_id)
    saved.token = (saved.token or secrets.token_urlsafe(18)) if on else None
    return _row(saved)


async def shared(session: AsyncSession, token: str) -> SharedRuleSet:
    saved = await repository.shared(session, token)
    if saved is None:
        raise Refusal(404, NOT_SHARED)
    return SharedRuleSet(document=_document(rules_in(saved)))


def understood(document: Any) -> RuleSet:
    """The rule set that a document is. Raises Refusal with 422 and the reason."""
    try:
        return read_rule_set(document)
    except RuleSetError as error:
        raise Refusal(422, str(error)) from error


def said(asked: RuleAsked) -> RuleSaid:
    """A rule that is being made, in words: those that players will read of it."""
    try:
        rule = read_rule(asked.rule, asked.level)
    except RuleSetError as error:
        return RuleSaid(lines=[], problem=str(error))
    return RuleSaid(lines=of_ability(ability_of(rule, asked.level)), problem=None)


def said_of_unit(asked: UnitAsked) -> RuleSaid:
    """What units have otherwise than their file says, in words."""
    try:
        return RuleSaid(lines=of_unit(read_unit(asked.unit)), problem=None)
    except RuleSetError as error:
        return RuleSaid(lines=[], problem=str(error))


def try_out(asked: TrialAsked, army: ArmySheet, other: ArmySheet) -> TrialAnswer:
    """What a rule changes of the attacks of a unit, and of those at it."""
    try:
        rule = read_rule(asked.rule, asked.level)
    except RuleSetError as error:
        raise Refusal(422, str(error)) from error
    if asked.unit >= len(army.units) or asked.other_unit >= len(other.units):
        raise Refusal(422, "There is no such unit to try it on.")
    unit, foe = army.units[asked.unit], other.units[asked.other_unit]
    return TrialAnswer(**tried(army, unit, foe, rule, asked.option, asked.distance))


def sample(name: str) -> ArmySheet | None:
    return load_pack().armies.get(name)


def trial_units(name: str, army: ArmySheet) -> TrialUnits:
    return TrialUnits(army=name, name=army.name, units=numbered([unit.name for unit in army.units]))


async def with_rules(session: AsyncSession, user: User, roster: Roster, own: bytes | None) -> tuple[Roster, list[str]]:
    """The roster with its owner's rule sets for its faction and with the rules made for it, and their names."""
    bodies = [each.body for each in await repository.of_user(session, user.id, whole=True) if each.active]
    sets = [rules for rules in map(_known, bodies) if rules is not None and fits(rules, roster.army)]
    names = [rules.name for rules in sets]
    last = None if own is None else _known(own)
    if last is not None:
        sets.append(last)
        names.append(ITS_OWN)
    if not sets:
        return roster, []
    army = await asyncio.to_thread(applied, roster.army, sets, roster.datasheets)
    return msgspec.structs.replace(roster, army=army), names


def rules_in(saved: SavedRuleSet) -> RuleSet:
    return decoded(saved.body)


def packed(rules: RuleSet) -> bytes:
    return gzip.compress(msgspec.json.encode(rules), mtime=0)


def decoded(body: bytes) -> RuleSet:
    """A kept rule set. Raises Refusal for one of a version of the program that had other kinds of rules."""
    found = _known(body)
    if found is None:
        raise Refusal(409, OUTDATED)
    return found


def written(body: bytes) -> Any:
    """The JSON values of a kept rule set, understood or not."""
    return msgspec.json.decode(gzip.decompress(body))


def _known(body: bytes) -> RuleSet | None:
    try:
        return msgspec.json.decode(gzip.decompress(body), type=RuleSet)
    except msgspec.ValidationError as error:
        log.warning("a kept rule set is not understood any more", exc_info=error)
        return None


def _document(rules: RuleSet) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(rules)
    return found


def _write(saved: SavedRuleSet, rules: RuleSet, active: bool) -> None:
    saved.name, saved.faction, saved.rules = rules.name, rules.faction, rules.size
    saved.revision += 1
    saved.active = active
    saved.changed = datetime.now(UTC)
    saved.body = packed(rules)


def _shown(saved: SavedRuleSet) -> ShownRuleSet:
    return ShownRuleSet(row=_row(saved), document=_document(rules_in(saved)))


def _row(saved: SavedRuleSet) -> RuleSetRow:
    columns = {name: getattr(saved, name) for name in RuleSetRow.model_fields if name != "rule_set_id"}
    return RuleSetRow(rule_set_id=saved.id, **columns)


async def _find(session: AsyncSession, user: User, rule_set_id: str) -> SavedRuleSet:
    saved = await repository.find(session, user.id, rule_set_id)
    if saved is None:
        raise Refusal(404, NO_RULE_SET)
    return saved
