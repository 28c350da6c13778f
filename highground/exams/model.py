"""An exam: a position, what a sensible player does in it, and a test of what was done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from highground.engine import choices as ch
from highground.engine.battle import Battle
from highground.engine.events import Event
from highground.engine.model import Mission, Point, Terrain, UnitSheet
from highground.engine.scene import Scene
from highground.engine.state import Phase

Until = Literal["choice", "phase", "turn"]
OWN, ENEMY = 0, 1
"""The side that is examined, and the other. Units are numbered through: first one's own, then the enemy's."""

STAKES = Mission("stakes", "Stakes", per_objective=5, first_round=2, turn_cap=15, total_cap=50)


class Standpoint(NamedTuple):
    """A unit where the exam has it: about (x, y), in reserve, or inside the transport of that number."""

    sheet: UnitSheet
    x: float = 0.0
    y: float = 0.0
    left: int = 0
    """How many miniatures are left; 0 for all."""
    wounds: int = 0
    """How many wounds the first miniature has left; 0 for all."""
    deep: int = 5
    """How many miniatures stand one above the other."""
    reserve: bool = False
    inside: int | None = None
    shocked: bool = False


class Scenario(NamedTuple):
    """A position: who stands where, in which phase, and what the players hold.

    The examined side plays at the board's left, with its zone 12 inches deep; it takes its turn unless `enemy_turn`.
    `second` says that it plays after the enemy in each round.
    """

    own: tuple[Standpoint, ...]
    enemy: tuple[Standpoint, ...]
    phase: Phase = "movement"
    round: int = 2
    objectives: tuple[Point, ...] = ((30.0, 22.0),)
    hand: tuple[str, ...] = ()
    """Secondary missions, by their uid in the pack."""
    points: int = 0
    """Command points, of both sides."""
    second: bool = False
    enemy_turn: bool = False
    mission: Mission = STAKES
    terrain: tuple[Terrain, ...] = ()
    stratagems: bool = True
    seed: int = 1


class Sat(NamedTuple):
    """What was done: the battle before and after it, the examined side's choices, and all that happened."""

    before: Battle
    after: Battle
    choices: tuple[ch.Choice, ...]
    events: tuple[Event, ...]

    @property
    def scene(self) -> Scene:
        return self.after.scene


Passed = Callable[[Sat], bool]


class Exam(NamedTuple):
    """What is asked: `sensible` says in a sentence what a sensible player does; `passed` is whether that was done."""

    name: str
    theme: str
    sensible: str
    scenario: Scenario
    passed: Passed
    until: Until = "phase"
