"""What a sensible player does: positions with a plain right answer, and blunders counted over whole battles."""

from __future__ import annotations

from highground.exams.model import Exam, Scenario, Standpoint
from highground.exams.papers import ALL
from highground.exams.sitting import ExamReport, ExamResult, sit, take

__all__ = ["ALL", "Exam", "ExamReport", "ExamResult", "Scenario", "Standpoint", "sit", "take"]
