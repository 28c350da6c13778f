"""What the API tells of a job."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel

from highground.server.jobs.tables import State


class Submitted(BaseModel):
    job_id: str


class JobStatus(BaseModel):
    """`progress` goes from 0 to 1; `result` is there when the job is done, `error` (a sentence) when it has failed."""

    job_id: str
    kind: str
    game_id: str | None
    state: State
    progress: float
    note: str
    result: Any | None
    error: str | None
    created: datetime
    started: datetime | None
    ended: datetime | None
