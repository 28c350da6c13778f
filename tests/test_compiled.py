"""The compiled rules are the same rules, and are left aside when they are of other sources."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from shutil import which

import pytest

from highground import compiled

BATTLES = """
from highground import compiled
from highground.packs import load_pack
from highground.simulation.armies import setup_of
from highground.simulation.battles import run_battle
from highground.simulation.players import Cast

pack = load_pack()
armies = (pack.army("vow-2000"), pack.army("fen-2000"))
print(compiled.in_use())
for number, layout in enumerate(pack.layouts.values()):
    players = (Cast(), Cast("random", "random"))[number % 2]
    print(run_battle(setup_of(*armies, layout), number, players(number)).digest())
"""

needs_compiled = pytest.mark.skipif(not compiled.in_use(), reason="the rules are not compiled here")


def battles(plain: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", BATTLES],
        env={**os.environ, "HIGHGROUND_PLAIN": plain},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.split()


@needs_compiled
def test_battles_are_the_same_compiled_and_plain() -> None:
    fast, slow = battles(""), battles("1")
    assert (fast[0], slow[0]) == ("True", "False")
    assert fast[1:] == slow[1:]
    assert len(set(fast)) == len(fast)


def test_the_rules_are_compiled_where_they_can_be() -> None:
    compiler = which((os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0])
    able = compiler is not None and Path(sysconfig.get_path("include"), "Python.h").exists()
    assert compiled.in_use() == (able and not os.environ.get("HIGHGROUND_PLAIN"))


def test_what_is_compiled_of_other_sources_is_left_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "FOLDER", tmp_path)
    monkeypatch.delitem(sys.modules, "highground.engine")
    monkeypatch.setattr(sys, "meta_path", [each for each in sys.meta_path if not isinstance(each, compiled.Finder)])
    assert not compiled.use()
    (tmp_path / compiled.MARK).write_text("of older sources")
    assert not compiled.use()
    assert not compiled.in_use()
    (tmp_path / compiled.MARK).write_text(compiled.mark())
    assert compiled.use()
    assert compiled.in_use()
