"""From the question to the engine's sight and back."""

from __future__ import annotations

from highground.server.sight.schemas import SightAnswer, SightQuestion


def look(question: SightQuestion) -> SightAnswer:
    raise NotImplementedError
