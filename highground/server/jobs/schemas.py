"""What the API shows of a job."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel

from highground.game.views.values import Json
from highground.server.jobs.tables import JobState


class Submitted(BaseModel):
    job_id: str


class JobProgress(BaseModel):
    """`progress` goes from 0 to 1; `error` (a sentence) is there when the job has failed."""

    job_id: str
    kind: str
    game_id: str | None
    state: JobState
    progress: float
    note: str
    error: str | None
    created: datetime
    started: datetime | None
    ended: datetime | None


class JobStatus(JobProgress):
    """A job; `result` is there when it is done."""

    result: Json
