"""How the command line says no: one sentence on stderr, exit status 2 for bad input and 1 for a failure."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Never

import typer

BAD_INPUT = 2
FAILED = 1


def refuse(sentence: str) -> Never:
    """End the command: what it was given is wrong."""
    _end(sentence, BAD_INPUT)


def fail(sentence: str) -> Never:
    """End the command: it could not do its work."""
    _end(sentence, FAILED)


def read_input(name: str, limit: int = 60_000_000) -> bytes:
    """The bytes of a file, or of standard input for '-'; a refusal when there is no such file or it passes `limit`."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(limit + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(limit + 1)
    except FileNotFoundError:
        refuse(f"There is no file {name}.")
    except IsADirectoryError:
        refuse(f"{name} is a folder, not a file.")
    except OSError as error:
        refuse(f"{name} cannot be read: {error.strerror or error}.")
    if len(data) > limit:
        refuse(f"{name} is larger than {limit // 1_000_000} MB.")
    return data


def _end(sentence: str, status: int) -> Never:
    typer.echo(sentence, err=True)
    raise typer.Exit(status)
