"""Moves beside ground: keeping out of reach, characters, screens, falling back, passengers."""

from __future__ import annotations

from highground.engine import choices as ch
from highground.exams import troops as t
from highground.exams.model import Exam, Scenario
from highground.exams.model import Standpoint as At
from highground.exams.predicates import (
    all_of,
    any_of,
    apart,
    away,
    behind,
    closed_to_arrivals,
    holds,
    made,
    moved,
    not_,
    within,
)

HOME = (8.0, 22.0)

EXAMS = (
    Exam(
        "move-gun-stays-back",
        "safety",
        "A howitzer that reaches the enemy from where it stands does not walk into its charge.",
        Scenario((At(t.HOWITZER, 10, 22),), (At(t.BRUTES, 32, 22),), objectives=((50.0, 22.0),)),
        apart(0, 1, 16.5),
    ),
    Exam(
        "move-rifles-keep-off-brutes",
        "safety",
        "Riflemen shoot at brutes from afar and do not walk up to them.",
        Scenario((At(t.RIFLES, 20, 22),), (At(t.BRUTES, 38, 22),), objectives=((50.0, 22.0),)),
        apart(0, 1, 13.5),
    ),
    Exam(
        "move-into-range",
        "safety",
        "Hunters whose beams do not reach the hull yet step up until they do.",
        Scenario((At(t.HUNTERS, 14, 22),), (At(t.HULL, 54, 22),), objectives=((5.0, 5.0),)),
        within(0, 1, 36.0),
    ),
    Exam(
        "move-fighters-close-in",
        "safety",
        "Fighters that cannot charge yet go nearer to what they can beat.",
        Scenario((At(t.BRUTES, 16, 22),), (At(t.CLERKS, 40, 22),), objectives=((40.0, 22.0),)),
        within(0, 1, 19.0),
    ),
    Exam(
        "move-captain-behind",
        "characters",
        "A captain alone does not become the army's foremost unit.",
        Scenario(
            (At(t.CAPTAIN, 18, 22), At(t.RIFLES, 18, 16)),
            (At(t.BRUTES, 40, 22), At(t.RIDERS, 42, 14)),
            objectives=((27.0, 18.0),),
        ),
        behind(0, 1),
    ),
    Exam(
        "move-captain-out-of-fire",
        "characters",
        "A hurt captain before a company leaves its fire or at least goes back.",
        Scenario(
            (At(t.CAPTAIN, 22, 22, wounds=2), At(t.RIFLES, 14, 22)),
            (At(t.COMPANY, 43, 22),),
            objectives=((14.0, 22.0),),
        ),
        any_of(apart(0, 2, 24.0), behind(0, 1)),
    ),
    Exam(
        "move-captain-keeps-off-giant",
        "characters",
        "A captain keeps out of a giant's charge.",
        Scenario(
            (At(t.CAPTAIN, 20, 22), At(t.RIFLES, 14, 32)),
            (At(t.GIANT, 36, 22),),
            objectives=((14.0, 32.0), (50.0, 22.0)),
        ),
        apart(0, 2, 15.0),
    ),
    Exam(
        "screen-home-holder-stays",
        "screens",
        "While raiders wait in reserve the holder of the home objective stays on it.",
        Scenario(
            (At(t.CLERKS, *HOME), At(t.RIFLES, 20, 22)),
            (At(t.RAIDERS, reserve=True), At(t.RIFLES, 50, 22)),
            objectives=(HOME, (24.0, 22.0)),
        ),
        holds(0, 1),
    ),
    Exam(
        "screen-spare-stays-near",
        "screens",
        "A spare squad stays where it closes the ground about a howitzer to raiders.",
        Scenario(
            (At(t.HOWITZER, 6, 22), At(t.CLERKS, 9, 30), At(t.CLERKS, 9, 14)),
            (At(t.RAIDERS, reserve=True), At(t.HULL, 55, 22)),
            objectives=((6.0, 22.0), (54.0, 22.0)),
        ),
        closed_to_arrivals(3, ((6.0, 30.0), (6.0, 14.0), (12.0, 22.0))),
    ),
    Exam(
        "screen-before-the-gun",
        "screens",
        "Clerks stay between brutes and the howitzer.",
        Scenario(
            (At(t.HOWITZER, 6, 22), At(t.CLERKS, 12, 22)),
            (At(t.BRUTES, 26, 22),),
            objectives=((6.0, 22.0),),
        ),
        lambda sat: abs(sat.scene.figures(1).centre[1] - 22.0) < 7.0 and sat.scene.figures(1).centre[0] > 9.0,
    ),
    Exam(
        "fall-back-from-brutes",
        "falling back",
        "Riflemen that brutes have caught fall back.",
        Scenario(
            (At(t.RIFLES, 20, 22), At(t.COMPANY, 12, 34)),
            (At(t.BRUTES, 22.2, 22),),
            objectives=((12.0, 34.0), (50.0, 22.0)),
        ),
        moved(0, "fall_back"),
    ),
    Exam(
        "fall-back-gun",
        "falling back",
        "A howitzer that blades have caught rolls away from them.",
        Scenario(
            (At(t.HOWITZER, 20, 22), At(t.COMPANY, 12, 34)),
            (At(t.BLADES, 23.05, 22),),
            objectives=((12.0, 34.0), (50.0, 22.0)),
        ),
        moved(0, "fall_back"),
    ),
    Exam(
        "fall-back-past-others",
        "falling back",
        "With enemies on two sides there is still a way out to the third.",
        Scenario(
            (At(t.RIFLES, 20, 22, deep=1), At(t.COMPANY, 12, 36)),
            (At(t.BRUTES, 20, 19.8, deep=1), At(t.BRUTES, 30, 26)),
            objectives=((12.0, 36.0), (50.0, 22.0)),
        ),
        moved(0, "fall_back"),
    ),
    Exam(
        "stay-in-a-won-fight",
        "falling back",
        "Brutes stay in a fight with riflemen.",
        Scenario((At(t.BRUTES, 20, 22),), (At(t.RIFLES, 22.2, 22),), objectives=((20.0, 22.0),)),
        moved(0, "stationary"),
    ),
    Exam(
        "stay-on-ground-at-the-end",
        "falling back",
        "In the last turn of all a squad that outnumbers its enemy on an objective does not leave it.",
        Scenario(
            (At(t.RIFLES, 20, 22),),
            (At(t.BLADES, 22.2, 22, left=3),),
            objectives=((20.0, 22.0),),
            round=5,
            second=True,
        ),
        holds(0),
    ),
    Exam(
        "passengers-wait",
        "passengers",
        "In the first round passengers do not get out with nobody in reach and no ground to take.",
        Scenario(
            (At(t.WAGON, 8, 22), At(t.BLADES, inside=0)),
            (At(t.RIFLES, 54, 22),),
            objectives=((40.0, 22.0),),
            round=1,
        ),
        not_(made(ch.Disembark, 1)),
    ),
    Exam(
        "passengers-take-ground",
        "passengers",
        "Passengers get out where that takes an objective.",
        Scenario(
            (At(t.WAGON, 17, 22), At(t.RIFLES, inside=0), At(t.RIFLES, 10, 36)),
            (At(t.RIFLES, 28, 12), At(t.RIFLES, 56, 22)),
            objectives=((28.0, 16.0), (10.0, 36.0)),
        ),
        any_of(made(ch.Disembark, 1), holds(0)),
    ),
    Exam(
        "passengers-attack",
        "passengers",
        "Fighters get out of a wagon that stands before their prey.",
        Scenario(
            (At(t.WAGON, 26, 22), At(t.BLADES, inside=0)),
            (At(t.COMPANY, 38, 22),),
            objectives=((38.0, 22.0),),
        ),
        made(ch.Disembark, 1),
    ),
    Exam(
        "riders-out-of-a-trap",
        "safety",
        "Hurt riders do not stay within a giant's easy charge.",
        Scenario(
            (At(t.RIDERS, 26, 22, left=1), At(t.RIFLES, 12, 22)),
            (At(t.GIANT, 36, 22),),
            objectives=((12.0, 22.0), (50.0, 22.0)),
        ),
        all_of(apart(0, 2, 12.0), away(0, (36.0, 22.0), 12.0)),
    ),
)
