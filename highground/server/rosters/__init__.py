"""Rosters: files of list builders, read, shown and kept for their owners."""
