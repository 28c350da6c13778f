"""Reading, saving, listing, renaming and deleting rosters."""

from __future__ import annotations

import asyncio
import gzip
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import PurePath
from typing import Any

import msgspec
import structlog
from fastapi import UploadFile
from sqlalchemy.ext.asyncio import AsyncSession

from highground.engine.model import ArmySheet, UnitSheet
from highground.rosters import Roster, RosterError, read_roster
from highground.rosters.edition import reader_edition
from highground.rosters.read import Opened, open_roster
from highground.rosters.shelf import KnownSheet, Shelf
from highground.rosters.show import to_json
from highground.rosters.sniff import LARGEST, WHAT_TO_UPLOAD
from highground.rosters.typed import TypedLine, TypedWeapon, typed_sheet
from highground.server.accounts.tables import User
from highground.server.db.engine import Database
from highground.server.errors import Refusal
from highground.server.rosters import repository
from highground.server.rosters.schemas import (
    Finding,
    Missing,
    RosterDict,
    RosterRow,
    Rosters,
    ShownRoster,
    TypedUnit,
)
from highground.server.rosters.tables import SavedRoster
from highground.server.shelf import repository as shelved
from highground.server.shelf import service as shelves
from highground.server.texts import line
from highground.server.workshop import service as workshop
from highground.server.workshop.schemas import RosterRules
from highground.workshop.looking import army_read
from highground.workshop.rule_sets import empty

log = structlog.get_logger(__name__)

MOST_ROSTERS = 200
LONGEST = 200
LARGEST_NUMBER = 2**31 - 1
"""A column holds no more; a file may say anything."""
NO_ROSTER = "There is no such roster."
TOO_LARGE = f"The file is too large: a roster has at most {LARGEST // 2**20} MB, and most have less than one."
TOO_MANY = f"You have {MOST_ROSTERS} rosters, the most that are kept. Delete one that you no longer need."
BROKEN = f"The file cannot be read as a roster: its parts do not fit together. {WHAT_TO_UPLOAD}"


@dataclass(frozen=True, slots=True)
class FoundRoster:
    """A roster as it was read, with what is kept of it."""

    roster: Roster
    shown: RosterDict
    file_name: str
    original: bytes
    parsed: bytes
    filled: bytes | None


async def upload(database: Database, user: User | None, file: UploadFile, turn: asyncio.Semaphore) -> ShownRoster:
    """Read a roster file, fill in a list of names from the user's shelf, and save it for a user.

    Raises Refusal; nothing is saved then. A file takes many times its size while it is read, so uploads take turns.
    """
    if (file.size or 0) > LARGEST:
        raise Refusal(413, TOO_LARGE)
    async with turn:
        data, name = await file.read(), file.filename or ""
        opened = await asyncio.to_thread(_open, data, name)
        if opened.sheets is not None and user is not None:
            return await _import_sheets(database, user, opened)
        shelf = await shelves.shelf_for(database, user, opened.asks)
        found = await asyncio.to_thread(_read, opened, shelf, data, name)
        taught = [] if user is None else await asyncio.to_thread(opened.learned, found.roster.army.name)
    if user is None:
        return _answer(found.roster, found.shown, None)
    rows = await shelves.lessons(database, user, taught)
    async with database.write() as session:
        saved = await _save(session, user, found)
        await shelved.keep(session, user.id, rows)
    return _answer(found.roster, found.shown, saved, len(rows))


async def _import_sheets(database: Database, user: User, opened: Opened) -> ShownRoster:
    """Puts a data file's sheets on the user's shelf. The answer is no army, and nothing else is kept."""
    rows = await shelves.lessons(database, user, opened.learned(opened.name))
    async with database.write() as session:
        await shelved.keep(session, user.id, rows)
    units = sum(row.kind == "unit" for row in rows)
    why = f"This is a data file, not an army: {units} data sheets of it are on your shelf now. Upload your list next."
    army = ArmySheet(opened.name, "", "", "", None, 0, (), playable=False, why_not=why)
    roster = Roster(army, (), format="data file")
    return _answer(roster, _show(roster), None, len(rows))


