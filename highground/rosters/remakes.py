"""Texts by which a model becomes another kind of model for good: stat line, keywords, core rules, who it leads.

'Change this model's Move characteristic to 9", remove the WALKER keyword, ...': set once more, none of it changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from highground.engine.amount import Amount, Keyword
from highground.engine.model import Ability, MiniatureSheet, UnitSheet
from highground.rosters.text import straight

_FIELDS = {
    "move": "movement",
    "toughness": "toughness",
    "save": "save",
    "wounds": "wounds",
    "leadership": "leadership",
    "objective control": "objective_controlled",
}
_WORD = r"(?!(?:keywords?|adds?|removes?|gains|it|and)\b)[a-z'-]+"
_NAME = rf"{_WORD}(?: {_WORD})*"
_NAMES = rf"{_NAME}(?:(?:, and |, | and ){_NAME})*"
_RULE = r"(?:deep strike|infiltrators|stealth|lone operative|scouts \d+\"|feel no pain [2-6]\+)"
_HEAD = re.compile(r"^\(?[a-z][a-z' -]* only\)?[.:] ?")
_LIST = re.compile(
    r"(?:,? ?(?:and )?)(?P<how>replace|change|add the following units? to|add to|add) (?:the )?list of units this"
    r" model can be attached to: ?(?P<names>.*)$"
)
_GAP = re.compile(r"(?:, and |, but |, |\. | and )")
_CLAUSES = re.compile(
    rf"(?:(?:change )?(?:this model's|its) (?P<field>{'|'.join(_FIELDS)}) characteristic to (?P<value>\d+)[\"+]?"
    rf"|removes? the (?P<gone>{_NAMES}) keywords?"
    rf"|adds? the (?P<more>{_NAMES}) keywords?"
    rf"|(?:it|this model) (?:gains|has) the (?P<rules>{_RULE}(?:(?:, and |, | and ){_RULE})*) abilit(?:y|ies)"
    rf"|it loses the (?P<lost>{_RULE}) ability"
    r"|(?:it|this model) has an? (?P<ward>[2-6])\+ invulnerable save)"
    r"(?=$|, |\. | and )"
)


class Remake(msgspec.Struct, frozen=True):
    """What a model is from then on; `leads` are the units that it may lead besides those it may anyway, or, if it
    `leads_only` them, in their place.
    """

    fields: tuple[tuple[str, int], ...] = ()
    more: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    rules: tuple[Keyword, ...] = ()
    lost: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()
    leads_only: bool = False


@lru_cache(maxsize=1024)
def remake_of(text: str) -> Remake | None:
    """What a text of this kind says, and nothing else; None for others."""
    plain = " ".join(straight(text).casefold().replace("■", "•").split()).strip(" .")
    headed = _HEAD.match(plain)
    plain = plain[headed.end() :] if headed else plain
    listed = _LIST.search(plain)
    found = Remake()
    if listed is not None:
        names = [each.strip(" .,") for each in re.split(r"•|, ", listed["names"]) if each.strip(" .,")]
        if not names or any("(" in each for each in names):
            return None
        found = Remake(leads=tuple(names), leads_only=listed["how"] in {"replace", "change"})
        plain = plain[: listed.start()].strip(" .,")
    elif headed is None and "characteristic to" not in plain:
        return None
    at = 0
    while at < len(plain):
        match = _CLAUSES.match(plain, at)
        if match is None:
            return None
        found = _with(found, match)
        gap = _GAP.match(plain, match.end())
        at = gap.end() if gap else match.end()
        if gap is None and at < len(plain):
            return None
    return found if found != Remake() else None


def _with(found: Remake, match: re.Match[str]) -> Remake:
    replace = msgspec.structs.replace
    if match["field"]:
        return replace(found, fields=(*found.fields, (_FIELDS[match["field"]], int(match["value"]))))
    if match["ward"]:
        return replace(found, fields=(*found.fields, ("invuln", int(match["ward"]))))
    if match["gone"]:
        return replace(found, gone=(*found.gone, *_split(match["gone"])))
    if match["more"]:
        return replace(found, more=(*found.more, *_split(match["more"])))
    if match["lost"]:
        return replace(found, lost=(*found.lost, re.sub(r" \d.*", "", match["lost"])))
    for each in _split(match["rules"]):
        pain = re.fullmatch(r"feel no pain (\d)\+", each)
        if pain is not None:
            found = replace(found, fields=(*found.fields, ("fnp", int(pain[1]))))
            continue
        far = re.fullmatch(r"scouts (\d+)\"", each)
        rule = Keyword("scouts", Amount(plus=int(far[1]))) if far else Keyword(each)
        found = replace(found, rules=(*found.rules, rule))
    return found


def _split(text: str) -> list[str]:
    return [each for each in re.split(r", and |, | and ", text) if each]


def remade(unit: UnitSheet) -> tuple[UnitSheet, set[tuple[str, str]]]:
    """The unit of one miniature with such changes made, except what it leads; and the abilities that it holds now."""
    settled: set[tuple[str, str]] = set()
    if len(unit.line_up) != 1:
        return unit, settled
    for ability in unit.abilities:
        change = remake_of(ability.text)
        if change is None:
            continue
        settled.add((ability.name, ability.text))
        kept = tuple(each for each in unit.keywords if each not in change.gone)
        known = set(unit.rules) - set(change.lost)
        given = (
            Ability(f"{ability.name} ({number})", source=ability.source, rule=rule, continues=ability.name)
            for number, rule in enumerate(change.rules, start=2)
            if rule.name not in known
        )
        left = (each for each in unit.abilities if each.rule is None or each.rule.name not in change.lost)
        unit = msgspec.structs.replace(
            unit,
            keywords=tuple(dict.fromkeys((*kept, *change.more))),
            abilities=(*left, *given),
            miniatures=tuple(_changed(sheet, change.fields) for sheet in unit.miniatures),
        )
    return unit, settled


def _changed(sheet: MiniatureSheet, fields: Iterable[tuple[str, int]]) -> MiniatureSheet:
    return msgspec.structs.replace(sheet, profile=msgspec.structs.replace(sheet.profile, **dict(fields)))


def with_other_leads(units: Sequence[UnitSheet]) -> list[UnitSheet]:
    """The units, those that are remade so with the names of those that they lead from then on."""
    return [_leading(unit) for unit in units]


def _leading(unit: UnitSheet) -> UnitSheet:
    leads = unit.leads
    for ability in unit.abilities if len(unit.line_up) == 1 else ():
        change = remake_of(ability.text)
        if change is not None and change.leads:
            leads = change.leads if change.leads_only else (*leads, *change.leads)
    return unit if leads == unit.leads else msgspec.structs.replace(unit, leads=tuple(dict.fromkeys(leads)))
