"""The demo battle."""

from __future__ import annotations

from highground.engine.log import dump, replay
from highground.simulation.demo import demo_battle


def test_the_demo_battle_is_a_whole_battle_and_always_the_same() -> None:
    log = demo_battle()
    assert dump(demo_battle()) == dump(log)
    battle = replay(log)
    assert battle.scene.state.completed
    assert all(abs(army.points_computed - 2000) < 50 for army in log.setup.armies)
    kinds = {type(event).__name__ for record in log.records for event in record.events}
    assert kinds >= {"UnitMoved", "AttacksMade", "ChargeMoved", "UnitDestroyed", "BattleShockTested", "PrimaryScored"}
