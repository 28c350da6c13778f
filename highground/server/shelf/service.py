"""Teaching a user's shelf, and taking from it what a list asks for."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache

import msgspec
from sqlalchemy.ext.asyncio import AsyncSession

from highground.packs import load_pack
from highground.rosters.naming import key, nearest
from highground.rosters.read import Asks
from highground.rosters.shelf import KnownSheet, Shelf, items_of, merged
from highground.rosters.typed import sheets_of
from highground.server.accounts.tables import User
from highground.server.db.engine import Database
from highground.server.errors import Refusal
from highground.server.shelf import repository
from highground.server.shelf.repository import Place
from highground.server.shelf.schemas import SheetRow, ShelfList
from highground.server.shelf.tables import ShelfSheet
from highground.server.texts import line

MOST_SHEETS = 6000
MOST_TAKEN = 400
"""Sheets that one list is filled in from: its own units' and those of its faction, for weapons that they share."""
LONGEST = 200
NO_SHEET = "There is no such sheet on your shelf."
FULL = f"Your shelf has {MOST_SHEETS} sheets, the most that are kept. Take some off before you import more."


@cache
def pack_sheets() -> tuple[KnownSheet, ...]:
    """The sheets of the sample armies, which stand on everybody's shelf."""
    return tuple(sheet for army in load_pack().armies.values() for sheet in sheets_of(army))


async def listed(session: AsyncSession, user: User) -> ShelfList:
    rows = await repository.listed(session, user.id)
    return ShelfList(sheets=[SheetRow.model_validate(row, from_attributes=True) for row in rows])


async def remove(session: AsyncSession, user: User, sheet_id: int) -> None:
    if not await repository.remove(session, user.id, sheet_id):
        raise Refusal(404, NO_SHEET)


async def shelf_for(database: Database, user: User | None, asks: Asks) -> Shelf:
    """The part of a user's shelf that a list needs; without a user the sample armies' sheets alone."""
    if not asks.names:
        return Shelf()
    if user is None:
        return Shelf(pack_sheets())
    async with database.read() as session:
        places = await repository.places(session, user.id)
        rows = await repository.whole(session, user.id, _chosen(places, asks))
    own = await asyncio.to_thread(lambda: [sheet_in(row) for row in rows])
    return Shelf([*own, *pack_sheets()])


def _chosen(places: Mapping[int, Place], asks: Asks) -> list[int]:
    """The ids of the sheets of the names asked for, or of nearly their names, then of others of the faction."""
    keys = {key(name) for name in asks.names}
    there = {place.key for place in places.values()}
    near = {found for name in keys - there if (found := nearest(name, there))}
    named = [id_ for id_, place in places.items() if place.key in keys | near or place.kind == "army"]
    home = key(asks.faction.rpartition(" - ")[2])
    others = [id_ for id_, place in places.items() if place.kind == "unit" and place.home == home]
    return list(dict.fromkeys((*named, *others)))[:MOST_TAKEN]


async def lessons(database: Database, user: User, sheets: Sequence[KnownSheet]) -> list[ShelfSheet]:
    """Rows for what a file taught, with what the shelf knows already. Raises Refusal with 409 if it is full."""
    if not sheets:
        return []
    taught = {_place(sheet): sheet for sheet in sheets}
    async with database.read() as session:
        places = await repository.places(session, user.id)
        known = [id_ for id_, place in places.items() if place in taught]
        if len(places) + len(taught) - len(known) > MOST_SHEETS:
            raise Refusal(409, FULL)
        rows = await repository.whole(session, user.id, known)
    return await asyncio.to_thread(_rows, user.id, taught, rows)


def _rows(user_id: int, taught: Mapping[Place, KnownSheet], known: Iterable[ShelfSheet]) -> list[ShelfSheet]:
    old = {Place(row.kind, row.key, row.home): sheet_in(row) for row in known}
    now = datetime.now(UTC)
    return [
        _row(user_id, place, merged(old[place], sheet) if place in old else sheet, now)
        for place, sheet in taught.items()
    ]


def _place(sheet: KnownSheet) -> Place:
    return Place(sheet.kind, sheet.key[:LONGEST], sheet.home[:LONGEST])


def _row(user_id: int, place: Place, sheet: KnownSheet, now: datetime) -> ShelfSheet:
    return ShelfSheet(
        user_id=user_id,
        kind=place.kind,
        key=place.key,
        home=place.home,
        name=_short(sheet.name),
        faction=_short(sheet.faction.rpartition(" - ")[2]),
        edition=sheet.edition,
        origin=_short(sheet.origin),
        source=sheet.source,
        weapons=items_of(sheet) if sheet.kind == "unit" else 0,
        learned=now,
        body=gzip.compress(msgspec.json.encode(sheet), 6, mtime=0),
    )


def _short(text: str) -> str:
    return line(text)[:LONGEST]


def sheet_in(row: ShelfSheet) -> KnownSheet:
    return msgspec.json.decode(gzip.decompress(row.body), type=KnownSheet)
