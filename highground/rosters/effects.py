"""The abilities of an army's units as effects, or marked to be resolved by hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from highground.engine.ability import Ability, Condition, Effect
from highground.engine.model import UnitSheet
from highground.rosters.phrases import Known, Reading, read_text
from highground.rosters.report import Report
from highground.rosters.units import GAME_KEYWORDS

Settled = Collection[tuple[str, str]]
"""Name and text of abilities that are in a unit's stat lines already."""
FEEL_NO_PAIN = "feel no pain"
_LEADING = Condition("leading")


def known_keywords(units: Iterable[UnitSheet]) -> Known:
    """The keywords that texts of these units may name. Conditions see faction keywords only if all units share them."""
    sheets = list(units)
    factions = [frozenset(sheet.faction_keywords) for sheet in sheets]
    own = GAME_KEYWORDS.union(*(sheet.keywords for sheet in sheets))
    shared = frozenset.intersection(*factions) if factions else frozenset()
    return Known(own - shared, shared)


def with_effects(unit: UnitSheet, known: Known, settled: Settled, where: str, report: Report) -> UnitSheet:
    """The unit, its abilities read. What stays text is reported."""
    abilities = []
    for ability in unit.abilities:
        done = ability.rule is not None or ability.by_hand or (ability.name, ability.text) in settled
        read = ability if done or _explains(ability, unit) else _read(ability, unit, known)
        if read.by_hand and not ability.by_hand:
            report_by_hand(read, where, report)
        abilities.append(read)
    return replace(unit, abilities=tuple(abilities))


def _explains(ability: Ability, unit: UnitSheet) -> bool:
    """Whether it is the general text of a rule whose value stands in another ability."""
    if ability.name.casefold() != FEEL_NO_PAIN:
        return False
    return any(
        f"{FEEL_NO_PAIN} " in f"{other.name} {other.text}".casefold() for other in unit.abilities if other != ability
    )


def for_players(ability: Ability, known: Known, report: Report) -> Ability:
    """An army's own rule: its text is for players, unless it does nothing in a battle."""
    if read_text(ability.text, known) == Reading():
        return ability
    marked = replace(ability, by_hand=True)
    report_by_hand(marked, "roster", report)
    return marked


def report_by_hand(ability: Ability, where: str, report: Report) -> None:
    """Says once of each ability, however many units have it, that players see to it themselves."""
    report.once("ability-by-hand", f"'{ability.name}' is kept as text; resolve it by hand.", where, ability.text)


def _read(ability: Ability, unit: UnitSheet, known: Known) -> Ability:
    reading = read_text(ability.text, known)
    if reading is None or not _right_for(reading, ability, unit):
        return replace(ability, by_hand=True)
    effects = reading.effects
    if unit.leads:
        effects += tuple(_while_leading(effects))
    return replace(ability, effects=effects, rule=reading.rule)


def _right_for(reading: Reading, ability: Ability, unit: UnitSheet) -> bool:
    """Effects are for whole units, so what a bearer has is theirs only where the bearer is the whole unit.

    What hangs on one model or its gear may end with that model, whatever its text calls the unit.
    """
    alone = sum(sheet.count for sheet in unit.miniatures) == 1
    if not reading.effects and reading.rule is None:
        return True
    if reading.scope == "holder" and reading.rule is None:
        return alone and not unit.leads
    return alone or (reading.scope == "unit" and ability.location == "unit")


def _while_leading(effects: Iterable[Effect]) -> Iterable[Effect]:
    """What a leader's own unit has, for the unit that it joins: the engine hands on what depends on leading."""
    for effect in effects:
        if effect.who == "self" and all(condition.kind != "leading" for condition in effect.conditions):
            yield replace(effect, conditions=(*effect.conditions, _LEADING))
