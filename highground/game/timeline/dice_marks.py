"""Whose dice a choice was answered with, where that is worth a word: players' own, or rolled without a witness."""

from __future__ import annotations

from highground.engine.record import Record
from highground.game.views.log import DiceMark


def marks_of(record: Record) -> tuple[DiceMark, ...]:
    """What is to be said of a choice's dice; nothing where every party made its part of them."""
    if record.given is not None:
        return ("camera" if record.given.source == "camera" else "typed",)
    if record.dice and record.proof is not None and "witness" in record.proof.missed:
        return ("unwitnessed",)
    return ()
