"""Why the computer sets up, brings in or uses something, from what stands on the table; and what of it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import dist
from typing import Any

from highground.ai.player import Decision
from highground.engine import choices as ch
from highground.engine.model import Point
from highground.engine.state import State
from highground.engine.steps import offers
from highground.engine.steps.catalogue import catalogue
from highground.game.match.match import Match
from highground.game.parts.phrases import inches
from highground.game.parts.units import middle
from highground.game.views.counsel import MapMark, MapMarkKind

HOLDING = 3.0
"""Inches from an objective's marker within which a unit stands on it, base and all, roughly."""
MOST_CONSIDERED = 3


def reasons(match: Match, side: int, choice: ch.Choice) -> str:
    """A sentence on a choice that was just carried out, for those that the computer does not weigh by terms; or ''."""
    reason = _REASONS.get(type(choice))
    return "" if reason is None else reason(match, side, choice)


def _set_up(match: Match, side: int, choice: Any) -> str:
    spot = middle(match.battle.state.units[choice.unit])
    return "" if spot is None else f"{_ground(match, side, spot)} {_enemies(match, side, spot)}".strip()


def _ground(match: Match, side: int, spot: Point) -> str:
    """'1.2 inches from objective 2, The Mill, which nobody holds.'"""
    places = [objective.location for objective in match.battle.setup.layout.objectives]
    if not places:
        return ""
    nearest = min(range(len(places)), key=lambda k: dist(spot, places[k]))
    holder = match.battle.state.markers[nearest].held_by
    held = "nobody holds" if holder is None else "it holds already" if holder == side else "the enemy holds"
    length = dist(spot, places[nearest])
    if length <= HOLDING:
        return f"It stands on {match.cast.objectives[nearest]}, which {held}."
    return f"It stands {inches(length)} from {match.cast.objectives[nearest]}, which is the nearest and which {held}."


def _enemies(match: Match, side: int, spot: Point) -> str:
    """'The nearest enemy, Reed Guard, is 17.0 inches away.'"""
    others = [(middle(unit), unit.index) for unit in match.battle.state.units if unit.side != side and unit.on_table]
    away = [(dist(spot, at), index) for at, index in others if at is not None]
    if not away:
        return "No enemy is on the table yet."
    length, index = min(away)
    return f"The nearest enemy, {match.cast.units[index]}, is {inches(length)} away."


def _kept_back(match: Match, side: int, choice: ch.Reserve) -> str:
    return "It arrives later where it is needed, and nothing can shoot at it until then."


def _gets_in(match: Match, side: int, choice: ch.Embark) -> str:
    return "The transport is faster, and nothing can shoot at who is inside."


def _gets_out(match: Match, side: int, choice: ch.Disembark) -> str:
    return _set_up(match, side, choice)


def _used(match: Match, side: int, choice: ch.Use) -> str:
    """What it does, to which target, for how much."""
    known = catalogue(match.battle.setup, side).by_uid.get(choice.ability)
    if not known:
        return ""
    ability = known[0].ability
    price = offers.cost(ability)
    left = match.battle.state.armies[side].cp
    paid = f" It costs {price} command point{'' if price == 1 else 's'}; {left} are left." if price else ""
    at = [match.cast.units[target] for target in choice.targets]
    on = f" It is for {', '.join(at)}." if at else ""
    text = ability.text if ability.text and not ability.private else ""
    short = text.split(". ")[0].rstrip(".") + "." if text else ""
    return f"{short}{on}{paid}".strip()


_REASONS: dict[type, Callable[[Match, int, Any], str]] = {
    ch.Deploy: _set_up,
    ch.Arrive: _set_up,
    ch.Disembark: _gets_out,
    ch.Reserve: _kept_back,
    ch.Embark: _gets_in,
    ch.Use: _used,
}


def marks_of(match: Match, decision: Decision, before: State) -> Iterator[MapMark]:
    """What is drawn of a choice that was just carried out: ways, places, aims, and what else was considered."""
    choice, now = decision.choice, match.battle.state
    for old, new in zip(before.units, now.units, strict=True):
        start, end = middle(old) if old.deployed else None, middle(new)
        if end is not None and new.deployed and (old.places, old.heights) != (new.places, new.heights):
            kind: MapMarkKind = "place" if start is None else "way"
            yield {"kind": kind, "start": start, "end": end, "label": match.cast.units[new.index]}
    if isinstance(choice, ch.Shoot | ch.Charge | ch.Strike):
        yield from _aims(match, choice)
    for other in decision.others[:MOST_CONSIDERED]:
        yield {"kind": "considered", "start": None, "end": other.anchor, "label": f"{other.score:.0f}"}


def _aims(match: Match, choice: ch.Shoot | ch.Charge | ch.Strike) -> Iterator[MapMark]:
    targets = choice.targets if isinstance(choice, ch.Charge) else [shot.target for shot in choice.shots]
    units = match.battle.state.units
    start = None if isinstance(choice, ch.Strike) else middle(units[choice.unit])
    for target in dict.fromkeys(targets):
        end = middle(units[target])
        if end is not None:
            yield {"kind": "aim", "start": start, "end": end, "label": match.cast.units[target]}