async def again(database: Database, user: User, roster_id: str, typed: Sequence[TypedUnit] = ()) -> ShownRoster:
    """Reads a saved roster again, with what the shelf has by now and with the numbers that its owner typed in."""
    async with database.read() as session:
        saved = await _find(session, user, roster_id, whole=True)
    data = gzip.decompress(saved.original)
    opened = await asyncio.to_thread(_open, data, saved.file_name)
    faction = opened.asks.faction
    rows = await shelves.lessons(database, user, [_typed(unit, faction) for unit in typed])
    if rows:
        async with database.write() as session:
            await shelved.keep(session, user.id, rows)
    shelf = await shelves.shelf_for(database, user, opened.asks)
    found = await asyncio.to_thread(_read, opened, shelf, data, saved.file_name)
    async with database.write() as session:
        saved = await _find(session, user, roster_id)
        saved.parsed, saved.filled = found.parsed, found.filled
        for name, value in _columns(found.roster).items():
            setattr(saved, name, value)
        name = saved.name
    roster = _renamed(found.roster, name)
    return _answer(roster, await asyncio.to_thread(_show, roster), saved)


def _typed(unit: TypedUnit, faction: str) -> KnownSheet:
    weapons = [TypedWeapon(**weapon.model_dump()) for weapon in unit.weapons]
    stats = None if unit.stats is None else TypedLine(**unit.stats.model_dump())
    return typed_sheet(unit.name, faction, stats, weapons, unit.keywords)


async def listed(session: AsyncSession, user: User) -> Rosters:
    return Rosters(rosters=[_row(saved) for saved in await repository.of_user(session, user.id)])


async def shown(session: AsyncSession, user: User, roster_id: str) -> ShownRoster:
    saved = await _find(session, user, roster_id, whole=True)
    roster, _ = await _ruled(session, user, saved)
    return _answer(roster, await asyncio.to_thread(_show, roster), saved)


async def army_of(session: AsyncSession, user: User, roster_id: str) -> ArmySheet:
    """The army of a user's roster, under the name that they gave it, with their rules. Raises Refusal with 404."""
    return (await ruled_roster(session, user, roster_id))[0].army


async def ruled_roster(session: AsyncSession, user: User, roster_id: str) -> tuple[Roster, list[str]]:
    """The whole roster, and the names of the rule sets that its army has."""
    return await _ruled(session, user, await _find(session, user, roster_id, whole=True))


async def _ruled(session: AsyncSession, user: User, saved: SavedRoster) -> tuple[Roster, list[str]]:
    roster = await asyncio.to_thread(stored_roster, saved)
    return await workshop.with_rules(session, user, roster, saved.rules)


async def rules_of(session: AsyncSession, user: User, roster_id: str) -> RosterRules:
    """A roster's abilities as its file has them, and the rules that were made for it."""
    return await _rules_shown(session, user, await _find(session, user, roster_id, whole=True))


async def keep_rules(session: AsyncSession, user: User, roster_id: str, document: Any) -> RosterRules:
    """Keeps the rules of one roster, or none. Raises Refusal for what are none."""
    rules = None if document is None else workshop.understood(document)
    saved = await _find(session, user, roster_id, whole=True)
    saved.rules = None if rules is None else workshop.packed(rules)
    return await _rules_shown(session, user, saved)


async def _rules_shown(session: AsyncSession, user: User, saved: SavedRoster) -> RosterRules:
    roster = await asyncio.to_thread(stored_roster, saved)
    _, names = await workshop.with_rules(session, user, roster, saved.rules)
    own = empty(saved.name[:100]) if saved.rules is None else workshop.decoded(saved.rules)
    read = msgspec.to_builtins(await asyncio.to_thread(army_read, roster))
    about = {"name": saved.name, "faction": saved.faction, "detachment": saved.detachment}
    return RosterRules.model_validate(read | about | {"document": msgspec.to_builtins(own), "sets": names})


async def rename(session: AsyncSession, user: User, roster_id: str, name: str) -> RosterRow:
    saved = await _find(session, user, roster_id)
    saved.name = name
    return _row(saved)


async def remove(session: AsyncSession, user: User, roster_id: str) -> None:
    if not await repository.remove(session, user.id, roster_id):
        raise Refusal(404, NO_ROSTER)


class KeptReading(msgspec.Struct, frozen=True):
    """What an edition of the reader made of a file."""

    reader: str
    roster: Roster


def stored_roster(saved: SavedRoster) -> Roster:
    """What this edition of the reader makes of the file: what was kept, or what it reads now if another read it then.

    What was filled in from the shelf stays as it was, with what the report said of it.
    """
    kept = _kept(gzip.decompress(saved.parsed))
    if kept is not None and kept.reader == reader_edition():
        return _renamed(kept.roster, saved.name)
    try:
        roster = _read_again(saved.filled or saved.original, saved.file_name)
    except Exception as error:
        if kept is None:
            raise
        log.warning("a saved roster broke its reader", exc_info=error)
        return _renamed(kept.roster, saved.name)
    if kept is not None and saved.filled is not None:
        roster = msgspec.structs.replace(
            kept.roster, army=roster.army, left_out=roster.left_out, datasheets=roster.datasheets
        )
    return _renamed(roster, saved.name)


