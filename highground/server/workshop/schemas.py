"""The requests and answers of the workshop's calls."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from highground.server.described import AsRule, AsRuleSet, AsUnitChange
from highground.workshop.trial import TrialRow

RuleLevel = Literal["unit", "army", "stratagem"]


class RuleSetRow(BaseModel):
    """A rule set of the caller's. While it is `active` it is for all their rosters of its faction.

    `token` is that of its link; null where it is shared with nobody. `rules` counts what is in it.
    """

    rule_set_id: str
    name: str
    faction: str
    rules: int
    revision: int
    active: bool
    token: str | None
    changed: datetime


class RuleSets(BaseModel):
    rule_sets: list[RuleSetRow]


class ShownRuleSet(BaseModel):
    """A rule set with what is in it."""

    row: RuleSetRow
    document: AsRuleSet


class SharedRuleSet(BaseModel):
    """A rule set that somebody shares, without who it is."""

    document: AsRuleSet


class KeptRuleSet(BaseModel):
    """A rule set to keep: made in the workshop, or from a file."""

    document: AsRuleSet
    active: bool = True


class WrittenSentence(BaseModel):
    text: str
    lines: list[str]


class WrittenAbility(BaseModel):
    """An ability of a roster's file: `sentences` of its text with what each means by itself, `lines` what it does.

    `rule` is the same as a rule that can be changed; `whole` says whether that is all of it.
    """

    name: str
    sentences: list[WrittenSentence]
    lines: list[str]
    by_hand: bool
    core: bool
    enhancement: bool
    rule: AsRule
    whole: bool


class WrittenUnit(BaseModel):
    name: str
    abilities: list[WrittenAbility]
    models: list[str]
    weapons: list[str]


class RosterRules(BaseModel):
    """A roster's abilities as its file has them, the rules made for it alone, and the rule sets that are for it too."""

    name: str
    faction: str
    detachment: str
    abilities: list[WrittenAbility]
    units: list[WrittenUnit]
    document: AsRuleSet
    sets: list[str]


class KeptRosterRules(BaseModel):
    """The rules of one roster; without a document it has none of its own any more."""

    document: AsRuleSet | None


class RuleAsked(BaseModel):
    """A rule that is being made, of a unit, an army or a stratagem."""

    rule: AsRule
    level: RuleLevel


class UnitAsked(BaseModel):
    """Units of a name as a rule set that is being made has them."""

    unit: AsUnitChange


class RuleSaid(BaseModel):
    """What a rule does in words, or in `problem` why it cannot be kept as it is."""

    lines: list[str]
    problem: str | None


class TrialAsked(RuleAsked):
    """A rule tried on a unit: of the caller's roster or a sample army, by number, as the other unit is."""

    army: Annotated[str, Field(max_length=64)]
    unit: Annotated[int, Field(ge=0, le=500)]
    other_army: Annotated[str, Field(max_length=64)]
    other_unit: Annotated[int, Field(ge=0, le=500)]
    option: Annotated[int, Field(ge=0, le=50)] = 0
    distance: Annotated[float, Field(ge=1, le=48)] = 12


class TrialAnswer(BaseModel):
    """Each weapon's attacks on average, without the rule and with it. `assumed`: conditions taken for granted."""

    rows: list[TrialRow]
    assumed: list[str]
    shown: bool


class TrialUnits(BaseModel):
    """The units of an army that a rule can be tried on, in their order."""

    army: str
    name: str
    units: list[str]
