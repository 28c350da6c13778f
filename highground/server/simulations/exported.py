"""The match-ups that a user had the computer fight, in the export of the account."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import undefer

from highground.server.accounts.holding import Held, Holding, Part, as_json
from highground.server.jobs.service import status_of
from highground.server.jobs.tables import Job
from highground.server.simulations.service import KIND


class _Army(msgspec.Struct):
    name: str


class _Asked(msgspec.Struct):
    """What the export says of a request: of the armies their names, since the rosters have files of their own."""

    a: _Army
    b: _Army
    layout: str | None
    battles: int
    seed: int
    personalities: tuple[str, str]


async def _export(held: Held) -> AsyncIterator[Part]:
    query = select(Job).where(Job.owner_id == held.user.id, Job.kind == KIND, Job.whole_id.is_(None))
    whole = query.options(undefer(Job.request), undefer(Job.result)).order_by(Job.created)
    for job in await held.session.scalars(whole):
        asked = msgspec.to_builtins(msgspec.json.decode(job.request, type=_Asked))
        yield as_json(f"simulations/{job.id}.json", status_of(job) | {"asked": asked})


SIMULATIONS = Holding("simulations", _export)
