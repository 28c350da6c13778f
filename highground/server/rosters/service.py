"""Reading, saving, listing, renaming and deleting rosters."""

from __future__ import annotations

import asyncio
import gzip
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import PurePath

import msgspec
import structlog
from fastapi import UploadFile
from sqlalchemy.ext.asyncio import AsyncSession

from highground.engine.model import ArmySheet, UnitSheet
from highground.rosters import Roster, RosterError, read_roster
from highground.rosters.show import to_json
from highground.rosters.sniff import LARGEST, WHAT_TO_UPLOAD
from highground.server.accounts.tables import User
from highground.server.errors import Refusal
from highground.server.rosters import repository
from highground.server.rosters.schemas import Finding, RosterDict, RosterRow, Rosters, ShownRoster
from highground.server.rosters.tables import SavedRoster
from highground.server.texts import line

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
class Read:
    """A roster as it was read, with what is kept of it."""

    roster: Roster
    shown: RosterDict
    file_name: str
    original: bytes
    parsed: bytes


async def upload(session: AsyncSession, user: User | None, file: UploadFile, turn: asyncio.Semaphore) -> ShownRoster:
    """Read a roster file, and save it for a user. Raises Refusal; nothing is saved then.

    A file takes many times its size while it is read, so uploads take turns.
    """
    if (file.size or 0) > LARGEST:
        raise Refusal(413, TOO_LARGE)
    async with turn:
        found = await asyncio.to_thread(_read, await file.read(), file.filename or "")
    saved = None if user is None else await _save(session, user, found)
    return _answer(found.roster, found.shown, saved)


async def listed(session: AsyncSession, user: User) -> Rosters:
    return Rosters(rosters=[_row(saved) for saved in await repository.of_user(session, user.id)])


async def shown(session: AsyncSession, user: User, roster_id: str) -> ShownRoster:
    saved = await _find(session, user, roster_id, whole=True)
    roster = await asyncio.to_thread(stored_roster, saved)
    return _answer(roster, await asyncio.to_thread(_show, roster), saved)


async def army_of(session: AsyncSession, user: User, roster_id: str) -> ArmySheet:
    """The army of a user's roster, under the name that they gave it. Raises Refusal with 404."""
    saved = await _find(session, user, roster_id, whole=True)
    return (await asyncio.to_thread(stored_roster, saved)).army


async def rename(session: AsyncSession, user: User, roster_id: str, name: str) -> RosterRow:
    saved = await _find(session, user, roster_id)
    saved.name = name
    return _row(saved)


async def remove(session: AsyncSession, user: User, roster_id: str) -> None:
    if not await repository.remove(session, user.id, roster_id):
        raise Refusal(404, NO_ROSTER)


def stored_roster(saved: SavedRoster) -> Roster:
    """What was read from the file once; another version of the program may have to read the file again."""
    try:
        roster = msgspec.json.decode(gzip.decompress(saved.parsed), type=Roster)
    except msgspec.ValidationError:
        roster = read_roster(gzip.decompress(saved.original), saved.file_name)
    return msgspec.structs.replace(roster, army=msgspec.structs.replace(roster.army, name=saved.name))


def _read(data: bytes, file_name: str) -> Read:
    try:
        roster = read_roster(data, file_name)
        parsed = msgspec.json.encode(roster)
        shown = _show(roster)
    except RosterError as error:
        raise Refusal(422, str(error)) from error
    except Exception as error:  # the file is a stranger's: whatever it breaks, it is the file that is wrong
        log.warning("an uploaded roster broke its reader", exc_info=error)
        raise Refusal(422, BROKEN) from error
    name = line(PurePath(file_name).name)[-LONGEST:]
    return Read(roster, shown, name, gzip.compress(data, mtime=0), gzip.compress(parsed, mtime=0))


def _show(roster: Roster) -> RosterDict:
    plain = to_json(roster)
    return RosterDict.model_validate({**plain, "reason": plain["why_not"] or None})


async def _save(session: AsyncSession, user: User, found: Read) -> SavedRoster:
    if await repository.count(session, user.id) >= MOST_ROSTERS:
        raise Refusal(409, TOO_MANY)
    army = found.roster.army
    units = [*army.units, *found.roster.left_out]
    saved = SavedRoster(
        id=secrets.token_urlsafe(9),
        user_id=user.id,
        name=_short(army.name) or "Army",
        faction=_short(army.faction),
        detachment=_short(army.detachment),
        system=_short(army.system),
        points=max(-LARGEST_NUMBER, min(army.points_computed, LARGEST_NUMBER)),
        units=len(units),
        models=_miniatures(units),
        playable=army.playable,
        created=datetime.now(UTC),
        file_name=found.file_name,
        original=found.original,
        parsed=found.parsed,
    )
    session.add(saved)
    return saved


def _miniatures(units: Iterable[UnitSheet]) -> int:
    return sum(sheet.count for unit in units for sheet in unit.miniatures)


def _short(text: str) -> str:
    return line(text)[:LONGEST]


async def _find(session: AsyncSession, user: User, roster_id: str, *, whole: bool = False) -> SavedRoster:
    saved = await repository.find(session, user.id, roster_id, whole=whole)
    if saved is None:
        raise Refusal(404, NO_ROSTER)
    return saved


def _answer(roster: Roster, shown: RosterDict, saved: SavedRoster | None) -> ShownRoster:
    report = [Finding.model_validate(finding, from_attributes=True) for finding in roster.report]
    return ShownRoster(roster_dict=shown, report=report, roster_id=None if saved is None else saved.id)


def _row(saved: SavedRoster) -> RosterRow:
    columns = {name: getattr(saved, name) for name in RosterRow.model_fields if name != "roster_id"}
    return RosterRow(roster_id=saved.id, **columns)
