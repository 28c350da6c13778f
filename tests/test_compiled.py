"""The compiled rules are the same rules, and are left aside when they are of other sources."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import sysconfig
import tarfile
from importlib import import_module
from pathlib import Path
from shutil import which

import msgspec
import pytest

from highground import compiled

BATTLES = """
from highground import compiled
from highground.packs import load_pack
from highground.simulation.armies import setup_of
from highground.simulation.battles import run_battle
from highground.simulation.players import PlayerNames

pack = load_pack()
armies = (pack.army("vow-2000"), pack.army("fen-2000"))
print(compiled.in_use())
for number, layout in enumerate(pack.layouts.values()):
    players = (PlayerNames(), PlayerNames("random", "random"))[number % 2]
    print(run_battle(setup_of(*armies, layout), number, players(number)).digest())
"""

ROOT = Path(__file__).parent.parent
SOURCES = [
    file
    for part in compiled.SOURCES
    for file in (ROOT / "highground" / part).rglob("*.py")
    if file.name != "__init__.py"
]

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


def test_the_profile_knows_nearly_all_modules() -> None:
    """Modules that it lacks are compiled without one. If this fails, remake it: `make profile`."""
    with tarfile.open(ROOT / "scripts" / "battles.gcc12.tar.xz") as profile:
        known = {
            name.removeprefix("__native_").removesuffix(".gcda").replace("___", ".") for name in profile.getnames()
        }
    modules = {".".join(file.with_suffix("").relative_to(ROOT).parts) for file in SOURCES}
    assert len(modules - known) < len(modules) / 10


def structs() -> dict[str, type]:
    """Every Struct of the compiled packages that others are made from, by name."""
    import_all = [
        import_module(file.with_suffix("").relative_to(ROOT).as_posix().replace("/", ".")) for file in SOURCES
    ]
    assert import_all
    found: dict[str, type] = {}
    waiting: list[type] = [msgspec.Struct]
    while waiting:
        children: list[type] = waiting.pop().__subclasses__()
        found |= {each.__name__: each for each in children if each.__subclasses__()}
        waiting += children
    return found


def test_no_rule_asks_whether_something_is_a_struct_that_others_are_made_from() -> None:
    """The compiler knows no subclasses of a Struct in another module: compiled, the answer would be no for each."""
    parents = structs()
    assert {"Fact", "Effect"} <= parents.keys()
    for file in SOURCES:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
                named = {each.id for each in ast.walk(node.args[1]) if isinstance(each, ast.Name)}
                named |= {each.attr for each in ast.walk(node.args[1]) if isinstance(each, ast.Attribute)}
                assert not named & parents.keys(), f"{file}:{node.lineno}: ask for the types themselves"


def test_what_is_compiled_of_other_sources_is_left_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "FOLDER", tmp_path)
    monkeypatch.delenv("HIGHGROUND_PLAIN", raising=False)
    monkeypatch.delitem(sys.modules, "highground.engine")
    monkeypatch.setattr(sys, "meta_path", [each for each in sys.meta_path if not isinstance(each, compiled.Finder)])
    assert not compiled.use()
    (tmp_path / compiled.MARK).write_text("of older sources")
    assert not compiled.use()
    assert not compiled.in_use()
    (tmp_path / compiled.MARK).write_text(compiled.mark())
    assert compiled.use()
    assert compiled.in_use()
