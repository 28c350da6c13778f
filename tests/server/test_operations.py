"""What an operator needs: readiness, figures, backups, several processes, and the commands' sentences."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import socket
import sqlite3
import subprocess
import tarfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest
import structlog
from typer.testing import CliRunner

from highground.cli import app
from highground.cli.server import FULL_HERE
from highground.server import backup, health, logging
from highground.server.backup import BackupError
from highground.server.files import open_files
from highground.server.jobs import repository as jobs
from highground.server.settings import Settings
from tests.server import nursery, sites
from tests.server.conftest import Running, serving
from tests.server.databases import PostgreSQL, free_port
from tests.server.people import registered
from tests.server.sites import Site
from tests.server.tables import fought, made


def command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    variables = {"PATH": os.environ.get("PATH", ""), "HIGHGROUND_DEMO": "0"} | environment
    return nursery.run(variables, *arguments)


def asked(*arguments: str, **environment: str) -> tuple[int, str]:
    """The same within this process, which costs a third of a forked one: the exit status and what was said of it."""
    result = CliRunner().invoke(app, list(arguments), env={"HIGHGROUND_DEMO": "0"} | environment)
    return result.exit_code, result.stderr


def test_a_site_is_ready_when_all_its_parts_answer(site: Site) -> None:
    for number in (0, 1):
        with site.client(number) as client:
            answer = client.get("/readyz")
            ok = dict.fromkeys(("database", "bus", "jobs", "files", "disk"), "ok")
            assert (answer.status_code, answer.json()) == (200, {"status": "ready", "checks": ok})


def test_a_part_that_does_not_answer_is_named(tmp_path: Path) -> None:
    settings = Settings(
        data=tmp_path,
        redis_url=f"redis://127.0.0.1:{free_port()}/0",
        jobs="inside",
        rate_limits=False,
        demo=False,
        log_level="CRITICAL",
    )
    with serving(settings) as server:
        answer = server.client.get("/readyz")
        assert answer.status_code == 503
        checks = {"database": "ok", "bus": "failed", "jobs": "ok", "files": "ok", "disk": "ok"}
        variables = {"status": "not ready", "checks": checks, "detail": "The bus (Redis) does not answer."}
        assert answer.json() == variables
        assert server.client.get("/healthz").status_code == 200


async def test_one_answer_that_fails_is_asked_for_again() -> None:
    failures = 1

    async def answers_the_second_time() -> None:
        nonlocal failures
        failures -= 1
        if failures >= 0:
            raise TimeoutError

    assert await health.asked("bus", answers_the_second_time) == "ok"
    failures = 2
    assert await health.asked("bus", answers_the_second_time) == "failed"


def test_figures_count_requests_by_route(server: Running) -> None:
    ada = registered(server.client)
    game = made(server.client, ada)

    def counted() -> float:
        line = 'highground_request_seconds_count{method="GET",route="/api/game/{game_id}",status="200"}'
        text = server.client.get("/metrics").text
        return sum(float(each.rpartition(" ")[2]) for each in text.splitlines() if each.startswith(line))

    before = counted()
    for _ in range(3):
        assert server.client.get(f"/api/game/{game}", headers=ada.headers).status_code == 200
    assert counted() == before + 3
    text = server.client.get("/metrics").text
    assert game not in text
    assert 'highground_jobs{state="waiting"} ' in text
    assert "highground_sockets" in text


def test_figures_are_not_for_the_world(server: Running, tmp_path: Path) -> None:
    for header in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
        answer = server.client.get("/metrics", headers={header: "203.0.113.7"})
        assert answer.status_code == 403
        assert "HIGHGROUND_METRICS_TOKEN" in answer.json()["detail"]
    with serving(Settings(data=tmp_path, metrics_token="open sesame", demo=False, log_level="ERROR")) as guarded:
        assert guarded.client.get("/metrics").status_code == 403
        assert guarded.client.get("/metrics", headers={"Authorization": "Bearer no"}).status_code == 403
        named = {"Authorization": "Bearer open sesame", "X-Forwarded-For": "203.0.113.7"}
        assert guarded.client.get("/metrics", headers=named).status_code == 200


def test_several_processes_serve_one_address_and_add_up_their_figures(
    postgresql: PostgreSQL, redis_url: str, tmp_path: Path
) -> None:
    environment = {
        "HIGHGROUND_DATA": str(tmp_path),
        "HIGHGROUND_DATABASE_URL": postgresql.new(empty=True),
        "HIGHGROUND_REDIS_URL": redis_url,
        "HIGHGROUND_REDIS_PREFIX": f"test-{time.time_ns()}",
        "HIGHGROUND_DEMO": "0",
    }
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with sites.process(environment, "serve", "--port", str(port), "--workers", "2", fresh=True):
        sites.until(lambda: sites.ready(url), 60)
        limits = httpx2.Limits(max_keepalive_connections=0)
        with httpx2.Client(base_url=url, limits=limits, timeout=20, trust_env=False) as client:
            for _ in range(20):
                assert client.get("/healthz").status_code == 200
            text = client.get("/metrics").text
    line = 'highground_request_seconds_count{method="GET",route="/healthz",status="200"} '
    assert [each.removeprefix(line) for each in text.splitlines() if each.startswith(line)] == ["20.0"]


@pytest.mark.parametrize(
    ("arguments", "environment", "sentence"),
    [
        (["serve", "--workers", "2"], {}, "Several processes need a PostgreSQL"),
        (["serve", "--workers", "2"], {"HIGHGROUND_REDIS_URL": "redis://127.0.0.1/0"}, "Several processes need a"),
        (["worker"], {}, "A worker gets its jobs through Redis"),
        (["worker"], {"HIGHGROUND_REDIS_URL": "redis://x", "HIGHGROUND_JOBS": "inside"}, "HIGHGROUND_JOBS=inside has"),
        (["serve"], {"HIGHGROUND_JOBS": "workers"}, "HIGHGROUND_JOBS=workers needs HIGHGROUND_REDIS_URL"),
        (["serve"], {"HIGHGROUND_PORT": "high"}, "HIGHGROUND_PORT: "),
        (["serve"], {"HIGHGROUND_LOG_LEVEL": "loud"}, "HIGHGROUND_LOG_LEVEL: 'loud' is none of DEBUG, INFO,"),
        (["serve"], {"HIGHGROUND_FILES_URL": "ftp://x"}, "HIGHGROUND_FILES_URL is an address that begins with s3://"),
        (["serve"], {"HIGHGROUND_FILES_URL": "s3://"}, "HIGHGROUND_FILES_URL names a bucket: s3://bucket/prefix"),
        (["serve"], {"HIGHGROUND_REDIS_URL": "x:6379"}, "HIGHGROUND_REDIS_URL is an address that begins with redis"),
        (["migrate"], {"HIGHGROUND_DATABASE_URL": "mysql://x/y"}, "HIGHGROUND_DATABASE_URL is an address that begins"),
        (["serve"], {"HIGHGROUND_PUBLIC_URL": "example.org"}, "HIGHGROUND_PUBLIC_URL is an address that begins with"),
        (["migrate"], {"HIGHGROUND_DATABSE_URL": "x"}, "HIGHGROUND_DATABSE_URL is no setting. HIGHGROUND_DATABASE_URL"),
    ],
)
def test_settings_that_do_not_fit_are_refused_with_a_sentence(
    arguments: list[str], environment: dict[str, str], sentence: str, tmp_path: Path
) -> None:
    """Asked within this process: a process for each costs more than all that they do."""
    result = CliRunner().invoke(app, arguments, env={"HIGHGROUND_DATA": str(tmp_path), **environment})
    assert result.exit_code == 2
    assert result.stderr.startswith(sentence)
    assert len(result.stderr.splitlines()) == 1


def test_an_address_that_is_not_free_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        result = command("serve", "--port", port, "--data", str(tmp_path))
    assert result.returncode == 1
    assert result.stderr.startswith(f"127.0.0.1:{port} cannot be served at: Address already in use.")
    assert len(result.stderr.splitlines()) == 1


def test_migrate_makes_the_tables_alone(tmp_path: Path) -> None:
    result = command("migrate", "--data", str(tmp_path))
    assert (result.returncode, result.stderr) == (0, "The database is up to date.\n")
    assert (tmp_path / "highground.sqlite3").is_file()
    nowhere = f"postgresql://nobody@127.0.0.1:{free_port()}/nothing"
    status, said = asked("migrate", HIGHGROUND_DATA=str(tmp_path), HIGHGROUND_DATABASE_URL=nowhere)
    assert status == 1
    assert len(said.splitlines()) == 1


def test_a_backup_made_while_serving_is_restored_whole(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "data", demo=False, log_level="ERROR", rate_limits=False)
    archive, elsewhere = tmp_path / "site.tar.gz", tmp_path / "elsewhere"
    with serving(settings) as server:
        ada = registered(server.client)
        game = fought(server.client, ada, shared=True)
        asyncio.run(open_files(settings).put("photos/1.jpg", b"a table"))
        assert command("backup", str(archive), "--data", str(settings.data)).returncode == 0
        lost = made(server.client, ada)
    assert archive.stat().st_mode & 0o077 == 0
    assert command("restore", str(archive), "--data", str(elsewhere)).returncode == 0
    with serving(settings.model_copy(update={"data": elsewhere})) as server:
        assert server.client.get(f"/api/game/shared/{game}/json").status_code == 200
        assert server.client.get(f"/api/game/{lost}", headers=ada.headers).status_code == 404
    assert (elsewhere / "files" / "photos" / "1.jpg").read_bytes() == b"a table"


def test_a_backup_into_no_folder_names_the_folder(tmp_path: Path) -> None:
    assert asked("migrate", "--data", str(tmp_path))[0] == 0
    status, said = asked("backup", str(tmp_path / "nowhere" / "site.tar.gz"), "--data", str(tmp_path))
    assert status == 1
    assert said.startswith(f"There is no folder {tmp_path / 'nowhere'} to write the backup into.")


@pytest.fixture
def kept(tmp_path: Path) -> Settings:
    """A data folder with an empty database and a file."""
    settings = Settings(data=tmp_path / "data")
    assert asked("migrate", "--data", str(settings.data))[0] == 0
    asyncio.run(open_files(settings).put("a.txt", b"old"))
    return settings


def test_a_file_that_is_deleted_during_a_backup_does_not_end_it(
    kept: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server runs meanwhile: a game is deleted with its photos between the list of files and their reading."""
    asyncio.run(open_files(kept).put("games/1/b.txt", b"stays"))
    look = tarfile.TarFile.gettarinfo

    def looked(tar: tarfile.TarFile, name: str | None = None, *more: Any) -> tarfile.TarInfo:
        if str(name).endswith("a.txt"):
            Path(str(name)).unlink()
        return look(tar, name, *more)

    monkeypatch.setattr(tarfile.TarFile, "gettarinfo", looked)
    backup.backup(kept, tmp_path / "archive")
    monkeypatch.undo()
    backup.restore(kept, tmp_path / "archive", force=True)
    assert [str(each.relative_to(kept.data)) for each in kept.data.rglob("*.txt")] == ["files/games/1/b.txt"]


