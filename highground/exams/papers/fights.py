"""Shots, charges, and what is paid for with command points."""

from __future__ import annotations

from highground.exams import troops as t
from highground.exams.model import Exam, Scenario
from highground.exams.model import Standpoint as At
from highground.exams.predicates import all_of, charges, keeps_points, not_, shoots_at, shot_at, spends, uses

OBJECTIVE = (38.0, 22.0)

EXAMS = (
    Exam(
        "shoot-the-soft",
        "targets",
        "Rifles shoot at men, not at a hull beside them that they cannot hurt.",
        Scenario((At(t.RIFLES, 20, 22),), (At(t.HULL, 36, 16), At(t.RIFLES, 36, 28)), phase="shooting"),
        shoots_at(0, 2),
    ),
    Exam(
        "shoot-the-hull",
        "targets",
        "Beams that pierce armour are for the hull, not for clerks.",
        Scenario((At(t.HUNTERS, 14, 22),), (At(t.HULL, 40, 16), At(t.CLERKS, 40, 28)), phase="shooting"),
        shoots_at(0, 1),
    ),
    Exam(
        "shoot-the-holders",
        "targets",
        "The last two on an objective are worth more than ten men in the open.",
        Scenario(
            (At(t.COMPANY, 20, 22),),
            (At(t.CLERKS, 38, 22, left=2), At(t.COMPANY, 38, 36)),
            phase="shooting",
            objectives=(OBJECTIVE,),
            round=3,
        ),
        shot_at(1),
    ),
    Exam(
        "shoot-to-finish",
        "targets",
        "A hull with two wounds left is finished before a fresh one is begun.",
        Scenario(
            (At(t.HULL, 14, 22), At(t.RIFLES, 20, 30)),
            (At(t.HULL, 40, 14), At(t.HULL, 40, 30, wounds=2)),
            phase="shooting",
        ),
        shoots_at(0, 3),
    ),
    Exam(
        "shoot-what-comes",
        "targets",
        "Of two units of blades rifles shoot at those that can charge them next.",
        Scenario(
            (At(t.COMPANY, 20, 22),),
            (At(t.BLADES, 41, 30), At(t.BLADES, 31, 22)),
            phase="shooting",
            objectives=((12.0, 22.0),),
        ),
        shoots_at(0, 2),
    ),
    Exam(
        "shoot-at-all",
        "targets",
        "A howitzer shoots at what it does not see rather than not at all.",
        Scenario((At(t.HOWITZER, 8, 22),), (At(t.RIFLES, 50, 22),), phase="shooting"),
        shot_at(1),
    ),
    Exam(
        "charge-prey",
        "charges",
        "Brutes four inches from riflemen charge.",
        Scenario((At(t.BRUTES, 20, 22),), (At(t.RIFLES, 25.3, 22),), phase="charge"),
        charges(0, 1),
    ),
    Exam(
        "charge-not-the-stronger",
        "charges",
        "Clerks do not charge a giant.",
        Scenario((At(t.CLERKS, 20, 22),), (At(t.GIANT, 27, 22),), phase="charge"),
        not_(charges(0)),
    ),
    Exam(
        "charge-not-with-rifles",
        "charges",
        "Riflemen do not charge brutes.",
        Scenario((At(t.RIFLES, 20, 22),), (At(t.BRUTES, 26, 22),), phase="charge"),
        not_(charges(0)),
    ),
    Exam(
        "charge-not-with-the-captain",
        "charges",
        "A captain alone does not charge a giant.",
        Scenario((At(t.CAPTAIN, 20, 22),), (At(t.GIANT, 26, 22),), phase="charge"),
        not_(charges(0)),
    ),
    Exam(
        "charge-not-with-the-last-hunter",
        "charges",
        "The last of three hunters does not throw himself at a company to keep it from shooting.",
        Scenario((At(t.HUNTERS, 26, 22, left=1),), (At(t.COMPANY, 32, 22),), phase="charge"),
        not_(charges(0)),
    ),
    Exam(
        "charge-not-from-a-hull",
        "charges",
        "Hunters who have a hull to shoot at do not fight clerks.",
        Scenario((At(t.HUNTERS, 24, 22),), (At(t.CLERKS, 31, 22), At(t.HULL, 46, 22)), phase="charge"),
        not_(charges(0)),
    ),
    Exam(
        "charge-not-with-a-hurt-captain",
        "charges",
        "A captain with one wound left does not charge a company alone.",
        Scenario((At(t.CAPTAIN, 24, 22, wounds=1),), (At(t.COMPANY, 31, 22),), phase="charge"),
        not_(charges(0)),
    ),
    Exam(
        "charge-for-ground",
        "charges",
        "Blades charge the few who hold an objective.",
        Scenario(
            (At(t.BLADES, 32, 22),),
            (At(t.CLERKS, OBJECTIVE[0], 22, left=2), At(t.RIFLES, 56, 40)),
            phase="charge",
            objectives=(OBJECTIVE,),
            round=3,
        ),
        charges(0, 1),
    ),
    Exam(
        "charge-a-gun",
        "charges",
        "Blades beside a howitzer and a giant charge the howitzer, which cannot fight.",
        Scenario(
            (At(t.BLADES, 30, 22),),
            (At(t.HOWITZER, 36, 22), At(t.GIANT, 36, 30)),
            phase="charge",
            objectives=((12.0, 22.0),),
        ),
        all_of(charges(0, 1), not_(charges(0, 2))),
    ),
    Exam(
        "charge-in-the-last-turn",
        "end of game",
        "In the last turn riflemen charge the last clerk on an objective: it decides who holds it.",
        Scenario(
            (At(t.RIFLES, 30, 22),),
            (At(t.CLERKS, 36, 22, left=1), At(t.COMPANY, 56, 22)),
            phase="charge",
            objectives=((38.0, 22.0),),
            round=5,
            second=True,
        ),
        charges(0, 1),
    ),
    Exam(
        "points-fire-pots",
        "command points",
        "Fire pots at expensive brutes eight inches away are worth a command point.",
        Scenario((At(t.RIFLES, 20, 22),), (At(t.BRUTES, 27, 22),), phase="shooting", points=3),
        uses("fire-pots"),
    ),
    Exam(
        "points-at-the-end",
        "command points",
        "In the last turn command points buy whatever they can: fire pots at riflemen too.",
        Scenario((At(t.RIFLES, 20, 22),), (At(t.RIFLES, 27, 22),), phase="shooting", points=3, round=5, second=True),
        spends(),
    ),
    Exam(
        "points-many",
        "command points",
        "Who has six points in the fourth round spends one where it brings a little.",
        Scenario((At(t.RIFLES, 20, 22),), (At(t.RIFLES, 27, 22),), phase="shooting", points=6, round=4),
        spends(),
    ),
    Exam(
        "points-kept",
        "command points",
        "The only point of the first round is not spent on the last clerk.",
        Scenario((At(t.RIFLES, 20, 22),), (At(t.CLERKS, 27, 22, left=1),), phase="shooting", points=1, round=1),
        keeps_points(),
    ),
    Exam(
        "points-smoke",
        "stratagems",
        "A hull under the fire of hunters uses smoke.",
        Scenario(
            (At(t.HULL, 16, 22),),
            (At(t.HUNTERS, 44, 18), At(t.HUNTERS, 44, 26)),
            phase="shooting",
            points=3,
            enemy_turn=True,
        ),
        uses("smoke-pots"),
    ),
    Exam(
        "points-duck",
        "stratagems",
        "A company in the open that a company shoots at throws itself down.",
        Scenario(
            (At(t.BRUTES, 20, 22),),
            (At(t.HULL, 40, 22), At(t.HUNTERS, 40, 32)),
            phase="shooting",
            points=4,
            round=4,
            enemy_turn=True,
        ),
        uses("faces-to-the-ground"),
    ),
    Exam(
        "points-full-weight",
        "stratagems",
        "A giant that has charged treads on what stands before it.",
        Scenario((At(t.GIANT, 20, 22),), (At(t.BRUTES, 26, 22),), phase="charge", points=3, seed=3),
        uses("trampled"),
        "turn",
    ),
)
