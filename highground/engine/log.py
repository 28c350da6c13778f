"""Battle logs: what it takes to play a battle again, and what came of it, as JSON."""

from __future__ import annotations

import msgspec

from highground import __version__
from highground.engine.battle import Battle
from highground.engine.choices import Choice
from highground.engine.dice import DiceNeeded
from highground.engine.errors import Fact, LogError, Refusal, ReplayError
from highground.engine.model import Setup
from highground.engine.proof import Party
from highground.engine.record import Given, Record, Undone

FORMAT = 3


class Log(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A recorded battle. `digest` is the fingerprint of all events, as hexadecimal; `undone` what was taken back.

    Dice come from the `seed`, or, where there are `parties`, from the proof of each record; `game` is the game's id.
    """

    setup: Setup
    seed: int
    records: tuple[Record, ...]
    digest: str
    engine: str = __version__
    format: int = FORMAT
    players: tuple[str, str] = ("", "")
    undone: tuple[Undone, ...] = ()
    parties: tuple[Party, ...] = ()
    game: str = ""

    @property
    def sealed(self) -> bool:
        return bool(self.parties)

    def choices(self) -> list[tuple[Choice, Given | None]]:
        return [(record.choice, record.given) for record in self.records]


def log_of(battle: Battle, players: tuple[str, str] = ("", ""), parties: tuple[Party, ...] = (), game: str = "") -> Log:
    return Log(
        battle.setup,
        battle.seed,
        tuple(battle.records),
        battle.digest(),
        players=players,
        undone=tuple(battle.undone),
        parties=parties,
        game=game,
    )


def dump(log: Log) -> bytes:
    return msgspec.json.encode(log)


def load(data: bytes) -> Log:
    """Read a log. Raises LogError that says where it is wrong."""
    try:
        log = msgspec.json.decode(data, type=Log)
    except msgspec.ValidationError as error:
        raise LogError("not-a-log", problem=str(error)) from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise LogError("not-json") from error
    if log.format != FORMAT:
        raise LogError("other-format", found=log.format, known=FORMAT)
    return log


def replay(log: Log) -> Battle:
    """Play a log again. Raises ReplayError at the first choice whose events or dice differ from the record's."""
    battle = Battle(log.setup, log.seed, sealed=log.sealed)
    for number, record in enumerate(log.records):
        try:
            battle.answer(record.choice, record.given, record.proof)
        except Refusal as refusal:
            raise ReplayError(number, "choice-refused", why=refusal) from refusal
        except DiceNeeded as missing:
            raise ReplayError(number, "no-proof") from missing
        battle.digested()  # at once, while the events are at hand
        if battle.records[number] != record:
            raise _otherwise(number, record, battle.records[number])
    if battle.digest() != log.digest:
        raise ReplayError(len(log.records), "other-digest")
    return battle


def reopen(log: Log) -> Battle:
    """The battle that a log records, without deciding anything again: its events are taken as the facts they are.

    For logs that we wrote ourselves. Raises ReplayError where the events are not those that the digest was made of, or
    do not follow one another; whether the rules would still bring them about is for `replay` to say.
    """
    battle = Battle.restored(log.setup, log.seed, log.records, log.undone, log.sealed)
    if battle.digest() != log.digest:
        raise ReplayError(len(log.records), "other-digest")
    following = 0
    for number, record in enumerate(log.records):
        if record.first_event != following:
            raise ReplayError(number, "wrong-start", found=record.first_event, due=following)
        following += len(record.events)
    return battle


def _otherwise(number: int, record: Record, now: Record) -> ReplayError:
    """What differs in a record of the same choice: its events, its dice, or only its place."""
    if now.events != record.events:
        return ReplayError(number, "other-events", **_difference(record.events, now.events))
    for old, new in zip(record.dice, now.dice, strict=False):
        if old != new:
            was, became = f"{old.purpose} {_short(old.faces)}", f"{new.purpose} {_short(new.faces)}"
            return ReplayError(number, "other-dice", was=was, became=became)
    if len(record.dice) != len(now.dice):
        return ReplayError(number, "other-number-of-rolls", was=len(record.dice), became=len(now.dice))
    return ReplayError(number, "wrong-start", found=record.first_event, due=now.first_event)


def _difference(old: tuple[object, ...], new: tuple[object, ...]) -> dict[str, Fact]:
    """The first event that differs, and where in it."""
    for before, after in zip(old, new, strict=False):
        if before != after:
            return _change(msgspec.to_builtins(before), msgspec.to_builtins(after), "")
    return {"where": "", "was": f"{len(old)} events", "became": str(len(new))}


def _change(old: object, new: object, where: str) -> dict[str, Fact]:
    """The first value that differs inside two JSON values, and the way to it."""
    if isinstance(old, dict) and isinstance(new, dict) and old.get("event") == new.get("event"):
        where = where or str(old.get("event", ""))
        for key in (*old, *(key for key in new if key not in old)):
            if old.get(key) != new.get(key):
                return _change(old.get(key), new.get(key), f"{where}.{key}" if where else str(key))
    if isinstance(old, list | tuple) and isinstance(new, list | tuple) and len(old) == len(new):
        for place, (before, after) in enumerate(zip(old, new, strict=True)):
            if before != after:
                return _change(before, after, f"{where}[{place}]")
    return {"where": where, "was": _short(old), "became": _short(new)}


def _short(value: object) -> str:
    return msgspec.json.encode(value).decode()[:200]


__all__ = ["FORMAT", "Log", "LogError", "dump", "load", "log_of", "reopen", "replay"]
