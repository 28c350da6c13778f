"""Sitting exams: a player answers a position, and what it did is tested."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence

import msgspec

from highground.ai import AiPlayer, player
from highground.engine import choices as ch
from highground.engine.battle import Battle
from highground.engine.choices import Choice
from highground.exams.building import build
from highground.exams.model import OWN, Exam, Sat
from highground.exams.papers import ALL

MOST_CHOICES = 400
"""Choices after which an exam is over wherever it stands."""
OPPONENT = "classic"
PRELIMINARY = (ch.Advance, ch.RollDice, ch.Pass)


class ExamResult(msgspec.Struct, frozen=True):
    name: str
    theme: str
    passed: bool
    sensible: str


class ExamReport(msgspec.Struct, frozen=True):
    """How a player did: of each theme the exams passed and all, and each exam's result."""

    player: str
    passed: int
    exams: int
    themes: dict[str, tuple[int, int]]
    results: tuple[ExamResult, ...]
    seconds: float

    @property
    def rate(self) -> float:
        return self.passed / (self.exams or 1)


def sit(exam: Exam, own: AiPlayer) -> Sat:
    """Have a player answer the exam's position, up to where the exam ends."""
    battle, opponent = build(exam.scenario), player(OPPONENT)
    before, start, made = battle.clone(), len(battle.records), list[Choice]()
    for _ in range(MOST_CHOICES):
        prompt = battle.ask()
        if prompt is None or _over(exam, before, battle, made):
            break
        choice = (own if prompt.side == OWN else opponent).choose(battle, prompt)
        if prompt.side == OWN:
            made.append(choice)
        battle.answer(choice)
    events = tuple([event for record in battle.records[start:] for event in record.events])
    return Sat(before, battle, tuple(made), events)


def _over(exam: Exam, before: Battle, battle: Battle, made: list[Choice]) -> bool:
    then, now = before.state, battle.state
    if (then.round, then.turn) != (now.round, now.turn):
        return True
    if exam.until == "phase":
        return now.phase != then.phase
    return exam.until == "choice" and any(not isinstance(each, PRELIMINARY) for each in made)


def take(name: str, exams: Sequence[Exam] = ALL) -> ExamReport:
    """All exams by a level or a personality, by its name. Raises KeyError for one that nobody has."""
    player(name)  # an unknown name is refused before any exam
    began, results = time.process_time(), []
    for exam in exams:
        passed = exam.passed(sit(exam, player(name)))
        results.append(ExamResult(exam.name, exam.theme, passed, exam.sensible))
    right, asked = Counter(each.theme for each in results if each.passed), Counter(each.theme for each in results)
    themes = {theme: (right[theme], number) for theme, number in asked.items()}
    seconds = round(time.process_time() - began, 2)
    return ExamReport(name, sum(right.values()), len(results), themes, tuple(results), seconds)
