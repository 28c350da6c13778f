"""Who hosts a site may change its server. Two players with honest devices find out, by the log that it gives them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest
from typer.testing import CliRunner

from highground.cli import app
from highground.engine import log as logs
from highground.fair.verify import Verification, verify
from tests.server.databases import free_port
from tests.server.live_device import LiveDevice
from tests.server.people import registered
from tests.server.sites import process, ready, until
from tests.server.test_play import Table, seated

CHANGED = "tests.server.changed_server:main"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("changed")
    (made / "cheat").write_text("")
    return made


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[httpx2.Client]:
    port = free_port()
    variables = {"HIGHGROUND_DATA": str(folder), "HIGHGROUND_DEMO": "0", "HIGHGROUND_RATE_LIMITS": "false"}
    address = f"http://127.0.0.1:{port}"
    with process(variables, "serve", "--port", str(port), program=CHANGED):
        until(lambda: ready(address), 60)
        with httpx2.Client(base_url=address, timeout=20, trust_env=False) as client:
            yield client


class Cheated:
    """A game of two people with devices of their own."""

    def __init__(self, client: httpx2.Client, stack: ExitStack, own_dice: bool) -> None:
        people = registered(client, "Ada"), registered(client, "Ben")
        self.tables = seated(client, *people, own_dice=own_dice)
        address = str(client.base_url).rstrip("/")
        self.devices = [LiveDevice(address, table.person, table.game_id) for table in self.tables]
        for device in self.devices:
            stack.callback(device.close)

    def did(self, path: str, side: int = 0, **body: object) -> None:
        table: Table = self.tables[side]
        url = f"/api/game/{table.game_id}/{path}"
        answer = table.client.post(url, json=body, headers=self.devices[side].headers)
        assert answer.status_code == 200, answer.text

    def checked(self, receipts: int | None = None) -> Verification:
        log = logs.load(self.tables[0].get("battle_log").content)
        return verify(log) if receipts is None else verify(log, self.devices[receipts].receipts)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def test_an_honest_one_is_distinguished(client: httpx2.Client, folder: Path, stack: ExitStack) -> None:
    (folder / "cheat").write_text("")
    game = Cheated(client, stack, own_dice=False)
    game.did("roll", stage="deployment")
    assert (game.checked(0).fault, game.checked(1).fault, game.checked().witnessed) == (None, None, 1)


def test_a_value_that_was_not_fixed_beforehand(client: httpx2.Client, folder: Path, stack: ExitStack) -> None:
    (folder / "cheat").write_text("another value")
    game = Cheated(client, stack, own_dice=False)
    game.did("roll", stage="deployment")
    fault = game.checked().fault
    assert fault is not None
    assert (fault.kind, fault.roll) == ("forged-reveal", 1)


def test_a_witness_that_is_left_out(client: httpx2.Client, folder: Path, stack: ExitStack) -> None:
    (folder / "cheat").write_text("no witness")
    game = Cheated(client, stack, own_dice=False)
    game.did("roll", stage="deployment")
    for receipts in (None, 0, 1):
        fault = game.checked(receipts).fault
        assert fault is not None
        assert fault.kind in {"forged-seal", "missing-reveal"}


def test_rolling_until_it_pleases_with_the_undos_left_out(
    client: httpx2.Client, folder: Path, stack: ExitStack
) -> None:
    (folder / "cheat").write_text("hidden undo")
    game = Cheated(client, stack, own_dice=False)
    game.did("roll", stage="deployment")
    game.did("undo_request")
    game.did("undo_answer", 1, agree=True)
    game.did("roll", stage="deployment")
    fault = game.checked().fault
    assert fault is not None
    assert fault.kind == "missing-roll"


def test_typed_dice_that_the_log_calls_rolled(client: httpx2.Client, folder: Path, stack: ExitStack) -> None:
    (folder / "cheat").write_text("typed as rolled")
    game = Cheated(client, stack, own_dice=True)
    game.did("roll", stage="deployment", dice={"faces": [6, 1], "source": "typed"})
    game.did("offer_answer", 1, kind="dice", agree=True)
    fault = game.checked().fault
    assert fault is not None
    assert fault.kind in {"missing-reveal", "forged-die", "changed-choice"}


def test_the_command_names_the_cheat(client: httpx2.Client, folder: Path, stack: ExitStack, tmp_path: Path) -> None:
    (folder / "cheat").write_text("another value")
    game = Cheated(client, stack, own_dice=False)
    game.did("roll", stage="deployment")
    file = tmp_path / "battle.json"
    file.write_bytes(game.tables[0].get("battle_log").content)
    answer = CliRunner().invoke(app, ["verify", str(file)])
    assert answer.exit_code == 1
    assert "roll 1" in answer.output
