"""A user's shelf in the export of the account."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec

from highground.server.accounts.holding import Held, Holding, Part, as_json
from highground.server.shelf import repository
from highground.server.shelf.service import sheet_in


async def _export(held: Held) -> AsyncIterator[Part]:
    for row in await repository.listed(held.session, held.user.id):
        for whole in await repository.whole(held.session, held.user.id, [row.id]):
            yield as_json(f"shelf/{whole.kind}-{whole.id}.json", msgspec.to_builtins(sheet_in(whole)))
            held.session.expunge(whole)


SHELF = Holding("shelf", _export)
