"""The faults of `make faults`, each a few times. Redis and PostgreSQL have tests of their own beside the server's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.run import FAULTS, chosen, main

SHORT = {"kill": 1, "disk": 3, "rosters": 100, "rule_sets": 60, "photos": 40, "logs": 30, "battles": 4}


@pytest.mark.parametrize(("name", "count"), SHORT.items())
def test_a_fault_does_no_harm(name: str, count: int, tmp_path: Path) -> None:
    figures = FAULTS[name][0](tmp_path, count, 7)
    assert count in figures.values()
    assert figures.get("lost", 0) == 0
    if name == "kill":
        assert figures["choices_acknowledged"] > 0
    if name == "battles":
        assert figures["by chance"] + figures["by computers"] == count
    if name == "disk":
        assert min(figures["writes_kept"], figures["writes_refused"]) > 0


def test_faults_are_chosen_by_name_and_count() -> None:
    assert chosen(["kill=20", "rosters"]) == {"kill": 20, "rosters": 20_000}
    assert chosen([]).keys() == FAULTS.keys()
    with pytest.raises(SystemExit, match="No fault named flood; there are: kill"):
        main(["flood=3"])
