"""POST a simulation; its job is asked for like any other."""

from __future__ import annotations

import re

from fastapi import APIRouter

from highground.server.accounts.access import NOT_SIGNED_IN, SignedIn
from highground.server.db.session import ReadSession, WriteSession
from highground.server.errors import Refusal, refusals
from highground.server.jobs.endpoints import JOB_ID, GivenJobs
from highground.server.jobs.schemas import Submitted
from highground.server.jobs.service import status_of
from highground.server.settings import GivenSettings
from highground.server.simulations import service
from highground.server.simulations.schemas import NewSimulation, SimulationLimits, SimulationStatus

router = APIRouter(prefix="/api", tags=["simulations"])
REFUSED = NOT_SIGNED_IN | refusals(_404="There is no such simulation, or it is somebody else's.")


@router.post(
    "/simulations",
    operation_id="startSimulation",
    status_code=202,
    responses=NOT_SIGNED_IN | refusals(_429="The caller has too many jobs that are not done."),
)
async def start(
    session: WriteSession, user: SignedIn, jobs: GivenJobs, settings: GivenSettings, wanted: NewSimulation
) -> Submitted:
    """Have the computer fight battles between two armies. It is a job: it can be asked for and cancelled as one."""
    return Submitted(job_id=(await service.start(session, jobs, settings.simulation_battles, user, wanted)).id)


@router.get("/simulations", operation_id="getSimulationLimits", responses=NOT_SIGNED_IN)
async def limits(_user: SignedIn, settings: GivenSettings) -> SimulationLimits:
    """How large a simulation may be here."""
    return SimulationLimits(most_battles=settings.simulation_battles)


@router.get("/simulations/{job_id}", operation_id="getSimulation", responses=REFUSED)
async def show(session: ReadSession, user: SignedIn, job_id: str) -> SimulationStatus:
    """A simulation's job, with what came of it once it is done."""
    # A player sees the number in the page's address: one that no simulation can have is none, and not a wrong request.
    if not re.fullmatch(JOB_ID, job_id):
        raise Refusal(404, service.NO_SIMULATION)
    return SimulationStatus.model_validate(status_of(await service.simulation_of(session, user, job_id)))
