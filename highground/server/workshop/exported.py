"""A user's rule sets in the export of the account, as files that can be imported again."""

from __future__ import annotations

from collections.abc import AsyncIterator

from highground.server.accounts.holding import Held, Holding, Part, as_json
from highground.server.workshop import repository
from highground.server.workshop.service import written


async def _export(held: Held) -> AsyncIterator[Part]:
    for row in await repository.of_user(held.session, held.user.id, whole=True):
        yield as_json(f"rule-sets/{row.id}.json", written(row.body))


RULE_SETS = Holding("rule sets", _export)
