"""Units that leaders have joined, as one sheet."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from highground.engine.abilities.grants import GIVEN_RULES
from highground.engine.kept import Once
from highground.engine.model import Ability, Keyword, MiniatureSheet, Setup, UnitSheet
from highground.engine.state import State, Unit

SHARED = GIVEN_RULES
"""Rules that a joined unit has only if all its parts have them."""
SCOUTING = 6
"""Inches that a unit scouts whose rule does not say how far."""


def may_join_beside(leader: UnitSheet, others: list[UnitSheet]) -> bool:
    """Whether a leader may join a unit that these have joined already: one at most, where either's sheet says so."""
    return not others or (len(others) == 1 and (_names(leader, others[0]) or _names(others[0], leader)))


def _names(leader: UnitSheet, other: UnitSheet) -> bool:
    return any(each == other.name.lower() or each in other.keyword_set for each in leader.beside)


def sheets_of(setup: Setup, state: State) -> tuple[UnitSheet, ...]:
    """The sheet of every unit as it stands: joined units carry their leaders' miniatures after their own."""
    own = base_sheets(setup)
    if not any(unit.leaders for unit in state.units):
        return own
    return tuple(
        [joined_sheet(setup, unit) if unit.leaders else sheet for unit, sheet in zip(state.units, own, strict=True)]
    )


def joined_sheet(setup: Setup, unit: Unit) -> UnitSheet:
    """The sheet of a unit with leaders: of one that has fallen only the places of its miniatures are left in it."""
    return _joined(setup, unit.index, unit.leaders, living_leaders(setup, unit))


def living_leaders(setup: Setup, unit: Unit) -> tuple[int, ...]:
    """The leaders with a unit that have not fallen."""
    own, wounds = base_sheets(setup), unit.wounds
    first = len(wounds)
    for leader in unit.leaders:
        first -= len(own[leader].line_up)
    found = []
    for leader in unit.leaders:
        last = first + len(own[leader].line_up)
        if any(wounds[i] for i in range(first, last)):
            found.append(leader)
        first = last
    return unit.leaders if len(found) == len(unit.leaders) else tuple(found)


def starting_strength(setup: Setup, unit: Unit, sheet: UnitSheet) -> tuple[MiniatureSheet, ...]:
    """The miniatures of a joined unit that began the battle, without those of leaders that have fallen."""
    living = living_leaders(setup, unit)
    if len(living) == len(unit.leaders):
        return sheet.starting
    own, first, kept = base_sheets(setup), sheet.body, [*sheet.everyone[: sheet.body]]
    for leader in unit.leaders:
        last = first + len(own[leader].line_up)
        if leader in living:
            kept += range(first, last)
        first = last
    return tuple([sheet.line_up[i] for i in kept if i not in sheet.spares])


def base_sheets(setup: Setup) -> tuple[UnitSheet, ...]:
    """The sheets as the rosters have them, by the unit's index."""
    return _SHEETS.of(setup)


def _listed(setup: Setup) -> tuple[UnitSheet, ...]:
    return tuple([sheet for army in setup.armies for sheet in army.units])


JoinedAs = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A unit, its leaders, and those of them that live."""


def _none_yet(setup: Setup) -> dict[JoinedAs, UnitSheet]:
    return {}


_SHEETS: Once[tuple[UnitSheet, ...]] = Once("_sheets", _listed)
_JOINED: Once[dict[JoinedAs, UnitSheet]] = Once("_joined", _none_yet)


def _joined(setup: Setup, unit: int, leaders: tuple[int, ...], living: tuple[int, ...]) -> UnitSheet:
    cache = _JOINED.of(setup)
    found = cache.get((unit, leaders, living))
    if found is None:
        own = base_sheets(setup)
        fallen = [i for i, leader in enumerate(leaders) if leader not in living]
        found = cache[unit, leaders, living] = combine(own[unit], [own[leader] for leader in leaders], fallen)
    return found


def own_sheet(setup: Setup, state: State, unit: int, miniature: int) -> UnitSheet:
    """The sheet that a miniature of a unit came with: its leader's own if a leader that joined brought it."""
    return base_sheets(setup)[own_place(setup, state, unit, miniature)[0]]


def own_place(setup: Setup, state: State, unit: int, miniature: int) -> tuple[int, int]:
    """The unit that a miniature came with, which may have joined the one that it is with now, and its place there."""
    sheets = base_sheets(setup)
    first, last = 0, len(sheets[unit].line_up)
    for part in (unit, *state.units[unit].leaders):
        last = first + len(sheets[part].line_up)
        if miniature < last:
            return part, miniature - first
        first = last
    return unit, miniature


