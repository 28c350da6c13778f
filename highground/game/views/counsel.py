"""What the computer thinks: plans that it compared, choices that it advises, and what of it is drawn on the map."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from highground.game.views.values import Place

MapMarkKind = Literal["way", "aim", "place", "considered"]


class MapMark(TypedDict):
    """Something to draw: a unit's way, an aim at an enemy, a place taken, or one that was considered; in inches."""

    kind: MapMarkKind
    start: Place | None
    end: Place
    label: str


class OutcomeState(TypedDict):
    """What trials came to on average: the chance to win and its worst, victory points, points of army."""

    trials: int
    chance: float
    worst: float
    scored: float
    conceded: float
    lost: float
    destroyed: float


class PlanState(OutcomeState):
    """A plan that was compared with others; the first of a list is the one that is played."""

    name: str
    words: str


class ThoughtState(TypedDict):
    """A comparison of plans, under way or done: so many of the wanted trials were made."""

    phase: str
    trials: int
    wanted: int
    done: bool
    sentence: str
    plans: list[PlanState]


class PonderState(TypedDict):
    """How far the computer has come; null where it has nothing to think about before it acts."""

    thought: ThoughtState | None


class AdviceState(OutcomeState):
    """A choice that the coach would make: what it is, why, what it is expected to bring, and what can go wrong."""

    kind: str
    description: str
    rationale: str
    expected: str
    risk: str
    instructions: list[str]
    marks: list[MapMark]


class Warned(TypedDict):
    """A choice that was not made: the share of the chance to win that it loses, and what would be better."""

    detail: str
    loss: float
    better: AdviceState


class CoachState(TypedDict):
    """The best choices for what is due, the best first. `number` is how many choices had been made."""

    number: int
    asked: str
    advice: list[AdviceState]
