"""What a scene remembers is what it would find out afresh: no measure outlives what it was taken of."""

from __future__ import annotations

from typing import get_args

import pytest

from highground.engine.abilities import powers
from highground.engine.abilities.effect import RuleQuestion
from highground.engine.battle import Battle
from highground.engine.model import Setup
from highground.engine.scene import Scene
from highground.engine.steps import objectives, striking, targeting
from tests.engine.menagerie import CONVOY, LONG, MENAGERIE
from tests.engine.random_play import play_random


def measures(scene: Scene) -> dict[str, object]:
    """What is asked of every unit in every phase."""
    on_table = [*scene.standing(0), *scene.standing(1)]
    units = scene.state.units
    return {
        "powers": {
            (u.index, kind): powers.asked(scene, u.index, kind) for u in units for kind in get_args(RuleQuestion)
        },
        "objectives": [scene.at(unit) for unit in on_table],
        "levels": [objectives.levels(scene, each) for each in range(len(scene.state.markers))],
        "engaged": [scene.engaged_with(unit) for unit in on_table],
        "usable": [targeting.usable(scene, units[unit]) for unit in on_table],
        "fighters": [striking.able(scene, side, first) for side in (0, 1) for first in (True, False)],
        "gaps": [scene.gap(a, b) for a in scene.standing(0) for b in scene.standing(1)],
    }


@pytest.mark.parametrize(("setup", "seed"), [(MENAGERIE, 3), (CONVOY, 5), (LONG, 6)])
def test_what_is_remembered_is_what_would_be_found_afresh(setup: Setup, seed: int) -> None:
    def compare(battle: Battle) -> None:
        if len(battle.records) % 12 == 0:
            assert measures(battle.scene) == measures(Scene(setup, battle.state)), battle.records[-1]

    play_random(setup, seed, compare)
