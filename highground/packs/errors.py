"""What is wrong with a pack."""

from __future__ import annotations


class PackError(ValueError):
    """A pack's file is wrong; the message names the file, the place in it and what is wrong."""

    def __init__(self, file: str, place: str, problem: str) -> None:
        super().__init__(f"{file}: {place}: {problem}" if place else f"{file}: {problem}")
        self.file = file
        self.place = place
