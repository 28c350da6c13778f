"""A refusal that comes with an answer instead of in its place."""

from __future__ import annotations

from highground.engine.errors import Refusal
from highground.game.views.calls import PartRefused
from highground.words import explain


def refusal_view(refusal: Refusal | None) -> PartRefused | None:
    if refusal is None:
        return None
    said = explain(refusal)
    return {"detail": said.sentence, "code": refusal.code, "measure": said.measure, "remedy": said.remedy}
