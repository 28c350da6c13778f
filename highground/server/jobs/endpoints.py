"""GET a job, POST its cancelling."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request

from highground.server.accounts.access import NOT_SIGNED_IN, SignedIn
from highground.server.db.session import ReadSession, WriteSession
from highground.server.errors import refusals
from highground.server.jobs import service
from highground.server.jobs.schemas import JobStatus
from highground.server.jobs.service import Jobs

router = APIRouter(prefix="/api/jobs", tags=["jobs"])

JOB_ID = r"^[A-Za-z0-9_-]{1,32}$"
JobId = Annotated[str, Path(pattern=JOB_ID)]
REFUSED = NOT_SIGNED_IN | refusals(_404="There is no such job, or it is somebody else's.")


async def jobs_of(request: Request) -> Jobs:
    found: Jobs = request.app.state.services.jobs
    return found


GivenJobs = Annotated[Jobs, Depends(jobs_of)]


@router.get("/{job_id}", operation_id="getJob", responses=REFUSED)
async def show(session: ReadSession, user: SignedIn, job_id: JobId) -> JobStatus:
    """How far a job is, and what came of it. Its owner alone may ask."""
    return JobStatus.model_validate(service.status_of(await service.job_of(session, user.id, job_id)))


@router.post("/{job_id}/cancel", operation_id="cancelJob", responses=REFUSED)
async def cancel(session: WriteSession, user: SignedIn, job_id: JobId) -> JobStatus:
    """Cancel a job: at once while it waits, within a second or two while it runs. One that has ended stays as it is."""
    return JobStatus.model_validate(service.status_of(await service.cancel(session, user.id, job_id)))
