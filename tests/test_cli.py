"""The command line as a user meets it: what it prints, what it refuses, how it ends."""

from __future__ import annotations

import json
import os
import resource
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest

from tests.conftest import REPOSITORY
from tests.server import nursery


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return nursery.run({"PATH": os.environ["PATH"]}, *arguments, stdin=stdin)


def fresh(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The same in a process that has loaded nothing."""
    return subprocess.run(
        [sys.executable, "-c", "from highground.cli import app; app()", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=REPOSITORY,
        check=False,
    )


QUESTION = {
    "attacker": {
        "models": 1,
        "weapon": {
            "attacks": "2", "skill": "4+", "strength": 4, "ap": 0, "damage": 1, "range": 24, "keywords": [],
        },
        "stationary": False, "charged": False, "half_range": False,
    },
    "target": {
        "models": 5, "toughness": 4, "save": "7+", "invuln": None, "wounds": 1, "fnp": None, "keywords": [],
        "cover": False,
    },
    "modifiers": {"hit": 0, "wound": 0, "reroll_hits": "none", "reroll_wounds": "none"},
}  # fmt: skip


def refused(result: subprocess.CompletedProcess[str], *words: str) -> None:
    assert result.returncode == 2, result.stderr
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    for word in words:
        assert word in result.stderr


def worked() -> float:
    """Seconds of a processor that programs we started have taken: the clock runs on where others work beside them."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def test_help_is_quick_and_names_every_command() -> None:
    began = worked()
    shown = fresh("--help").stdout
    assert worked() - began < 5
    for command in ("serve", "openapi", "roster", "odds"):
        assert command in shown


def test_help_imports_nothing_heavy() -> None:
    probe = "import sys; import highground.cli; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True).stdout.split()
    assert not {"fastapi", "sqlalchemy", "numpy", "uvicorn", "pydantic"} & set(loaded)


def test_version() -> None:
    assert fresh("--version").stdout.startswith("highground 0.")


@pytest.mark.parametrize("command", [("odds",), ("roster", "show")])
def test_a_missing_file_and_a_folder_are_refused(command: tuple[str, ...], tmp_path: Path) -> None:
    refused(run(*command, "no/such/file"), "There is no file no/such/file.")
    refused(run(*command, str(tmp_path)), "is a folder")


def test_odds_answers_exactly() -> None:
    """Two shots, 4+ and 4+, no save: each kills with 1/4."""
    result = run("odds", "-", "--json", stdin=json.dumps(QUESTION))
    assert result.returncode == 0, result.stderr
    answer = json.loads(result.stdout)
    assert answer["slain"]["mean"] == pytest.approx(0.5)
    assert answer["damage"]["pmf"] == pytest.approx({"0": 9 / 16, "1": 6 / 16, "2": 1 / 16})


def test_odds_for_people() -> None:
    shown = run("odds", "-", stdin=json.dumps(QUESTION))
    assert shown.returncode == 0, shown.stderr
    assert "56.25%" in shown.stdout
    assert "0.500 on average" in shown.stdout


def test_odds_names_the_wrong_field() -> None:
    wrong = json.loads(json.dumps(QUESTION))
    wrong["attacker"]["weapon"]["skill"] = "best"
    refused(run("odds", "-", stdin=json.dumps(wrong)), "skill")


@pytest.mark.parametrize("text", ["", "{", "[1]", "7", "[" * 100_000])
def test_odds_refuses_what_is_no_question(text: str) -> None:
    refused(run("odds", "-", stdin=text))


def test_roster_show_refuses_what_is_no_roster(tmp_path: Path) -> None:
    file = tmp_path / "army.ros"
    file.write_text("<html></html>")
    refused(run("roster", "show", str(file)))


def test_roster_show_reads_a_roster(shared_data: Path) -> None:
    file = sorted((shared_data / "rosters" / "40k-10e").iterdir())[0]
    result = run("roster", "show", str(file), "--json")
    assert result.returncode == 0, result.stderr
    read = json.loads(result.stdout)
    assert read["units"]
    assert set(read) >= {"name", "system", "faction", "detachment", "points_stated", "points_computed", "report"}
    shown = run("roster", "show", str(file))
    assert shown.returncode == 0, shown.stderr
    assert read["units"][0]["name"] in shown.stdout


def test_an_unforeseen_failure_is_a_sentence() -> None:
    probe = (
        "import highground.cli.server as s, highground.cli as c\n"
        "@c.app.command()\n"
        "def boom() -> None:\n    raise RuntimeError('the roof')\n"
        "c.app(['boom'])"
    )
    result = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert "RuntimeError: the roof" in result.stderr
    assert "Traceback" not in result.stderr


def test_serve_listens_where_it_should_and_keeps_its_data_there(tmp_path: Path) -> None:
    data = tmp_path / "deep" / "data"
    port = _free_port()
    program = [sys.executable, "-c", "from highground.cli import app; app()"]
    command = [*program, "serve", "--port", str(port), "--data", str(data)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, env={"HIGHGROUND_DEMO": "0"}, cwd=REPOSITORY) as process:
        try:
            assert _up(f"http://127.0.0.1:{port}/healthz")
            assert (data / "highground.sqlite3").is_file()
        finally:
            process.terminate()
            process.wait(10)


def test_serve_refuses_a_data_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = fresh("serve", "--data", str(tmp_path / "file" / "data"))
    assert result.returncode in (1, 2)
    assert "Traceback" not in result.stderr


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _up(url: str) -> bool:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            return httpx2.get(url, trust_env=False).status_code == 200
        except httpx2.TransportError:
            time.sleep(0.05)
    return False
