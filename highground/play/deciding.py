"""What the computer answers: its player's decision, or a plain legal answer where that fails or takes too long.

A game must never stand still because of its computer: a decision that the battle refuses, that raises, or that is not
there in time, each of them a fault of ours, is replaced and told as such.
"""

from __future__ import annotations

import ctypes
import logging
from collections.abc import Iterator
from threading import Thread

from highground.ai.player import Decision, Player
from highground.engine import choices as ch
from highground.engine import legal
from highground.engine.battle import Battle
from highground.engine.errors import Refusal
from highground.engine.steps.deployment import zone_of
from highground.engine.table.bases import in_polygon
from highground.play.match import Match

log = logging.getLogger("highground.computer")

SECONDS = 10.0
"""Longest time for one decision; the slowest that we have seen took a fiftieth of it."""
STEP = 4.0
"""Inches between two places where a unit is tried to be set up."""
FAILED = "It could not decide; this is the first answer that the rules allow."
TOO_SLOW = "It did not decide in time; this is the first answer that the rules allow."


class Stopped(BaseException):
    """Raised within a decision whose time is up."""


class Thinking(Thread):
    """A player that decides for itself on a battle of its own, so that one that never ends can be left to itself."""

    def __init__(self, player: Player, battle: Battle, request: ch.Request) -> None:
        super().__init__(name="computer", daemon=True)
        self.decision: Decision | None = None
        self._player, self._battle, self._request = player, battle, request

    def run(self) -> None:
        try:
            self.decision = self._player.decide(self._battle, self._request)
        except Stopped:
            log.warning("the computer did not decide in time: %s", self._request.kinds)
        except Exception:
            log.exception("the computer could not decide: %s", self._request.kinds)

    def stop(self) -> None:
        """Have it end at the next line of Python that it comes to."""
        if self.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.ident), ctypes.py_object(Stopped))


def decide(
    match: Match, request: ch.Request, seconds: float = SECONDS, player: Player | None = None
) -> tuple[Decision, str]:
    """The computer's answer, and why it is not its player's own; '' where it is.

    Raises Refusal where a person commands the side that is asked and no `player` is lent to it.
    """
    thinking = Thinking(player or match.computer(request.side), match.battle.clone(), request)
    thinking.start()
    thinking.join(seconds)
    if thinking.is_alive():
        thinking.stop()
        return Decision(plain(match.battle, request)), TOO_SLOW
    if thinking.decision is not None and legal.legal(match.battle, thinking.decision.choice):
        return thinking.decision, ""
    return Decision(plain(match.battle, request)), FAILED


def plain(battle: Battle, request: ch.Request) -> ch.Choice:
    """The first legal answer: one that takes no thought where there is such, else any that there is."""
    for choice in _all(battle, request):
        if legal.legal(battle, choice):
            return choice
    raise Refusal("no-answer", "The computer found no legal answer.")


def _all(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    yield from (choice for kind in request.kinds for choice in _simple(battle, kind, request))
    for kind in request.kinds:
        if kind not in {"use", "by_hand"}:
            yield from legal.of_kind(battle, request, kind)


def _simple(battle: Battle, kind: str, request: ch.Request) -> Iterator[ch.Choice]:
    """Answers that do the least: a unit stays where it is, holds its fire, lets things pass."""
    if kind == "move":
        yield from (ch.Move(unit, "stationary") for unit in request.units if battle.state.units[unit].on_table)
    elif kind == "shoot":
        yield from (ch.Shoot(unit) for unit in request.units)
    elif kind == "deploy":
        yield from _set_up(battle, request)
    elif kind == "strike" and request.unit is not None:
        yield from (ch.Strike((shot,)) for shot in legal.single_strikes(battle.scene, request.unit))
    elif kind in {"advance", "roll", "place", "pass", "end"}:
        yield {"advance": ch.Advance, "roll": ch.RollDice, "place": ch.Place, "pass": ch.Pass, "end": ch.End}[kind]()


def _set_up(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    """Each unit about places of its side's zone, a grid's step apart."""
    zone = zone_of(battle.scene, request.side)
    (left, top), (right, bottom) = map(min, zip(*zone, strict=True)), map(max, zip(*zone, strict=True))
    anchors = [(left + STEP * (i + 0.5), top + STEP * (j + 0.5)) for i in range(15) for j in range(11)]
    inside = [each for each in anchors if each[0] < right and each[1] < bottom and in_polygon(each, zone)]
    for unit in request.units:
        for anchor in inside:
            places = legal.set_up(battle.scene, unit, anchor)
            if places is not None:
                yield ch.Deploy(unit, places)
