"""Commands that examine the computer's players: positions with a right answer, and blunders over whole battles."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from highground.cli.errors import refuse

if TYPE_CHECKING:
    from highground.exams import ExamReport
    from highground.exams.blunders import Blunders

MOST_BATTLES = 10_000
LevelName = Annotated[str, typer.Argument(help="A level such as 'strongest' or 'classic', or a personality.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def exams(level: LevelName, *, as_json: JsonOption = False) -> None:
    """Have a level answer positions that have a plain right answer."""
    import msgspec

    from highground.exams import take

    try:
        report = take(level)
    except LookupError as error:
        refuse(str(error.args[0]))
    if as_json:
        typer.echo(json.dumps({**msgspec.to_builtins(report), "rate": round(report.rate, 4)}, indent=2))
    else:
        _show_report(report)


def _show_report(report: ExamReport) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console, table = Console(soft_wrap=True), Table("Theme", box=None, pad_edge=False)
    for heading in ("Right", "Of"):
        table.add_column(heading, justify="right")
    for theme, (right, asked) in report.themes.items():
        table.add_row(escape(theme), str(right), str(asked))
    console.print(table)
    for each in report.results:
        if not each.passed:
            console.print(escape(f"not {each.name}: {each.sensible}"))
    console.print(f"\n{report.player}: {report.passed} of {report.exams} right ({report.rate:.0%})")


def blunders(
    level: LevelName,
    *,
    against: Annotated[str, typer.Option(help="The opponent.")] = "classic",
    battles: Annotated[int, typer.Option(min=1, max=MOST_BATTLES, help="How many battles, sides swapped.")] = 40,
    seed: Annotated[int, typer.Option(help="The same seed gives the same battles.")] = 29,
    as_json: JsonOption = False,
) -> None:
    """Count a level's blunders over whole battles."""
    import msgspec

    from highground.exams.blunders import count

    try:
        found = count(level, against, battles, seed)
    except LookupError as error:
        refuse(str(error.args[0]))
    if as_json:
        typer.echo(json.dumps(msgspec.to_builtins(found), indent=2))
    else:
        _show_blunders(found)


def _show_blunders(found: Blunders) -> None:
    from rich.console import Console
    from rich.table import Table

    from highground.exams.blunders import BlunderShare

    console, table = Console(soft_wrap=True), Table("Blunder", box=None, pad_edge=False)
    for heading in ("Share", "Times", "Of"):
        table.add_column(heading, justify="right")
    for name in found.__struct_fields__:
        share = getattr(found, name)
        if isinstance(share, BlunderShare):
            rate = f"{share.rate:.1%}" if share.of else "-"
            table.add_row(name.replace("_", " "), rate, str(share.times), str(share.of))
    console.print(f"{found.player} against {found.against}, {found.battles} battles\n")
    console.print(table)
    console.print(
        f"\nA battle: {found.secondary_points:g} secondary and {found.primary_points:g} primary points, "
        f"{found.points_left:g} command points left"
    )


def register(app: typer.Typer) -> None:
    app.command()(exams)
    app.command()(blunders)
