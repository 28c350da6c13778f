"""The answers of the shelf's calls."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel


class SheetRow(BaseModel):
    """A sheet on the caller's shelf. `origin` is the name of the roster or file that taught it, '' for typed ones."""

    id: int
    kind: Literal["unit", "enhancement", "detachment", "army"]
    name: str
    faction: str
    edition: str
    origin: str
    source: Literal["roster", "data file", "typed", "pack"]
    weapons: int
    learned: datetime


class ShelfList(BaseModel):
    sheets: list[SheetRow]
