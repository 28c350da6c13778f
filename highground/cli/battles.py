"""`highground simulate`, `highground replay` and `highground verify`."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from highground.cli.errors import FAILED, fail, read_input, refuse
from highground.cli.progress import progress_bar

if TYPE_CHECKING:
    from highground.engine.log import Log
    from highground.fair.verify import Receipt, Verification
    from highground.simulation.summary import Rate, Summary

LARGEST_LOG = 200_000_000
MOST_BATTLES = 1_000_000
MOST_JOBS = 256

ClusterAddress = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Fight them on the workers of the Dask scheduler there, tcp://host:8786."),
]
ArmyName = Annotated[str, typer.Argument(help="A roster file, or the name of a sample army such as vow-2000.")]


def simulate(  # noqa: PLR0913 - a command has the options that it has
    a: ArmyName,
    b: ArmyName,
    *,
    layout: Annotated[str | None, typer.Option(help="The board's name; the first of the pack by default.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same battles, whatever --jobs says.")] = 1,
    battles: Annotated[int, typer.Option(min=1, max=MOST_BATTLES, help="How many battles to fight.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, max=MOST_JOBS, help="How many processes fight them.")] = 1,
    cluster: ClusterAddress = None,
    log: Annotated[Path | None, typer.Option(dir_okay=False, help="Write the first battle's log to this file.")] = None,
    failures: Annotated[Path, typer.Option(file_okay=False, help="The folder for battles that went wrong.")] = Path(
        "failures"
    ),
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Let the computer fight battles between two armies. Exit status 1 when a battle went wrong."""
    import msgspec

    from highground.simulation import run
    from highground.simulation.armies import ArmyError, resolve_army, resolve_layout
    from highground.simulation.batch import WorkerError

    try:
        armies, board = (resolve_army(a), resolve_army(b)), resolve_layout(layout)
    except ArmyError as error:
        refuse(str(error))
    _check_writable(log)
    plan = run.Plan(seed, battles, jobs, failure_dir=failures, log_file=log, cluster=cluster)
    try:
        with progress_bar(battles) as progress:
            summary = run.simulate(*armies, board, None, plan, progress)
    except (OSError, WorkerError) as error:
        fail(f"The battles could not be fought: {error}.")
    if as_json:
        typer.echo(json.dumps(msgspec.to_builtins(summary), indent=2, ensure_ascii=False))
    else:
        _show_summary(summary, f"--jobs {jobs}" if cluster is None else f"--cluster {cluster}")
    if log is not None and summary.digests[0] is None:
        typer.echo(f"The first battle went wrong, so {log} was not written.", err=True)
    if summary.failures:
        raise typer.Exit(FAILED)