def combine(host: UnitSheet, leaders: list[UnitSheet], fallen: Sequence[int] = ()) -> UnitSheet:
    """One sheet for a unit and the leaders that joined it; of the `fallen` ones only their miniatures' places."""
    parts = [host, *leaders]
    living = [host, *(leader for i, leader in enumerate(leaders) if i not in fallen)]
    given, whole = _given(host, living)
    common = {name for name in SHARED if all(name in part.rules or name in given[i] for i, part in enumerate(living))}
    bestowed = [(name, rule) for name, rule in whole if rule.name not in common]
    bestowed += [each for some in given for each in some.values() if each[1].name in common]
    scouts = _scouting(living, given, whole)
    return replace(
        host,
        name=" + ".join(part.name for part in living),
        points=sum(part.points for part in parts),
        miniatures=tuple([sheet for part in parts for sheet in part.miniatures]),
        keywords=tuple(dict.fromkeys(keyword for part in living for keyword in part.keywords)),
        faction_keywords=tuple(dict.fromkeys(keyword for part in living for keyword in part.faction_keywords)),
        abilities=tuple(
            [
                ability
                for part in living
                for ability in part.abilities
                if ability.rule is None or ability.rule.name not in SHARED - common
                if ability.rule is None or ability.rule.name != "scouts" or ability.rule == scouts
            ]
            + [Ability(name, rule=rule) for name, rule in bestowed if rule.name != "scouts" or rule == scouts]
        ),
        body=len(host.line_up),
        parts=tuple([frozenset(part.keywords) for part in living]),
    )


def scouting_inches(rule: Keyword) -> int:
    """How far a unit with this rule scouts."""
    return SCOUTING if rule.value is None else rule.value.plus


def _scouting(
    living: Sequence[UnitSheet],
    given: Sequence[dict[str, tuple[str, Keyword]]],
    whole: Sequence[tuple[str, Keyword]],
) -> Keyword | None:
    """The rule by which a joined unit scouts: that of the part that goes least far. None if a part does not scout."""
    to_all = [rule for _, rule in whole if rule.name == "scouts"]
    found: list[Keyword] = []
    for part, some in zip(living, given, strict=True):
        own = [part.rules["scouts"]] if "scouts" in part.rules else []
        rules = [*own, *(rule for _, rule in some.values() if rule.name == "scouts"), *to_all]
        if not rules:
            return None
        found.append(max(rules, key=scouting_inches))
    return min(found, key=scouting_inches)


def _given(
    host: UnitSheet, living: Sequence[UnitSheet]
) -> tuple[list[dict[str, tuple[str, Keyword]]], list[tuple[str, Keyword]]]:
    """The core rules that abilities give, by the ability's name: those of each part alone, and those of all."""
    leaders = [part.keyword_set for part in living[1:]]
    alone: list[dict[str, tuple[str, Keyword]]] = []
    whole: list[tuple[str, Keyword]] = []
    for part in living:
        alone.append({})
        for ability in part.abilities:
            for effect in ability.effects if ability.use is None else ():
                rule = effect.grants()
                if rule is None or not effect.granted(host.keyword_set, leaders):
                    continue
                if effect.who == "bearer":
                    alone[-1][rule.name] = (ability.name, rule)
                else:
                    whole.append((ability.name, rule))
    return alone, whole


def renamed_keywords(setup: Setup) -> list[tuple[int, tuple[int, ...], str, bool]]:
    """Keywords that abilities of units give or take by themselves: the unit, who has the ability, the keyword, and
    whether it is lost."""
    return _RENAMED.of(setup)


def _rename(setup: Setup) -> list[tuple[int, tuple[int, ...], str, bool]]:
    return [
        (index, ability.bearers, *named)
        for index, sheet in enumerate(base_sheets(setup))
        for ability in sheet.abilities
        if ability.use is None
        for named in (effect.renames() for effect in ability.effects)
        if named is not None
    ]


def aircraft(setup: Setup) -> frozenset[int]:
    """The units of both armies that fly over the battle."""
    return _AIRCRAFT.of(setup)


def _flying(setup: Setup) -> frozenset[int]:
    return frozenset([index for index, sheet in enumerate(base_sheets(setup)) if sheet.gait.airborne])


_AIRCRAFT: Once[frozenset[int]] = Once("_aircraft", _flying)
_RENAMED: Once[list[tuple[int, tuple[int, ...], str, bool]]] = Once("_renamed", _rename)
