"""The exams, by theme. To add one, add its data to a paper; its name is its own."""

from __future__ import annotations

from highground.exams.model import Exam
from highground.exams.papers import fights, ground, missions, moves, waiting

ALL: tuple[Exam, ...] = (*ground.EXAMS, *missions.EXAMS, *moves.EXAMS, *fights.EXAMS, *waiting.EXAMS)
