"""Texts by which a unit may be joined by leaders whose own sheets do not name it: they join it as they join another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from highground.engine.model import UnitSheet
from highground.rosters.phrases_text import sentences
from highground.rosters.text import folded

_AS_ANOTHER = re.compile(
    r"if (?:an? )?(?P<who>[a-z][a-z' -]*?) from your army(?: with the leader ability)?"
    r"(?: \(excluding (?P<out>[a-z][a-z' -]*)\))? can be attached to (?:an? )?(?P<names>[a-z][a-z' -]*?), (?P<then>.*)"
)
_INSTEAD = "it can be attached to this unit instead"
_OR = re.compile(r" or (?:an? )?")
_KIND = re.compile(r"(?:^| )(?:units?|models?)$")


class Welcome(msgspec.Struct, frozen=True):
    """Who may join: leaders of these kinds or names (any, if there are none), but none `but`, that may join such units
    `like` it.
    """

    who: tuple[str, ...]
    but: str
    like: tuple[str, ...]


def welcome_of(sentence: str) -> Welcome | None:
    """What a sentence says of this kind; None for others. It is in lower case and without its full stop."""
    match = _AS_ANOTHER.fullmatch(sentence)
    if match is None or match["then"] != _INSTEAD:
        return None
    names = tuple(folded(_KIND.sub("", each)) for each in _OR.split(match["names"]))
    return Welcome(_kinds(match["who"]), folded(match["out"] or ""), names)


def _kinds(text: str) -> tuple[str, ...]:
    """'chaplain model' as its keyword or name; nothing for 'unit', which is anybody."""
    plain = (_KIND.sub("", _KIND.sub("", each)) for each in _OR.split(text))
    return tuple(folded(each) for each in plain if each)


def with_welcome(units: Sequence[UnitSheet], datasheets: Mapping[str, str]) -> list[UnitSheet]:
    """The units, with those among what their leaders lead that welcome them so."""
    hosts = [(datasheets[unit.uid], each) for unit in units for each in _welcomes(unit)]
    return [_welcomed(unit, hosts) if unit.leads and hosts else unit for unit in units]


def _welcomes(unit: UnitSheet) -> Iterable[Welcome]:
    for ability in unit.abilities:
        if "attached to this unit" in ability.text.casefold():
            yield from (found for each in sentences(ability.text) if (found := welcome_of(each)) is not None)


def _welcomed(leader: UnitSheet, hosts: Iterable[tuple[str, Welcome]]) -> UnitSheet:
    known = {folded(name) for name in leader.leads}
    more = [name for name, each in hosts if folded(name) not in known and _fits(leader, known, each)]
    return msgspec.structs.replace(leader, leads=(*leader.leads, *dict.fromkeys(more))) if more else leader


def _fits(leader: UnitSheet, known: set[str], welcome: Welcome) -> bool:
    are = {folded(name) for name in (leader.name, *leader.keyword_set)}
    kind = not welcome.who or not are.isdisjoint(welcome.who)
    return kind and welcome.but not in are and not known.isdisjoint(welcome.like)
