"""What a game's sockets are sent after a change: each seat what has changed for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, cast

import orjson

from highground.game.match.match import Match
from highground.game.state.battle_state import NOBODY, game_state
from highground.game.state.moments import Moment, led
from highground.game.views import changes as views
from highground.game.views.abilities import BattleTime as Place
from highground.server.play.match_cache import CachedMatch
from highground.server.sockets.hub import Hub
from highground.server.tasks import off_the_loop

LARGEST_CHANGES = 40_000
"""Bytes of a change that are sent to every socket; a larger one is loaded by those who want it."""


class Step(NamedTuple):
    """What leads a seat from one version to the next: a list of operations as JSON, None where it is too long."""

    before: str
    version: str
    changes: bytes | None

    def written(self) -> views.Step:
        """For a message or an answer: the operations stay as they are written."""
        written = None if self.changes is None else cast("list[views.Operation]", orjson.Fragment(self.changes))
        return {"from": self.before, "version": self.version, "changes": written}


class Where(Place):
    """Where a battle is, and how many choices were made."""

    number: int


class Shown(NamedTuple):
    """A change, ready to be sent. `own` is what leads each seat from the moment before to the one `after`.

    `shorter`: choices were taken back.
    """

    after: Moment
    own: Mapping[frozenset[int], Step]
    where: Where
    shorter: bool


def made_ready(table: CachedMatch, before: Moment) -> Shown:
    """What is to be sent now. Slow: call it off the event loop, in the game's turn."""
    match, state = table.match, table.match.battle.state
    after = table.moment(before.seats)
    own = {sides: _step(before, after, sides, changes) for sides, changes in led(before, after).items()}
    where: Where = {
        "number": match.number,
        "phase": state.phase,
        "phase_time": state.phase_time,
        "round": state.round,
        "turn": state.turn,
    }
    return Shown(after, own, where, before.plain["number"] > match.number)


def _step(before: Moment, after: Moment, sides: frozenset[int], changes: list[views.Operation]) -> Step:
    written = orjson.dumps(changes)
    small = len(written) <= LARGEST_CHANGES
    return Step(before.seats[sides].own["version"], after.seats[sides].own["version"], written if small else None)


def joined(steps: list[Step], known: str) -> Step | None:
    """What leads from a version through all of the steps; None where that is not without a gap."""
    at, written = known, []
    for step in steps:
        if step.before != at or step.changes is None:
            return None
        at = step.version
        written.append(step.changes[1:-1])
    return Step(known, at, b"[" + b",".join(filter(None, written)) + b"]") if steps else None


async def send(
    hub: Hub, game_id: str, shown: Shown, answered: str = "", *, log: bool = True, holds_log: str = ""
) -> None:
    """Send each seat what has changed for it, and that the log changed, where it has (`log`).

    `answered` is the socket of the window that gets the change in the answer to its call, `holds_log` that of the one
    that gets what is new in the log there.
    """
    payload = {"game_id": game_id, "changes": None, **shown.where}
    own = {each: step.written() for each, step in shown.own.items()}
    await hub.send(game_id, "game_state_update", payload, own=own, answered=answered)
    if not log:
        return
    news: dict[str, object] = {"game_id": game_id, "number": shown.where["number"]}
    await hub.send(game_id, "logs_updated" if shown.shorter else "new_log", news, answered=holds_log)


async def show_simulation(hub: Hub, match: Match) -> None:
    """Send a simulation's sockets how far it is; with its end, as everybody may see it, once it is over."""
    state = match.battle.state
    payload: dict[str, object] = {
        "game_id": match.game_id,
        "round": state.round,
        "turn": state.turn,
        "phase": state.phase,
        "number": match.number,
        "status": "completed" if state.completed else "running",
    }
    if state.completed:
        payload["game_state"] = await off_the_loop(lambda: game_state(match, NOBODY))
    await hub.send(match.game_id, "simulation_update", payload)
