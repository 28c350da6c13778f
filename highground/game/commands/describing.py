"""What the computer says about its choices: what it does, why, and what to move where on a real table."""

from __future__ import annotations

from collections.abc import Callable
from math import dist
from typing import Any

import msgspec

from highground.ai.moving import Candidate
from highground.ai.player import Decision
from highground.engine import choices as ch
from highground.engine.model import Point
from highground.engine.state import Moving, Scouting, Shot, State
from highground.game.commands.reasons import marks_of, reasons
from highground.game.commands.thoughts import thought_view
from highground.game.match.match import Match
from highground.game.parts.phrases import STILL, listed, place, way
from highground.game.parts.units import middle
from highground.game.state.battle_state import ability_name
from highground.game.views.counsel import MapMark, ThoughtState

WHY = {
    "shooting": "what it can shoot",
    "melee": "what it can fight",
    "danger": "what may hit back",
    "objectives": "the ground it holds",
    "worth": "what it gains",
}
NOTHING_ELSE = "Nothing else was worth more."
SLIGHT = 0.5
"""Points of army below which a term is not worth a word."""
MOST_LINES = 30


class Description(msgspec.Struct, frozen=True):
    """A choice of the computer in words: `instructions` has a line for each thing to do on a real table."""

    choice: ch.Choice
    description: str
    rationale: str
    instructions: tuple[str, ...]
    terms: dict[str, float] = {}
    marks: tuple[MapMark, ...] = ()
    plan: ThoughtState | None = None


def describe(match: Match, side: int, decision: Decision, before: State) -> Description:
    """A decision that was just carried out, in words. `before` is the state that it was made in."""
    choice = decision.choice
    return Description(
        choice,
        _description(match, side, choice, before),
        _rationale(match, decision) or reasons(match, side, choice) or NOTHING_ELSE,
        tuple(_instructions(match, before))[:MOST_LINES],
        {name: round(value, 1) for name, value in decision.terms.items()},
        tuple(marks_of(match, decision, before)),
        thought_view(match, match.counsel.thoughts[side]),
    )


def _description(match: Match, side: int, choice: ch.Choice, before: State) -> str:
    describer = _DESCRIBERS.get(type(choice))
    army = match.cast.armies[side]
    return f"{army} goes on to the next step." if describer is None else describer(match, army, choice, before)


def _aboard(match: Match, army: str, choice: ch.Embark, before: State) -> str:
    cast = match.cast
    return f"{cast.does(choice.unit, 'get')} into {cast.units[choice.transport]}."


def _shoots(match: Match, army: str, choice: ch.Shoot, before: State) -> str:
    unit = choice.unit
    return f"{match.cast.does(unit, 'shoot')} at {_at(match, choice.shots)}." if choice.shots else _holds(match, unit)


def _charges(match: Match, army: str, choice: ch.Charge, before: State) -> str:
    cast = match.cast
    return f"{cast.does(choice.unit, 'charge')} {listed([cast.units[target] for target in choice.targets])}."


def _strikes(match: Match, army: str, choice: ch.Strike, before: State) -> str:
    return f"{army} strikes at {_at(match, choice.shots)}." if choice.shots else f"{army} makes no attacks."


def _uses(match: Match, army: str, choice: ch.Use, before: State) -> str:
    return f"{army} uses {ability_name(match, match.cast.armies.index(army), choice.ability)}."


def _moves(match: Match, army: str, choice: ch.Move, before: State) -> str:
    cast, unit = match.cast, choice.unit
    if choice.how == "stationary":
        return f"{cast.does(unit, 'hold')} {cast.verb(unit, 'their', 'its')} position."
    if choice.how == "advance":
        return f"{cast.does(unit, 'advance')}."
    if choice.how == "fly_off":
        return f"{cast.does(unit, 'fly', 'flies')} off the table, into reserve."
    start, end = middle(before.units[unit]), middle(match.battle.state.units[unit])
    verb = cast.does(unit, "fall back", "falls back") if choice.how == "fall_back" else cast.does(unit, "move")
    return f"{verb} {way(start, end) if start and end else ''}".rstrip() + "."


def _places(match: Match, army: str, choice: ch.Place, before: State) -> str:
    """Which unit was put down shows in what moved; else it is the one that had to be."""
    cast, top = match.cast, before.top
    for old, new in zip(before.units, match.battle.state.units, strict=True):
        if (old.places, old.heights) != (new.places, new.heights):
            start, end = middle(old), middle(new)
            verb = cast.does(new.index, "advance" if isinstance(top, Moving) and not top.granted else "move")
            return f"{verb} {way(start, end) if start and end else ''}".rstrip() + "."
    unit = top.waiting[0] if isinstance(top, Scouting) else getattr(top, "unit", None)
    if unit is None:
        return "The unit stays where it is."
    return f"{cast.does(unit, 'stay')} where {cast.verb(unit, 'they are', 'it is')}."


