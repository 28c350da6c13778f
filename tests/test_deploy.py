"""What a site is run by: the image, the files of compose, Caddy and systemd, and what is written about settings."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from highground.server.forwarded import networks
from highground.server.settings import Settings
from scripts import dockerfile, fresh_machine
from tests.conftest import REPOSITORY

DEPLOY = REPOSITORY / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
NAME = re.compile(r"HIGHGROUND_[A-Z0-9]+(?:_[A-Z0-9]+)*(?!_?[A-Z0-9*])")
SETTINGS = {f"HIGHGROUND_{name.upper()}" for name in Settings.model_fields}
PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]
CODE = ("highground", "tests", "benchmarks", "scripts", "training", "web/src")


@pytest.fixture(scope="module")
def tools() -> set[str]:
    """Names that something other than the server reads: the command line, the tests, a script."""
    suffixes = {".py", ".ts", ".tsx", ".sh", ""}
    files = [path for folder in CODE for path in (REPOSITORY / folder).rglob("*") if path.suffix in suffixes]
    files += [REPOSITORY / "Makefile", *(REPOSITORY / "web").glob("*.ts")]
    texts = (path.read_text(errors="ignore") for path in files if path.is_file() and path != Path(__file__))
    read = re.compile(rf"(?:environ|env|getenv|setenv|\$)[^\n]{{0,12}}?({NAME.pattern})")
    return {name for text in texts for name in read.findall(text)}


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return found


@pytest.fixture(scope="module")
def stages() -> list[dockerfile.Stage]:
    return dockerfile.stages((DEPLOY / "Dockerfile").read_text())


def names_in(path: Path) -> set[str]:
    return set(NAME.findall(path.read_text()))


@pytest.mark.parametrize("path", sorted(path for path in DEPLOY.iterdir()), ids=lambda path: path.name)
def test_what_a_site_is_reported_is_a_setting(path: Path) -> None:
    assert names_in(path) <= SETTINGS


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_pages_name_settings_that_there_are(path: Path, tools: set[str]) -> None:
    assert names_in(path) - tools <= SETTINGS


def test_every_setting_has_its_row() -> None:
    rows = [
        line for line in (REPOSITORY / "docs" / "development.md").read_text().splitlines() if line.startswith("| `HI")
    ]
    named = [name for row in rows for name in NAME.findall(row.split("|")[1])]
    assert sorted(SETTINGS - {*named}) == []
    assert len(named) == len({*named})
    assert all(row.count("|") == 4 for row in rows)


def test_the_parts_of_the_compose_file_know_each_other(compose: dict[str, Any]) -> None:
    services = compose["services"]
    for service in services.values():
        for name, condition in service.get("depends_on", {}).items():
            assert condition["condition"] != "service_healthy" or "healthcheck" in services[name]
        for place in service.get("volumes", []):
            source = place.split(":")[0]
            assert (DEPLOY / source).exists() if source.startswith(".") else source in compose["volumes"]
        assert {*service.get("networks", [])} <= {*compose["networks"], "default"}
        if "build" in service:
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
    assert {"caddy", "server", "worker"} <= {*services}


def test_the_logs_of_the_compose_file_do_not_grow_without_end(compose: dict[str, Any]) -> None:
    for service in compose["services"].values():
        assert {"max-size", "max-file"} <= {*service["logging"]["options"]}


def test_in_the_compose_file_caddy_alone_is_reached_and_caddy_alone_is_believed(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    believed = networks(services["server"]["environment"]["HIGHGROUND_TRUSTED_PROXIES"])
    assert believed == networks(services["caddy"]["networks"]["front"]["ipv4_address"])
    pool = compose["networks"]["front"]["ipam"]["config"][0]
    (subnet,), (others,) = networks(pool["subnet"]), networks(pool["ip_range"])
    assert believed[0].network_address in subnet
    assert believed[0].network_address not in others
    assert services["server"]["environment"]["HIGHGROUND_PUBLIC_URL"].startswith("https://")
    assert services["server"]["healthcheck"]["test"] == ["CMD", "highground", "health"]
    assert services["worker"]["healthcheck"]["test"] == ["CMD", "highground", "health", "--worker"]


@pytest.mark.parametrize("environment", [{}, {"SITE": "localhost", "SERVER": "server:8080"}], ids=["alone", "compose"])
def test_caddy_takes_its_file(caddy: str, tmp_path: Path, environment: dict[str, str]) -> None:
    variables = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), **environment}
    command = [caddy, "validate", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    checked = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    adapted = subprocess.run([caddy, "adapt", *command[2:]], env=variables, capture_output=True, text=True, check=True)
    assert f'"dial":"{environment.get("SERVER", "127.0.0.1:8080")}"' in adapted.stdout
    assert f'"host":["{environment.get("SITE", "highground.example.org")}"]' in adapted.stdout


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_units_run_what_there_is_and_keep_it_to_themselves(path: Path) -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(path)
    service = unit["Service"]
    program, command = service["ExecStart"].split()
    assert program == f"{service['WorkingDirectory']}/.venv/bin/highground"
    help_text = subprocess.run(
        [REPOSITORY / ".venv/bin/highground", command, "--help"], capture_output=True, text=True, check=False
    )
    assert help_text.returncode == 0, help_text.stderr
    assert (service["StateDirectoryMode"], service["UMask"]) == ("0700", "0077")
    assert service["Environment"] == f"HIGHGROUND_DATA=/var/lib/{service['StateDirectory']}"


def test_the_image_is_made_of_what_there_is(stages: list[dockerfile.Stage]) -> None:
    ignored = dockerfile.patterns((REPOSITORY / ".dockerignore").read_text())
    earlier: set[str] = set()
    for stage in stages:
        for step in (step for step in stage.steps if step.name == "COPY"):
            sources, _ = step.copied
            if step.source:
                assert step.source in earlier
                continue
            for source in sources:
                assert (REPOSITORY / source).exists(), source
                assert not dockerfile.left_out(source, ignored), source
        earlier.add(stage.name)


@pytest.mark.parametrize(
    "path",
    [
        ".git/config",
        ".venv/bin/python",
        ".tools/bin/uv",
        ".compiled/mark",
        ".env",
        "deploy/.env",
        "data/highground.sqlite3",
        "web/node_modules/vite/index.js",
        "web/dist/index.html",
        "highground/server/__pycache__/app.cpython-311.pyc",
        "docs/images/table-1440.png",
    ],
)
def test_what_was_made_here_stays_out_of_the_image(path: str) -> None:
    ignored = dockerfile.patterns((REPOSITORY / ".dockerignore").read_text())
    assert dockerfile.left_out(path, ignored)


def test_the_image_keeps_its_data_to_itself(stages: list[dockerfile.Stage]) -> None:
    last = stages[-1].steps
    made = next(step.text for step in last if "useradd" in step.text)
    assert "install --directory --mode=0700 --owner=highground --group=highground /data" in made
    assert next(step.text for step in last if step.name == "USER") == "highground"
    assert "umask 077" in next(step.text for step in last if step.name == "ENTRYPOINT")


def test_a_fresh_machine_finds_data_that_others_may_read(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    with pytest.raises(fresh_machine.Failed, match="There is no database"):
        fresh_machine.own_alone(tmp_path)
    database = tmp_path / "highground.sqlite3"
    database.touch(0o600)
    fresh_machine.own_alone(tmp_path)
    database.chmod(0o644)
    with pytest.raises(fresh_machine.Failed, match=r"Others may read .*highground\.sqlite3"):
        fresh_machine.own_alone(tmp_path)


@pytest.mark.parametrize(
    ("version", "enough"), [("18.19.0", False), ("20.9.0", False), ("20.19.0", True), ("24.1.0", True)]
)
def test_an_old_node_is_not_taken(tmp_path: Path, version: str, enough: bool) -> None:
    """Without a Python to get another by, setup-node ends where it would have gone to PyPI."""
    scripts, programs = tmp_path / "scripts", tmp_path / "programs"
    scripts.mkdir()
    programs.mkdir()
    shutil.copy(REPOSITORY / "scripts" / "setup-node", scripts)
    for name in ("node", "npm"):
        (programs / name).write_text(f"#!/bin/sh\necho v{version}\n")
        (programs / name).chmod(0o755)
    variables = {"PATH": f"{programs}:/usr/bin:/bin", "PYTHON": "false"}
    ran = subprocess.run([scripts / "setup-node"], env=variables, capture_output=True, text=True, check=False)
    assert (ran.returncode == 0) is enough
    assert (f"(v{version}): taking one from PyPI" in ran.stderr) is not enough


def test_setup_asks_for_the_node_that_the_web_app_needs() -> None:
    wanted = re.search(r'"node": ">=(\d+\.\d+)"', (REPOSITORY / "web" / "package.json").read_text())
    assert wanted is not None
    assert f"wanted={wanted[1]}\n" in (REPOSITORY / "scripts" / "setup-node").read_text()


def test_no_failure_is_tried_away_and_no_skip_is_silent() -> None:
    assert "retries: 0," in (REPOSITORY / "web" / "playwright.config.ts").read_text()
    assert " -rs " in (REPOSITORY / "pyproject.toml").read_text()


def test_the_empty_machine_gets_the_packages_that_the_readme_names() -> None:
    readme = (REPOSITORY / "README.md").read_text()
    script = (REPOSITORY / "scripts" / "fresh_machine.py").read_text()
    for packages in ("make python3 python3-venv gcc python3-dev", "postgresql redis-server"):
        assert f"apt-get install {packages}" in readme
        assert f'"{packages}"' in script
