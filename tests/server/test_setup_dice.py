"""Where a battle's dice come from: chance, or a seed that the settings give."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from highground.server.settings import Settings
from tests.server.conftest import serving
from tests.server.people import registered
from tests.server.test_play import begun


def test_battles_of_one_seed_roll_alike_and_others_do_not(tmp_path: Path, new_database: Callable[[], str]) -> None:
    seeds: dict[int | None, list[int]] = {}
    for number, given in enumerate((7, None)):
        folder = tmp_path / str(number)
        told = Settings(data=folder, database_url=new_database(), demo=False, rate_limits=False, battle_seed=given)
        with serving(told) as running:
            ada = registered(running.client)
            for _ in range(2):
                begun(running.client, ada, "ai", "ai")
            seeds[given] = [int(str(seed)) for (seed,) in running.rows("SELECT seed FROM battles")]
    assert seeds[7] == [7, 7]
    assert len({7, *seeds[None]}) == 3
