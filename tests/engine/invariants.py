"""What must hold of every state of every battle."""

from __future__ import annotations

import numpy as np

from highground.engine.battle import Battle
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH
from highground.engine.steps.secondaries import TOTAL_CAP
from highground.engine.table.floors import check_floor

ROOM = 2e-6
"""Inches that bases may overlap or hang over an edge and still count as exact: the table's tolerance, twice."""


def check_state(battle: Battle) -> None:
    """Fail with the first thing about the battle's state that no rule could have brought about."""
    _check_units(battle)
    _check_bases(battle)
    _check_armies(battle)
    state = battle.state
    assert state.events == sum(len(record.events) for record in battle.records)
    assert 1 <= state.round <= 5
    assert state.turn in (1, 2)
    _check_request(battle)


def _check_units(battle: Battle) -> None:
    for unit, sheet in zip(battle.state.units, battle.scene.sheets, strict=True):
        most = [miniature.profile.wounds for miniature in sheet.line_up]
        assert len(unit.places) == len(unit.wounds) == len(most)
        assert not unit.facings or (len(unit.facings) == len(most) and any(unit.facings))
        assert all(0 <= each < 360 for each in unit.facings)
        assert not unit.heights or (len(unit.heights) == len(most) and any(unit.heights))
        if unit.on_table:
            _check_floors(battle, unit.index)
        assert all(0 <= wounds <= top for wounds, top in zip(unit.wounds, most, strict=True)), (sheet.name, unit)
        assert unit.deployed + unit.reserves + (unit.inside is not None) + (unit.joined is not None) <= 1, sheet.name
        assert not (unit.charged and not unit.charge_tried), sheet.name


def _check_floors(battle: Battle, unit: int) -> None:
    figures = battle.scene.figures(unit)
    for place, base, height in zip(figures.places, figures.bases, figures.raised.every_height, strict=True):
        if height:
            assert check_floor(battle.scene.board, place, base, height) is None


def _check_bases(battle: Battle) -> None:
    discs = np.array(battle.scene.circles()).reshape(-1, 3)
    if not len(discs):
        return
    x, y, r = discs.T
    assert (x >= r - ROOM).all()
    assert (y >= r - ROOM).all()
    assert (x <= BOARD_WIDTH - r + ROOM).all()
    assert (y <= BOARD_HEIGHT - r + ROOM).all()
    apart = np.hypot(x[:, None] - x, y[:, None] - y) - (r[:, None] + r)
    standing = [battle.scene.figures(unit) for side in (0, 1) for unit in battle.scene.standing(side)]
    counts = [len(base.at(0.0, 0.0)) for figures in standing for base in figures.bases]
    whose = np.repeat(np.arange(len(counts)), counts)
    apart[whose[:, None] == whose] = 1.0
    height = np.repeat([each for figures in standing for each in figures.raised.every_height], counts)
    apart[np.abs(height[:, None] - height) > ROOM] = 1.0
    assert apart.min() >= -ROOM, "two bases overlap"


def _check_armies(battle: Battle) -> None:
    mission = battle.setup.mission
    for army, given in zip(battle.state.armies, battle.setup.head_start, strict=True):
        assert army.cp >= 0
        assert 0 <= army.primary <= mission.total_cap
        assert army.head_start == (given if battle.state.started else 0)
        assert army.vp == sum(army.vp_by_round) + army.head_start
        assert 0 <= army.secondary <= TOTAL_CAP
        assert army.vp == army.primary + army.secondary + army.head_start + army.by_hand
        if not battle.setup.secondaries:
            assert max(army.vp_by_round) <= mission.turn_cap


def _check_request(battle: Battle) -> None:
    prompt = battle.ask()
    assert (prompt is None) == battle.state.completed
    if prompt is None:
        return
    assert prompt.kinds
    if "pass" in prompt.kinds:
        return  # a window is about units of either side
    for index in prompt.units:
        unit = battle.state.units[index]
        assert unit.side == prompt.side, (prompt, battle.records[-1])
        assert unit.alive or not {"place", "roll", "strike"}.isdisjoint(prompt.kinds)
