"""The caller's shelf of data sheets."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from highground.server.accounts.access import NOT_SIGNED_IN, SignedIn
from highground.server.db.session import ReadSession, WriteSession
from highground.server.errors import refusals
from highground.server.shelf import service
from highground.server.shelf.schemas import ShelfList

router = APIRouter(prefix="/api/shelf", tags=["rosters"])

SheetId = Annotated[int, Path(ge=1, le=2**31 - 1)]


@router.get("", operation_id="listShelf", responses=NOT_SIGNED_IN)
async def sheets(session: ReadSession, user: SignedIn) -> ShelfList:
    """The data sheets that the caller's uploads taught: lists of names are filled in from them."""
    return await service.listed(session, user)


@router.delete(
    "/{sheet_id}",
    operation_id="deleteSheet",
    status_code=204,
    responses=NOT_SIGNED_IN | refusals(_404="The caller's shelf has no such sheet."),
)
async def remove(session: WriteSession, user: SignedIn, sheet_id: SheetId) -> None:
    """Take a sheet off the shelf. Rosters that were filled in from it keep what it gave."""
    await service.remove(session, user, sheet_id)
