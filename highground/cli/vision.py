"""`highground vision ...`: reading photos of tables and of dice."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from highground.cli.errors import read_input, refuse

if TYPE_CHECKING:
    from highground.vision.dice.evaluation import ChosenPhotos, Counts
    from highground.vision.flat import Picture
    from highground.vision.found import Analysis
    from highground.vision.photo import Photo

vision = typer.Typer(help="Read photos of tables and of dice.", no_args_is_help=True)
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
PhotoFile = Annotated[Path, typer.Argument(metavar="PHOTO", help="JPEG, PNG, WebP or HEIC.", show_default=False)]
SIZES = {"1080p": (1920, 1080), "3mp": (2016, 1512), "12mp": (4000, 3000)}


def register(app: typer.Typer) -> None:
    app.add_typer(vision, name="vision")


@vision.command()
def analyse(
    photo: PhotoFile,
    empty: Annotated[Path | None, typer.Option(help="A photo of the same board without miniatures.")] = None,
    as_json: AsJson = False,
) -> None:
    """What lies and stands on a table: markers, and with a photo of the empty board the miniatures too."""
    from highground.vision.analysis import analyse as read

    found = read(_picture(photo), empty=_picture(empty) if empty else None)
    if as_json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return
    _tell(found)


def _tell(found: Analysis) -> None:
    for problem in found.problems:
        typer.echo(f"! {problem.message}")
    typer.echo(", ".join(f"{count} {name}" for name, count in found.detected_objects.items()))
    if found.residual is not None:
        typer.echo(f"board found by its markers, {found.residual:.3f} inches off on average")
    for given in found.assignments:
        typer.echo(f"{given.transponder}: {len(given.assignments)} miniatures")
    typer.echo(f"{found.milliseconds:.0f} ms")


@vision.command()
def dice(
    photo: PhotoFile,
    rolled: Annotated[int | None, typer.Option(min=1, help="How many dice were rolled.")] = None,
    as_json: AsJson = False,
) -> None:
    """What the dice of a tray show."""
    from highground.vision.dice.counting import counted, without_aside
    from highground.vision.dice.trays import read_tray

    found = read_tray(_tray(photo))
    if rolled is not None:
        found = without_aside(counted(found, rolled))
    if as_json:
        import msgspec

        typer.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return
    for box, score, face in zip(found.detection_boxes, found.detection_scores, found.detection_classes, strict=True):
        typer.echo(f"{face}  {score * 100:5.1f}%  at {', '.join(f'{value:.0f}' for value in box)}")
    if found.other_boxes:
        typer.echo(f"{len(found.other_boxes)} of another kind, which are not read")
    typer.echo(f"{len(found.detection_classes)} dice, {found.prediction_time_ms:.0f} ms")


@vision.command()
def evaluate(  # noqa: PLR0913 - a parameter is an option
    folder: Annotated[Path, typer.Argument(help="Photos with truth.json or battles.json, dice with labels.json.")],
    *,
    remembered: Annotated[bool, typer.Option(help="Use places and answers from before, as in a game.")] = True,
    split: Annotated[Path | None, typer.Option(help="Of dice: the file that keeps photos aside.")] = None,
    part: Annotated[str, typer.Option(help="Which part of the split: kept_aside, validation or all.")] = "kept_aside",
    under: Annotated[str, typer.Option(help="Of dice: only the photos of this source.")] = "",
    weights: Annotated[Path | None, typer.Option(help="Of dice: a folder of weights that do not ship.")] = None,
    counted: Annotated[bool, typer.Option(help="Of dice: how many there are is known, as of a roll.")] = False,
    report: Annotated[
        Path | None, typer.Option(help="Of dice and battles: an HTML page with the worst photos.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """How well the photos of a folder are read, with the numbers that each share is of and 95 % intervals."""
    from highground.vision.dice.evaluation import ChosenPhotos, is_dice_folder

    if is_dice_folder(folder):
        chosen = ChosenPhotos(split, part, under, weights=weights, remembered=remembered, counted=counted)
        _evaluate_dice(folder, chosen, report, as_json)
        return
    from highground.vision.evaluation import evaluate as measure
    from highground.vision.rendering.battles import BATTLES

    by_hand = (folder / BATTLES).exists()
    if report is not None and not by_hand:
        refuse(f"A page is made of dice and of battles photographed by hand, and {folder} has neither.")
    try:
        figures = _evaluate_battles(folder, report) if by_hand else measure(folder, _picture, remembered)
    except (OSError, ValueError) as fault:
        refuse(f"{folder} has no photos with known contents that can be read: {fault}")
    typer.echo(json.dumps(figures, indent=2))


def _evaluate_battles(folder: Path, report: Path | None) -> dict[str, Any]:
    from highground.vision.rendering.evaluating import count_battles

    tallies = count_battles(folder, _picture)
    if report is not None:
        from highground.vision.rendering.sheet import write_table_sheet

        write_table_sheet(report, tallies, lambda photo: _picture(folder / photo))
    return {mode: tally.figures() for mode, tally in tallies.items()}


def _evaluate_dice(folder: Path, chosen: ChosenPhotos, report: Path | None, as_json: bool) -> None:
    from highground.vision.dice.evaluation import count_dice

    try:
        counts = count_dice(folder, _tray, chosen)
    except (OSError, ValueError, KeyError, TypeError) as fault:
        refuse(f"{folder} has no labelled photos of dice that can be read: {fault}")
    if not counts:
        refuse(
            f"{folder} has no labelled photos of dice" + (f" that {chosen.split} keeps aside." if chosen.split else ".")
        )
    if report is not None:
        from highground.vision.dice.sheet import write_sheet

        write_sheet(report, counts, lambda image: _picture(folder / image))
    if as_json:
        import msgspec

        figures = {name: each.figures() for name, each in counts.items()}
        typer.echo(msgspec.json.format(msgspec.json.encode(figures), indent=2).decode())
        return
    _tell_dice(counts)


def _tell_dice(counts: dict[str, Counts]) -> None:
    from highground.vision.dice.intervals import MeasuredShare

    for name, each in counts.items():
        typer.echo(name)
        for figure, value in each.figures().items():
            typer.echo(f"  {figure:18} {value}{f' of {value.of}' if isinstance(value, MeasuredShare) else ''}")
        for said, share in each.reliability():
            typer.echo(f"  said {said:.3f}: right {share} of {share.of}")


@vision.command()
def render(
    folder: Annotated[Path, typer.Argument(help="Where the photos and what they show go.")],
    *,
    tables: Annotated[int, typer.Option(min=1, max=1000)] = 20,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    size: Annotated[str, typer.Option(help=f"Of tables: {' or '.join(SIZES)}.")] = "1080p",
    camera_moves: Annotated[bool, typer.Option(help="Move the camera a little between the two photos.")] = False,
    by_hand: Annotated[bool, typer.Option(help="Battles in three dimensions, each photo from elsewhere.")] = False,
    dice: Annotated[bool, typer.Option(help="Trays of dice in three dimensions, seen from the side.")] = False,
    ovals: Annotated[float, typer.Option(min=0, max=1, help="By hand: share of the units on oval bases.")] = 0.0,
) -> None:
    """Photograph random tables or trays that never were, to measure the reading by."""
    from highground.vision.evaluation import write_tables
    from highground.vision.rendering.battles import write_battles

    if size not in SIZES:
        refuse(f"There is no size '{size}'. There are: {', '.join(SIZES)}.")
    if dice and by_hand:
        refuse("--dice makes trays and --by-hand battles: choose one of them.")
    if dice:
        from highground.cli.progress import progress_bar
        from highground.vision.dice.synthetic_views import write_solid_trays

        with progress_bar(tables, "Trays") as progress:
            write_solid_trays(folder, tables, seed, progress)
        typer.echo(f"{tables} trays in {folder}")
        return
    if by_hand:
        write_battles(folder, tables, seed, SIZES[size], ovals)
        typer.echo(f"{tables} battles in {folder}")
        return
    write_tables(folder, tables, seed, SIZES[size], camera_moves)
    typer.echo(f"{tables} tables in {folder}")


def _picture(path: Path) -> Picture:
    from highground.vision.photo import decode

    return _opened(path, decode).picture


def _tray(path: Path) -> Photo:
    from highground.vision.dice.trays import open_tray

    return _opened(path, open_tray)


def _opened(path: Path, opening: Callable[[bytes], Photo]) -> Photo:
    from highground.vision.photo import PhotoError

    data = read_input(str(path))
    try:
        return opening(data)
    except PhotoError as fault:
        refuse(f"{path}: {fault}")
