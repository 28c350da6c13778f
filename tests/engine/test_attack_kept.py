"""An attack that stands in a log is read as the attack that it was."""

from __future__ import annotations

import msgspec
import pytest

from highground.engine.attack.definition import define
from highground.engine.attack.terms import Attack
from highground.engine.effects import Circumstances, Modifier, Reroll
from tests.engine.field import weapon


@pytest.mark.parametrize("reroll", ["ones", "any"])
def test_damage_that_is_rerolled_is_kept_so(reroll: Reroll) -> None:
    again = Modifier("damage", "reroll", "the test", reroll=reroll)
    attack = define(weapon("gun", damage="D6"), 1, Circumstances(modifiers=(again,)), 4)
    kept = msgspec.json.decode(msgspec.json.encode(attack), type=Attack)
    assert kept == attack
    assert kept.harm.reroll == reroll
