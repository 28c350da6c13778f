"""What a battle keeps of its choices: each with its dice and what came of it, and those that were taken back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from highground.engine.choices import Choice
from highground.engine.events import Event
from highground.engine.ledger import DiceSource, Rolled
from highground.engine.proof import Proof


class Given(msgspec.Struct, frozen=True, gc=False):
    """Dice from outside that answered a choice's rolls, in the order of the rolls."""

    faces: tuple[int, ...]
    source: DiceSource = "typed"


class Record(msgspec.Struct, frozen=True, gc=False):
    """One answered choice with its dice and what came of it. `first_event` numbers its first event, from 0.

    `proof` says what sealed dice were made of; `given` are dice that players rolled themselves.
    """

    choice: Choice
    dice: tuple[Rolled, ...]
    events: tuple[Event, ...]
    first_event: int
    given: Given | None = None
    proof: Proof | None = None


class Undone(msgspec.Struct, frozen=True, gc=False):
    """A choice that was taken back, and whether the opponent had to agree.

    `serial` is its place among all choices ever made, from 0; `until` is how many had been made when it was taken back.
    """

    serial: int
    until: int
    record: Record
    consented: bool


class Step(msgspec.Struct, frozen=True, gc=False):
    """A choice that was made (`undo` is false), or the undoing of it, in the order in which all of it happened."""

    record: Record
    number: int
    """How many choices stood before it was made."""
    undo: bool = False
    undone: Undone | None = None
    """Set for a choice that was taken back later, and for its undoing."""


def serials(records: int, undone: Sequence[Undone]) -> list[int]:
    """The serials of the choices that stand."""
    gone = {each.serial for each in undone}
    return [serial for serial in range(records + len(undone)) if serial not in gone]


def history(records: Sequence[Record], undone: Sequence[Undone]) -> Iterator[Step]:
    """Everything that was chosen and taken back, from the first choice on."""
    standing = dict(zip(serials(len(records), undone), records, strict=True))
    taken = {each.serial: each for each in undone}
    waiting = list(undone)
    number = 0
    for serial in range(len(records) + len(undone) + 1):
        while waiting and waiting[0].until == serial:
            back = waiting.pop(0)
            number -= 1
            yield Step(back.record, number, True, back)
        if serial in taken:
            yield Step(taken[serial].record, number, False, taken[serial])
        elif serial in standing:
            yield Step(standing[serial], number)
        number += 1
