"""Whether a call was made against an earlier state, and what has happened since."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from highground.engine.choices import Allocate
from highground.engine.record import Step, history
from highground.game.match.match import Match
from highground.server.play.match_cache import CachedMatch
from highground.server.play.refused import StaleError
from highground.server.tasks import off_the_loop

MOST_EVENTS_SENT = 20


async def check_number(table: CachedMatch, number: int | None, known: str) -> None:
    """Refuses a call that was made against an earlier state: by the number of choices then, and the state's version.

    The number alone does not show that a choice was taken back and another made in its place. Who takes wounds first
    may be said at any time: that makes no call of the other player's late.
    """
    if number is not None and await off_the_loop(lambda: _moved_on(table.match, number, known)):
        raise StaleError(table.match.number, await off_the_loop(lambda: happened_since(table, number)))


def _moved_on(match: Match, number: int, known: str) -> bool:
    if number > match.number:
        return True
    made = _made(known)
    since = None if made is None or made > match.count else list(_since(match, made))
    if since is None or match.number - sum(-1 if step.undo else 1 for step in since) != number:
        return not all(isinstance(record.choice, Allocate) for record in match.battle.records[number:])
    return not all(isinstance(step.record.choice, Allocate) for step in since)


def _made(known: str) -> int | None:
    """How much had been chosen and taken back in a state, by its version; None where that does not say."""
    count = known.split(".", maxsplit=1)[0]
    return int(count) if count.isascii() and count.isdigit() and len(count) < 10 else None


def _since(match: Match, made: int) -> Iterator[Step]:
    """What was chosen and taken back after so much of it."""
    if made == match.count:
        return iter(())
    return islice(history(match.battle.records, match.battle.undone), made, None)


def happened_since(table: CachedMatch, number: int) -> list[str]:
    """The last messages of the log after the first `number` choices."""
    return table.log().messages_since(number)[-MOST_EVENTS_SENT:]
