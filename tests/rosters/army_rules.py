"""Armies whose units all carry the text of a rule of their army, read from a roster and put on a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from highground.engine.battle import Battle
from highground.engine.choices import Advance, Choice, End, Move, Pass, Use
from highground.engine.model import Ability, ArmySheet, Point
from highground.engine.state import Phase
from highground.rosters import read_roster
from tests.engine.field import blade, position, setup, take, unit
from tests.rosters.builder import Tree, ability, as_json, roster, squad
from tests.values import replace

WARDENS = "Faction: Ashen Wardens"


def army_of(*units: Tree, **more: Any) -> ArmySheet:
    return read_roster(as_json(roster(*units, **more)), "list").army


def wardens(name: str, text: str, *more: tuple[str, ...], inside: Sequence[Tree] = ()) -> list[Tree]:
    """Two units of one miniature each with the text, and one more for each tuple of further categories."""
    kinds = [("Warden squad", ()), ("Lamp squad", ()), *((f"Squad of {' '.join(each)}", each) for each in more)]
    return [
        squad(squad_name, 1, ability(name, text), *inside, categories=["Infantry", WARDENS, *categories])
        for squad_name, categories in kinds
    ]


def used_by_army(army: ArmySheet) -> Ability:
    """The one rule of the army that somebody uses."""
    (found,) = [each for each in army.abilities if each.use is not None]
    return found


def on_board(blue: ArmySheet, places: Mapping[int, Sequence[Point]], phase: Phase, *foes: str, **more: Any) -> Battle:
    """The army against units of one miniature each, which stand where `places` says by their numbers after its own."""
    what = setup([unit("Stand-in", blade())], [unit(name, blade()) for name in foes])
    return position(replace(what, armies=(blue, what.armies[1])), places, phase, **more)


def use_when_asked(battle: Battle, used: Use, *faces: int) -> None:
    """Go on, and pass, until the army is asked for what it may use, and use it."""
    while not battle.allows(used):
        go_on(battle)
    take(battle, used, *faces)


def go_on(battle: Battle) -> None:
    """One step further: the player who is asked does nothing."""
    prompt = battle.ask()
    assert prompt is not None
    steps: list[Choice] = [Pass(), End(), Advance(), *(Move(unit, "stationary", ()) for unit in prompt.units)]
    take(battle, next(each for each in steps if battle.allows(each)))
