"""The command line. Each part registers its commands; heavy imports wait until a command runs."""

from __future__ import annotations

import gc
import os
import sys
from typing import Annotated, Any

import typer

from highground import __version__
from highground.cli import battles, exams, ladder, rules, server, vision
from highground.cli.errors import FAILED

COLLECT_AFTER = (50_000, 20, 100)
"""What loading modules makes stays: to look through it for what may go took a sixth of a server's start."""


class CommandLine(typer.Typer):
    """A Typer whose unforeseen failures are a sentence; HIGHGROUND_TRACE=1 shows the stack as well."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        gc.set_threshold(*COLLECT_AFTER)
        try:
            return super().__call__(*args, **kwargs)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(FAILED)
        except Exception as error:
            if os.environ.get("HIGHGROUND_TRACE"):
                raise
            typer.echo(f"Something failed: {type(error).__name__}: {error} (HIGHGROUND_TRACE=1 shows more)", err=True)
            sys.exit(FAILED)


app = CommandLine(
    help="A complete tabletop battle from real rosters, kept to the last choice and die.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"highground {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """A complete tabletop battle from real rosters, kept to the last choice and die."""


for part in (server, rules, battles, ladder, exams, vision):
    part.register(app)
