"""Commands that measure the computer's players."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from highground.cli.battles import MOST_JOBS, ClusterAddress
from highground.cli.errors import FAILED, fail, refuse
from highground.cli.progress import progress_bar

if TYPE_CHECKING:
    from highground.simulation.ladder import Standing

MOST_BATTLES = 10_000
PlayerName = Annotated[str, typer.Argument(help="A level such as 'strongest' or 'classic', or a personality.")]


def ladder(  # noqa: PLR0913 - a command has the options that it has
    a: PlayerName,
    b: PlayerName,
    *,
    battles: Annotated[
        int, typer.Option(min=1, max=MOST_BATTLES, help="How many battles; each seed is used twice.")
    ] = 100,
    jobs: Annotated[int, typer.Option(min=1, max=MOST_JOBS, help="How many processes fight them.")] = 1,
    cluster: ClusterAddress = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same battles, whatever --jobs says.")] = 1,
    roster: Annotated[
        list[str] | None, typer.Option(help="A roster file whose army fights too; several may be given.")
    ] = None,
    keep: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Keep each result in this file, and go on from what it has.")
    ] = None,
    failures: Annotated[Path, typer.Option(file_okay=False, help="The folder for battles that went wrong.")] = Path(
        "failures"
    ),
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Measure two players against each other, sides swapped. Exit status 1 when a battle went wrong."""
    import msgspec

    from highground.simulation.armies import ArmyError
    from highground.simulation.batch import WorkerError
    from highground.simulation.ladder import LadderError, LadderPlan, climb

    plan = LadderPlan(a, b, battles, jobs, seed, tuple(roster or ()), failures, keep, cluster)
    try:
        with progress_bar(battles) as progress:
            standing = climb(plan, progress)
    except LookupError as error:
        refuse(str(error.args[0]))
    except (ArmyError, LadderError) as error:
        refuse(str(error))
    except (OSError, WorkerError) as error:
        fail(f"The battles could not be fought: {error}.")
    if as_json:
        typer.echo(json.dumps(msgspec.to_builtins(standing), indent=2, ensure_ascii=False))
    else:
        _show(standing)
    if standing.failures:
        raise typer.Exit(FAILED)


def _show(standing: Standing) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console, rate, ahead = Console(soft_wrap=True), standing.win_rate_a, standing.elo_a
    console.print(f"[bold]{escape(standing.a)}[/] against [bold]{escape(standing.b)}[/], seed {standing.seed}\n")
    table = Table("Armies", "Board", "Mission", box=None, pad_edge=False)
    for heading in ("Battles", "Points of A"):
        table.add_column(heading, justify="right")
    for each in standing.match_ups:
        names = " : ".join(Path(name).name for name in each.armies)
        table.add_row(escape(names), each.layout, each.mission, str(each.battles), f"{each.points_a:g}")
    console.print(table)
    if rate.value is not None:
        console.print(f"\nA wins {rate.value:.1%} (95% interval {rate.low:.1%} to {rate.high:.1%}), a draw as half.")
        console.print(f"That is {ahead.value:+.0f} Elo ({ahead.low:+.0f} to {ahead.high:+.0f}).")
        console.print(
            f"{standing.wins_a} won, {standing.wins_b} lost, {standing.draws} drawn; {standing.margin_a:+.1f} points."
        )
    console.print(f"{standing.battles} battles in {standing.seconds:.1f} seconds")
    for failure in standing.failures:
        console.print(escape(f"\nWent wrong (seed {failure.seed}): {failure.error}\n  kept in {failure.file}"))


def register(app: typer.Typer) -> None:
    app.command()(ladder)
