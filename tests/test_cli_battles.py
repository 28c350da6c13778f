"""`highground simulate` and `highground replay` as a user meets them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from highground.cli import app
from tests.conftest import REPOSITORY

ARMIES = ("vow-1000", "fen-1000")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def simulated(folder: Path, *arguments: str | Path) -> dict[str, Any]:
    result = run("simulate", *ARMIES, *arguments, "--failures", folder, "--json")
    assert result.exit_code == 0, result.stderr
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("log")
    file = folder / "battle.json"
    simulated(folder, "--log", file)
    return file


def test_simulate_answers_with_its_figures(tmp_path: Path) -> None:
    answer = simulated(tmp_path, "--battles", "4", "--jobs", "2", "--seed", "11", "--layout", "weir-crossing")
    assert answer["battles"] == 4 == sum(answer["wins"].values())
    assert set(answer["wins"]) == {"a", "b", "draw"}
    assert answer["win_rate_a"]["low"] <= answer["win_rate_a"]["value"] <= answer["win_rate_a"]["high"]
    assert answer["vp"]["a"] >= 0 <= answer["vp"]["b"]
    assert answer["battles_per_second"] == pytest.approx(4 / answer["seconds"], rel=0.02)
    assert answer["failures"] == []
    assert answer["layout"] == "Weir Crossing"
    again = simulated(tmp_path, "--battles", "4", "--seed", "11", "--layout", "weir-crossing")
    assert again["digest"] == answer["digest"]


PROGRAM = (sys.executable, "-c", "from highground.cli import app; app()")


def test_a_real_process_fights_and_prints_for_people(tmp_path: Path) -> None:
    command = [*PROGRAM, "simulate", *ARMIES, "--battles", "2", "--failures", str(tmp_path)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=REPOSITORY, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stderr == ""
    for words in ("The Gate Guard", "The Spring Tide", "95% interval", "2 battles in"):
        assert words in result.stdout


def test_an_interrupt_ends_the_batch_at_once(tmp_path: Path) -> None:
    command = [*PROGRAM, "simulate", *ARMIES, "--battles", "99999", "--failures", str(tmp_path)]
    # Whatever runs the tests in the background has its children ignore interrupts.
    ours = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=REPOSITORY, start_new_session=True
        )
    finally:
        signal.signal(signal.SIGINT, ours)
    with process:
        time.sleep(2)
        os.killpg(process.pid, signal.SIGINT)
        printed, _ = process.communicate(timeout=20)
    assert process.returncode not in (0, None)
    assert printed == b""


def test_a_kept_log_replays(log: Path) -> None:
    result = run("replay", log, "--json")
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert (answer["identical"], answer["checked"]) == (True, "rules")
    assert answer["choices"] == len(json.loads(log.read_text())["records"]) > 100
    assert answer["milliseconds"] > 0
    assert run("replay", log).stdout.startswith("Identical: ")


def test_a_trusted_log_is_held_to_its_digest_alone(log: Path, tmp_path: Path) -> None:
    answer = json.loads(run("replay", log, "--trust", "--json").stdout)
    assert (answer["identical"], answer["checked"]) == (True, "digest")
    document = json.loads(log.read_text())
    document["records"][first_advance(document)]["events"][0]["first"] ^= 1
    file = tmp_path / "changed.json"
    file.write_text(json.dumps(document))
    result = run("replay", file, "--trust", "--json")
    assert result.exit_code == 1
    assert "digest" in json.loads(result.stdout)["difference"]


def first_advance(document: dict[str, Any]) -> int:
    return next(i for i, record in enumerate(document["records"]) if record["choice"]["choice"] == "advance")


def test_a_changed_die_is_the_first_difference(log: Path, tmp_path: Path) -> None:
    document = json.loads(log.read_text())
    number = first_advance(document)
    document["records"][number]["events"][0]["first"] ^= 1
    result = replayed(document, tmp_path)
    answer = json.loads(result.stdout)
    assert result.exit_code == 1
    assert answer["identical"] is False
    assert answer["choice"] == number
    assert "other events" in answer["difference"]


def test_a_choice_that_is_refused_now_is_the_first_difference(log: Path, tmp_path: Path) -> None:
    document = json.loads(log.read_text())
    number = first_advance(document)
    document["records"][number]["choice"] = {"choice": "zone", "zone": 1}
    result = replayed(document, tmp_path)
    assert result.exit_code == 1
    assert json.loads(result.stdout)["choice"] == number
    assert run("replay", tmp_path / "changed.json").stdout.startswith("Not identical. First difference: ")


def test_another_engine_is_named_beside_the_difference(log: Path, tmp_path: Path) -> None:
    document = json.loads(log.read_text())
    document["engine"] = "0.0.1"
    assert json.loads(replayed(document, tmp_path).stdout)["identical"] is True
    document["records"][0]["events"] = []
    assert "recorded by version 0.0.1" in json.loads(replayed(document, tmp_path).stdout)["difference"]


def test_a_record_that_fits_nothing_is_a_sentence(log: Path, tmp_path: Path) -> None:
    document = json.loads(log.read_text())
    document["setup"]["armies"][1]["units"] = []
    result = replayed(document, tmp_path)
    assert result.exit_code == 1
    assert json.loads(result.stdout)["identical"] is False


def replayed(document: dict[str, Any], folder: Path) -> Result:
    (folder / "changed.json").write_text(json.dumps(document))
    return run("replay", folder / "changed.json", "--json")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"setup": 1}', "\x00"])
def test_replay_refuses_what_is_no_log(text: str, tmp_path: Path) -> None:
    file = tmp_path / "log.json"
    file.write_text(text)
    result = run("replay", file)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert str(file) in result.stderr
    assert "Traceback" not in result.stderr


def test_replay_refuses_a_file_that_is_not_there() -> None:
    result = run("replay", "no/such/log.json")
    assert result.exit_code == 2
    assert "There is no file no/such/log.json." in result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("simulate", "nobody", "fen-1000"), "There is no roster file nobody"),
        (("simulate", *ARMIES, "--layout", "moon"), "There is no layout 'moon'"),
        (("simulate", *ARMIES, "--log", "no/such/folder/log.json"), "there is no folder no/such/folder"),
        (("simulate", *ARMIES, "--battles", "0"), "battles"),
        (("simulate", *ARMIES, "--jobs", "0"), "jobs"),
        (("simulate", "vow-1000"), "Missing argument"),
    ],
)
def test_simulate_refuses_with_a_sentence(arguments: tuple[str, ...], words: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert "Traceback" not in result.stderr


def test_a_battle_that_goes_wrong_makes_the_status_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from highground.simulation import run as batches

    usual = batches.Plan
    monkeypatch.setattr(batches, "Plan", partial(usual, step_limit=20))
    log = tmp_path / "log.json"
    result = run("simulate", *ARMIES, "--failures", tmp_path / "wrong", "--log", log)
    assert result.exit_code == 1
    assert "StepLimit: the battle is not over after 20 choices" in result.stdout
    assert "was not written" in result.stderr
    assert not log.exists()
    file = next((tmp_path / "wrong").iterdir())
    assert run("replay", file).stdout.startswith("Identical: 20 choices")
