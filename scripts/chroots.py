"""Machines in folders: a Debian that commands are run in by chroot, in namespaces that scripts/fresh-machine makes."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

SUITE = "bookworm"
MIRROR = "http://deb.debian.org/debian"
SECURITY = "http://deb.debian.org/debian-security"
DEVICES = {"null": 3, "zero": 5, "full": 7, "random": 8, "urandom": 9}
CERTIFICATES = "etc/ssl/certs/ca-certificates.crt"
OURS = (
    CERTIFICATES,
    "usr/local/share/ca-certificates",
    "etc/pip.conf",
    "root/.npmrc",
    "root/.config/pip",
    "etc/resolv.conf",
)
"""What a new machine at this place would be given: its certificates, its mirrors and its name servers."""
PASSED_ON = (
    "PIP_",
    "UV_",
    "NPM_CONFIG_",
    "SSL_CERT",
    "NODE_EXTRA_CA",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "REQUESTS_CA",
)
NO_SERVICES = "#!/bin/sh\nexit 101\n"
HERE = 'cd "$1" && shift && exec "$@"'


@dataclass
class Machine:
    """A Debian below `root`. `environment` is the environment of its commands."""

    root: Path
    environment: dict[str, str] = field(default_factory=dict)
    folder: str = "/"
    user: str = ""

    def open(self) -> None:
        """Mount what programs expect of a machine: /proc, and a /dev of its own."""
        _mount("proc", self.root / "proc")
        device = self.root / "dev"
        _mount("tmpfs", device)
        for name, minor in DEVICES.items():
            os.mknod(device / name, stat.S_IFCHR, os.makedev(1, minor))
            (device / name).chmod(0o666)
        for name, target in {"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2"}.items():
            (device / name).symlink_to(target)
        (device / "shm").mkdir()
        (device / "shm").chmod(0o1777)
        (self.root / "tmp").chmod(0o1777)

    def close(self) -> None:
        for name in ("dev", "proc"):
            subprocess.run(["umount", "--lazy", self.root / name], check=False)

    def command(self, words: Sequence[str]) -> list[str]:
        who = [f"--userspec={self.user}:{self.user}"] if self.user else []
        return ["chroot", *who, str(self.root), "/bin/sh", "-c", HERE, "sh", self.folder, *words]

    def run(self, words: Sequence[str], log: IO[str]) -> None:
        """Raises CalledProcessError."""
        subprocess.run(
            self.command(words), env=self._variables(), stdout=log, stderr=log, stdin=subprocess.DEVNULL, check=True
        )

    def start(self, words: Sequence[str], log: IO[str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self.command(words),
            env=self._variables(),
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )

    def copy(self, root: Path) -> Machine:
        """Another machine that is as this one is now; this one must be closed."""
        subprocess.run(["cp", "--archive", "--reflink=auto", self.root, root], check=True)
        return Machine(root, dict(self.environment))

    def _variables(self) -> dict[str, str]:
        passed = {name: value for name, value in os.environ.items() if name.upper().startswith(PASSED_ON)}
        known = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "LANG": "C.UTF-8",
        }
        return known | {"DEBIAN_FRONTEND": "noninteractive"} | passed | self.environment


def debian(root: Path, log: IO[str]) -> Machine:
    """An empty Debian, with the mirrors and certificates of this machine and no package more than it must have."""
    mirror, security = sources()
    command = ["debootstrap", "--variant=minbase", "--include=ca-certificates", SUITE, str(root), mirror]
    subprocess.run(command, stdout=log, stderr=log, check=True)
    apt = root / "etc" / "apt"
    lines = [
        f"deb {mirror} {SUITE} main",
        f"deb {mirror} {SUITE}-updates main",
        f"deb {security} {SUITE}-security main",
    ]
    (apt / "sources.list").write_text("\n".join([*lines, ""]))
    (apt / "apt.conf.d" / "90as-here").write_text(_proxies())
    for name in OURS:
        _carry(Path("/") / name, root / name)
    policy = root / "usr" / "sbin" / "policy-rc.d"
    policy.write_text(NO_SERVICES)
    policy.chmod(0o755)
    return Machine(root)


def sources() -> tuple[str, str]:
    """The mirrors of Debian and of its security updates that this machine uses."""
    listed = [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*")]
    words = " ".join(path.read_text() for path in listed if path.is_file()).split()
    found = [word.rstrip("/") for word in words if word.startswith(("http://", "https://"))]
    mirror = next((each for each in found if each.endswith("/debian") and "snapshot" not in each), MIRROR)
    return mirror, next(
        (each for each in found if each.endswith("/debian-security") and "snapshot" not in each), SECURITY
    )


def _proxies() -> str:
    settings = subprocess.run(["apt-config", "dump"], capture_output=True, text=True, check=False).stdout
    return "".join(f"{line}\n" for line in settings.splitlines() if "::Proxy " in line)


def _carry(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
    elif source.is_file():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)


def _mount(kind: str, place: Path) -> None:
    subprocess.run(["mount", "-t", kind, kind, place], check=True)
