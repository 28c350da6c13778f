"""What the battle asks: a type for each prompt.

`kinds` names the choices that answer it, as JSON names them; `listing` lists those that are finite and samples places.
Whether a choice is legal now, and if not, why, `Battle.refusal_of` says without making it.
"""

from __future__ import annotations

import msgspec


class Prompt(msgspec.Struct, frozen=True, gc=False):
    """What is asked of a side. `kinds` are the choices that fit, `units` the units that may be named in them.

    `unit` is the unit that the prompt is about, `limit` the inches that it may move, `stage` the roll
    that comes next, `why` the move or the timing window that it is for.
    """

    side: int
    kinds: tuple[str, ...]
    units: tuple[int, ...] = ()
    unit: int | None = None
    limit: float | None = None
    stage: str = ""
    why: str = ""


class RollPrompt(Prompt, frozen=True, gc=False):
    """Dice are due: `stage` says for what."""


class ZonePrompt(Prompt, frozen=True, gc=False):
    """Choose a deployment zone."""


class DeployPrompt(Prompt, frozen=True, gc=False):
    """Set up one of the units, or keep it in reserve."""


class PlacePrompt(Prompt, frozen=True, gc=False):
    """Put `unit` down, at most `limit` inches from where it stands; `why` names the move."""


class AdvancePrompt(Prompt, frozen=True, gc=False):
    """Go on to the next phase time."""


class MovePrompt(Prompt, frozen=True, gc=False):
    """Move one of the units that have yet to move; others may arrive, get out or get in."""


class ShootPrompt(Prompt, frozen=True, gc=False):
    """Have one of the units shoot."""


class ChargePrompt(Prompt, frozen=True, gc=False):
    """Have one of the units charge."""


class PickPrompt(Prompt, frozen=True, gc=False):
    """Pick the next of the units to fight."""


class StrikePrompt(Prompt, frozen=True, gc=False):
    """Declare the attacks in melee of `unit`."""


class RemovePrompt(Prompt, frozen=True, gc=False):
    """Say which miniatures `unit`, which stands apart, loses."""


class ReactPrompt(Prompt, frozen=True, gc=False):
    """Use something in the timing window `why`, or pass."""


class EndPrompt(Prompt, frozen=True, gc=False):
    """No unit is left that must act: end the phase; reserves may arrive and passengers get out or in."""
