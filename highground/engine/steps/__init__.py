"""The battle's procedure, phase by phase; `dispatch` knows who is asked what, and what an answer brings about."""

from highground.engine.steps.dispatch import answer, ask

__all__ = ["answer", "ask"]
