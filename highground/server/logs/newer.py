"""The entries after an id, cut out of a stored answer without reading what they hold."""

from __future__ import annotations

import gzip
from typing import NamedTuple

import msgspec


class _Entry(msgspec.Struct):
    id: int
    undone: bool = False


class _Phase(msgspec.Struct):
    actions: list[msgspec.Raw]
    phase: str = ""
    board_state: msgspec.Raw = msgspec.Raw(b"{}")


class _Turn(msgspec.Struct):
    phases: list[_Phase]
    turn_number: int = 0


class _Round(msgspec.Struct):
    turns: list[_Turn]
    round_number: int = 0


class _Timeline(msgspec.Struct):
    rounds: list[_Round]


class _Whole(msgspec.Struct):
    logs: _Timeline
    army_list: msgspec.Raw
    awards: msgspec.Raw = msgspec.Raw(b"[]")
    statistics: msgspec.Raw = msgspec.Raw(b"null")


class Newer(NamedTuple):
    """What is asked for: the entries after an id, alone or with what else the log says now."""

    since_id: int
    alone: bool = False


def newer(stored: bytes, wanted: Newer, game_id: str, total: int) -> bytes:
    """The body of the incremental answer, from the gzipped body of the full one."""
    whole = msgspec.json.decode(gzip.decompress(stored), type=_Whole)
    phases = [phase for a_round in whole.logs.rounds for turn in a_round.turns for phase in turn.phases]
    found = [action for phase in phases for action in _after(phase, wanted.since_id)]
    behind = {
        "army_list": whole.army_list,
        "awards": whole.awards,
        "statistics": whole.statistics,
        "boards": _boards(whole.logs, wanted.since_id),
    }
    return msgspec.json.encode(
        {
            "logs": found,
            "undone": [entry.id for phase in phases for entry in map(_entry, phase.actions) if entry.undone],
            **({} if wanted.alone else behind),
            "incremental": True,
            "game_id": game_id,
            "total": total,
        }
    )


def entries_after(phase: bytes, since_id: int) -> list[msgspec.Raw]:
    """The entries of a phase's JSON after `since_id`, as they stand there."""
    return _after(msgspec.json.decode(phase, type=_Phase), since_id)


def board_of(round: int, turn: int, phase: bytes) -> dict[str, object]:
    """The board of a phase's JSON with its place, as an incremental answer has it."""
    return _placed(round, turn, msgspec.json.decode(phase, type=_Phase))


def _placed(round: int, turn: int, phase: _Phase) -> dict[str, object]:
    return {"round": round, "turn": turn, "phase": phase.phase, "board_state": phase.board_state}


def _boards(logs: _Timeline, since_id: int) -> list[dict[str, object]]:
    """The boards of phases in which something is new or was taken back."""
    return [
        _placed(a_round.round_number, turn.turn_number, phase)
        for a_round in logs.rounds
        for turn in a_round.turns
        for phase in turn.phases
        if any(entry.id > since_id or entry.undone for entry in map(_entry, phase.actions))
    ]


def _after(phase: _Phase, since_id: int) -> list[msgspec.Raw]:
    return [action for action in phase.actions if _entry(action).id > since_id]


def _entry(action: msgspec.Raw) -> _Entry:
    return msgspec.json.decode(action, type=_Entry)
