"""What the engine says when it cannot do what it is asked."""

from __future__ import annotations


class Refusal(Exception):
    """A choice that the rules do not allow; the battle is as it was.

    `code` is for programs, `sentence` for players, `measure` what was measured ("8.3 of 6 inches"), if anything was,
    `remedy` what would make it legal.
    """

    def __init__(self, code: str, sentence: str, measure: str = "", remedy: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.measure = measure
        self.remedy = remedy


class ReplayError(Exception):
    """A log does not replay: `choice` is the number of the first choice that differs."""

    def __init__(self, choice: int, sentence: str) -> None:
        super().__init__(sentence)
        self.choice = choice
        self.sentence = sentence
