"""The entries after an id, cut out of a stored answer without reading what they hold."""

from __future__ import annotations

import gzip

import msgspec


class _Id(msgspec.Struct):
    id: int


class _Phase(msgspec.Struct):
    actions: list[msgspec.Raw]


class _Turn(msgspec.Struct):
    phases: list[_Phase]


class _Round(msgspec.Struct):
    turns: list[_Turn]


class _Timeline(msgspec.Struct):
    rounds: list[_Round]


class _Whole(msgspec.Struct):
    logs: _Timeline
    army_list: msgspec.Raw
    awards: msgspec.Raw = msgspec.Raw(b"[]")
    statistics: msgspec.Raw = msgspec.Raw(b"null")


def newer(stored: bytes, since_id: int, game_id: str, total: int) -> bytes:
    """The body of the incremental answer, from the gzipped body of the full one."""
    whole = msgspec.json.decode(gzip.decompress(stored), type=_Whole)
    found = [
        action
        for a_round in whole.logs.rounds
        for turn in a_round.turns
        for phase in turn.phases
        for action in phase.actions
        if msgspec.json.decode(action, type=_Id).id > since_id
    ]
    return msgspec.json.encode(
        {
            "logs": found,
            "army_list": whole.army_list,
            "awards": whole.awards,
            "statistics": whole.statistics,
            "incremental": True,
            "game_id": game_id,
            "total": total,
        }
    )
