"""What a report says of itself before it is opened: who won, by how much, with what."""

from __future__ import annotations

import gzip
from collections.abc import Sequence
from datetime import datetime

import msgspec
from pydantic import BaseModel

ENDINGS = {
    "resigned": "by resignation",
    "absent": "as the opponent did not come back",
    "time": "on time",
    "draw": "by agreement",
}
"""How a battle may end before its last round."""


class SummaryArmy(BaseModel):
    """An army of the report, with its victory points so far; `head_start` are those that it began with."""

    name: str
    faction: str
    detachment: str
    points: int | None
    victory_points: int
    head_start: int = 0


class ReportSummary(BaseModel):
    """`headline` is a report's heading, `line` what stands below it. `winner` is an army's place in the list."""

    game_id: str
    headline: str
    line: str
    over: bool
    winner: int | None
    armies: list[SummaryArmy]
    removed_at: datetime | None = None
    """When it is removed unless somebody keeps it in their account; null where it belongs to somebody."""


class _Score(msgspec.Struct):
    army_uuid: str = ""
    vp: float = 0


class _Board(msgspec.Struct):
    scores: list[_Score] = []


class _End(msgspec.Struct):
    log_type: str = ""
    winner: str | None = None
    reason: str = ""
    undone: bool = False


class _Phase(msgspec.Struct):
    actions: msgspec.Raw
    board_state: msgspec.Raw


class _Turn(msgspec.Struct):
    phases: list[_Phase]


class _Round(msgspec.Struct):
    turns: list[_Turn]
    round_number: int = 0


class _Timeline(msgspec.Struct):
    rounds: list[_Round]


class _Army(msgspec.Struct):
    uuid: str = ""
    name: str = ""
    faction: str = ""
    detachment: str = ""
    points: int | None = None
    head_start: int = 0


class _TurningPoint(msgspec.Struct):
    round: int
    army_uuid: str


class _Course(msgspec.Struct, frozen=True):
    turning_point: _TurningPoint | None = None


class _Statistics(msgspec.Struct):
    course: _Course = _Course()


class _Whole(msgspec.Struct):
    logs: _Timeline
    army_list: list[_Army] = []
    statistics: _Statistics | None = None


def summary_of(answer: bytes, game_id: str, name: str) -> ReportSummary:
    """From the gzipped body of the full answer. What a stranger's file does not say is left out; `name` is the game's.

    Slow (an expansion): call it off the event loop.
    """
    try:
        whole = msgspec.json.decode(gzip.decompress(answer), type=_Whole)
    except msgspec.ValidationError:
        return ReportSummary(game_id=game_id, headline=name, line="", over=False, winner=None, armies=[])
    phases = [phase for a_round in whole.logs.rounds for turn in a_round.turns for phase in turn.phases]
    scores, end = _scores(phases), _end(phases)
    armies = [
        SummaryArmy(
            name=each.name or f"Army {place}",
            faction=each.faction,
            detachment=each.detachment,
            points=each.points,
            victory_points=round(scores.get(each.uuid, 0)),
            head_start=each.head_start,
        )
        for place, each in enumerate(whole.army_list[:2], 1)
    ]
    winner = next((i for i, each in enumerate(whole.army_list[:2]) if end and end.winner == each.uuid), None)
    last = whole.logs.rounds[-1].round_number if whole.logs.rounds else 0
    return ReportSummary(
        game_id=game_id,
        headline=_headline(armies, winner, end, name),
        line=_line(armies, end, last) + _turned(whole),
        over=end is not None,
        winner=winner,
        armies=armies,
    )


def _scores(phases: Sequence[_Phase]) -> dict[str, float]:
    """The victory points that were stated last."""
    for phase in reversed(phases):
        try:
            stated = msgspec.json.decode(phase.board_state, type=_Board).scores
        except msgspec.ValidationError:
            continue
        if stated:
            return {each.army_uuid: each.vp for each in stated}
    return {}


def _end(phases: Sequence[_Phase]) -> _End | None:
    """The entry of the battle's end, if it is over."""
    if not phases:
        return None
    try:
        entries = msgspec.json.decode(phases[-1].actions, type=list[_End])
    except msgspec.ValidationError:
        return None
    return next((each for each in reversed(entries) if each.log_type == "game_end" and not each.undone), None)


def _headline(armies: list[SummaryArmy], winner: int | None, end: _End | None, name: str) -> str:
    if len(armies) < 2:
        return name
    first, second = armies if winner != 1 else reversed(armies)
    score = f"{first.victory_points} : {second.victory_points}"
    if end is None:
        return f"{first.name} against {second.name}, {score}"
    how = f" {ENDINGS[end.reason]}" if end.reason in ENDINGS else ""
    if winner is None:
        return f"{first.name} and {second.name} draw{how}, {score}"
    return f"{first.name} beats {second.name}{how}, {score}"


def _line(armies: list[SummaryArmy], end: _End | None, last: int) -> str:
    fought = " against ".join(_described(each) for each in armies)
    ahead = "".join(f" {each.name} begins {each.head_start} points ahead." for each in armies if each.head_start > 0)
    when = "" if end is not None or not last else f" Round {last}."
    return f"{fought}.{ahead}{when}" if fought else when.strip()


def _turned(whole: _Whole) -> str:
    """The turning point, in a sentence behind the others."""
    point = None if whole.statistics is None else whole.statistics.course.turning_point
    name = next((each.name for each in whole.army_list if point is not None and each.uuid == point.army_uuid), "")
    return f" Turning point: round {point.round}, the turn of {name}." if point is not None and name else ""


def _described(army: SummaryArmy) -> str:
    """ "Basalt Vow, Slate Column (2,006 points)"."""
    what = ", ".join(filter(None, (army.faction, army.detachment))) or army.name
    return what if army.points is None else f"{what} ({army.points:,} points)"
