"""What the account itself adds to the export."""

from __future__ import annotations

from collections.abc import AsyncIterator

from sqlalchemy import select

from highground.server.accounts.holding import Held, Holding, Part, as_json
from highground.server.accounts.tables import SESSION, Identity, Token


async def _export(held: Held) -> AsyncIterator[Part]:
    user = held.user
    logins = await held.session.scalars(
        select(Token).where(Token.user_id == user.id, Token.kind == SESSION).order_by(Token.id)
    )
    identities = await held.session.scalars(
        select(Identity).where(Identity.user_id == user.id).order_by(Identity.created)
    )
    yield as_json(
        "account.json",
        {
            "id": user.id,
            "email": user.email,
            "email_confirmed": user.email_confirmed,
            "display_name": user.display_name,
            "created": user.created,
            "logins": [{"since": login.created, "until": login.expires} for login in logins],
            "providers": [{"issuer": one.issuer, "subject": one.subject, "since": one.created} for one in identities],
        },
    )


ACCOUNT = Holding("account", _export)
