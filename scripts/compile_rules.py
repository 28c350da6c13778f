"""Compile the engine and the AI with mypyc into .compiled, for `highground.compiled` to find.

Without a C compiler or Python's headers nothing is compiled, and the sources run as they are, only slower. Nothing is
done while what was compiled is of these very sources.

GCC optimises the code by a profile of battles, which `scripts/profile_rules.py` makes (`make profile`).
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import redirect_stderr, redirect_stdout
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from mypyc.build import include_dir, mypycify
from setuptools import Distribution
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from highground.compiled import FOLDER, LIBRARY, MARK, PACKAGE, SOURCES, mark  # noqa: E402

CACHES = Path(__file__).resolve().with_name("inline_caches.h")
PROFILE = Path(__file__).with_name("battles.gcc12.tar.xz")
"""How often battles take each branch of the code, as GCC 12 counts it: a file for each module."""
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
APART = ("-freorder-functions", "-freorder-blocks-and-partition")
"""What battles never run goes to another part of the library, out of the middle of functions too: -O1 leaves it there.
The processor then fetches 3 % fewer lines of code from its second cache, and 10 % fewer from beyond it.
"""
MADE, OBJECTS = "c", "o"
"""The folders of mypyc's C files and of GCC's object files."""
TOGETHER = f"-flto={os.cpu_count() or 1}"
"""GCC optimises all modules together, and by the profile: code that battles run lies close together, apart from what
they never run, such as error paths. That gives a fifth more battles a second, and takes no longer to compile. A
function that has changed since is compiled as if there were no profile.
"""


def compiler() -> str:
    return str(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]


def why_not() -> str | None:
    """What is missing for compiling."""
    if shutil.which(compiler()) is None:
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


def how_compiled() -> str:
    """Kept beside the compiled rules, which are compiled again when it changes."""
    return Path(__file__).read_text() + CACHES.read_text() + blake2b(PROFILE.read_bytes()).hexdigest()


def reads_the_profile() -> bool:
    """Profiles are written for one version of GCC. Other compilers do without."""
    version = subprocess.run([compiler(), "--version"], check=False, capture_output=True, text=True).stdout
    return "Free Software Foundation" in version and re.search(r"\b12\.\d+\.\d+", version) is not None


def by_the_profile(scratch: Path) -> list[str]:
    if not reads_the_profile():
        return []
    with tarfile.open(PROFILE) as profile:
        for file in profile.getmembers():
            file.name = counts_of(scratch) + file.name
            profile.extract(file, scratch / "profile")
    return [TOGETHER, *APART, f"-fprofile-use={scratch / 'profile'}"]


def counts_of(scratch: Path) -> str:
    """The prefix of the files of counts: GCC names them after the paths of the object files."""
    return f"{scratch / 'src' / OBJECTS / MADE}/".replace("/", "#")


def compile_into(folder: Path, scratch: Path, more: list[str]) -> None:
    """Compile and link with `FLAGS` and some more.

    All paths are relative: in a profile, GCC finds a static function by its name and the path of its file.
    """
    for file in (
        each for source in ("*.py", *(f"{part}/**/*.py" for part in SOURCES)) for each in PACKAGE.glob(source)
    ):
        copy = scratch / "src" / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(for_the_compiler(file.read_text()) if file.name != "__init__.py" else file.read_text())
    os.environ["CFLAGS"] = " ".join([*FLAGS, *more])
    os.chdir(scratch / "src")
    extensions = mypycify(
        [f"--cache-dir={scratch / 'cache'}", *[file.as_posix() for file in modules()]],
        opt_level="1",
        multi_file=True,
        group_name=LIBRARY.removesuffix("__mypyc"),
        target_dir=MADE,
        experimental_features=True,
    )
    for file in Path(MADE).glob("__native_*.c"):
        file.write_text(for_the_c_compiler(file.read_text()))
    shutil.copytree(include_dir(), "lib-rt")
    shutil.copy(CACHES, ".")
    for extension in extensions:
        extension.include_dirs = [each.replace(include_dir(), "lib-rt") for each in extension.include_dirs]
    command = SideBySide(Distribution({"ext_modules": extensions}))
    command.build_lib, command.build_temp = str(folder), OBJECTS
    command.ensure_finalized()
    command.run()


def with_caches(
    target: str, source: str, extension: str, arguments: list[str], more: list[str], macros: list[str]
) -> tuple[Any, ...]:
    """What the compiler is to do with a file: what mypyc wrote of our sources keeps where it found names."""
    own = Path(source).name.startswith("__native_")
    return target, source, extension, arguments, ["-include", CACHES.name, *more] if own else more, macros


class SideBySide(build_ext):  # type: ignore[misc]  # setuptools has no types
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


def compile_again(scratch: Path, more: list[str]) -> str | None:
    """Fill the folder; what went wrong, if something did."""
    new, log, made = scratch / "compiled", scratch / "log", mark()
    try:
        with log.open("w") as out, redirect_stdout(out), redirect_stderr(out):
            compile_into(new, scratch, more)
    except (Exception, SystemExit) as error:
        return f"compiling them failed: {type(error).__name__}: {error}\n{log.read_text()}"
    shutil.rmtree(FOLDER, ignore_errors=True)
    shutil.move(new, FOLDER)
    (FOLDER / "compiler").write_text(how_compiled())
    (FOLDER / MARK).write_text(made)  # last of all: without it nothing of the folder is used
    return None


def _says(file: str, text: str) -> bool:
    return (FOLDER / file).exists() and (FOLDER / file).read_text() == text


def main() -> None:
    """A site without compiled rules is slower and right, so nothing that is missing here stops a set-up."""
    os.chdir(ROOT)
    wrong = why_not()
    if _says(MARK, mark()) and _says("compiler", how_compiled()):
        return
    if wrong is None:
        print("Compiling the rules, which takes a minute or two ...", flush=True)
        with TemporaryDirectory() as scratch:
            wrong = compile_again(Path(scratch), by_the_profile(Path(scratch)))
    if wrong is not None:
        print(f"The rules are not compiled, and run at half the speed: {wrong}.")


if __name__ == "__main__":
    main()