def test_restoring_does_not_write_over_data_unasked(kept: Settings, tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    backup.backup(kept, archive)
    asyncio.run(open_files(kept).put("a.txt", b"new"))
    asyncio.run(open_files(kept).put("b.txt", b"newer"))
    status, said = asked("restore", str(archive), "--data", str(kept.data))
    assert status == 1
    assert "already holds highground.sqlite3 and files; --force writes over it." in said
    assert (kept.data / "files" / "a.txt").read_bytes() == b"new"
    assert asked("restore", str(archive), "--data", str(kept.data), "--force")[0] == 0
    assert sorted(each.name for each in (kept.data / "files").iterdir()) == ["a.txt"]
    assert (kept.data / "files" / "a.txt").read_bytes() == b"old"
    assert sorted(each.name for each in kept.data.iterdir()) == ["files", "highground.sqlite3", "serving.lock"]


def test_nothing_is_restored_under_a_running_server(kept: Settings, tmp_path: Path) -> None:
    backup.backup(kept, tmp_path / "archive")
    with backup.serving(kept):
        with pytest.raises(BackupError, match="A server is running on"):
            backup.restore(kept, tmp_path / "archive", force=True)
        second = command("serve", "--port", str(free_port()), "--data", str(kept.data))
        assert second.returncode == 1
        assert "A server is running on" in second.stderr
        # The database is in the folder even if the files are elsewhere.
        where = f"file://{tmp_path / 'elsewhere'}"
        third = command("serve", "--port", str(free_port()), "--data", str(kept.data), HIGHGROUND_FILES_URL=where)
        assert third.returncode == 1
        assert "A server is running on" in third.stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to somebody else")
def test_what_root_restores_belongs_to_the_user_of_the_folder(kept: Settings, tmp_path: Path) -> None:
    asyncio.run(open_files(kept).put("games/1/b.txt", b"a table"))
    backup.backup(kept, tmp_path / "archive")
    elsewhere = kept.model_copy(update={"data": tmp_path / "elsewhere"})
    elsewhere.data.mkdir()
    os.chown(elsewhere.data, 12_345, 12_345)
    backup.restore(elsewhere, tmp_path / "archive", force=False)
    assert {each.stat().st_uid for each in elsewhere.data.rglob("*")} == {12_345}


@pytest.mark.parametrize("fault", [sqlite3.OperationalError("database or disk is full"), OSError(errno.ENOSPC, "")])
def test_a_backup_onto_a_full_disk_says_so(
    kept: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def full(**_: Any) -> None:
        raise fault

    monkeypatch.setattr(backup, "TemporaryDirectory", full)
    status, said = asked("backup", str(tmp_path / "archive"), "--data", str(kept.data))
    assert status == 1
    assert said == f"{FULL_HERE}\n"


def test_figures_are_shown_while_the_database_is_away(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(_session: object) -> dict[str, int]:
        raise ConnectionRefusedError

    monkeypatch.setattr(jobs, "counts", away)
    answer = server.client.get("/metrics")
    assert answer.status_code == 200
    assert "highground_request_seconds_count" in answer.text
    assert "highground_jobs{" not in answer.text


def test_no_link_of_an_invitation_is_logged(capsys: pytest.CaptureFixture[str]) -> None:
    logging.configure("INFO")
    try:
        log = structlog.get_logger("highground.request")
        log.info("answered", path="/api/invitations/secret/setup")
        log.info("answered", path="/invitation/secret")
        log.info("answered", path="/api/games/1/state")
    finally:
        structlog.reset_defaults()
    paths = [json.loads(line)["path"] for line in capsys.readouterr().err.splitlines()]
    assert paths == ["/api/invitations/.../setup", "/invitation/...", "/api/games/1/state"]


def _cut(archive: Path) -> None:
    archive.write_bytes(archive.read_bytes()[:-200])


def _text(archive: Path) -> None:
    archive.write_text("not an archive")


def _stranger(archive: Path) -> None:
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(__file__, "highground.sqlite3")


def _escape(archive: Path) -> None:
    with tarfile.open(archive, "w:gz") as tar:
        tar.add(__file__, "../../outside.py")


def _link(archive: Path) -> None:
    link = tarfile.TarInfo("files/a.txt")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/hostname"
    with tarfile.open(archive, "w:gz") as tar:
        tar.addfile(link)


@pytest.mark.parametrize("spoil", [_cut, _text, _stranger, _escape, _link])
def test_a_damaged_archive_changes_nothing(kept: Settings, tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    archive = tmp_path / "archive"
    backup.backup(kept, archive)
    spoil(archive)
    before = (kept.data / "highground.sqlite3").read_bytes()
    with pytest.raises(BackupError, match="is no backup of Highground, or it is damaged"):
        backup.restore(kept, archive, force=True)
    assert (kept.data / "highground.sqlite3").read_bytes() == before
    assert (kept.data / "files" / "a.txt").read_bytes() == b"old"
    assert not list(tmp_path.rglob("outside.py"))


def test_backups_are_for_the_embedded_default(tmp_path: Path) -> None:
    for environment in ({"HIGHGROUND_DATABASE_URL": "postgresql://x/y"}, {"HIGHGROUND_FILES_URL": "memory:///"}):
        status, said = asked("backup", str(tmp_path / "archive"), HIGHGROUND_DATA=str(tmp_path), **environment)
        assert status == 1
        assert "pg_dump" in said
    status, said = asked("backup", str(tmp_path / "archive"), "--data", str(tmp_path / "empty"))
    assert (status, "nothing to back up" in said) == (1, True)
    assert not (tmp_path / "archive").exists()
