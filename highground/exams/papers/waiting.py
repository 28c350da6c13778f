"""Deployment and reserves: where units are set up, and where they come in."""

from __future__ import annotations

from math import dist

from highground.exams import troops as t
from highground.exams.model import Exam, Passed, Sat, Scenario
from highground.exams.model import Standpoint as At
from highground.exams.predicates import all_of, any_of, arrives, gap_to, holds, in_zone, not_, within

HOME, MIDDLE = (8.0, 22.0), (30.0, 22.0)
ARMY = (At(t.RIFLES), At(t.RIFLES), At(t.BRUTES), At(t.HOWITZER), At(t.RIDERS))
FIVE = (HOME, (30.0, 8.0), MIDDLE, (30.0, 36.0), (52.0, 22.0))


def _set_up(own: tuple[At, ...] = ARMY, enemy: tuple[At, ...] = ARMY) -> Scenario:
    return Scenario(own, enemy, phase="deployment", round=1, objectives=FIVE)


def _x(sat: Sat, unit: int) -> float:
    return sat.scene.figures(unit).centre[0]


def _somebody_at(spot: tuple[float, float], inches: float) -> Passed:
    return lambda sat: any(gap_to(sat, unit, spot) <= inches for unit in sat.scene.standing(0))


def _spread(sat: Sat) -> bool:
    """Not all in one heap: units stand as far apart as half the zone's length."""
    ys = [sat.scene.figures(unit).centre[1] for unit in sat.scene.standing(0)]
    return max(ys) - min(ys) >= 15.0


def _apart(sat: Sat) -> bool:
    centres = [sat.scene.figures(unit).centre for unit in sat.scene.standing(0)]
    return all(dist(a, b) > 3.0 for i, a in enumerate(centres) for b in centres[:i])


EXAMS = (
    Exam(
        "deploy-home",
        "deployment",
        "Somebody is set up on the objective at home, or a step from it.",
        _set_up(),
        _somebody_at(HOME, 6.0),
    ),
    Exam(
        "deploy-gun-back",
        "deployment",
        "A howitzer is set up behind those that fight.",
        _set_up(),
        lambda sat: _x(sat, 3) <= _x(sat, 2) + 0.5,
    ),
    Exam(
        "deploy-fighters-forward",
        "deployment",
        "Brutes are set up at the front of the zone.",
        _set_up(),
        lambda sat: _x(sat, 2) >= 8.0,
    ),
    Exam("deploy-spread", "deployment", "An army is set up over its zone, not in a heap.", _set_up(), _spread),
    Exam("deploy-room", "deployment", "No unit stands among the miniatures of another.", _set_up(), _apart),
    Exam(
        "arrive-open-ground",
        "arrivals",
        "Raiders come in by the objective that is open, not by the one that is held.",
        Scenario(
            (At(t.RAIDERS, reserve=True), At(t.RIFLES, 8, 22)),
            (At(t.RIFLES, 52, 40),),
            objectives=(HOME, (30.0, 8.0)),
        ),
        all_of(arrives(0), holds(0, 1)),
    ),
    Exam(
        "arrive-in-control",
        "arrivals",
        "Who comes in by an objective stands near enough to hold it.",
        Scenario(
            (At(t.RAIDERS, reserve=True), At(t.RIFLES, 8, 30)),
            (At(t.COMPANY, 45, 22),),
            objectives=(MIDDLE,),
            round=3,
        ),
        all_of(arrives(0), holds(0)),
    ),
    Exam(
        "arrive-behind-the-enemy",
        "arrivals",
        "With a mission for a unit at the enemy's edge rifles come in there, though they come from an edge only.",
        Scenario(
            (At(t.RIFLES, reserve=True), At(t.RIFLES, 8, 22)),
            (At(t.RIFLES, 40, 8),),
            objectives=(HOME,),
            hand=("backs-to-the-water",),
            round=3,
        ),
        in_zone(0),
    ),
    Exam(
        "arrive-for-the-mission",
        "arrivals",
        "With a mission for a unit in the enemy's zone raiders come in there.",
        Scenario(
            (At(t.RAIDERS, reserve=True), At(t.RIFLES, 8, 22)),
            (At(t.RIFLES, 52, 8),),
            objectives=(HOME,),
            hand=("muddy-boots",),
            round=3,
        ),
        in_zone(0),
    ),
    Exam(
        "arrive-by-prey",
        "arrivals",
        "With no ground to take raiders come in where their guns reach somebody.",
        Scenario(
            (At(t.RAIDERS, reserve=True), At(t.RIFLES, 8, 22)),
            (At(t.HUNTERS, 50, 22), At(t.CLERKS, 52, 38)),
            objectives=(HOME,),
        ),
        any_of(within(0, 2, 12.0), within(0, 3, 12.0)),
    ),
    Exam(
        "arrive-before-it-is-late",
        "arrivals",
        "Who is still in reserve in the third round comes in, or is lost.",
        Scenario(
            (At(t.RAIDERS, reserve=True), At(t.RIFLES, 8, 22)),
            (At(t.BRUTES, 30, 22), At(t.GIANT, 30, 10)),
            objectives=(HOME, (30.0, 36.0)),
            round=3,
        ),
        arrives(0),
    ),
    Exam(
        "arrive-away-from-the-giant",
        "arrivals",
        "Of two open objectives raiders take the one without a giant beside it.",
        Scenario(
            (At(t.RAIDERS, reserve=True), At(t.RIFLES, 8, 22)),
            (At(t.GIANT, 44, 8), At(t.CLERKS, 56, 39)),
            objectives=(HOME, (32.0, 8.0), (32.0, 36.0)),
        ),
        all_of(holds(2), not_(holds(1))),
    ),
)
