"""`highground roster show` and `highground odds`."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from highground.cli.errors import read_input, refuse

roster = typer.Typer(help="Read roster files.", no_args_is_help=True)


@roster.command()
def show(
    file: Annotated[str, typer.Argument(help="A .ros, .rosz or New Recruit JSON file; '-' reads standard input.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Read a roster file: the army, and a report of what could not be read as it stands."""
    from highground.rosters import RosterError, read_roster
    from highground.rosters.show import to_json, to_text

    data = read_input(file)
    try:
        read = read_roster(data, file)
    except RosterError as error:
        refuse(str(error))
    typer.echo(json.dumps(to_json(read), indent=2, ensure_ascii=False) if as_json else to_text(read))


def odds(
    file: Annotated[str, typer.Argument(help="A JSON file with attacker, target and modifiers; '-' is stdin.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole distribution as JSON.")] = False,
) -> None:
    """Say exactly what an attack does: means, and the chance of every result."""
    from highground.engine.odds import OddsError
    from highground.engine.odds import odds as exact

    try:
        document = json.loads(read_input(file))
    except (ValueError, RecursionError) as error:
        refuse(f"{'Standard input' if file == '-' else file} is not JSON: {error}")
    if not isinstance(document, dict):
        refuse("The question must be a JSON object with attacker, target and modifiers.")
    try:
        answer = exact(document)
    except OddsError as error:
        refuse(str(error))
    if as_json:
        typer.echo(json.dumps(answer, indent=2))
    else:
        _show_odds(answer)


def register(app: typer.Typer) -> None:
    app.add_typer(roster, name="roster")
    app.command()(odds)


def _show_odds(answer: dict[str, Any]) -> None:
    typer.echo("  ".join(f"{stage} {value:.2f}" for stage, value in answer["stages"].items()))
    for name, label in (("damage", "Damage lost by the target"), ("slain", "Models slain")):
        typer.echo(f"\n{label}: {answer[name]['mean']:.3f} on average")
        for value, chance in answer[name]["pmf"].items():
            if chance >= 0.0005:
                typer.echo(f"  {value:>4}  {chance:7.2%}  {'#' * round(chance * 50)}")
