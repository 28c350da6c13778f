"""Asks the registries of npm and PyPI which of our packages have known weaknesses (`make audit`).

A registry, or a mirror of one, need not answer that question, and then both tools may say that there are none. So each
is asked first about an old package that is known to be weak: one that finds nothing there was not asked about ours.

Exit status: 0 nothing found, 1 something found, 2 a registry could not be asked.
"""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TOOL = ROOT / ".tools" / "audit"
WEAK_NPM = ("minimist", "0.0.8")  # GHSA-xvch-5gv4-984h
WEAK_PYPI = ("jinja2", "2.4.1")  # GHSA-462w-v97r-4m45
NOTHING, FOUND, NOT_ASKED = 0, 1, 2

Weak = dict[str, list[str]]
"""Packages with what is known of them."""


class NotAsked(Exception):
    """The registry does not tell; why, in a sentence."""


@dataclass(frozen=True)
class Registry:
    name: str
    canary: Callable[[], Weak]
    ours: Callable[[], Weak]


def npm(folder: Path) -> Weak:
    found = _output(["npm", "audit", "--json"], folder)
    if not isinstance(found.get("vulnerabilities"), dict):
        raise NotAsked(str(found.get("message") or found.get("error") or "npm audit gave no answer"))
    return {name: [str(each["severity"])] for name, each in found["vulnerabilities"].items()}


def npm_canary() -> Weak:
    name, version = WEAK_NPM
    package = {"name": "canary", "version": "1.0.0", "dependencies": {name: version}}
    lock = {
        "name": "canary",
        "version": "1.0.0",
        "lockfileVersion": 3,
        "requires": True,
        "packages": {"": package, f"node_modules/{name}": {"version": version}},
    }
    with TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "package.json").write_text(json.dumps(package))
        (folder / "package-lock.json").write_text(json.dumps(lock))
        return npm(folder)


def pypi(*what: str) -> Weak:
    found = _output([str(_pip_audit()), "--progress-spinner=off", "--format=json", *what], ROOT)
    if "dependencies" not in found:
        raise NotAsked("pip-audit gave no answer")
    return {each["name"]: [weak["id"] for weak in each["vulns"]] for each in found["dependencies"] if each.get("vulns")}


def pypi_canary() -> Weak:
    with TemporaryDirectory() as made:
        listed = Path(made) / "requirements.txt"
        listed.write_text("{}=={}\n".format(*WEAK_PYPI))
        return pypi("--disable-pip", "--no-deps", "-r", str(listed))


def pypi_ours() -> Weak:
    return pypi("--skip-editable", "--path", sysconfig.get_path("purelib"))


def _pip_audit() -> Path:
    program = TOOL / "bin" / "pip-audit"
    if not program.exists():
        print("Installing pip-audit into .tools ...", file=sys.stderr)
        subprocess.run([str(Path(sys.base_prefix) / "bin" / "python3"), "-m", "venv", str(TOOL)], check=True)
        install = [str(TOOL / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check", "pip-audit"]
        if subprocess.run(install, stderr=subprocess.DEVNULL, check=False).returncode:
            raise NotAsked("pip-audit could not be installed")
    return program


def _output(command: list[str], folder: Path) -> dict[str, Any]:
    """What a tool prints as JSON; {} where it prints none. Both tools end with 1 where they find something."""
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    try:
        found = json.loads(ran.stdout)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def audit(registry: Registry) -> int:
    try:
        if not registry.canary():
            raise NotAsked("it names no weakness even of a package that is known for one")
        weak = registry.ours()
    except NotAsked as reason:
        print(f"{registry.name}: NOT CHECKED. The registry that this machine uses does not tell: {reason}.")
        return NOT_ASKED
    for name, known in sorted(weak.items()):
        print(f"{registry.name}: {name}: {', '.join(known)}")
    if not weak:
        print(f"{registry.name}: nothing known of our packages.")
    return FOUND if weak else NOTHING


def main() -> int:
    registries = (
        Registry("npm", npm_canary, lambda: npm(ROOT / "web")),
        Registry("PyPI", pypi_canary, pypi_ours),
    )
    outcomes = [audit(each) for each in registries]
    return FOUND if FOUND in outcomes else max(outcomes)


if __name__ == "__main__":
    sys.exit(main())
