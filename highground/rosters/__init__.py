"""Roster files of list builders as armies, each with a report of what was read, guessed and left out."""

from highground.rosters.model import RawProfile, Roster
from highground.rosters.read import read_roster
from highground.rosters.report import Finding, RosterError

__all__ = ["Finding", "RawProfile", "Roster", "RosterError", "read_roster"]
