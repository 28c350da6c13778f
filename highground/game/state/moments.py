"""A game at a moment, for every seat at once: what everybody sees, and what each seat sees beside it.

What leads from one moment to the next is worked out once, and only what is a seat's own for each seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, cast

from highground.game.match.match import Match
from highground.game.state.changes import between, changes
from highground.game.state.seats import overlaid, own_of, private_texts
from highground.game.views.changes import Operation
from highground.game.views.state import BattleState, ClockState, GameState, SeatState
from highground.game.views.units import UnitTexts
from highground.game.views.values import Json

OWN = ("sides", "version", "undo", "offers", "request", "recorded_charges", "unasked", "clock")
"""What is a seat's own, or goes on by itself."""


class Seat(NamedTuple):
    """What a seat sees beside what everybody sees: its own parts, and the private texts of its rosters by uuid."""

    own: SeatState
    private: Mapping[str, UnitTexts]


class Moment(NamedTuple):
    """`plain` is what everybody sees. What is in it may be part of other moments too, so nobody may change it."""

    plain: BattleState
    seats: dict[frozenset[int], Seat]
    clock: ClockState | None

    def seen(self, sides: frozenset[int]) -> GameState:
        """The state as the commander of `sides` sees it. `sides` has to be one of the seats."""
        seat = self.seats[sides]
        return {**overlaid(self.plain, seat.own, seat.private), "clock": self.clock}


def moment(match: Match, plain: BattleState, seats: Iterable[frozenset[int]], clock: ClockState | None) -> Moment:
    """The game now; `plain` is what everybody sees of it."""
    found = {sides: Seat(own_of(plain, match, sides), private_texts(match, sides)) for sides in seats}
    return Moment(plain, found, clock)


def led(before: Moment, after: Moment) -> dict[frozenset[int], list[Operation]]:
    """What leads each seat from one moment to the next, as `changes.between` has it."""
    shared = between(before.plain, after.plain, OWN)
    return {sides: [*_shared(shared, before, after, sides), *_own(before, after, sides)] for sides in before.seats}


def _own(before: Moment, after: Moment, sides: frozenset[int]) -> list[Operation]:
    found = changes(before.seats[sides].own, after.seats[sides].own)
    if before.clock is None and after.clock is None:
        return found
    # The clock goes on without a message, so that each seat may have an older one: it is sent whole.
    return [*found, {"op": "replace", "path": "/clock", "value": cast("Json", after.clock)}]


def _shared(shared: list[Operation], before: Moment, after: Moment, sides: frozenset[int]) -> list[Operation]:
    """The changes of what everybody sees, with the seat's private texts where they stand in them."""
    private = after.seats[sides].private
    if private != before.seats[sides].private or (private and any("/abilities" in each["path"] for each in shared)):
        return between(before.seen(sides), after.seen(sides), OWN)
    if not private:
        return shared
    return [_with_texts(each, private) for each in shared]


def _with_texts(operation: Operation, private: Mapping[str, UnitTexts]) -> Operation:
    if "value" not in operation:
        return operation
    return {**operation, "value": cast("Json", _private(operation["value"], private))}


def _private(value: object, private: Mapping[str, UnitTexts]) -> object:
    if isinstance(value, list):
        return [_private(each, private) for each in value] if value and isinstance(value[0], dict) else value
    if not isinstance(value, dict):
        return value
    seen = value | private[value["uuid"]] if "abilities" in value and value.get("uuid") in private else value
    return seen | {name: _private(seen[name], private) for name in ("armies", "units") if name in seen}
