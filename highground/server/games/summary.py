"""What a list shows of a game: kept with it whenever it changes, so that no battle is played again for a list."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec
from pydantic import BaseModel

from highground.game.match.match import Mode

Side = Literal[0, 1]
Json = dict[str, Any]


class GameSummary(BaseModel):
    """A game in a line. Of both armies, the first one first: their names, '' before one is chosen, whether the computer
    commands them, and their victory points. `due` is the side that acts next, null where nobody does.

    `round` and `score` are null before the battle, and where nothing is known of them. `winner` is null for a draw.
    `mode` is how it is played, which the set-up may have changed since the game was made; null where it is not known.
    """

    begun: bool = False
    armies: tuple[str, str] = ("", "")
    computer: tuple[bool, bool] = (False, False)
    score: tuple[int, int] | None = None
    round: int | None = None
    phase: str | None = None
    due: Side | None = None
    winner: Side | None = None
    mode: Mode | None = None


def as_json(summary: GameSummary) -> Json:
    """As it is kept."""
    return summary.model_dump(mode="json")


def mode_as_made(simulation: bool) -> Mode:
    """How a game is played where its owner has chosen nothing since it was made."""
    return "simulation" if simulation else "digital"


def mode_of(chosen: Json | None, simulation: bool) -> Mode:
    """How a game is played: as its owner chose at the set-up, else as it was made."""
    return mode_as_made(simulation) if chosen is None else msgspec.convert(chosen.get("mode", "digital"), Mode)


def chosen(armies: Iterable[Json | None], mode: Mode) -> Json:
    """Of a game before its battle: what is chosen for each side."""
    first, second = ((army or {}).get("name", "") for army in armies)
    return as_json(GameSummary(armies=(first, second), mode=mode))


def without(summary: Json | None, side: int) -> Json | None:
    """After a side has lost the army that was chosen for it; a battle that has begun goes on with it."""
    if summary is None or summary.get("begun"):
        return summary
    armies = ["" if at == side else name for at, name in enumerate(summary["armies"])]
    return {**summary, "armies": armies}


def of_timeline(rounds: Sequence[Any], armies: Sequence[Any]) -> Json:
    """Of a game that was uploaded: what its timeline says, which anybody may have written."""
    names = [str(_field(army, "name") or "")[:200] for army in armies[:2]] + ["", ""]
    uuids = [_field(army, "uuid") for army in armies[:2]]
    pages = [page for a_round in rounds for turn in a_round["turns"] for page in turn["phases"]]
    scores = next((found for page in reversed(pages) if (found := _score(page, uuids)) is not None), None)
    last = rounds[-1].get("round_number") if rounds else None
    return as_json(
        GameSummary(
            begun=True,
            armies=(names[0], names[1]),
            score=scores,
            round=last if isinstance(last, int) else None,
            winner=_winner(pages, uuids),
        )
    )


def _score(page: Json, uuids: list[Any]) -> tuple[int, int] | None:
    scores = page["board_state"].get("scores")
    if not isinstance(scores, list):
        return None
    points = {_field(each, "army_uuid"): _field(each, "vp") for each in scores}
    found = [each for uuid in uuids if isinstance(each := points.get(uuid), int)]
    return (found[0], found[1]) if len(found) == 2 else None


def _winner(pages: list[Json], uuids: list[Any]) -> Side | None:
    ends = [entry for page in pages[-1:] for entry in page["actions"] if entry.get("log_type") == "game_end"]
    won = ends[-1].get("winner") if ends else None
    return None if won is None or won not in uuids else (0 if uuids.index(won) == 0 else 1)


def _field(value: Any, name: str) -> Any:
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, str | int) else None
