"""Uploading a roster, and the caller's saved ones."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, UploadFile

from highground.server.accounts.access import NOT_SIGNED_IN, SignedIn, SignedInIfSaid
from highground.server.db.session import OpenDatabase, ReadSession, WriteSession
from highground.server.errors import refusals
from highground.server.limits import TOO_MANY, Spending
from highground.server.rosters import service
from highground.server.rosters.schemas import Renamed, RosterRow, Rosters, ShownRoster, TypedNumbers

router = APIRouter(prefix="/api", tags=["rosters"])

RosterId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$")]
OWN = NOT_SIGNED_IN | refusals(_404="The caller has no such roster.")


@router.post(
    "/upload_list",
    operation_id="uploadRoster",
    responses=TOO_MANY
    | refusals(
        _400="The body is not a form with a file.",
        _401="The login that was sent with it is not valid.",
        _409="The caller has as many rosters as are kept.",
        _413="The file is too large.",
        _422="The file is not a roster that can be read; the sentence says why.",
    ),
)
async def upload(
    request: Request, database: OpenDatabase, user: SignedInIfSaid, spend: Spending, file: UploadFile
) -> ShownRoster:
    """Read a roster of any format, recognised by its content. With a login it is saved, and what it teaches too.

    A list of names is filled in from the caller's shelf; a data file goes onto the shelf and is no roster.
    """
    await spend.upload(None if user is None else user.id)
    return await service.upload(database, user, file, request.app.state.upload_turn)


@router.get("/rosters", operation_id="listRosters", responses=NOT_SIGNED_IN)
async def rosters(session: ReadSession, user: SignedIn) -> Rosters:
    """The caller's rosters, newest first."""
    return await service.listed(session, user)


@router.get("/rosters/{roster_id}", operation_id="getRoster", responses=OWN)
async def show(session: ReadSession, user: SignedIn, roster_id: RosterId) -> ShownRoster:
    """A saved roster of the caller's, with everything that was read."""
    return await service.shown(session, user, roster_id)


@router.patch("/rosters/{roster_id}", operation_id="renameRoster", responses=OWN)
async def rename(session: WriteSession, user: SignedIn, roster_id: RosterId, wanted: Renamed) -> RosterRow:
    """Give a roster another name."""
    return await service.rename(session, user, roster_id, wanted.name)


@router.post(
    "/rosters/{roster_id}/sheets",
    operation_id="fillRoster",
    responses=OWN | TOO_MANY | refusals(_409="The shelf is full.", _422="A number is none."),
)
async def fill(
    database: OpenDatabase, user: SignedIn, spend: Spending, roster_id: RosterId, typed: TypedNumbers
) -> ShownRoster:
    """Read a saved roster again with what the shelf has by now, and with numbers that the caller types in for it."""
    await spend.upload(user.id)
    return await service.again(database, user, roster_id, typed.units)


@router.delete("/rosters/{roster_id}", operation_id="deleteRoster", status_code=204, responses=OWN)
async def remove(session: WriteSession, user: SignedIn, roster_id: RosterId) -> None:
    """Delete a roster with its file. Games that use its army keep it."""
    await service.remove(session, user, roster_id)
