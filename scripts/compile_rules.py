"""Compile the engine and the AI with mypyc into .compiled, for `highground.compiled` to find.

Without a C compiler or Python's headers nothing is compiled, and the sources run as they are, only slower. Nothing is
done while what was compiled is of these very sources.
"""

from __future__ import annotations

import ast
import os
import shutil
import sys
import sysconfig
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mypyc.build import mypycify
from setuptools import Distribution
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from highground.compiled import FOLDER, LIBRARY, MARK, PACKAGE, SOURCES, mark  # noqa: E402

FLAGS = ("-O2", "-w", "-ffp-contract=off")
"""No fused multiply-add: a battle comes out the same compiled or not, on every processor."""


def why_not() -> str | None:
    """What is missing for compiling."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    if shutil.which(compiler.split()[0]) is None:
        return "there is no C compiler"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's headers are missing"
    return None


def modules() -> list[str]:
    """The sources to compile: all but packages and those that define structs, which only plain classes can be."""
    files = (file for source in SOURCES for file in (PACKAGE / source).rglob("*.py"))
    return sorted(
        file.relative_to(ROOT).as_posix() for file in files if file.name != "__init__.py" and not has_structs(file)
    )


def has_structs(file: Path) -> bool:
    classes = (node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.ClassDef))
    return any("Struct" in ast.unparse(base) for each in classes for base in each.bases)


def compile_into(folder: Path, scratch: Path) -> None:
    os.environ["CFLAGS"] = " ".join(FLAGS)
    extensions = mypycify(
        [f"--cache-dir={scratch / 'cache'}", *modules()],
        opt_level="2",
        multi_file=True,
        group_name=LIBRARY.removesuffix("__mypyc"),
        target_dir=str(scratch / "c"),
    )
    command = SideBySide(Distribution({"ext_modules": extensions}))
    command.build_lib, command.build_temp = str(folder), str(scratch / "o")
    command.ensure_finalized()
    command.run()


class SideBySide(build_ext):
    """Has the compiler take the files of an extension on all cores; linking waits for them."""

    def build_extensions(self) -> None:
        compile_one, link = self.compiler._compile, self.compiler.link_shared_object
        waiting: list[Future[None]] = []

        def link_what_is_compiled(*what: Any, **how: Any) -> None:
            while waiting:
                waiting.pop().result()
            link(*what, **how)

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            self.compiler._compile = lambda *what: waiting.append(pool.submit(compile_one, *what))
            self.compiler.link_shared_object = link_what_is_compiled
            super().build_extensions()


def compile_anew(made: str) -> str | None:
    """Fill the folder; what went wrong, if something did."""
    with TemporaryDirectory() as scratch:
        new, log = Path(scratch, "compiled"), Path(scratch, "log")
        try:
            with log.open("w") as told, redirect_stdout(told), redirect_stderr(told):
                compile_into(new, Path(scratch))
        except (Exception, SystemExit) as error:
            return f"compiling them failed: {type(error).__name__}: {error}\n{log.read_text()}"
        shutil.rmtree(FOLDER, ignore_errors=True)
        shutil.move(new, FOLDER)
    (FOLDER / MARK).write_text(made)  # last of all: without it nothing of the folder is used
    return None


def main() -> None:
    """A site without compiled rules is slower and right, so nothing that is missing here stops a set-up."""
    os.chdir(ROOT)
    made, wrong = mark(), why_not()
    if (FOLDER / MARK).exists() and (FOLDER / MARK).read_text() == made:
        return
    if wrong is None:
        print("Compiling the rules, which takes about a minute ...", flush=True)
        wrong = compile_anew(made)
    if wrong is not None:
        print(f"The rules are not compiled, and run at half the speed: {wrong}.")


if __name__ == "__main__":
    main()
