"""Who calls, and what a call that changes a battle came to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar, cast

import orjson

from highground.game.state.moments import Moment
from highground.game.views.calls import Logged, Offered
from highground.game.views.changes import Changes
from highground.game.views.log import NewEntries
from highground.game.views.state import GameState
from highground.server.play.showing import Step

T = TypeVar("T")


class Caller(NamedTuple):
    """What a call says of its window: the anchor of its device, the version of the state that it shows, its socket.

    `warn`: the share of the chance to win, in percent, from which on a choice that loses it is not made at once. `log`:
    the last entry of the log that it has, where it has one.
    """

    device: str = ""
    known: str = ""
    socket: str = ""
    warn: int = 0
    log: int | None = None


NO_CALLER = Caller()


@dataclass(frozen=True, slots=True)
class CallResult(Generic[T]):
    """What a call came to: its own result, and the game after it as the caller sees it.

    There is no result where the other player has to agree to the dice first (`offered`). `step` leads there from the
    state that the caller said to know; None where nothing does.
    """

    result: T | None
    offered: Offered | None
    moment: Moment
    sides: frozenset[int]
    step: Step | None = None
    entries: bytes | None = None
    """What is new in the log, as JSON, where the caller said what it has of it."""

    @property
    def state(self) -> GameState:
        return self.moment.seen(self.sides)

    @property
    def changes(self) -> Changes | None:
        return None if self.step is None else {**self.step.written(), "number": self.moment.plain["number"]}

    @property
    def logged(self) -> Logged:
        return {} if self.entries is None else {"log": cast("NewEntries", orjson.Fragment(self.entries))}

    @property
    def made(self) -> T:
        """The result of a call that brings no dice along."""
        assert self.result is not None
        return self.result
