"""From what was asked for to a job."""

from __future__ import annotations

import msgspec
from sqlalchemy.ext.asyncio import AsyncSession

from highground.ai import PERSONALITIES
from highground.engine.model import ArmySheet
from highground.packs import load_pack
from highground.server.accounts.tables import User
from highground.server.errors import Refusal
from highground.server.jobs.service import Jobs, job_of
from highground.server.jobs.tables import Job
from highground.server.rosters.service import army_of
from highground.server.simulations.schemas import NewSimulation
from highground.server.simulations.work import SimulationRequest
from highground.simulation.armies import ArmyError, public, resolve_layout
from highground.simulation.batch import spread

KIND = "simulation"
NO_SIMULATION = "You have no such simulation: it may be somebody else's, or older than 30 days and deleted."
NO_ARMY = "There is no sample army and no roster of yours called '{}'. Sample armies: {}."
PROCESSES, LEAST = 4, 5
"""Processes that a simulation is divided for, as nobody knows how many there will be; battles of a part at least."""
TOO_MANY = "This site fights up to {:,} battles for one match-up."
NO_PERSONALITY = "There is no personality '{}'. There are: {}."


async def start(session: AsyncSession, jobs: Jobs, most: int, user: User, wanted: NewSimulation) -> Job:
    """Raises Refusal where an army, the layout or a personality does not exist or cannot fight, or for too many
    battles: more than `most`."""
    if wanted.battles > most:
        raise Refusal(422, TOO_MANY.format(most))
    for name in wanted.personalities:
        if name not in PERSONALITIES:
            raise Refusal(422, NO_PERSONALITY.format(name, ", ".join(sorted(PERSONALITIES))))
    try:
        resolve_layout(wanted.layout)
    except ArmyError as error:
        raise Refusal(422, str(error)) from error
    a = await _army(session, user, wanted.army_a)
    b = await _army(session, user, wanted.army_b)
    request = SimulationRequest(public(a), public(b), wanted.layout, wanted.battles, wanted.seed, wanted.personalities)
    parts = spread(wanted.battles, PROCESSES, LEAST)
    return await jobs.submit(session, KIND, msgspec.json.encode(request), user.id, divided=parts)


async def simulation_of(session: AsyncSession, user: User, job_id: str) -> Job:
    """One of the user's simulations. Raises Refusal."""
    return await job_of(session, user.id, job_id, KIND, NO_SIMULATION)


async def _army(session: AsyncSession, user: User, name: str) -> ArmySheet:
    samples = load_pack().armies
    if name in samples:
        return samples[name]
    try:
        army = await army_of(session, user, name)
    except Refusal as refusal:
        if refusal.status_code != 404:
            raise
        raise Refusal(422, NO_ARMY.format(name, ", ".join(samples))) from refusal
    if not army.playable:
        raise Refusal(422, f"{army.name} cannot fight: {army.why_not}")
    return army
