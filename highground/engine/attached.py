"""Units that leaders have joined, as one sheet."""

from __future__ import annotations

from msgspec.structs import replace

from highground.engine.kept import Once
from highground.engine.model import Setup, UnitSheet
from highground.engine.state import State

SHARED = frozenset({"stealth", "deep strike", "infiltrators", "scouts", "lone operative", "fights first"})
"""Rules that a joined unit has only if all its parts have them."""


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
        [
            _joined(setup, unit.index, unit.leaders) if unit.leaders else sheet
            for unit, sheet in zip(state.units, own, strict=True)
        ]
    )


def base_sheets(setup: Setup) -> tuple[UnitSheet, ...]:
    """The sheets as the rosters have them, by the unit's index."""
    return _SHEETS.of(setup)


def _listed(setup: Setup) -> tuple[UnitSheet, ...]:
    return tuple([sheet for army in setup.armies for sheet in army.units])


def _none_yet(setup: Setup) -> dict[tuple[int, tuple[int, ...]], UnitSheet]:
    return {}


_SHEETS: Once[tuple[UnitSheet, ...]] = Once("_sheets", _listed)
_JOINED: Once[dict[tuple[int, tuple[int, ...]], UnitSheet]] = Once("_joined", _none_yet)


def _joined(setup: Setup, unit: int, leaders: tuple[int, ...]) -> UnitSheet:
    cache = _JOINED.of(setup)
    found = cache.get((unit, leaders))
    if found is None:
        own = base_sheets(setup)
        found = cache[unit, leaders] = combine(own[unit], [own[leader] for leader in leaders])
    return found


def own_sheet(setup: Setup, state: State, unit: int, miniature: int) -> UnitSheet:
    """The sheet that a miniature of a unit came with: its leader's own if a leader that joined brought it."""
    sheets, first = base_sheets(setup), len(base_sheets(setup)[unit].line_up)
    if miniature < first:
        return sheets[unit]
    for leader in state.units[unit].leaders:
        first += len(sheets[leader].line_up)
        if miniature < first:
            return sheets[leader]
    return sheets[unit]


def combine(host: UnitSheet, leaders: list[UnitSheet]) -> UnitSheet:
    """One sheet for a unit and the leaders that joined it."""
    parts = [host, *leaders]
    common = {name for name in SHARED if all(name in part.rules for part in parts)}
    return replace(
        host,
        name=" + ".join(part.name for part in parts),
        points=sum(part.points for part in parts),
        miniatures=tuple([sheet for part in parts for sheet in part.miniatures]),
        keywords=tuple(dict.fromkeys(keyword for part in parts for keyword in part.keywords)),
        faction_keywords=tuple(dict.fromkeys(keyword for part in parts for keyword in part.faction_keywords)),
        abilities=tuple(
            [
                ability
                for part in parts
                for ability in part.abilities
                if ability.rule is None or ability.rule.name not in SHARED - common
            ]
        ),
        body=len(host.line_up),
    )
