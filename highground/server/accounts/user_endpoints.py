"""One's own account: name, password, export, deletion."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from highground.server.accounts import leaving, recovery, service
from highground.server.accounts.access import NOT_SIGNED_IN, CurrentLogin, SignedIn
from highground.server.accounts.endpoints import Hashing
from highground.server.accounts.schemas import Farewell, NewPasswords, Profile
from highground.server.db.session import OpenDatabase, ReadSession, WriteSession
from highground.server.errors import refusals
from highground.server.holdings import HOLDINGS
from highground.server.limits import PASSWORD, TOO_MANY, Spending

router = APIRouter(prefix="/api/user", tags=["accounts"])

EXPORT_NAME = "highground-export.zip"


@router.patch("/update_profile", operation_id="updateProfile", responses=NOT_SIGNED_IN)
async def update_profile(session: WriteSession, user: SignedIn, wanted: Profile) -> Profile:
    """Change one's display name."""
    return Profile(display_name=await service.rename(session, user, wanted.display_name))


@router.post(
    "/password",
    operation_id="changePassword",
    status_code=204,
    responses=NOT_SIGNED_IN
    | TOO_MANY
    | refusals(_403="The old password is wrong.", _409="The account has no password yet."),
)
async def change_password(
    database: OpenDatabase, hashing: Hashing, login: CurrentLogin, spend: Spending, given: NewPasswords
) -> None:
    """Change one's password. All other logins end."""
    await spend(PASSWORD, login.user.email)
    await recovery.change(database, hashing, login, given)


@router.delete(
    "",
    operation_id="deleteAccount",
    status_code=204,
    responses=NOT_SIGNED_IN | TOO_MANY | refusals(_403="The password, or the confirmation, is wrong."),
)
async def delete_account(
    request: Request, database: OpenDatabase, hashing: Hashing, user: SignedIn, spend: Spending, given: Farewell
) -> None:
    """Delete one's account with everything that is kept about oneself. It cannot be undone."""
    await spend(PASSWORD, user.email)
    await leaving.check_farewell(hashing, user, given)
    await leaving.delete_account(database, user, request.app.state, HOLDINGS)


@router.get(
    "/export",
    operation_id="exportAccount",
    response_class=StreamingResponse,
    responses=NOT_SIGNED_IN | {200: {"content": {"application/zip": {}}, "description": "A zip archive."}},
)
async def export(request: Request, session: ReadSession, user: SignedIn) -> StreamingResponse:
    """Everything that is kept about oneself, as a zip."""
    file = await leaving.archive(session, user, request.app.state, HOLDINGS)
    headers = {"Content-Disposition": f'attachment; filename="{EXPORT_NAME}"'}
    return StreamingResponse(leaving.chunks(file), media_type="application/zip", headers=headers)
