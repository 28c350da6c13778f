"""A user's rosters in the export of the account: the files as they were uploaded, and what was read from them."""

from __future__ import annotations

import gzip
import re
from collections.abc import AsyncIterator

from highground.server.accounts.holding import Held, Holding, Part, as_json
from highground.server.rosters import repository, service
from highground.server.workshop.service import written

TAME = re.compile(r"[^A-Za-z0-9._ -]+")


async def _export(held: Held) -> AsyncIterator[Part]:
    for row in await repository.of_user(held.session, held.user.id):
        found = await repository.find(held.session, held.user.id, row.id, whole=True)
        if found is None:
            continue
        shown = await service.shown(held.session, held.user, row.id)
        name = TAME.sub("-", found.file_name).strip(". ") or "roster"
        yield f"rosters/{row.id}/file/{name}", gzip.decompress(found.original)
        yield as_json(f"rosters/{row.id}/roster.json", shown.model_dump())
        if found.rules is not None:
            yield as_json(f"rosters/{row.id}/rules.json", written(found.rules))
        held.session.expunge(found)


ROSTERS = Holding("rosters", _export)