_DESCRIBERS: dict[type, Callable[[Match, str, Any, State], str]] = {
    ch.Deploy: lambda match, army, choice, _: f"{army} sets up {_named_at(match, choice.unit)}.",
    ch.Reserve: lambda match, army, choice, _: f"{army} keeps {match.cast.units[choice.unit]} in reserve.",
    ch.Embark: _aboard,
    ch.Disembark: lambda match, army, choice, _: f"{army} lets {_named_at(match, choice.unit)} get out.",
    ch.Arrive: lambda match, army, choice, _: f"{army} brings in {_named_at(match, choice.unit)}.",
    ch.Move: _moves,
    ch.Place: _places,
    ch.Shoot: _shoots,
    ch.Charge: _charges,
    ch.Fight: lambda match, army, choice, _: f"{army} picks {match.cast.units[choice.unit]} to fight.",
    ch.Strike: _strikes,
    ch.Use: _uses,
    ch.ByHand: lambda match, army, choice, _: (
        f"{army} switches {choice.ability} {'on' if choice.on else 'off'} by hand."
    ),
    ch.Remove: lambda match, army, choice, _: f"{army} chooses the miniatures that a unit out of coherency loses.",
    ch.RollDice: lambda match, army, choice, _: f"{army} rolls the dice.",
    ch.Pass: lambda match, army, choice, _: f"{army} lets it pass.",
    ch.ChooseZone: lambda match, army, choice, _: (
        f"{army} takes the {match.battle.setup.layout.zones[choice.zone].name}."
    ),
}


def _holds(match: Match, unit: int) -> str:
    return f"{match.cast.does(unit, 'hold')} {match.cast.verb(unit, 'their', 'its')} fire."


def _named_at(match: Match, unit: int) -> str:
    spot = middle(match.battle.state.units[unit])
    return match.cast.units[unit] + ("" if spot is None else f" {match.cast.near(spot)}")


def _at(match: Match, shots: tuple[Shot, ...]) -> str:
    return listed([match.cast.units[target] for target in dict.fromkeys(shot.target for shot in shots)])


def _rationale(match: Match, decision: Decision) -> str:
    """'For the ground it holds (+34.0) and what it can shoot (+12.5), against what may hit back (-5.2).', or ''."""
    terms = sorted(decision.terms.items(), key=lambda term: -abs(term[1]))
    good = [f"{WHY.get(name, name)} ({value:+.1f})" for name, value in terms if value > SLIGHT]
    bad = [f"{WHY.get(name, name)} ({value:+.1f})" for name, value in terms if value < -SLIGHT]
    if not good and not bad:
        return ""
    parts = [f"for {listed(good)}"] if good else []
    parts += [f"against {listed(bad)}"] if bad else []
    sentence = ", ".join(parts)
    return f"{sentence[0].upper()}{sentence[1:]}{_compared(match, decision.others)}."


def _compared(match: Match, others: tuple[Candidate, ...]) -> str:
    """The next best place, for players who want to know what else was considered."""
    if not others:
        return ""
    best = max(others, key=lambda each: each.score)
    return f"; the next best place, {match.cast.near(best.anchor)}, scored {best.score:.1f}"


def _instructions(match: Match, before: State) -> list[str]:
    """What to do with the miniatures on a real table."""
    lines: list[str] = []
    for old, new in zip(before.units, match.battle.state.units, strict=True):
        if new.deployed and ((old.places, old.heights) != (new.places, new.heights) or not old.deployed):
            lines += _miniatures(match, before, new.index)
    return lines


def _miniatures(match: Match, before: State, unit: int) -> list[str]:
    sheet, new = match.battle.scene.sheets[unit], match.battle.state.units[unit]
    lines = []
    for index, (group, end, wounds) in enumerate(zip(sheet.line_up, new.places, new.wounds, strict=True)):
        if not wounds:
            continue
        low, high = (sum(each.every_height[index : index + 1]) for each in (before.units[unit], new))
        name, start = f"{match.cast.units[unit]}, {group.name} {index + 1}", _stood(before, unit, index, end)
        if start is None:
            lines.append(f"{name}: put down {place(end)}{_up(high)}.")
        elif dist(start, end) >= STILL or high != low:
            lines.append(f"{name}: {way(start, end) or 'straight up or down'}, to {place(end)}{_up(high)}.")
    return lines


def _up(height: float) -> str:
    """' on the floor 3" up', where it is one."""
    return f' on the floor {height:g}" up' if height else ""


def _stood(before: State, unit: int, index: int, end: Point) -> Point | None:
    """Where a miniature stood. A leader that has joined the unit stands where it stood; one that came back did not."""
    old = before.units[unit]
    if not old.deployed:
        return None
    if index < len(old.places):
        return old.places[index] if old.wounds[index] else None
    joined = [other for other in before.units if other.deployed and other.side == old.side]
    return end if any(end in other.places for other in joined) else None
