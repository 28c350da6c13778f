"""`highground vision`: tables rendered, read, and measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from highground.cli import app

runner = CliRunner()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables")
    done = runner.invoke(app, ["vision", "render", str(path), "--tables", "1", "--seed", "3"])
    assert done.exit_code == 0, done.output
    return path


def test_tables_are_rendered_and_measured(folder: Path) -> None:
    done = runner.invoke(app, ["vision", "evaluate", str(folder)])
    assert done.exit_code == 0, done.output
    figures = json.loads(done.stdout)["camera_fixed"]
    assert figures["tables"] == 1
    assert figures["miniatures"] > 20
    assert figures["miniatures_recall"] > 0.9
    assert figures["transponders_wrong"] == 0


def test_a_page_of_tables_seen_from_above_is_refused(folder: Path, tmp_path: Path) -> None:
    done = runner.invoke(app, ["vision", "evaluate", str(folder), "--report", str(tmp_path / "worst.html")])
    assert done.exit_code == 2
    assert done.stderr.strip().endswith("has neither.")


@pytest.mark.slow
def test_battles_by_hand_are_rendered_and_measured(tmp_path: Path) -> None:
    """With an empty photo, with an earlier one, with both, with neither: each says what its shares are of."""
    done = runner.invoke(app, ["vision", "render", str(tmp_path), "--by-hand", "--tables", "1", "--size", "1080p"])
    assert (done.exit_code, done.stdout.startswith("1 battles in ")) == (0, True)
    page = tmp_path / "worst.html"
    done = runner.invoke(app, ["vision", "evaluate", str(tmp_path), "--report", str(page)])
    assert done.exit_code == 0, done.output
    figures = json.loads(done.stdout)
    assert set(figures) == {"first", "empty", "earlier", "both", "nothing"}
    assert all(f"<h2>{mode}: " in page.read_text() for mode in figures)
    for each in figures.values():
        share, of = each["precision"].split()[0], each["precision"].rpartition(" of ")[2]
        assert float(share) > 0.5
        assert int(of) > 20


def test_trays_seen_from_the_side_are_rendered_and_measured(tmp_path: Path) -> None:
    done = runner.invoke(app, ["vision", "render", str(tmp_path), "--dice", "--tables", "2", "--seed", "6"])
    assert (done.exit_code, done.stdout) == (0, f"2 trays in {tmp_path}\n")
    done = runner.invoke(app, ["vision", "evaluate", str(tmp_path), "--counted", "--json"])
    assert done.exit_code == 0, done.output
    figures = json.loads(done.stdout)["solid"]
    assert figures["photos"] == 2
    assert figures["dice"] >= 8
    assert figures["recall_middle"]["share"] >= 0.9
    assert figures["face"]["share"] >= 0.8


def test_trays_by_hand_are_refused(tmp_path: Path) -> None:
    done = runner.invoke(app, ["vision", "render", str(tmp_path), "--dice", "--by-hand"])
    assert (done.exit_code, list(tmp_path.iterdir())) == (2, [])
    assert done.stderr.strip().endswith("choose one of them.")


def test_one_photo_is_reported_in_words_and_as_json(folder: Path) -> None:
    full = str(folder / "000-full.jpg")
    words = runner.invoke(app, ["vision", "analyse", full])
    assert words.exit_code == 0
    assert "0 models, " in words.stdout
    assert "There is no photo of the empty board" in words.stdout
    done = json.loads(runner.invoke(app, ["vision", "analyse", full, "--json"]).stdout)
    assert done["analysis_type"] == "table"
    assert done["detected_objects"]["transponders"] == len(done["objects"]["transponder"]) > 5


@pytest.mark.parametrize("command", [["analyse"], ["evaluate"], ["render", "--size", "8k"]])
def test_what_cannot_be_read_is_a_sentence(command: list[str], tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"no photo")
    target = tmp_path / "photo.jpg" if command == ["analyse"] else tmp_path
    done = runner.invoke(app, ["vision", command[0], str(target), *command[1:]])
    assert done.exit_code == 2
    assert "Traceback" not in done.output
    assert done.stderr.strip().endswith((".", "'"))
