"""Highground: a complete tabletop battle from real rosters, kept to the last choice and die."""

__version__ = "0.1.0"