def replay(
    file: Annotated[str, typer.Argument(help="A battle log or a failure file; '-' reads standard input.")],
    *,
    trust: Annotated[bool, typer.Option(help="Take the events as recorded; compare only their digest.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Play a recorded battle again and compare every event. Exit status 1 when it plays differently now."""
    from highground.engine.errors import LogError
    from highground.simulation.failures import read_log
    from highground.words import sentence

    try:
        log = read_log(read_input(file, LARGEST_LOG))
    except LogError as error:
        refuse(f"{'Standard input' if file == '-' else file}: {sentence(error)}")
    result = _replay(log, trust)
    if as_json:
        typer.echo(json.dumps(result, indent=2, ensure_ascii=False))
    elif result["identical"]:
        typer.echo(f"Identical: {result['choices']} choices in {result['milliseconds']:.1f} ms.")
    else:
        typer.echo(f"Not identical. First difference: {result['difference']}")
    if not result["identical"]:
        raise typer.Exit(FAILED)


def verify(
    file: Annotated[str, typer.Argument(help="A battle log; '-' reads standard input.")],
    *,
    receipts: Annotated[
        Path | None, typer.Option(dir_okay=False, help="What your own device kept of the rolls, saved at /verify.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Check a whole battle: every die, every choice, every reveal. Exit status 1 where one is not as it must be."""
    import msgspec

    from highground.engine.errors import LogError
    from highground.fair.verify import verify as check
    from highground.simulation.failures import read_log
    from highground.words import sentence

    try:
        log = read_log(read_input(file, LARGEST_LOG))
    except LogError as error:
        refuse(f"{'Standard input' if file == '-' else file}: {sentence(error)}")
    report = check(log, None if receipts is None else _receipts(receipts))
    if as_json:
        typer.echo(msgspec.json.encode(report).decode())
    else:
        _show_report(report)
    if report.fault is not None:
        raise typer.Exit(FAILED)


def _receipts(file: Path) -> dict[int, Receipt]:
    import msgspec

    from highground.fair.verify import Receipt

    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[int, Receipt])
    except (OSError, msgspec.DecodeError) as error:
        refuse(f"{file}: these are no receipts of a device: {error}.")


def _show_report(report: Verification) -> None:
    how = "by their proofs" if report.how == "proofs" else "by playing the battle again from its seed"
    if report.fault is None:
        typer.echo(f"Everything is as it must be: {report.choices} choices and {report.dice} dice, checked {how}.")
    else:
        typer.echo(f"{report.fault.sentence} (choice {report.fault.choice})")
    if report.how == "proofs":
        typer.echo(f"{report.rolls} rolls, {report.witnessed} with a witness; {report.undone} choices were taken back.")
    for note in report.notes:
        typer.echo(note)


def register(app: typer.Typer) -> None:
    app.command()(simulate)
    app.command()(replay)
    app.command()(verify)


def _replay(log: Log, trust: bool) -> dict[str, Any]:
    """What came of playing the log again; `choice` is the number of the first one that differs."""
    from highground import __version__
    from highground.engine.errors import ReplayError
    from highground.engine.log import reopen
    from highground.engine.log import replay as play_again
    from highground.words import sentence

    started = time.perf_counter()
    found: dict[str, Any] = {"identical": True, "checked": "digest" if trust else "rules", "choices": len(log.records)}
    try:
        (reopen if trust else play_again)(log)
    except ReplayError as error:
        found |= {"identical": False, "choice": error.choice, "difference": sentence(error)}
    except Exception as error:  # the file is a stranger's: whatever it breaks, it does not play as recorded
        found |= {"identical": False, "difference": f"the record does not fit: {type(error).__name__}: {error}"}
    found["milliseconds"] = round((time.perf_counter() - started) * 1000, 2)
    if not found["identical"] and log.engine != __version__:
        found["difference"] += f" (recorded by version {log.engine}, this is {__version__})"
    return found


def _check_writable(file: Path | None) -> None:
    """Say so before the battles are fought, not after."""
    if file is None:
        return
    if not file.parent.is_dir():
        refuse(f"{file} cannot be written: there is no folder {file.parent}.")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        refuse(f"{file} cannot be written.")


def _show_summary(summary: Summary, how: str) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    console = Console(soft_wrap=True)
    a, b = (f"{side}: {name}" for side, name in zip("AB", summary.armies, strict=True))
    console.print(f"[bold]{escape(a)}[/] against [bold]{escape(b)}[/]")
    console.print(escape(f"{summary.layout}, {summary.mission}, seed {summary.seed}\n"))
    table = Table("Army", box=None, pad_edge=False)
    for heading in ("Won", "Victory points", "By round"):
        table.add_column(heading, justify="right")
    rows = ((a, summary.wins.a, summary.vp.a, summary.vp_by_round.a),
            (b, summary.wins.b, summary.vp.b, summary.vp_by_round.b))  # fmt: skip
    for name, won, points, by_round in rows:
        mean = "none" if points is None else f"{points:.1f}"
        table.add_row(escape(name), str(won), mean, "  ".join(f"{each:.1f}" for each in by_round))
    console.print(table)
    console.print(escape(f"\nDraws: {summary.wins.draw}"))
    console.print(escape(f"A wins {_share(summary.win_rate_a)}; {summary.draws}."))
    console.print(escape(f"The army with the first turn wins {_share(summary.first_turn.win_rate)}."))
    speed = f"{summary.seconds:.1f} seconds, {summary.battles_per_second:.1f} battles a second, {how}"
    console.print(f"{summary.battles} battle{'' if summary.battles == 1 else 's'} in {speed}")
    for each in summary.failures:
        console.print(escape(f"\nWent wrong (seed {each.seed}): {each.error}\n  kept in {each.file}"))


def _share(rate: Rate) -> str:
    if rate.value is None:
        return "nothing yet"
    return f"{rate.value:.1%} (95% interval {rate.low:.1%} to {rate.high:.1%})"
