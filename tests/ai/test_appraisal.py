"""What the computer reckons with when it weighs attacks."""

from __future__ import annotations

from highground.ai import appraisal, targets
from highground.ai.appraisal import Situation
from highground.engine.effects import asking
from tests.engine.attack_helpers import mattering
from tests.engine.field import blade, unit

BY_A_SHARE = {"snap"}
"""Snap shots are weighed by a share of what usual fire comes to."""


def test_every_circumstance_that_matters_is_weighed() -> None:
    """A new circumstance needs a field and a bit of `Situation`, or a line of `_against` if it is the target's."""
    target = appraisal._kind(unit("Foe", blade(), rules="stealth"))
    everything = frozenset().union(*map(asking, mattering()))
    of_the_target = {name for name, value in appraisal._against(everything, target, 5).items() if value}
    assert set(Situation._fields) | of_the_target | BY_A_SHARE == mattering()


def test_every_bit_of_a_situation_is_set_where_targets_are_weighed() -> None:
    for number, name in enumerate(Situation._fields):
        assert getattr(appraisal, name.upper()) == 1 << number
        assert appraisal._SITUATIONS[1 << number]._asdict() == Situation(**{name: True})._asdict()
        assert hasattr(targets, name.upper()), f"highground/ai/targets.py does not look at '{name}'"
