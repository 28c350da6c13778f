"""What a battle keeps of its choices: each with its dice and what came of it, and those that were taken back."""

from __future__ import annotations

import msgspec

from highground.engine.choices import Choice
from highground.engine.events import Event
from highground.engine.ledger import Rolled, Source


class Given(msgspec.Struct, frozen=True, gc=False):
    """Dice from outside that answered a choice's rolls, in the order of the throws."""

    faces: tuple[int, ...]
    source: Source = "typed"


class Record(msgspec.Struct, frozen=True, gc=False):
    """One answered choice with its dice and what came of it. `first_event` numbers its first event, from 0."""

    choice: Choice
    dice: tuple[Rolled, ...]
    events: tuple[Event, ...]
    first_event: int
    given: Given | None = None


class Undone(msgspec.Struct, frozen=True, gc=False):
    """A choice that was taken back: its number, what it was, and whether the opponent had to agree."""

    number: int
    choice: Choice
    consented: bool
