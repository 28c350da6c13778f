"""What an event says it touches is all that it touches: whatever else was measured before it still holds."""

from __future__ import annotations

from itertools import combinations
from typing import Any, get_args

import pytest

from highground.engine.abilities import powers
from highground.engine.abilities.effect import RuleQuestion
from highground.engine.battle import Battle
from highground.engine.model import Setup
from highground.engine.scene import Scene
from tests.engine.menagerie import CONVOY, LONG, MENAGERIE, SKIRMISH
from tests.engine.random_play import play_random

QUESTIONS: tuple[RuleQuestion, ...] = get_args(RuleQuestion)


def measures(scene: Scene) -> dict[str, Any]:
    """Everything that a scene remembers, asked for."""
    standing = [*scene.standing(0), *scene.standing(1)]
    foes = [(a, b) for a, b in combinations(standing, 2) if scene.state.units[a].side != scene.state.units[b].side]
    return {
        "standing": standing,
        "figures": {unit: (scene.figures(unit).places, scene.figures(unit).indices) for unit in standing},
        "names": [sheet.name for sheet in scene.sheets],
        "gaps": {pair: scene.gap(*pair) for pair in combinations(standing, 2)},
        "engaged": {unit: sorted(scene.engaged_with(unit)) for unit in standing},
        "objectives": {unit: scene.at(unit) for unit in standing},
        "sight": {pair: (scene.lane(*pair).sees, scene.lane(*pair).cover) for pair in foes},
        "effects": {(unit, each): powers.asked(scene, unit, each) for unit in standing for each in QUESTIONS},
    }


@pytest.mark.parametrize("setup", [SKIRMISH, MENAGERIE, CONVOY, LONG])
def test_what_is_remembered_is_what_a_fresh_scene_measures(setup: Setup) -> None:
    warm, seen = Battle(setup, 5).scene, set[str]()

    def compare(battle: Battle) -> None:
        for event in battle.records[-1].events:
            measures(warm)
            warm.emit(event)
            seen.add(event.touches)
            assert measures(warm) == measures(Scene(setup, warm.state)), type(event).__name__

    play_random(setup, 5, compare, 0.2)
    assert {"nothing", "conditions", "unit", "target"} <= seen