def _kept(parsed: bytes) -> KeptReading | None:
    """What is stored; the oldest readings do not say whose they are. None for a shape that is not known here."""
    try:
        return msgspec.json.decode(parsed, type=KeptReading)
    except msgspec.ValidationError:
        pass
    try:
        return KeptReading("", msgspec.json.decode(parsed, type=Roster))
    except msgspec.ValidationError:
        return None


@lru_cache(maxsize=32)
def _read_again(packed: bytes, file_name: str) -> Roster:
    return read_roster(gzip.decompress(packed), file_name)


def _renamed(roster: Roster, name: str) -> Roster:
    return msgspec.structs.replace(roster, army=msgspec.structs.replace(roster.army, name=name))


def _open(data: bytes, file_name: str) -> Opened:
    with _refused():
        return open_roster(data, file_name)


def _read(opened: Opened, shelf: Shelf, data: bytes, file_name: str) -> FoundRoster:
    with _refused():
        read = opened.read(shelf)
        parsed = msgspec.json.encode(KeptReading(reader_edition(), read.roster))
        shown = _show(read.roster)
    name = line(PurePath(file_name).name)[-LONGEST:]
    filled = None if read.filled is None else gzip.compress(read.filled, mtime=0)
    return FoundRoster(read.roster, shown, name, gzip.compress(data, mtime=0), gzip.compress(parsed, mtime=0), filled)


@contextmanager
def _refused() -> Iterator[None]:
    """Turns whatever goes wrong into a refusal: the file is a stranger's, so it is the file that is wrong."""
    try:
        yield
    except RosterError as error:
        raise Refusal(422, str(error)) from error
    except Exception as error:
        log.warning("an uploaded roster broke its reader", exc_info=error)
        raise Refusal(422, BROKEN) from error


def _show(roster: Roster) -> RosterDict:
    plain = to_json(roster)
    return RosterDict.model_validate({**plain, "reason": plain["why_not"] or None})


async def _save(session: AsyncSession, user: User, found: FoundRoster) -> SavedRoster:
    if await repository.count(session, user.id) >= MOST_ROSTERS:
        raise Refusal(409, TOO_MANY)
    saved = SavedRoster(
        id=secrets.token_urlsafe(9),
        user_id=user.id,
        name=_short(found.roster.army.name) or "Army",
        created=datetime.now(UTC),
        file_name=found.file_name,
        original=found.original,
        parsed=found.parsed,
        filled=found.filled,
        **_columns(found.roster),
    )
    session.add(saved)
    return saved


def _columns(roster: Roster) -> dict[str, Any]:
    """What the list of rosters shows of one."""
    army = roster.army
    units = [*army.units, *roster.left_out]
    return {
        "faction": _short(army.faction),
        "detachment": _short(army.detachment),
        "system": _short(army.system),
        "points": max(-LARGEST_NUMBER, min(army.points_computed, LARGEST_NUMBER)),
        "units": len(units),
        "models": _miniatures(units),
        "playable": army.playable,
        "left_out": len(roster.left_out),
    }


def _miniatures(units: Iterable[UnitSheet]) -> int:
    return sum(sheet.count for unit in units for sheet in unit.miniatures)


def _short(text: str) -> str:
    return line(text)[:LONGEST]


async def _find(session: AsyncSession, user: User, roster_id: str, *, whole: bool = False) -> SavedRoster:
    saved = await repository.find(session, user.id, roster_id, whole=whole)
    if saved is None:
        raise Refusal(404, NO_ROSTER)
    return saved


def _answer(roster: Roster, shown: RosterDict, saved: SavedRoster | None, learned: int = 0) -> ShownRoster:
    report = [Finding.model_validate(finding, from_attributes=True) for finding in roster.report]
    missing = [Missing.model_validate(each, from_attributes=True) for each in roster.missing]
    roster_id = None if saved is None else saved.id
    return ShownRoster(roster_dict=shown, report=report, roster_id=roster_id, missing=missing, learned=learned)


def _row(saved: SavedRoster) -> RosterRow:
    columns = {name: getattr(saved, name) for name in RosterRow.model_fields if name != "roster_id"}
    return RosterRow(roster_id=saved.id, **columns)
