"""The rules as machine code, where `make setup` could compile them; else the same sources run as they are.

`scripts/compile_rules.py` leaves extension modules beside the package, in `.compiled`, with a mark of the sources that
they were made of. They are used only while the mark is right, so an edited rule is never shadowed by its older self,
and `HIGHGROUND_PLAIN=1` leaves them aside.
"""

from __future__ import annotations

import os
import sys
from hashlib import blake2b
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

SOURCES = ("engine", "ai")
"""The packages that are compiled, and everything that their modules may be made of."""
LIBRARY = "highground_rules__mypyc"
"""The extension module that holds the code of all the others."""
MARK = "sources"
PACKAGE = Path(__file__).parent
FOLDER = PACKAGE.parent / ".compiled"


def mark() -> str:
    """A fingerprint of the sources and of the interpreter that they are compiled for."""
    seen = blake2b(f"{sys.version} {EXTENSION_SUFFIXES[0]}".encode(), digest_size=16)
    for source in SOURCES:
        for file in sorted((PACKAGE / source).rglob("*.py")):
            seen.update(file.relative_to(PACKAGE).as_posix().encode())
            seen.update(file.read_bytes())
    return seen.hexdigest()


class Finder:
    """Finds the compiled modules in a folder, by their full names."""

    def __init__(self, folder: Path) -> None:
        suffix = EXTENSION_SUFFIXES[0]
        self._files = {
            ".".join(file.relative_to(folder).parts).removesuffix(suffix): file for file in folder.rglob(f"*{suffix}")
        }

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        file = self._files.get(name)
        if file is None:
            return None
        return spec_from_file_location(name, file, loader=ExtensionFileLoader(name, str(file)))


Said = tuple[dict[str, Any], dict[str, str], str | None]
"""What a Struct's statement says beside its bases, the types of its fields, and its docstring."""


def settings(of_class: dict[str, Any], types: dict[str, str], docstring: str | None) -> Said:
    return of_class, types, docstring


class StructMeta(msgspec.StructMeta):
    """Makes a Struct of a class in a compiled module.

    There its settings, its docstring and the types of its fields stand in its body, beside comparisons that are only
    there for the compiler to know that there are some (`scripts/compile_rules.py`).
    """

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **said: Any) -> StructMeta:
        if "__settings__" in namespace:
            own, namespace["__annotations__"], namespace["__doc__"] = namespace.pop("__settings__")
            said.update(own)
            del namespace["__eq__"], namespace["__ne__"]
        return super().__new__(mcs, name, bases, namespace, **said)


def use() -> bool:
    """Take the compiled modules from here on, if they are there and of these very sources; whether they are taken."""
    if os.environ.get("HIGHGROUND_PLAIN") or "highground.engine" in sys.modules:
        return in_use()
    try:
        fits = (FOLDER / MARK).read_text() == mark()
    except OSError:
        return False
    if fits:
        sys.meta_path.insert(0, Finder(FOLDER))
    return fits


def in_use() -> bool:
    """Whether the rules run compiled in this process."""
    return any(isinstance(finder, Finder) for finder in sys.meta_path)
