"""Plans in which single units follow another plan than their army: their names, and which of them are worth a try."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from highground.ai.player import AiPlayer
from highground.engine import choices as ch
from highground.engine.battle import Battle
from highground.engine.model import Point
from highground.engine.prompts import MovePrompt

APART = 1.0
"""Inches between the places of two moves that count as different."""
OTHER_WAYS = 2
"""Plans that are tried for a unit beside its army's; each takes it somewhere else."""
MOST_PARTS = 16
"""Changes of single units that are tried in all, those of the units with most points first."""


def named(base: str, parts: Mapping[int, str]) -> str:
    """A plan's name with those of the plans that single units follow, as in `steady+4:guns+7:hold`."""
    return "+".join([base, *[f"{unit}:{plan}" for unit, plan in sorted(parts.items())]])


def parts_of(name: str) -> tuple[str, dict[int, str]]:
    """The army's plan and those of single units, by the unit's index."""
    base, *parts = name.split("+")
    found = {}
    for part in parts:
        unit, _, plan = part.partition(":")
        found[int(unit)] = plan
    return base, found


def changes(battle: Battle, base: str, players: Sequence[tuple[str, AiPlayer]]) -> list[str]:
    """Names of the base plan with one unit's changed, where that takes the unit elsewhere than the base does.

    `players` play by each plan, the more promising ones first.
    """
    prompt, found = battle.ask(), list[str]()
    if not isinstance(prompt, MovePrompt):
        return found
    states, sheets = battle.state.units, battle.scene.sheets
    able = [unit for unit in prompt.units if states[unit].on_table and not states[unit].moved]
    usual = dict(players)[base]
    for unit in sorted(able, key=lambda each: (-sheets[each].points, each)):
        if sheets[unit].gait.airborne:
            continue
        seen = [usual.own_move(battle, unit).choice]
        for name, player in players:
            choice = player.own_move(battle, unit).choice
            if any(alike(choice, known) for known in seen):
                continue
            seen.append(choice)
            found.append(named(base, {unit: name}))
            if len(seen) > OTHER_WAYS:
                break
    return found[:MOST_PARTS]


def together(base: str, changed: Iterable[str]) -> str:
    """The base plan with all of these changes, of each unit's the first."""
    parts: dict[int, str] = {}
    for name in changed:
        for unit, plan in parts_of(name)[1].items():
            parts.setdefault(unit, plan)
    return named(base, parts)


def alike(a: ch.Choice, b: ch.Choice) -> bool:
    """Whether two answers are as good as one: moves of a unit to about the same place."""
    if isinstance(a, ch.Move) and isinstance(b, ch.Move) and a.unit == b.unit and a.how == b.how:
        return _close(a.places, b.places)
    if isinstance(a, ch.Deploy) and isinstance(b, ch.Deploy) and a.unit == b.unit:
        return _close(a.places, b.places)
    return a == b


def _close(a: Sequence[Point], b: Sequence[Point]) -> bool:
    if len(a) != len(b):
        return False
    return all(abs(a[i][0] - b[i][0]) + abs(a[i][1] - b[i][1]) <= APART for i in range(len(a)))
