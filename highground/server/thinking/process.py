"""A process that thinks: it keeps battles as they are sent to it, and answers questions about them one by one.

It is started by `thinker.Thinker` and ends with the server. Nothing here limits how long an answer takes: a process
that takes too long is killed, which works whatever it is at.
"""

from __future__ import annotations

import signal
import socket
import traceback
from collections import OrderedDict
from collections.abc import Sequence
from importlib import import_module
from typing import BinaryIO, cast

from highground.engine.battle import Battle, opening
from highground.engine.events import Event, apply
from highground.engine.model import Setup
from highground.engine.scene import Scene
from highground.engine.state import State
from highground.game.commands.deciding import MakePlayer, think
from highground.processes import end_with_parent, give_way
from highground.server.thinking.messages import (
    ASK,
    GAMES_KEPT,
    LENGTH,
    Answered,
    Ask,
    ProcessReady,
    QuestionFailed,
    Reply,
    Unknown,
    framed,
)

NICENESS = 5


class KnownGame:
    """A battle as far as it was sent, with the state before each of its choices."""

    def __init__(self, setup: Setup) -> None:
        self._scene = Scene(setup, opening(setup))
        self._before: list[State] = []

    @property
    def number(self) -> int:
        return len(self._before)

    def cut(self, number: int) -> None:
        """Forget the choices after the first `number`."""
        if number < self.number:
            self._scene.rewind(self._before[number])
            del self._before[number:]

    def extend(self, choices: Sequence[Sequence[Event]]) -> None:
        """Take in the events of further choices."""
        state = self._scene.state
        for events in choices:
            self._before.append(state)
            for event in events:
                state = apply(state, event)
        if choices:
            self._scene.rewind(state)

    def battle(self) -> Battle:
        """The battle now, to try things on; its dice are none of the real one's."""
        return Battle(self._scene.setup, 0, self._scene).clone()


class Mind:
    """All games that the process knows."""

    def __init__(self, make_player: MakePlayer) -> None:
        self._make_player = make_player
        self._games: OrderedDict[str, KnownGame] = OrderedDict()

    def reply(self, ask: Ask) -> Reply:
        try:
            game = self._game(ask)
            if game is None:
                return Unknown()
            return Answered.of(think(game.battle(), ask.question, self._make_player))
        except Exception:
            return QuestionFailed(traceback.format_exc())

    def _game(self, ask: Ask) -> KnownGame | None:
        if ask.setup is not None:
            self._games[ask.game_id] = KnownGame(ask.setup)
        game = self._games.get(ask.game_id)
        if game is None or game.number < ask.known:
            return None
        game.cut(ask.known)
        game.extend(ask.new)
        self._games.move_to_end(ask.game_id)
        while len(self._games) > GAMES_KEPT:
            self._games.popitem(last=False)
        return game


def main(descriptor: int, parent: int, player: str) -> None:
    """Answer what comes through the socket until its other end is gone. `player` is what makes one, `module:name`."""
    end_with_parent(parent)
    give_way(NICENESS)
    for number in (signal.SIGINT, signal.SIGTERM):  # sent to the whole group; the server ends this process itself
        signal.signal(number, signal.SIG_IGN)
    module, _, name = player.partition(":")
    mind = Mind(cast("MakePlayer", getattr(import_module(module), name)))
    with socket.socket(fileno=descriptor) as line, line.makefile("rwb") as stream:
        _send(cast("BinaryIO", stream), ProcessReady())
        while (body := _received(cast("BinaryIO", stream))) is not None:
            _send(cast("BinaryIO", stream), mind.reply(ASK.decode(body)))


def _send(stream: BinaryIO, message: Reply) -> None:
    stream.write(framed(message))
    stream.flush()


def _received(stream: BinaryIO) -> bytes | None:
    """The next message, None at the end."""
    try:
        length = stream.read(LENGTH)
        return stream.read(int.from_bytes(length, "big")) if len(length) == LENGTH else None
    except ConnectionError:
        return None
