"""Where a battle's dice come from: chance, or a seed that the settings give."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from highground.server.settings import Settings
from tests.server.conftest import serving
from tests.server.people import registered
from tests.server.test_play import begun


def test_battles_of_one_seed_roll_alike_and_others_are_sealed(tmp_path: Path, new_database: Callable[[], str]) -> None:
    seeds: dict[int | None, list[int]] = {}
    sealed: dict[int | None, set[str | None]] = {}
    for number, given in enumerate((7, None)):
        folder = tmp_path / str(number)
        settings_ = Settings(data=folder, database_url=new_database(), demo=False, rate_limits=False, battle_seed=given)
        with serving(settings_) as running:
            ada = registered(running.client)
            for _ in range(2):
                begun(running.client, ada, "ai", "ai")
            rows = running.rows("SELECT seed, sealing FROM battles")
            seeds[given] = [int(str(seed)) for seed, _ in rows]
            sealed[given] = {None if secret is None else str(secret) for _, secret in rows}
    assert (seeds, sealed[7]) == ({7: [7, 7], None: [0, 0]}, {None})
    assert None not in sealed[None]
    assert len(sealed[None]) == 2
