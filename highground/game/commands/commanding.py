"""Commands: what a call asks for, as a row of choices that are put to the battle one at a time.

A command is written as a generator. It yields each choice and goes on with what came of it, so that its runner may
stop between two choices: to wait for sealed dice, or for the computer to decide. Called as a function it runs at once.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

from highground.engine.choices import Choice
from highground.engine.record import Given
from highground.game.commands.deciding import Question, answer
from highground.game.match.match import Match

P = ParamSpec("P")
T = TypeVar("T")


class Put(NamedTuple):
    """A choice for the battle; the command goes on with its events."""

    choice: Choice
    given: Given | None = None


Steps = Generator[Put | Question, Any, T]
"""A command under way. It may also ask the computer something, and goes on with the answer."""


class Command(Generic[P, T]):
    """A command. `begin` has it as a generator, a call runs it to its end with the dice that the battle has."""

    def __init__(self, steps: Callable[Concatenate[Match, P], Steps[T]]) -> None:
        self.__doc__ = steps.__doc__
        self._steps = steps

    def begin(self, match: Match, *args: P.args, **named: P.kwargs) -> Steps[T]:
        return self._steps(match, *args, **named)

    def __call__(self, match: Match, *args: P.args, **named: P.kwargs) -> T:
        return run(match, self.begin(match, *args, **named))


class CommandDone(NamedTuple):
    """A command has come to its end."""

    result: Any


PutCheck = Callable[[Match, Put], None]


def go_on(
    match: Match, steps: Steps[Any], given: Any = None, check: PutCheck | None = None
) -> Put | Question | CommandDone:
    """Run a command until it needs sealed dice or an answer, or is done; `given` is what it waits for.

    `check` may refuse a choice before it is made. Raises Refusal, with the choices before it made.
    """
    try:
        while True:
            asked = steps.throw(given) if isinstance(given, Exception) else steps.send(given)
            if not isinstance(asked, Put):
                return asked
            try:
                if check is not None:
                    check(match, asked)
                given = match.answer_without_dice(asked.choice, asked.given)
            except Exception as error:  # the command may have something to put in its place
                given = error
            if given is None:
                return asked
    except StopIteration as done:
        return CommandDone(done.value)


def at_once(do: Callable[[], T]) -> Steps[T]:
    """What takes no choice, as a command."""
    return do()
    yield  # pragma: no cover - it makes this a generator


def run(match: Match, steps: Steps[T]) -> T:
    """Run a command to its end, with the computer deciding here. Raises Refusal, with the choices before it made."""
    asked = go_on(match, steps)
    while not isinstance(asked, CommandDone):
        if isinstance(asked, Put):
            asked = go_on(match, steps, match.answer(asked.choice, asked.given))
        else:
            asked = go_on(match, steps, answer(match.battle, asked))
    result: T = asked.result
    return result


@contextmanager
def whole(match: Match) -> Iterator[None]:
    """All choices of a command, or none."""
    before = match.mark()
    try:
        yield
    except BaseException:
        match.back_to(before)
        raise
