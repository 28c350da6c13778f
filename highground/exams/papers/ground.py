"""Objectives: taken where they are free, kept, shared out, and left where they score no more."""

from __future__ import annotations

from highground.engine.model import Mission
from highground.exams import troops as t
from highground.exams.model import Exam, Scenario
from highground.exams.model import Standpoint as At
from highground.exams.predicates import all_of, any_of, denies, gap_to, holds, moved, near

FAR_BANK = Mission("far", "Far", per_objective=2, first_round=2, per_far_objective=5, turn_cap=15, total_cap=50)

EXAMS = (
    Exam(
        "ground-free",
        "free objectives",
        "Walk onto an objective that nobody holds and that is a move away.",
        Scenario((At(t.RIFLES, 17, 22),), (At(t.RIFLES, 55, 38),), objectives=((25.0, 22.0),)),
        holds(0),
    ),
    Exam(
        "ground-free-under-fire",
        "free objectives",
        "Take the free objective though two squads can shoot at it.",
        Scenario(
            (At(t.RIFLES, 18, 22), At(t.RIFLES, 18, 36)),
            (At(t.RIFLES, 46, 18), At(t.RIFLES, 46, 26)),
            objectives=((26.0, 22.0),),
        ),
        holds(0),
    ),
    Exam(
        "ground-advance",
        "free objectives",
        "Advance onto a free objective when there is nobody to shoot at.",
        Scenario((At(t.RIFLES, 14, 22),), (At(t.RIFLES, 56, 40),), objectives=((26.0, 22.0),)),
        moved(0, "advance"),
    ),
    Exam(
        "ground-no-need-to-roll",
        "free objectives",
        "Walk to the near side of a free objective; a roll to come to its middle may be low.",
        Scenario((At(t.COMPANY, 16, 22, deep=2),), (At(t.RIFLES, 56, 40),), objectives=((28.3, 22.0),)),
        all_of(holds(0), moved(0, "move")),
    ),
    Exam(
        "ground-one-swaps",
        "free objectives",
        "Of two squads near one free objective the one that also reaches another goes there.",
        Scenario(
            (At(t.CLERKS, 17, 22), At(t.RIFLES, 13, 28)),
            (At(t.RIFLES, 56, 22),),
            objectives=((21.5, 27.5), (23.5, 16.0)),
        ),
        holds(0, 1),
    ),
    Exam(
        "ground-two-for-two",
        "free objectives",
        "Two squads and two free objectives: one each.",
        Scenario(
            (At(t.RIFLES, 17, 18), At(t.RIFLES, 17, 26)),
            (At(t.RIFLES, 56, 22),),
            objectives=((24.0, 15.0), (24.0, 29.0)),
        ),
        holds(0, 1),
    ),
    Exam(
        "ground-the-fast-go-far",
        "free objectives",
        "Foot soldiers take the near objective, riders the far one.",
        Scenario(
            (At(t.RIFLES, 16, 18), At(t.RIDERS, 16, 26)),
            (At(t.RIFLES, 57, 22),),
            objectives=((23.0, 18.0), (28.0, 32.0)),
        ),
        holds(0, 1),
    ),
    Exam(
        "ground-three-for-three",
        "free objectives",
        "Three squads in a heap, three free objectives about them: all three are taken.",
        Scenario(
            (At(t.RIFLES, 18, 17), At(t.CLERKS, 16, 22), At(t.RIFLES, 18, 27)),
            (At(t.COMPANY, 56, 22),),
            objectives=((22.0, 12.0), (24.0, 22.0), (22.0, 32.0)),
        ),
        holds(0, 1, 2),
    ),
    Exam(
        "ground-where-nobody-is",
        "free objectives",
        "Of two objectives as far away, take the free one, not the one that a company holds.",
        Scenario(
            (At(t.RIFLES, 22, 22),),
            (At(t.COMPANY, 31, 11), At(t.CLERKS, 56, 40)),
            objectives=((27.0, 14.0), (27.0, 30.0)),
        ),
        holds(1),
    ),
    Exam(
        "ground-the-expensive-one",
        "free objectives",
        "The far side pays more: of two free objectives in reach take the far one.",
        Scenario(
            (At(t.RIDERS, 26, 22),),
            (At(t.RIFLES, 57, 39),),
            objectives=((18.0, 22.0), (35.0, 22.0)),
            mission=FAR_BANK,
        ),
        holds(1),
    ),
    Exam(
        "ground-keep",
        "holding",
        "The only holder of an objective stays though it could get nearer to the enemy.",
        Scenario((At(t.RIFLES, 12, 22),), (At(t.RIFLES, 48, 22),), objectives=((12.0, 22.0), (48.0, 22.0))),
        holds(0),
    ),
    Exam(
        "ground-keep-from-prey",
        "holding",
        "Fighters that alone hold an objective do not leave it to run after a squad they cannot reach.",
        Scenario(
            (At(t.BLADES, 20, 22),),
            (At(t.RIFLES, 44, 22),),
            objectives=((20.0, 22.0), (50.0, 22.0)),
            round=3,
        ),
        holds(0),
    ),
    Exam(
        "ground-spare-goes-on",
        "holding",
        "Two squads hold one objective; the one that is not needed goes to the free one.",
        Scenario(
            (At(t.RIFLES, 13, 20), At(t.RIFLES, 16, 20)),
            (At(t.RIFLES, 57, 40),),
            objectives=((14.0, 20.0), (22.0, 28.0)),
        ),
        holds(0, 1),
    ),
    Exam(
        "ground-outweigh",
        "contesting",
        "Two clerks hold an objective: walk up and outnumber them on it.",
        Scenario(
            (At(t.RIFLES, 20, 22),),
            (At(t.CLERKS, 31.5, 22, left=2), At(t.RIFLES, 57, 40)),
            objectives=((29.0, 22.0),),
        ),
        holds(0),
    ),
    Exam(
        "ground-together",
        "contesting",
        "One squad is not enough against a squad on an objective; two together are.",
        Scenario(
            (At(t.RIFLES, 22, 18), At(t.RIFLES, 22, 26)),
            (At(t.RIFLES, 33.5, 22), At(t.CLERKS, 57, 40)),
            objectives=((30.0, 22.0),),
            round=3,
        ),
        holds(0),
    ),
    Exam(
        "ground-past-own-riders",
        "contesting",
        "A giant goes past its own riders onto the objective that they fight for, and does not stop short of it.",
        Scenario(
            (At(t.GIANT, 21, 26), At(t.RIDERS, 28.6, 22)),
            (At(t.RIDERS, 30.7, 22), At(t.RIFLES, 56, 40)),
            objectives=((30.0, 22.0),),
        ),
        holds(0),
    ),
    Exam(
        "ground-shocked-holds-nothing",
        "contesting",
        "A battle-shocked squad holds nothing: somebody else steps onto the objective too.",
        Scenario(
            (At(t.RIFLES, 24, 22, shocked=True), At(t.RIFLES, 17, 30)),
            (At(t.RIFLES, 56, 40),),
            objectives=((24.0, 24.0),),
        ),
        holds(0),
    ),
    Exam(
        "ground-last-turn-take",
        "end of game",
        "In the last turn a unit that can reach an objective goes there: it scores at once, and nobody answers.",
        Scenario(
            (At(t.CLERKS, 26, 22), At(t.HOWITZER, 8, 30)),
            (At(t.COMPANY, 48, 22), At(t.BRUTES, 42, 12)),
            objectives=((32.0, 22.0),),
            round=5,
            second=True,
        ),
        holds(0),
    ),
    Exam(
        "ground-last-turn-gun",
        "end of game",
        "In the last turn even a gun leaves its place to stand on an objective.",
        Scenario(
            (At(t.HOWITZER, 10, 22),),
            (At(t.COMPANY, 48, 22),),
            objectives=((16.0, 22.0), (52.0, 22.0)),
            round=5,
            second=True,
        ),
        holds(0),
    ),
    Exam(
        "ground-last-turn-deny",
        "end of game",
        "The enemy has the last word and scores what it holds: step onto its objective in greater numbers.",
        Scenario(
            (At(t.COMPANY, 22, 22),),
            (At(t.CLERKS, 33, 22, left=3), At(t.CLERKS, 57, 40)),
            objectives=((31.0, 22.0),),
            round=5,
        ),
        denies(0),
    ),
    Exam(
        "ground-last-turn-both",
        "end of game",
        "In the last turn two squads on one objective part for two.",
        Scenario(
            (At(t.RIFLES, 23, 20), At(t.CLERKS, 26, 20)),
            (At(t.COMPANY, 50, 20),),
            objectives=((24.0, 20.0), (32.0, 26.0)),
            round=5,
            second=True,
        ),
        holds(0, 1),
    ),
    Exam(
        "ground-on-the-way",
        "free objectives",
        "Two moves from the only objective that is free: go nearer to it.",
        Scenario((At(t.RIFLES, 10, 10),), (At(t.RIFLES, 57, 40),), objectives=((24.0, 20.0),)),
        lambda sat: gap_to(sat, 0, (24.0, 20.0)) < 12.5,
    ),
    Exam(
        "ground-middle-early",
        "free objectives",
        "In the first round the middle is for who gets there: go for it with the fast ones.",
        Scenario(
            (At(t.RIDERS, 12, 22), At(t.RIFLES, 10, 14)),
            (At(t.RIFLES, 50, 14), At(t.RIFLES, 50, 30)),
            objectives=((30.0, 22.0),),
            round=1,
        ),
        any_of(near(0, (30.0, 22.0), 9.0), all_of(holds(0))),
    ),
)
