"""What lists tell of a game whose battle is played here."""

from __future__ import annotations

from typing import Any

from highground.game.match.match import Match
from highground.server.games.summary import GameSummary, Side, as_json


def summary_of(match: Match) -> dict[str, Any]:
    """Where the battle stands now, in a line."""
    state, request = match.battle.state, match.ask()
    first, second = state.armies
    return as_json(
        GameSummary(
            begun=True,
            armies=(match.cast.armies[0], match.cast.armies[1]),
            computer=(match.is_computer(0), match.is_computer(1)),
            score=(first.vp, second.vp),
            round=state.round,
            phase=state.phase,
            due=None if request is None else _side(request.side),
            winner=None if state.winner is None else _side(state.winner),
            mode=match.mode,
        )
    )


def _side(side: int) -> Side:
    return 1 if side else 0
