"""What the engine answers when it cannot do what it is asked: codes and facts; `highground.words` has the sentences."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

Fact: TypeAlias = "str | int | float | tuple[str, ...] | EngineError | msgspec.Struct | None"
"""A name, a number, a length in inches, several names, the fault behind a fault, or a condition."""


class EngineError(Exception):
    """Something is wrong: `code` says what, `facts` about what and by how much.

    Facts are names, inches, what there is and what is needed; None for what could not be measured.
    """

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        return f"{self.code} {self.facts}" if self.facts else self.code


class Refusal(EngineError):
    """A choice that the rules do not allow; the battle is as it was."""


class EffectFault(EngineError):
    """An effect lacks something that it needs to mean anything; whose it is, its finder adds as `ability`."""


class DiceError(EngineError):
    """Faces from outside do not fit what the roll asks for."""


class LogError(EngineError):
    """A file is not a battle log that can be read."""


class ReplayError(EngineError):
    """A log does not replay: `choice` is the number of the first choice that differs."""

    def __init__(self, choice: int, code: str, **facts: Fact) -> None:
        super().__init__(code, choice=choice, **facts)
        self.choice = choice
