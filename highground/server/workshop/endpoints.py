"""The caller's rule sets, those that are shared by link, and what the workshop asks."""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path

from highground.engine.model import ArmySheet
from highground.game.views.values import Json
from highground.server.accounts.access import NOT_SIGNED_IN, SignedIn
from highground.server.accounts.tables import User
from highground.server.db.session import ReadSession, WriteSession
from highground.server.errors import refusals
from highground.server.limits import TOO_MANY, Spending
from highground.server.rosters import service as rosters
from highground.server.rosters.endpoints import OWN as OWN_ROSTER
from highground.server.rosters.endpoints import RosterId
from highground.server.workshop import service
from highground.server.workshop.schemas import (
    KeptRosterRules,
    KeptRuleSet,
    RosterRules,
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
from highground.workshop.rule_sets import schema
from highground.workshop.vocabulary import Vocabulary, vocabulary

router = APIRouter(prefix="/api", tags=["workshop"])

RuleSetId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
TrialArmy = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
OUTDATED = refusals(_409="It holds rules that this version of the program does not know.")
OWN = NOT_SIGNED_IN | OUTDATED | refusals(_404="The caller has no such rule set.")
NO_RULES = refusals(_422="It is no rule set; the sentence says why.")


@router.get("/rule_sets", operation_id="listRuleSets", responses=NOT_SIGNED_IN)
async def rule_sets(session: ReadSession, user: SignedIn) -> RuleSets:
    """The caller's rule sets, by name."""
    return await service.listed(session, user)


@router.post(
    "/rule_sets",
    operation_id="keepRuleSet",
    status_code=201,
    responses=NOT_SIGNED_IN | TOO_MANY | NO_RULES | refusals(_409="The caller has as many rule sets as are kept."),
)
async def keep(session: WriteSession, user: SignedIn, spend: Spending, kept: KeptRuleSet) -> ShownRuleSet:
    """Keep a new rule set, from the workshop or a file. Nobody else sees it."""
    await spend.upload(user.id)
    return await service.keep(session, user, kept)


@router.get("/rule_sets/{rule_set_id}", operation_id="getRuleSet", responses=OWN)
async def show(session: ReadSession, user: SignedIn, rule_set_id: RuleSetId) -> ShownRuleSet:
    """A rule set of the caller's with what is in it: the file that an export is."""
    return await service.shown(session, user, rule_set_id)


@router.put("/rule_sets/{rule_set_id}", operation_id="changeRuleSet", responses=OWN | NO_RULES)
async def change(session: WriteSession, user: SignedIn, rule_set_id: RuleSetId, kept: KeptRuleSet) -> ShownRuleSet:
    """Put another rule set in its place. Battles that have begun keep the rules that they began with."""
    return await service.change(session, user, rule_set_id, kept)


@router.delete("/rule_sets/{rule_set_id}", operation_id="deleteRuleSet", status_code=204, responses=OWN)
async def remove(session: WriteSession, user: SignedIn, rule_set_id: RuleSetId) -> None:
    """Delete a rule set. Battles that have begun keep its rules."""
    await service.remove(session, user, rule_set_id)


@router.post("/rule_sets/{rule_set_id}/link", operation_id="shareRuleSet", responses=OWN)
async def share(session: WriteSession, user: SignedIn, rule_set_id: RuleSetId) -> RuleSetRow:
    """Share a rule set with anyone who has its link."""
    return await service.share(session, user, rule_set_id, on=True)


@router.delete("/rule_sets/{rule_set_id}/link", operation_id="unshareRuleSet", responses=OWN)
async def unshare(session: WriteSession, user: SignedIn, rule_set_id: RuleSetId) -> RuleSetRow:
    """Share a rule set no longer. Copies that others keep are theirs."""
    return await service.share(session, user, rule_set_id, on=False)


@router.get(
    "/shared_rule_sets/{token}",
    operation_id="getSharedRuleSet",
    responses=NOT_SIGNED_IN | OUTDATED | refusals(_404="Nobody shares a rule set by this link."),
)
async def shared(session: ReadSession, user: SignedIn, token: RuleSetId) -> SharedRuleSet:
    """A rule set that somebody shares by a link."""
    return await service.shared(session, token)


@router.get("/workshop/vocabulary", operation_id="getVocabulary", response_model=Vocabulary)
async def words() -> Vocabulary:
    """What rules are made of: the kinds of effects with their fields, conditions, moments, in words."""
    return _vocabulary()


@router.get("/workshop/schema", operation_id="getRuleSetSchema")
async def json_schema() -> dict[str, Json]:
    """The format of rule sets as JSON Schema."""
    return schema()


@cache
def _vocabulary() -> Vocabulary:
    return vocabulary()


@router.post("/workshop/words", operation_id="readRule", responses=NOT_SIGNED_IN)
async def read(user: SignedIn, asked: RuleAsked) -> RuleSaid:
    """A rule that is being made, in the words that players will read, or why it cannot be kept."""
    return service.said(asked)


@router.post("/workshop/unit_words", operation_id="readUnit", responses=NOT_SIGNED_IN)
async def read_unit(user: SignedIn, asked: UnitAsked) -> RuleSaid:
    """What units of a name get besides abilities, in words, or why it cannot be kept."""
    return service.said_of_unit(asked)


@router.get("/workshop/units/{army}", operation_id="listTrialUnits", responses=OWN_ROSTER)
async def units(session: ReadSession, user: SignedIn, army: TrialArmy) -> TrialUnits:
    """The units of a roster of the caller's, or of a sample army, that a rule can be tried on."""
    return service.trial_units(army, await _army(session, user, army))


@router.post("/workshop/trial", operation_id="tryRule", responses=OWN_ROSTER | NO_RULES)
async def trial(session: ReadSession, user: SignedIn, asked: TrialAsked) -> TrialAnswer:
    """What a rule changes: a unit's attacks, and those at it, without the rule and with it."""
    army, other = await _army(session, user, asked.army), await _army(session, user, asked.other_army)
    return await asyncio.to_thread(service.try_out, asked, army, other)


async def _army(session: ReadSession, user: User, name: str) -> ArmySheet:
    return service.sample(name) or await rosters.army_of(session, user, name)


@router.get("/rosters/{roster_id}/rules", operation_id="getRosterRules", responses=OWN_ROSTER | OUTDATED)
async def roster_rules(session: ReadSession, user: SignedIn, roster_id: RosterId) -> RosterRules:
    """A roster's abilities with what was made of each sentence, and the rules that its owner made for it."""
    return await rosters.rules_of(session, user, roster_id)


@router.put("/rosters/{roster_id}/rules", operation_id="keepRosterRules", responses=OWN_ROSTER | NO_RULES)
async def keep_rules(session: WriteSession, user: SignedIn, roster_id: RosterId, kept: KeptRosterRules) -> RosterRules:
    """Keep the rules of one roster: corrections of what was read from it, and what it has besides."""
    return await rosters.keep_rules(session, user, roster_id, kept.document)
