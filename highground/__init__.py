"""Highground: a complete tabletop battle from real rosters, kept to the last choice and die."""

from highground import compiled

__version__ = "0.1.0"

compiled.use()
