"""Compile the engine and the AI with mypyc into .compiled, for `highground.compiled` to find.

Without a C compiler or Python's headers nothing is compiled, and the sources run as they are, only slower. Nothing is
done while what was compiled is of these very sources.
"""

from __future__ import annotations

import ast
import os
import re
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

CACHES = Path(__file__).resolve().with_name("inline_caches.h")
OWN = Path(__file__).read_text() + CACHES.read_text()
"""How it is compiled, of which a copy is left beside what was compiled: another way compiles again."""
FLAGS = (
    "-O1",
    "-w",
    "-g0",
    "-ffp-contract=off",
    "-fvisibility=hidden",
    "-fno-semantic-interposition",
    "-fno-plt",
    "-fno-stack-protector",
    "-fno-math-errno",
)
"""No fused multiply-add: a battle comes out the same compiled or not, on every processor. -O2 takes a third longer to
compile than -O1, and no battle is faster for it. Functions that nobody outside the library calls are hidden: calls and
looks from module to module are then direct, which saves battles some 8 % of their time.
"""


def why_not() -> str | None:
    """What is missing for compiling."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    if shutil.which(compiler.split()[0]) is None:
        return "there is no C compiler"
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        return "Python's headers are missing"
    return None


def modules() -> list[Path]:
    """The sources to compile, from the root: all but packages themselves."""
    files = (file for source in SOURCES for file in (PACKAGE / source).rglob("*.py"))
    return sorted(file.relative_to(ROOT) for file in files if file.name != "__init__.py")


def for_the_compiler(source: str) -> str:
    """A source in the words that the compiler needs: Structs are marked as classes that Python itself makes.

    The compiler forgets what a class statement says beside its bases, its docstring, and of a field's type all but the
    outermost; they are put into the body, for `compiled.StructMeta`. And it compares what has no `__eq__` by identity.
    """
    lines = source.split("\n")
    structs = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef) and _is_struct(node)]
    for node in sorted(structs, key=lambda each: -each.lineno):
        first, indent = node.body[0].lineno - 1, " " * (node.col_offset + 4)
        said = f"{_settings(node)}, {_types(node)}, {ast.get_docstring(node, clean=False)!r}"
        lines[first:first] = [f"{indent}__settings__ = settings({said})", *_comparisons(indent)]
        lines[first - 1] = lines[first - 1].replace("msgspec.Struct", "msgspec.Struct, metaclass=StructMeta", 1)
        lines.insert(node.lineno - 1, f"{indent[4:]}@mypyc_attr(native_class=False)")
    if structs:
        after = lines.index("from __future__ import annotations") + 1
        imports = ["from mypy_extensions import mypyc_attr", "from highground.compiled import StructMeta, settings"]
        lines[after:after] = imports
    return "\n".join(lines)


def _settings(node: ast.ClassDef) -> str:
    return "{" + ", ".join(f"{each.arg!r}: {ast.unparse(each.value)}" for each in node.keywords) + "}"


def _types(node: ast.ClassDef) -> dict[str, str]:
    fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
    return {ast.unparse(field.target): ast.unparse(field.annotation) for field in fields}


def _comparisons(indent: str) -> list[str]:
    return [f"{indent}def {name}(self, other: object) -> bool: return False" for name in ("__eq__", "__ne__")]


def _is_struct(node: ast.ClassDef) -> bool:
    """Only Structs have settings in their class statements, and all of them have."""
    return bool(node.keywords)


def for_the_c_compiler(source: str) -> str:
    """What mypyc wrote of a module, whose top level runs once: left as it stands, it compiles in a third less time.

    Appending to a vec goes by `inline_caches.h`, which needs no call where there is room.
    """
    source = source.replace("VecFloatApi.append(", "hg_append(")
    return _TOP_LEVEL.sub(r'__attribute__((optimize("O0"))) \g<0>', source)


_TOP_LEVEL = re.compile(r"^char CPyDef_\w+_____top_level__\(void\) \{", re.MULTILINE)


def compile_into(folder: Path, scratch: Path) -> None:
    for file in (
        each for source in ("*.py", *(f"{part}/**/*.py" for part in SOURCES)) for each in PACKAGE.glob(source)
    ):
        copy = scratch / "src" / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(for_the_compiler(file.read_text()) if file.name != "__init__.py" else file.read_text())
    os.environ["CFLAGS"] = " ".join(FLAGS)
    os.chdir(scratch / "src")
    extensions = mypycify(
        [f"--cache-dir={scratch / 'cache'}", *[file.as_posix() for file in modules()]],
        opt_level="1",
        multi_file=True,
        group_name=LIBRARY.removesuffix("__mypyc"),
        target_dir=str(scratch / "c"),
        experimental_features=True,
    )
    for file in Path(scratch, "c").glob("__native_*.c"):
        file.write_text(for_the_c_compiler(file.read_text()))
    command = SideBySide(Distribution({"ext_modules": extensions}))
    command.build_lib, command.build_temp = str(folder), str(scratch / "o")
    command.ensure_finalized()
    command.run()


def with_caches(
    target: str, source: str, extension: str, arguments: list[str], more: list[str], macros: list[str]
) -> tuple[str, str, str, list[str], list[str], list[str]]:
    """What the compiler is to do with a file: what mypyc wrote of our sources keeps where it found names."""
    own = Path(source).name.startswith("__native_")
    return target, source, extension, arguments, ["-include", str(CACHES), *more] if own else more, macros


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
            self.compiler._compile = lambda *what: waiting.append(pool.submit(compile_one, *with_caches(*what)))
            self.compiler.link_shared_object = link_what_is_compiled
            super().build_extensions()


def compile_again(made: str) -> str | None:
    """Fill the folder; what went wrong, if something did."""
    with TemporaryDirectory() as scratch:
        new, log = Path(scratch, "compiled"), Path(scratch, "log")
        try:
            with log.open("w") as out, redirect_stdout(out), redirect_stderr(out):
                compile_into(new, Path(scratch))
        except (Exception, SystemExit) as error:
            return f"compiling them failed: {type(error).__name__}: {error}\n{log.read_text()}"
        shutil.rmtree(FOLDER, ignore_errors=True)
        shutil.move(new, FOLDER)
    (FOLDER / "compiler").write_text(OWN)
    (FOLDER / MARK).write_text(made)  # last of all: without it nothing of the folder is used
    return None


def _says(file: str, text: str) -> bool:
    return (FOLDER / file).exists() and (FOLDER / file).read_text() == text


def main() -> None:
    """A site without compiled rules is slower and right, so nothing that is missing here stops a set-up."""
    os.chdir(ROOT)
    made, wrong = mark(), why_not()
    if _says(MARK, made) and _says("compiler", OWN):
        return
    if wrong is None:
        print("Compiling the rules, which takes a minute or two ...", flush=True)
        wrong = compile_again(made)
    if wrong is not None:
        print(f"The rules are not compiled, and run at half the speed: {wrong}.")


if __name__ == "__main__":
    main()
